// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/check_libraries.h"

#include "core/families/describe/family.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr const char *check_libraries_or_so = QT_TRANSLATE_NOOP("core", "%1 (or %2)");
constexpr Count flash2_widest = 256; // flash-attention's flash_api.cpp, mha_fwd, of both releases: at most 256

/// Of what trains: torch.amp.GradScaler, which every Trainer under fp16 has, takes gradients in float32 only.
std::optional<Error> check_scaled_gradients(const Plan &plan)
{
    if (plan.task != Task::train || !stack_of(plan).loop.scales_gradients || plan.autocast != Autocast::fp16) return std::nullopt;
    const bool adapter = plan.trains_adapter();
    const bool half = adapter ? plan.adapter.dtype == Dtype::fp16 : plan.weights.dtype == WeightDtype::fp16;
    const bool brain = adapter ? plan.adapter.dtype == Dtype::bf16 : plan.weights.dtype == WeightDtype::bf16;
    if (!half && !brain) return std::nullopt;
    const std::string trained = adapter ? "adapter.dtype" : "weights.dtype";
    return Error{"autocast", "fp16", phrase(check_libraries_or_so, {"none | bf16", trained + " fp32"}),
                 phrase(half ? QT_TRANSLATE_NOOP("core", "%1 of what trains: the gradient scaler raises \"%2\" (%3)")
                             : QT_TRANSLATE_NOOP("core", "%1 of what trains: the gradient scaler has no kernel, \"%2\" (%3)"),
                        {trained + (half ? " fp16" : " bf16"),
                         half ? "Attempting to unscale FP16 gradients"
                              : "_amp_foreach_non_finite_check_and_unscale_cuda not implemented for 'BFloat16'",
                         "torch 2.15, torch/amp/grad_scaler.py"})};
}

/// MatMul8bitLt makes two dimensions of three; of four, which expand_kv() gives kv_b_proj, it makes none.
std::optional<Error> check_latent_int8(const Plan &plan, const Architecture &architecture)
{
    const auto latent = [](const LayerSpec &layer) { return layer.attention.kind == AttentionKind::latent; };
    if (plan.weights.quant != "int8" || !std::ranges::any_of(architecture.decoder->kinds, latent)) return std::nullopt;
    if (runs_own_engine(plan) || older_of(plan).projects_latents_flat) return std::nullopt;
    return Error{"weights.quant", "int8", "none | nf4 | fp4",
                 phrase(QT_TRANSLATE_NOOP("core", "%1's attention gives %2 an input of four dimensions, of which bitsandbytes' "
                                                  "product in 8 bits raises (%3)"),
                        {architecture.model_type, "kv_b_proj", "bitsandbytes 0.50, backends/cuda/ops.py"})};
}

/// DeepseekV3MoE.moe of transformers 4.57 adds what float32 experts give, weighted, into a tensor of the scores' dtype, which
/// autocast makes narrow.
std::optional<Error> check_summed_experts(const Plan &plan, const Architecture &architecture)
{
    const bool wide = plan.kbit_prepare && plan.trains_adapter();
    if (plan.task != Task::train || plan.autocast == Autocast::none || !wide) return std::nullopt;
    const ArchitectureRef built = built_by_release(architecture, plan);
    const auto by_token = [](const LayerSpec &layer) { return layer.mlp.moe.separate.loop == ExpertLoop::by_token; };
    if (!built || !built->decoder || !std::ranges::any_of(built->decoder->kinds, by_token)) return std::nullopt;
    return Error{"kbit_prepare", "true", phrase(check_libraries_or_so, {"false", "autocast none"}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1's experts add float32 to %2 under autocast, and %3 raises (%4)"),
                        {architecture.model_type, std::string(name_of(plan.autocast)), "index_add_()", "transformers 4.57.6"})};
}

/// PreTrainedModel.gradient_checkpointing_enable asks the class.
std::optional<Error> check_checkpointing(const Plan &plan, const Architecture &architecture)
{
    if (plan.task != Task::train || stack_of(plan).models.own || !plan.gradient_checkpointing.enabled) return std::nullopt;
    if (traits_of(architecture.model_type).checkpointing) return std::nullopt;
    return Error{"gradient_checkpointing", "true", "false",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 does not support activation checkpointing: %2 raises (%3)"),
                        {architecture.class_name.empty() ? architecture.model_type : architecture.class_name,
                         "gradient_checkpointing_enable()", "transformers 5.23, modeling_utils.py"})};
}

/// Hybrids ask the cache how long it is, which only layers with attention know (ClassTraits::asks_cache_length).
std::optional<Error> check_length_of_cache(const Plan &plan, const Architecture &architecture)
{
    if (plan.task != Task::infer || runs_own_engine(plan)) return std::nullopt;
    if (!traits_of(architecture.model_type).asks_cache_length) return std::nullopt;
    const auto keeps_length = [](const LayerSpec &layer) {
        if (layer.attention.kind != AttentionKind::none) return true;
        return layer.extension && layer.extension->mixer.kind == MixerKind::lightning; // MiniMax's cache counts them itself
    };
    const auto recurs = [](const LayerSpec &layer) { return layer.extension && layer.extension->mixer.kind != MixerKind::none; };
    const std::vector<LayerSpec> &kinds = architecture.decoder->kinds;
    if (std::ranges::any_of(kinds, keeps_length) || std::ranges::none_of(kinds, recurs)) return std::nullopt;
    return Error{"task", "infer", "train | extract",
                 phrase(QT_TRANSLATE_NOOP("core", "the model has no layer with attention, and its cache then does not know how "
                                                  "long it is: %1 raises (%2)"),
                        {"get_seq_length()", "transformers 5.23, cache_utils.py"})};
}

} // namespace

std::optional<Error> refused_by_libraries(const Plan &plan, const Architecture &architecture)
{
    if (!architecture.decoder) return std::nullopt;
    if (auto error = check_scaled_gradients(plan)) return error;
    if (auto error = check_latent_int8(plan, architecture)) return error;
    if (auto error = check_checkpointing(plan, architecture)) return error;
    const Family *family = find_family(architecture.model_type);
    if (family && family->refuses && !runs_own_engine(plan))
        if (auto error = family->refuses(plan, architecture)) return error;
    if (auto error = check_length_of_cache(plan, architecture)) return error;
    return check_summed_experts(plan, architecture);
}

std::optional<std::string> refused_by_flash2(const Plan &plan, const Architecture &architecture)
{
    const char *const kernel = plan.attention == AttentionBackend::flash3 ? "flash-attn 3" : "flash-attn 2";
    // what FSDP gathers is what the layers see
    const bool halved = plan.parallel.spread() && plan.parallel.param_dtype && *plan.parallel.param_dtype != ParallelDtype::fp32;
    if (plan.weights.dtype == WeightDtype::fp32 && plan.autocast == Autocast::none && !halved)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 takes fp16 and bf16 only; weights in fp32 and no autocast give it neither"),
                      {kernel});
    if (!architecture.decoder) return std::nullopt;
    Count widest = 0;
    for (const LayerSpec &layer : architecture.decoder->kinds)
        widest = std::max({widest, layer.attention.head_dim, layer.attention.v_head_dim});
    if (widest > flash2_widest)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 takes heads of at most %2; this model has some of %3"),
                      {kernel, std::to_string(flash2_widest), std::to_string(widest)});
    if (architecture.decoder->positions == Positions::alibi)
        return phrase(QT_TRANSLATE_NOOP("core", "the model's class raises where %1 meets ALiBi"), {kernel});
    return std::nullopt;
}

} // namespace plimsoll
