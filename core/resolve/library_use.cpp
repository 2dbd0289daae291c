// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/library_use.h"

#include "core/ground/phrase.h"
#include "core/stacks/stack_defaults.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Stack;

bool by_transformers(const Plan &plan) { return plan.task != Task::infer || plan.inference.engine == Engine::transformers; }
bool own_models(const Plan &plan) { return plan.stack == torchtune || plan.stack == litgpt || plan.stack == megatron; }
bool under_trainer(const Plan &plan)
{
    return plan.task == Task::train && plan.stack != pytorch && plan.stack != torchtune && plan.stack != litgpt &&
           plan.stack != megatron;
}
bool of_pairs(const Plan &plan) { return plan.objective != Objective::sft; }

bool steps_with_bitsandbytes(const Plan &plan)
{
    using enum OptimizerName;
    const OptimizerName name = plan.optimizer.name;
    return plan.task == Task::train &&
           (name == lion || name == adamw_8bit || name == paged_adamw_8bit || name == paged_adamw_32bit);
}

/// Of a method that compressed-tensors may have written, among others; GPTQ's and AWQ's own loaders are others.
bool stored_quantised(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    return quant != "none" && !is_bitsandbytes(quant) && !quant.starts_with("gptq") && quant != "awq4" && quant != "mxfp4";
}

/// A library and the plans that go through it.
struct Use {
    std::string_view library;
    bool (*used)(const Plan &plan);
};

constexpr Use uses[] = {
    {"torch", [](const Plan &) { return true; }},
    {"transformers", [](const Plan &plan) { return by_transformers(plan) && !own_models(plan); }},
    {"peft", [](const Plan &plan) { return plan.trains_adapter() && !own_models(plan); }},
    {"trl",
     [](const Plan &plan) {
         return plan.stack == trl || plan.stack == unsloth ||
                (of_pairs(plan) && (plan.stack == axolotl || plan.stack == llama_factory));
     }},
    {"bitsandbytes",
     [](const Plan &plan) {
         return by_transformers(plan) && (is_bitsandbytes(plan.weights.quant) || steps_with_bitsandbytes(plan));
     }},
    {"accelerate", [](const Plan &plan) { return by_transformers(plan) && (under_trainer(plan) || !own_models(plan)); }},
    {"liger_kernel",
     [](const Plan &plan) {
         return plan.task == Task::train && plan.stack != unsloth &&
                (plan.loss.kind == LossKind::fused || plan.loss.kind == LossKind::fused_ce);
     }},
    {"unsloth", [](const Plan &plan) { return plan.stack == unsloth; }},
    {"unsloth_zoo", [](const Plan &plan) { return plan.stack == unsloth; }},
    {"axolotl", [](const Plan &plan) { return plan.stack == axolotl; }},
    {"llama_factory", [](const Plan &plan) { return plan.stack == llama_factory; }},
    {"torchtune", [](const Plan &plan) { return plan.stack == torchtune; }},
    {"litgpt", [](const Plan &plan) { return plan.stack == litgpt; }},
    {"optimum", [](const Plan &plan) { return by_transformers(plan) && plan.weights.quant.starts_with("gptq"); }},
    {"gptqmodel",
     [](const Plan &plan) {
         return by_transformers(plan) && (plan.weights.quant.starts_with("gptq") || plan.weights.quant == "awq4");
     }},
    {"compressed_tensors", [](const Plan &plan) { return by_transformers(plan) && stored_quantised(plan); }},
    {"kernels",
     [](const Plan &plan) { return by_transformers(plan) && (plan.weights.quant == "mxfp4" || plan.weights.quant == "fp8"); }},
    {"vllm", [](const Plan &plan) { return plan.task == Task::infer && plan.inference.engine == Engine::vllm; }},
    {"sglang", [](const Plan &plan) { return plan.task == Task::infer && plan.inference.engine == Engine::sglang; }},
    {"llama.cpp", [](const Plan &plan) { return plan.task == Task::infer && plan.inference.engine == Engine::llama_cpp; }},
    {"fms_acceleration", [](const Plan &plan) { return under_trainer(plan) && plan.loss.kind == LossKind::fused; }},
};

} // namespace

bool uses_library(std::string_view library, const Plan &plan)
{
    const auto *const found = std::ranges::find(uses, library, &Use::library);
    return found != std::end(uses) && found->used(plan);
}

std::string_view known_release_of(std::string_view library, const Plan &plan)
{
    for (const HeldRelease &held : held_releases())
        if (held.stack == plan.stack && held.library == library) return held.version;
    for (const KnownRelease &known : known_releases())
        if (known.library == library) return known.version;
    return {};
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
