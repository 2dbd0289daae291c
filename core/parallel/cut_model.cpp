// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/cut_model.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/parallel/engine.h"

#include <algorithm>
#include <array>
#include <span>

namespace plimsoll {

namespace {

using Names = std::span<const std::string_view>;

/// Model types with a base_model_tp_plan, but for those that stand in the lists below.
constexpr std::array<std::string_view, 62> plain_plans{"apertus",
                                                       "arcee",
                                                       "cohere",
                                                       "cohere2",
                                                       "cohere2_moe",
                                                       "cwm",
                                                       "dots1",
                                                       "ernie4_5",
                                                       "exaone4",
                                                       "exaone_moe",
                                                       "flint",
                                                       "gemma",
                                                       "gemma2",
                                                       "gemma3",
                                                       "glm4_moe",
                                                       "gemma3_text",
                                                       "gemma3n_text",
                                                       "gemma4_text",
                                                       "gpt_neox",
                                                       "granite",
                                                       "granite_swa",
                                                       "helium",
                                                       "hy_v3",
                                                       "hyperclovax",
                                                       "ernie4_5_moe",
                                                       "internlm3",
                                                       "iquestcoder",
                                                       "jais2",
                                                       "kolibri1",
                                                       "laguna",
                                                       "llama",
                                                       "llama4_text",
                                                       "mellum",
                                                       "mimo_v2_flash",
                                                       "minimax",
                                                       "ministral",
                                                       "ministral3",
                                                       "mistral",
                                                       "mixtral",
                                                       "nanochat",
                                                       "nemotron",
                                                       "olmo",
                                                       "phi",
                                                       "qwen2",
                                                       "qwen2_5_vl_text",
                                                       "qwen2_moe",
                                                       "qwen2_vl_text",
                                                       "qwen3",
                                                       "qwen3_moe",
                                                       "qwen3_next",
                                                       "qwen3_5_text",
                                                       "qwen3_5_moe_text",
                                                       "qwen3_vl_moe_text",
                                                       "seed_oss",
                                                       "smollm3",
                                                       "solar_open",
                                                       "starcoder2",
                                                       "vaultgemma",
                                                       "gemma4_unified_text",
                                                       "llama4",
                                                       "deepseek_v2",
                                                       "aria_text"};
constexpr std::array<std::string_view, 5> latent_plans{"deepseek_v32", "glm_moe_dsa", "glm4_moe_lite", "longcat_flash",
                                                       "minicpm3"};
/// Whose attention is on every rank.
constexpr std::array<std::string_view, 16> whole_attention{"afmoe",          "axk1",       "bailing_hybrid",   "deepseek_v3",
                                                           "deepseek_v4",    "granitemoe", "granitemoehybrid", "granitemoeshared",
                                                           "hunyuan_v1_moe", "jamba",      "kimi_linear",      "lfm2_moe",
                                                           "mistral4",       "nemotron_h", "phimoe",           "youtu"};
constexpr std::array<std::string_view, 9> gathered_attention{
    "flex_olmo", "minimax_m2", "olmo2", "olmo3", "olmo_hybrid", "olmoe", "phi3", "step3p5", "phi4_multimodal"};
constexpr std::array<std::string_view, 6> gathered_mlp{"glm", "glm4", "glm4v_text", "glm_ocr_text", "phi3", "phi4_multimodal"};

bool among(Names names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

/// Of inputs and outputs of a pair of matrices, the first's outputs being the second's inputs.
void cut_columns(LinearSpec &linear, CutStyle style, Count ranks, Count place)
{
    if (linear.out > 0 && style != CutStyle::whole) linear.out = share_of(linear.out, ranks, place);
}

void cut_rows(LinearSpec &linear, CutStyle style, Count ranks, Count place)
{
    if (linear.in > 0 && style != CutStyle::whole) linear.in = share_of(linear.in, ranks, place);
}

void cut_attention(AttentionSpec &a, const TensorPlan &plan, Count ranks, Count place)
{
    if (a.kind == AttentionKind::none) return;
    // heads that are gathered behind their projection are all there in attention itself
    if (plan.attention_in == CutStyle::columns) {
        a.heads /= ranks;
        a.kv_heads /= ranks;
    }
    const bool latent = a.kind == AttentionKind::latent;
    for (LinearSpec *linear : {&a.k, &a.v, &a.fused, &a.latent.q_b, &a.latent.kv_b})
        cut_columns(*linear, plan.attention_in, ranks, place);
    if (!latent || a.latent.q_lora_rank == 0) cut_columns(a.q, plan.attention_in, ranks, place);
    cut_rows(a.o, plan.attention_out, ranks, place);
}

void cut_mlp(MlpSpec &mlp, const TensorPlan &plan, Count ranks, Count place)
{
    const bool sparse = mlp.kind == MlpKind::moe;
    for (LinearSpec *linear : {&mlp.gate, &mlp.up}) cut_columns(*linear, plan.mlp_in, ranks, place);
    cut_rows(mlp.down, plan.mlp_out, ranks, place);
    if (!sparse) return;
    MoeSpec &moe = mlp.moe;
    moe.expert_width = share_of(moe.expert_width, ranks, place);
    moe.shared.width = share_of(moe.shared.width, ranks, place);
    for (LinearSpec *linear : {&moe.shared.gate_proj, &moe.shared.up_proj}) cut_columns(*linear, plan.mlp_in, ranks, place);
    cut_rows(moe.shared.down_proj, plan.mlp_out, ranks, place);
}

Error not_simulated(const char *field, Count ranks, std::string why)
{
    return Error{field, std::to_string(ranks), "1", std::move(why)};
}

/// Why these heads cannot be divided; nothing where they can.
std::optional<Error> uneven_heads(const DecoderSpec &decoder, const TensorPlan &plan, Count ranks)
{
    if (plan.attention_in != CutStyle::columns) return std::nullopt;
    for (const LayerSpec &layer : decoder.kinds) {
        const AttentionSpec &a = layer.attention;
        if (a.kind == AttentionKind::none || (a.heads % ranks == 0 && a.kv_heads % ranks == 0)) continue;
        return Error{
            "parallel.tensor", std::to_string(ranks),
            phrase(QT_TRANSLATE_NOOP("core", "a number that divides %1 heads and %2 key heads"),
                   {std::to_string(a.heads), std::to_string(a.kv_heads)}),
            phrase(QT_TRANSLATE_NOOP("core", "transformers divides the projections, and the forward fails: shape '[1, …, "
                                             "-1, %1]' is invalid for input"),
                   {std::to_string(a.head_dim)})};
    }
    return std::nullopt;
}

} // namespace

Count share_of(Count size, Count ranks, Count place)
{
    const Count each = (size + ranks - 1) / ranks;
    return std::clamp<Count>(size - place * each, 0, each);
}

CutStyle TensorPlan::style_of(const LayerSpec &layer, std::string_view name) const
{
    const AttentionSpec &a = layer.attention;
    for (const LinearSpec *linear : {&a.q, &a.k, &a.v, &a.fused})
        if (linear->name == name) return linear == &a.q && a.latent.q_lora_rank > 0 ? CutStyle::whole : attention_in;
    for (const LinearSpec *linear : {&a.latent.q_b, &a.latent.kv_b})
        if (linear->name == name) return attention_in;
    if (a.o.name == name) return attention_out;
    const SharedExpertSpec &shared = layer.mlp.moe.shared;
    for (const LinearSpec *linear : {&layer.mlp.gate, &layer.mlp.up, &shared.gate_proj, &shared.up_proj})
        if (linear->name == name && linear->out > 1) return mlp_in; // a gate of one column is on every rank
    return layer.mlp.down.name == name || shared.down_proj.name == name ? mlp_out : CutStyle::whole;
}

std::optional<TensorPlan> tensor_plan(const Architecture &architecture)
{
    const std::string_view type = architecture.model_type;
    TensorPlan plan;
    const bool whole = among(whole_attention, type), gathered = among(gathered_attention, type);
    if (whole) plan.attention_in = plan.attention_out = CutStyle::whole;
    if (gathered) {
        plan.attention_in = CutStyle::columns_gathered;
        plan.attention_out = CutStyle::rows_split;
    }
    const bool gathers_mlp = among(gathered_mlp, type);
    if (gathers_mlp) {
        plan.mlp_in = CutStyle::columns_gathered;
        plan.mlp_out = CutStyle::rows_split;
    }
    const bool known = whole || gathered || gathers_mlp || among(plain_plans, type) || among(latent_plans, type);
    return known ? std::optional(plan) : std::nullopt;
}

Result<ArchitectureRef> cut_for_tensor(const Architecture &whole, Count ranks, Count place)
{
    const auto plan = tensor_plan(whole);
    if (!plan || !whole.decoder || (whole.decoder->extension && whole.decoder->extension->sequence))
        return not_simulated(
            "parallel.tensor", ranks,
            phrase(QT_TRANSLATE_NOOP("core", "transformers has no base_model_tp_plan for %1: its layers stay whole"),
                   {whole.model_type}));
    if (auto uneven = uneven_heads(*whole.decoder, *plan, ranks)) return *std::move(uneven);
    auto out = std::make_shared<Architecture>(whole);
    DecoderSpec &decoder = *out->decoder;
    decoder.vocab = share_of(decoder.vocab, ranks, place);
    decoder.head.out = share_of(decoder.head.out, ranks, place);
    for (LayerSpec &layer : decoder.kinds) {
        if (layer.extension)
            return not_simulated(
                "parallel.tensor", ranks,
                phrase(QT_TRANSLATE_NOOP("core", "how this model's mixers and gates are divided is not simulated")));
        cut_attention(layer.attention, *plan, ranks, place);
        cut_mlp(layer.mlp, *plan, ranks, place);
    }
    return ArchitectureRef(std::move(out));
}

Result<ArchitectureRef> cut_for_rank(const Architecture &whole, const Plan &plan, const Rank &rank)
{
    const Parallel &parallel = plan.parallel;
    if (parallel.tensor == 1 || parallel_engine(plan) != ParallelEngine::native) return ArchitectureRef();
    return cut_for_tensor(whole, parallel.tensor, rank.tensor);
}

} // namespace plimsoll
