// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/library_use.h"

#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/liger_parts.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool by_transformers(const Plan &plan) { return !runs_own_engine(plan); }
bool own_models(const Plan &plan) { return stack_of(plan).models.own; }
bool under_trainer(const Plan &plan) { return plan.task == Task::train && stack_of(plan).loop.trainer && !own_models(plan); }

bool steps_with_bitsandbytes(const Plan &plan) { return plan.task == Task::train && by_bitsandbytes(kind_of(plan.optimizer)); }

/// Of a method that compressed-tensors may have written, among others; GPTQ's and AWQ's own loaders are others.
bool stored_quantised(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    return quant != "none" && !is_bitsandbytes(quant) && !quant.starts_with("gptq") && quant != "awq4" && quant != "mxfp4";
}

/// A library that many go through, and the plans that do.
struct Use {
    std::string_view library;
    bool (*used)(const Plan &plan);
};

constexpr Use uses[] = {
    {"torch", [](const Plan &) { return true; }},
    {"transformers", [](const Plan &plan) { return by_transformers(plan) && !own_models(plan); }},
    {"peft", [](const Plan &plan) { return plan.trains_adapter() && !own_models(plan); }},
    {"bitsandbytes",
     [](const Plan &plan) {
         return by_transformers(plan) && (is_bitsandbytes(plan.weights.quant) || steps_with_bitsandbytes(plan));
     }},
    {"accelerate", [](const Plan &plan) { return by_transformers(plan) && (under_trainer(plan) || !own_models(plan)); }},
    {"liger_kernel",
     [](const Plan &plan) {
         return plan.task == Task::train && stack_of(plan).losses.fused == nullptr &&
                (plan.loss.kind == LossKind::fused || plan.loss.kind == LossKind::fused_ce || names_kernel(plan, "liger") ||
                 names_liger_parts(plan));
     }},
    {"optimum", [](const Plan &plan) { return by_transformers(plan) && plan.weights.quant.starts_with("gptq"); }},
    {"gptqmodel",
     [](const Plan &plan) {
         return by_transformers(plan) && (plan.weights.quant.starts_with("gptq") || plan.weights.quant == "awq4");
     }},
    {"compressed_tensors", [](const Plan &plan) { return by_transformers(plan) && stored_quantised(plan); }},
    {"kernels",
     [](const Plan &plan) { return by_transformers(plan) && (plan.weights.quant == "mxfp4" || plan.weights.quant == "fp8"); }},
    {"fms_acceleration", [](const Plan &plan) { return under_trainer(plan) && plan.loss.kind == LossKind::fused; }},
};

bool goes_through(const Runner &runner, std::string_view library, const Plan &plan)
{
    return std::ranges::any_of(runner.libraries, [&](const LibraryUse &use) {
        return use.library == library && (use.when == nullptr || use.when(plan));
    });
}

} // namespace

bool uses_library(std::string_view library, const Plan &plan)
{
    if (goes_through(stack_of(plan), library, plan)) return true;
    if (plan.task == Task::infer && goes_through(engine_of(plan), library, plan)) return true;
    if (generates_by_engine(plan) && name_of(plan.rollout.engine) == library) return true;
    const Library *known = library_named(library);
    if (known != nullptr && known->used != nullptr && known->used(plan)) return true;
    const auto *const found = std::ranges::find(uses, library, &Use::library);
    return found != std::end(uses) && found->used(plan);
}

std::string_view known_release_of(std::string_view library, const Plan &plan)
{
    if (const HeldRelease *held = held_beside(plan.libraries, held_by(stack_of(plan)), library)) return held->version;
    const Library *known = library_named(library);
    return known != nullptr && known->shared ? known->known : std::string_view();
}

std::string why_library_is_idle(std::string_view library, const Plan &plan)
{
    if (!uses_library(library, plan)) return phrase(QT_TRANSLATE_NOOP("core", "this plan does not run through %1"), {library});
    const std::string_view known = known_release_of(library, plan);
    if (known.empty())
        return phrase(QT_TRANSLATE_NOOP("core", "nothing is known to differ between releases of %1 here"), {library});
    return phrase(QT_TRANSLATE_NOOP("core", "nothing is known to differ here from %1 %2"), {library, known});
}

} // namespace plimsoll
