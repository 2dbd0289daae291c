// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 1 and 2, Falcon-Mamba.
#include "core/families/describe/mamba_mixers.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

/// backbone.embeddings, layers of norm and mixer, norm_f, lm_head. `float_logits`: the class returns them so (Mamba 1 and 2).
template <class AddMixer>
void add_backbone(Draft &draft, const Config &config, MixerSpec sizes, AddMixer add_mixer)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    tree.embedding("backbone.embeddings", vocab, hidden);
    DecoderSpec spec = bare_decoder(config, "backbone", "embeddings", norm("norm_f", NormKind::rms, hidden));
    LayerSpec made = empty_layer();
    made.input_norm = norm("norm", NormKind::rms, hidden);
    sizes.masks_always = true;
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("backbone.layers", i);
        tree.norm("norm", hidden);
        add_mixer();
        if (!made.extension) made.extension = mixer_extension(tree, tree.path(), sizes, config.flag("residual_in_fp32", true));
        repeat(spec, made, 1);
    }
    tree.norm("backbone.norm_f", hidden);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings", true)) tree.tie("lm_head.weight", "backbone.embeddings.weight");
    draft.arch.output_embedding = "lm_head";
    auto around = std::make_shared<DecoderExtension>();
    around->float_logits = around->casts_to_head = true;
    spec.extension = std::move(around);
    keep_step(draft, std::move(spec));
}

Mamba1 mamba1_of(const Config &config)
{
    const Count hidden = config.size("hidden_size");
    return {hidden,
            config.given("intermediate_size") ? config.size("intermediate_size") : expanded(config, hidden, "expand"),
            config.size("state_size"),
            config.size("conv_kernel"),
            time_step_rank(config, "time_step_rank", hidden),
            config.flag("use_bias"),
            config.flag("use_conv_bias", true)};
}

void describe_mamba(const Config &config, Draft &draft)
{
    const Mamba1 sizes = mamba1_of(config);
    add_backbone(draft, config, mixer1(sizes, "mixer"), [&] { add_mamba1(draft.tree, "mixer", sizes); });
}

void describe_falcon_mamba(const Config &config, Draft &draft)
{
    const Mamba1 sizes = mamba1_of(config);
    MixerSpec mixer = mixer1(sizes, "mixer");
    mixer.inner_norms = true;
    add_backbone(draft, config, std::move(mixer), [&] {
        add_mamba1(draft.tree, "mixer", sizes);
        draft.tree.buffer("weight", {sizes.inner}, Dtype::fp32, "mixer.dt_layernorm");
        draft.tree.buffer("weight", {sizes.state}, Dtype::fp32, "mixer.b_layernorm");
        draft.tree.buffer("weight", {sizes.state}, Dtype::fp32, "mixer.c_layernorm");
    });
}

void describe_mamba2(const Config &config, Draft &draft)
{
    const bool bias = config.flag("use_bias");
    const Mamba2 sizes{config.size("hidden_size"),
                       config.size("num_heads"),
                       config.size("head_dim"),
                       config.size("n_groups"),
                       config.size("state_size"),
                       config.size("conv_kernel"),
                       bias,
                       config.flag("use_conv_bias", true),
                       bias};
    add_backbone(draft, config, mixer2(sizes, "mixer", config.size_or("chunk_size", 256)),
                 [&] { add_mamba2(draft.tree, "mixer", sizes); });
}

} // namespace

std::span<const Family> mamba_families()
{
    static constexpr Family rows[] = {
        {"falcon_mamba",
         "falcon_mamba",
         "FalconMambaForCausalLM",
         describe_falcon_mamba,
         nullptr,
         {.sdpa = false, .flash2 = false, .asks_cache_length = false}},
        {"mamba",
         "mamba",
         "MambaForCausalLM",
         describe_mamba,
         nullptr,
         {.sdpa = false, .flash2 = false, .asks_cache_length = false}},
        {"mamba2",
         "mamba2",
         "Mamba2ForCausalLM",
         describe_mamba2,
         nullptr,
         {.sdpa = false, .flash2 = false, .asks_cache_length = false}},
        {"ov_mamba", "mamba", "MambaForCausalLM", describe_mamba, nullptr, {.asks_cache_length = false}},
    };
    return rows;
}

} // namespace plimsoll
