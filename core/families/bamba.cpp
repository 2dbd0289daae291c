// SPDX-License-Identifier: GPL-3.0-or-later
// Bamba: Mamba 2 in most layers, attention in those that are named.
#include "core/families/describe/bamba_mixer.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

void describe_bamba(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const MlpSpec mlp =
        gated_mlp(hidden, config.size("intermediate_size"), Activation::silu, config.flag("mlp_bias"), "feed_forward");
    const BambaMixer mixer = bamba_mixer_of(config, mamba_expanded(config, hidden), true);
    const std::vector<Count> attends = config.wholes("attn_layer_indices");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::rms, hidden));
    set_rotary(spec, attention, heads.dim / 2);
    LayerSpec made = two_norms(hidden, "input_layernorm", "pre_ff_layernorm");
    made.mlp = mlp;
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        add_mlp(tree, mlp);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
        if (contains(attends, i)) {
            add_attention(tree, attention);
        } else {
            add_bamba_mixer(tree, mixer, hidden);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        }
        made.attention = contains(attends, i) ? attention : empty_layer().attention;
        made.extension = contains(attends, i) ? nullptr : extension;
        repeat(spec, made, 1);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.rotary("model.rotary_emb", heads.dim / 2); // half of the head is rotated
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

} // namespace

std::span<const Family> bamba_families()
{
    static constexpr Family rows[] = {
        {"bamba", "bamba", "BambaForCausalLM", describe_bamba},
    };
    return rows;
}

} // namespace plimsoll
