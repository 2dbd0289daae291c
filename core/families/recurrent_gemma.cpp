// SPDX-License-Identifier: GPL-3.0-or-later
// RecurrentGemma: RG-LRU and local attention.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

#include <cmath>

namespace plimsoll::step {

namespace {

/// tanh(logits / cap) * cap in one line, while the head's result has its name.
class RecurrentGemma final : public DecoderClass {
public:
    Tensor logits(Machine &m, DecoderModules &model, Tensor hidden) const override
    {
        if (!model.spec.final_softcap) return DecoderClass::logits(m, model, std::move(hidden));
        Tensor out = model.running_head().forward(m, std::move(hidden));
        const Tensor named = out;
        out = scale(m, std::move(out));
        out = pointwise(m, std::move(out), "tanh", true);
        return scale(m, std::move(out));
    }
};

const RecurrentGemma recurrent_gemma;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void add_recurrent_block(Tree &tree, Count hidden, Count width, Count heads, Count kernel)
{
    const auto scope = tree.in("temporal_block");
    const Count block = width / heads;
    tree.linear("linear_y", hidden, width, true);
    tree.linear("linear_x", hidden, width, true);
    tree.linear("linear_out", width, hidden, true);
    tree.convolution("conv_1d", {width, 1, kernel}, true);
    tree.own("recurrent_param", {width}, "rg_lru");
    for (const std::string gate : {"input_gate", "recurrent_gate"}) {
        tree.own(gate + "_weight", {heads, block, block}, "rg_lru");
        tree.own(gate + "_bias", {heads, block}, "rg_lru");
    }
}

void describe_recurrent_gemma(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), lru = config.size_or("lru_width", hidden);
    const Count width = config.size("intermediate_size") / 2; // both halves of the gate are given
    Heads heads{config.size("num_attention_heads"), 0, 0};
    heads.key_value = config.size_or("num_key_value_heads", heads.query);
    heads.dim = config.size_or("head_dim", hidden / heads.query);
    AttentionSpec attention = grouped_attention(hidden, heads, config.flag("attention_bias"), true, "o_proj", "temporal_block");
    std::vector<std::string> types = config.texts("block_types");
    if (types.empty()) types = {"recurrent", "recurrent", "attention"};
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_norm", NormKind::rms_offset, hidden));
    spec.embedding_multiplier = std::sqrt(static_cast<double>(hidden));
    spec.final_softcap = config.maybe_number("logits_soft_cap");
    set_rotary(spec, attention, heads.dim / 2);
    LayerSpec made = two_norms(hidden, "temporal_pre_norm", "channel_pre_norm");
    made.input_norm.kind = made.post_attention_norm.kind = NormKind::rms_offset;
    made.mlp = gated_mlp(hidden, width, Activation::gelu_tanh, true, "mlp_block");
    MixerSpec sizes;
    sizes.kind = MixerKind::recurrent;
    sizes.name = "temporal_block";
    sizes.inner = lru;
    sizes.heads = heads.query;
    sizes.kernel = config.size("conv1d_width");
    std::shared_ptr<const LayerExtension> extension;
    tree.buffer("normalizer", {}, Dtype::bf16, "model");
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        tree.norm("temporal_pre_norm", hidden);
        const bool recurrent = types[static_cast<std::size_t>(i) % types.size()] == "recurrent";
        if (recurrent) {
            add_recurrent_block(tree, hidden, lru, heads.query, config.size("conv1d_width"));
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
        } else {
            add_attention(tree, attention);
            tree.rotary("temporal_block.rotary_emb", heads.dim / 2);
        }
        made.attention = recurrent ? empty_layer().attention : attention;
        made.extension = recurrent ? extension : nullptr;
        repeat(spec, made, 1);
        tree.norm("channel_pre_norm", hidden);
        add_mlp(tree, made.mlp);
    }
    tree.norm("model.final_norm", hidden);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", true, std::move(spec));
}

} // namespace

std::span<const Family> recurrent_gemma_families()
{
    static constexpr Family rows[] = {
        {"recurrent_gemma", "recurrent_gemma", "RecurrentGemmaForCausalLM", describe_recurrent_gemma,
         run_as_one<step::recurrent_gemma>},
    };
    return rows;
}

} // namespace plimsoll
