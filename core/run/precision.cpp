// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/precision.h"

#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

Dtype weight_dtype(const Plan &plan)
{
    switch (plan.weights.dtype) {
    case WeightDtype::fp32: return Dtype::fp32;
    case WeightDtype::fp16: return Dtype::fp16;
    default: return Dtype::bf16;
    }
}

} // namespace

Precision precision_of(const Plan &plan, const std::shared_ptr<const LoadedWeights> &loaded)
{
    Precision p;
    p.loaded = loaded;
    p.half_warmup = older_of(plan).warms_up_by_half;
    p.packs_experts = packs_fused_experts(plan);
    p.unpacks = loaded && std::ranges::find(loaded->notes, "dequantised", &LoadNote::code) != loaded->notes.end();
    p.keeps_compressed = older_of(plan).keeps_compressed;
    p.weights = weight_dtype(plan);
    p.quant = plan.weights.quant;
    p.double_quant = plan.weights.double_quant;
    if (const std::optional<Dtype> from = stack_of(plan).models.packs_from; from && p.four_bit()) p.quantised_from = *from;
    p.kbit_prepare = plan.kbit_prepare && plan.trains_adapter();
    p.compute = plan.autocast == Autocast::fp16   ? Dtype::fp16
                : plan.autocast == Autocast::bf16 ? Dtype::bf16
                : p.weights == Dtype::fp32        ? Dtype::bf16
                                                  : p.weights;
    return p;
}

std::optional<Error> unsupported_quant(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    const std::string &quant = plan.weights.quant;
    if (!resolved.loaded) {
        if (quant == "none" || is_bitsandbytes(quant)) return std::nullopt;
        return Error{"weights.quant", quant, "none | nf4 | fp4 | int8 | gptq4 | gptq8 | awq4 | fp8 | mxfp4 | nvfp4",
                     phrase(QT_TRANSLATE_NOOP("core", "the step on these weights is not simulated"))};
    }
    if (plan.task != Task::train) return std::nullopt;
    if (plan.adapter.dora && (quant.starts_with("gptq") || quant.starts_with("awq")))
        return Error{"adapter.dora", "true", "false",
                     phrase(QT_TRANSLATE_NOOP("core", "PEFT does not support DoRA on %1 weights"), {quant})};
    if (resolved.loaded->trains) return std::nullopt;
    const std::string &named = resolved.loader->quant.empty() ? quant : resolved.loader->quant;
    return Error{"weights.quant", named, "none | nf4 | fp4 | int8 | gptq4 | gptq8 | awq4 | fp8",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 cannot train on %2 weights: unpack them while loading (%3)"),
                        {"transformers", named, "weights.quant none"})};
}

bool keeps_dtype(std::string_view quant)
{
    constexpr std::array<std::string_view, 5> methods{"gptq", "aqlm", "eetq", "hqq", "torchao"};
    return std::ranges::any_of(methods, [quant](std::string_view method) { return quant.starts_with(method); });
}

} // namespace plimsoll::step
