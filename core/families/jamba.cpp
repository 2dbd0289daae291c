// SPDX-License-Identifier: GPL-3.0-or-later
// Jamba: Mamba 1, attention and experts, each in its own period.
#include "core/families/describe/mamba_mixers.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

void describe_jamba(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), width = config.size("intermediate_size");
    const Mamba1 mamba{hidden,
                       expanded(config, hidden, "mamba_expand"),
                       config.size("mamba_d_state"),
                       config.size("mamba_d_conv"),
                       time_step_rank(config, "mamba_dt_rank", hidden),
                       config.flag("mamba_proj_bias"),
                       config.flag("mamba_conv_bias", true)};
    const AttentionSpec attention = grouped_attention(hidden, heads_of(config));
    const Count experts = config.size("num_experts"), top = config.size("num_experts_per_tok");
    MlpSpec sparse =
        expert_mlp(hidden, experts, top, width, Activation::silu, "feed_forward.router", RouterKind::softmax, "feed_forward");
    const MlpSpec dense = gated_mlp(hidden, width, Activation::silu, false, "feed_forward");
    MixerSpec sizes = mixer1(mamba, "mamba");
    sizes.inner_norms = sizes.norms_first = true;
    std::shared_ptr<const LayerExtension> extension;
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::rms, hidden));
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        LayerSpec made = empty_layer();
        if (i % config.size("attn_layer_period") == config.amount_or("attn_layer_offset", 0)) {
            add_attention(tree, attention);
            made.attention = attention;
            made.attention.rotary.dim = 0;
        } else {
            add_mamba1(tree, "mamba", mamba);
            tree.norm("mamba.dt_layernorm", mamba.rank);
            tree.norm("mamba.b_layernorm", mamba.state);
            tree.norm("mamba.c_layernorm", mamba.state);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
            made.extension = extension;
        }
        const bool is_sparse =
            experts > 1 && i % config.size("expert_layer_period") == config.amount_or("expert_layer_offset", 0);
        made.mlp = is_sparse ? sparse : dense;
        add_mlp(tree, made.mlp);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
        made.input_norm = norm("input_layernorm", NormKind::rms, hidden);
        made.post_attention_norm = norm("pre_ff_layernorm", NormKind::rms, hidden);
        repeat(spec, made, 1);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings")) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    keep_step(draft, std::move(spec));
}

} // namespace

std::span<const Family> jamba_families()
{
    static constexpr Family rows[] = {
        {"jamba", "jamba", "JambaForCausalLM", describe_jamba},
    };
    return rows;
}

} // namespace plimsoll
