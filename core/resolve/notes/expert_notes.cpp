// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/notes/expert_notes.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/loading/release_experts.h"
#include "core/model/lora/lora_unmatched.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/parallel/megatron_sizes.h"
#include "core/plan/names.h"
#include "core/plan/parallel_engine.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {
namespace {

Count fused_elements(const Architecture &built)
{
    Count out = 0;
    for (const Module &module : built.modules)
        if (module.kind == ModuleKind::experts)
            for (const Parameter &parameter : module.parameters) out += parameter.elements();
    return out;
}

/// Asked of every plan: a dense model's modules are not gone through.
bool has_experts(const Architecture &built)
{
    return !built.decoder || std::ranges::any_of(built.decoder->kinds, [](const LayerSpec &layer) {
        return layer.mlp.kind == MlpKind::moe || layer.extension;
    });
}

/// Who packs the experts of such a model.
std::string who_packs(const Architecture &built, const Plan &plan)
{
    const bool apart = with_separate_experts(built) != nullptr;
    if (plan.task != Task::train)
        return phrase(apart ? QT_TRANSLATE_NOOP("core", "%1, %2 and %3 hold experts quantised, as does %4.")
                            : QT_TRANSLATE_NOOP("core", "%1, %2 and %3 hold experts quantised."),
                      {"vLLM", "SGLang", "llama.cpp", "libraries.transformers 4"});
    return phrase(apart ? QT_TRANSLATE_NOOP("core", "%1, %2 and %3 train on packed experts.")
                        : QT_TRANSLATE_NOOP("core", "%1 and %2 train on packed experts."),
                  {"stack unsloth", "stack axolotl (weights.quantize_moe_experts)", "libraries.transformers 4"});
}

} // namespace

std::vector<Warning> target_notes(const Architecture &built, const Plan &resolved)
{
    std::vector<Warning> out;
    if (resolved.task != Task::train || !resolved.trains_adapter()) return out;
    const auto say = [&out](const std::string &name, const char *field) {
        out.push_back({"target_without_module",
                       phrase(QT_TRANSLATE_NOOP("core", "No module of this model is named %1: it changes nothing."), {name}),
                       field});
    };
    const bool megatron = parallel_engine(resolved) == ParallelEngine::megatron;
    const auto unmatched = unmatched_targets(built, resolved.adapter);
    for (const std::string &name : *unmatched)
        if (!(megatron && is_megatron_target(name))) say(name, "adapter.targets");
    const auto unsaved = unmatched_saved(built, resolved.adapter);
    for (const std::string &name : unsaved) say(name, "adapter.modules_to_save");
    return out;
}

std::vector<Warning> expert_notes(const Architecture &built, const Plan &resolved)
{
    if (!is_bitsandbytes(resolved.weights.quant) || !runs_transformers_model(resolved) || packs_fused_experts(resolved) ||
        !has_experts(built))
        return {};
    const Count elements = fused_elements(built);
    if (elements == 0) return {};
    const Bytes each = resolved.weights.dtype == WeightDtype::fp32 ? 4 : 2;
    const auto in_gib = [&](Bytes bytes) { return localised(gib_brief(elements * bytes)); };
    std::vector<Warning> out;
    out.push_back(
        {"experts_not_quantised",
         phrase(QT_TRANSLATE_NOOP("core", "%1 packs linear modules only, and this model's experts are fused parameters: "
                                          "they stay in %2, %3 GiB."),
                {"weights.quant " + resolved.weights.quant, std::string(name_of(resolved.weights.dtype)), in_gib(each)}) +
             " " + who_packs(built, resolved),
         "weights.quant"});
    const bool raised = resolved.task == Task::train && resolved.trains_adapter() && resolved.kbit_prepare && each == 2;
    if (raised)
        out.push_back({"experts_in_float32",
                       phrase(QT_TRANSLATE_NOOP("core", "%1 turns the experts to float32 besides: %2 GiB in place of %3 GiB; "
                                                        "%4 leaves them in %5."),
                              {"prepare_model_for_kbit_training", in_gib(4), in_gib(2), "kbit_prepare false",
                               std::string(name_of(resolved.weights.dtype))}),
                       "kbit_prepare"});
    return out;
}

} // namespace plimsoll
