// SPDX-License-Identifier: GPL-3.0-or-later
// DBRX.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/plan/names.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

const DecoderClass dbrx({.split = FusedSplit::split});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_dbrx(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Config attention = config.sub("attn_config"), ffn = config.sub("ffn_config");
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                heads = config.size("num_attention_heads");
    const Count dim = hidden / heads, kv = attention.size("kv_n_heads"), experts = ffn.size("moe_num_experts"),
                width = ffn.size("ffn_hidden_size");
    const Count rows = experts * width, inner = ffn.given("hidden_size") ? ffn.size("hidden_size") : hidden;
    DecoderSpec spec = bare_decoder(config, "transformer", "wte", norm("norm_f", NormKind::layer_norm, hidden));
    spec.layers_name = "blocks";
    LayerSpec made = empty_layer();
    made.attention = grouped_attention(hidden, {heads, kv, dim});
    made.attention.name = "norm_attn_norm.attn";
    made.attention.q = made.attention.k = made.attention.v = {};
    made.attention.fused = linear("norm_attn_norm.attn.Wqkv", hidden, hidden + 2 * kv * dim);
    made.attention.o = linear("norm_attn_norm.attn.out_proj", hidden, hidden);
    made.attention.clip_qkv = true; // clamp(min=None, max=None) is no operation, but no published model has it
    made.attention_dropout = attention.number_or("attn_pdrop", 0.0);
    made.dropout = config.number_or("resid_pdrop", 0.0);
    made.input_norm = norm("norm_attn_norm.norm_1", NormKind::layer_norm, hidden);
    made.post_attention_norm = norm("norm_attn_norm.norm_2", NormKind::layer_norm, hidden);
    made.mlp = expert_mlp(inner, experts, ffn.size("moe_top_k"), width, Activation::silu, "ffn.router.layer",
                          RouterKind::softmax_as_is, "ffn");
    made.mlp.moe.stacked_rows = true;
    made.mlp.moe.router.is_linear = made.mlp.moe.router.normalised = true;
    set_rotary(spec, made.attention, dim);
    tree.embedding("transformer.wte", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        repeat(spec, made, 1);
        const auto layer = tree.in("transformer.blocks", i);
        tree.norm("norm_attn_norm.norm_1", hidden);
        tree.linear("norm_attn_norm.attn.Wqkv", hidden, hidden + 2 * kv * dim);
        tree.linear("norm_attn_norm.attn.out_proj", hidden, hidden);
        tree.norm("norm_attn_norm.norm_2", hidden);
        tree.linear("ffn.router.layer", inner, experts);
        for (const char *matrix : {"w1", "v1", "w2"}) tree.own(matrix, {rows, inner}, "ffn.experts.mlp", ModuleKind::experts);
        tree.add_idle(3 * inner * width * (experts - std::min(experts, ffn.size("moe_top_k"))));
    }
    tree.norm("transformer.norm_f", hidden);
    auto around = std::make_shared<DecoderExtension>();
    around->approximations = {
        phrase(QT_TRANSLATE_NOOP("core", "experts run one after another; every one is planned with as many tokens"))};
    spec.extension = std::move(around);
    add_lm_head(draft, config, hidden, vocab, "transformer.wte", false, std::move(spec));
}

/// DbrxExperts adds float32 products, weighted under autocast, into a tensor of the hidden states' dtype.
std::optional<Error> refused_dbrx(const Plan &plan, const Architecture &)
{
    if (plan.weights.dtype == WeightDtype::fp32) return std::nullopt;
    if (plan.task != Task::train || plan.autocast == Autocast::none || plan.kbit_prepare) return std::nullopt;
    return Error{
        "autocast", std::string(name_of(plan.autocast)),
        phrase(QT_TRANSLATE_NOOP("core", "%1 (or %2)"), {"none", "weights.dtype fp32"}),
        phrase(QT_TRANSLATE_NOOP("core", "%1's experts add float32 to %2 under autocast, and %3 raises (%4)"),
               {"DBRX", std::string(name_of(plan.weights.dtype)), "index_add_()", "transformers 5.23, modeling_dbrx.py"})};
}

} // namespace

std::span<const Family> dbrx_families()
{
    static constexpr Family rows[] = {
        {"dbrx", "dbrx", "DbrxForCausalLM", describe_dbrx, run_as_one<step::dbrx>, {}, refused_dbrx},
    };
    return rows;
}

} // namespace plimsoll
