// SPDX-License-Identifier: GPL-3.0-or-later
// Nemotron NAS (DeciLM, code on the Hub): blocks that differ as a search left them.
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

/// 2/3 of ffn_mult times the width, rounded up to 256 (NVIDIA's DeciLM).
Count nas_width(const Config &mlp, Count hidden)
{
    const double wanted = 2.0 * mlp.number_or("ffn_mult", 0) * static_cast<double>(hidden) / 3.0;
    const Count width = scaled_size(mlp, "ffn_mult", wanted, 1);
    return (width + 255) / 256 * 256;
}

struct NasBlock {
    Count heads_per_group = 0; ///< 0: no attention
    Count width = 0;           ///< 0: no MLP
    bool linear_attention = false, linear_mlp = false;
};

NasBlock nas_block(const Config &config, const nlohmann::json &json, std::size_t index, Count hidden)
{
    if (!json.is_object())
        config.refuse("block_configs", said_type(json.type_name()), phrase(QT_TRANSLATE_NOOP("core", "a list of objects")));
    const Config block(json, "", "block_configs[" + std::to_string(index) + "].");
    const Config attention = block.sub("attention"), mlp = block.sub("ffn");
    NasBlock out;
    out.linear_attention = attention.flag("replace_with_linear");
    out.linear_mlp = mlp.flag("replace_with_linear");
    if (!attention.flag("no_op") && !out.linear_attention) out.heads_per_group = attention.size("n_heads_in_group");
    if (!mlp.flag("no_op") && !out.linear_mlp) out.width = nas_width(mlp, hidden);
    return out;
}

void describe_nemotron_nas(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                heads = config.size("num_attention_heads");
    const nlohmann::json &blocks = config.raw("block_configs");
    if (!blocks.is_array() || blocks.size() > 2000)
        config.refuse("block_configs", said_type(blocks.type_name()),
                      phrase(QT_TRANSLATE_NOOP("core", "a list of at most %1 blocks"), {"2000"}));
    const bool bias = config.flag("attention_bias");
    bool linear_blocks = false;
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    spec.positions = Positions::rotary;
    spec.rotary_dim = hidden / heads;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto layer = tree.in("model.layers", static_cast<Count>(i));
        const NasBlock block = nas_block(config, blocks[i], i, hidden);
        if (block.heads_per_group > heads)
            config.refuse("block_configs",
                          phrase(QT_TRANSLATE_NOOP("core", "%1 heads in a group"), {std::to_string(block.heads_per_group)}),
                          at_most("num_attention_heads"));
        const bool attends = block.heads_per_group > 0, has_mlp = block.width > 0;
        LayerSpec made = empty_layer();
        if (attends || block.linear_attention) tree.norm("input_layernorm", hidden);
        if (attends) {
            made.input_norm = norm("input_layernorm", NormKind::rms, hidden);
            made.attention = grouped_attention(hidden, {heads, heads / block.heads_per_group, hidden / heads}, bias, bias);
            add_attention(tree, made.attention);
        }
        linear_blocks = linear_blocks || block.linear_attention || block.linear_mlp;
        if (block.linear_attention) tree.linear("self_attn.linear_attn", hidden, hidden);
        if (has_mlp || block.linear_mlp) tree.norm("post_attention_layernorm", hidden);
        if (has_mlp) {
            made.post_attention_norm = norm("post_attention_layernorm", NormKind::rms, hidden);
            made.mlp = gated_mlp(hidden, block.width, Activation::silu, config.flag("mlp_bias"));
            add_mlp(tree, made.mlp);
        }
        if (block.linear_mlp) tree.linear("mlp.linear_mlp", hidden, hidden);
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", hidden);
    tree.rotary("model.rotary_emb", hidden / heads);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings")) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    if (linear_blocks)
        return leave_step_out(draft,
                              phrase(QT_TRANSLATE_NOOP("core", "the step of blocks replaced with one matrix is not described")));
    keep_step(draft, std::move(spec));
}

} // namespace

std::span<const Family> nemotron_nas_families()
{
    static constexpr Family rows[] = {
        {"nemotron-nas", "nemotron_nas", "DeciLMForCausalLM", describe_nemotron_nas},
    };
    return rows;
}

} // namespace plimsoll
