// SPDX-License-Identifier: GPL-3.0-or-later
// LFM2 and LFM2-MoE: short convolutions and attention.
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

void describe_lfm2(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                count = config.layers("num_hidden_layers");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, false, false, "out_proj");
    set_q_k_norms(attention, NormKind::rms, heads.dim, "q_layernorm", "k_layernorm");
    Count width = config.size("intermediate_size");
    if (config.flag("block_auto_adjust_ff_dim", true)) {
        width = 2 * width / 3;
        width = scaled_size(config, "block_ffn_dim_multiplier", config.number_or("block_ffn_dim_multiplier", 1), width);
        const Count multiple = config.size_or("block_multiple_of", 256);
        width = (width + multiple - 1) / multiple * multiple;
    }
    const bool conv_bias = config.flag("conv_bias");
    const std::vector<std::string> types = given_layer_types(config, count);
    const std::vector<Count> attends = config.wholes("full_attn_idxs");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("embedding_norm", NormKind::rms, hidden));
    set_rotary(spec, attention, heads.dim);
    LayerSpec made = two_norms(hidden, "operator_norm", "ffn_norm");
    made.mlp = named_gated_mlp(hidden, width, "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
    const MixerSpec sizes = short_convolution(config);
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool full = !types.empty() ? types[static_cast<std::size_t>(i)] == "full_attention"
                                         : !config.has("full_attn_idxs") || contains(attends, i);
        if (full) {
            add_attention(tree, attention);
        } else {
            tree.convolution("conv.conv", {hidden, 1, config.size("conv_L_cache")}, conv_bias);
            tree.linear("conv.in_proj", hidden, 3 * hidden, conv_bias);
            tree.linear("conv.out_proj", hidden, hidden, conv_bias);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
        }
        made.attention = full ? attention : empty_layer().attention;
        made.extension = full ? nullptr : extension;
        repeat(spec, made, 1);
        tree.linear("feed_forward.w1", hidden, width);
        tree.linear("feed_forward.w3", hidden, width);
        tree.linear("feed_forward.w2", width, hidden);
        tree.norm("operator_norm", hidden);
        tree.norm("ffn_norm", hidden);
    }
    tree.rotary("model.rotary_emb", heads.dim);
    tree.norm("model.embedding_norm", hidden);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", true, std::move(spec));
}

DecoderSpec lfm2_moe_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::rms;
    DecoderSpec spec = decoder_base(config, modules, kind, {.final_norm = "embedding_norm"});
    const Heads heads = heads_of(config);
    spec.rotary_dim = heads.dim;
    std::shared_ptr<const LayerExtension> conv;
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = empty_layer();
        layer.input_norm = at.norm("operator_norm", kind);
        layer.post_attention_norm = at.norm("ffn_norm", kind);
        if (at.has("feed_forward.experts")) {
            layer.mlp = expert_mlp(at, config.size("num_experts_per_tok"), Activation::silu, "feed_forward.gate",
                                   RouterKind::sigmoid, "feed_forward");
            layer.mlp.moe.router.corrected = at.has("feed_forward", "expert_bias");
            layer.mlp.moe.router.normalised = config.flag("norm_topk_prob", true);
        } else {
            layer.mlp = named_gated_mlp(at, "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
        }
        if (at.has("conv.conv")) {
            if (!conv) conv = mixer_extension(at, short_convolution(config));
            layer.extension = conv;
        } else {
            layer.attention = grouped_attention(at, heads, "out_proj");
            set_q_k_norms(layer.attention, at, kind, "q_layernorm", "k_layernorm");
        }
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> lfm2_families()
{
    static constexpr Family rows[] = {
        {"lfm2", "lfm2", "Lfm2ForCausalLM", describe_lfm2},
        recipe_with_step("lfm2_moe", lfm2_moe_step),
    };
    return rows;
}

} // namespace plimsoll
