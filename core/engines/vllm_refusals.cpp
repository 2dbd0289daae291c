// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM refuses before it loads a model.
#include "core/engines/vllm_run.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll::vllm {

namespace {

/// registry.py of 0.33, _PREVIOUSLY_SUPPORTED_MODELS: classes that the planner knows, and the last release that had them.
struct Removed {
    std::string_view class_name;
    std::array<int, 3> until;
};

constexpr Removed removed[] = {
    {"Phi3SmallForCausalLM", {0, 9, 2}},      {"MllamaForConditionalGeneration", {0, 10, 2}},
    {"JAISLMHeadModel", {0, 22, 0}},          {"InternLM2VEForCausalLM", {0, 23, 0}},
    {"QWenLMHeadModel", {0, 23, 0}},          {"InternLMForCausalLM", {0, 23, 0}},
    {"XverseForCausalLM", {0, 23, 0}},        {"Dots1ForCausalLM", {0, 23, 0}},
    {"BambaForCausalLM", {0, 23, 0}},         {"MiniMaxForCausalLM", {0, 23, 0}},
    {"MiniMaxText01ForCausalLM", {0, 23, 0}}, {"MiniMaxM1ForCausalLM", {0, 23, 0}},
    {"BaiChuanForCausalLM", {0, 23, 0}},      {"BaichuanForCausalLM", {0, 23, 0}},
    {"PersimmonForCausalLM", {0, 25, 0}},     {"Plamo2ForCausalLM", {0, 26, 0}},
    {"ArcticForCausalLM", {0, 28, 0}},        {"MPTForCausalLM", {0, 28, 0}},
    {"MptForCausalLM", {0, 28, 0}},           {"RWForCausalLM", {0, 28, 0}},
    {"StableLMEpochForCausalLM", {0, 28, 0}},
};

/// Neither in the registry nor a class whose attention transformers lets others replace.
constexpr std::string_view never[] = {"GPTNeoForCausalLM"};

std::optional<Error> no_class(const StartCall &call)
{
    const std::string &name = call.architecture.class_name;
    const auto refusal = [&name](std::string text) { return Error{"model", name, {}, std::move(text)}; };
    if (std::ranges::find(never, name) != std::end(never))
        return refusal("Model architectures ['" + name + "'] are not supported for now.");
    const auto gone = std::ranges::find(removed, std::string_view(name), &Removed::class_name);
    if (gone == std::end(removed)) return std::nullopt;
    const auto [major, minor, patch] = gone->until;
    const auto asked = release_named(call.plan, "vllm");
    if (asked && *asked <= gone->until) return std::nullopt;
    return refusal("Model architecture " + name + " was supported in vLLM until v" + std::to_string(major) + "." +
                   std::to_string(minor) + "." + std::to_string(patch) +
                   ", and is not supported anymore. Please use an older version of vLLM if you want to use this model "
                   "architecture.");
}

} // namespace

std::optional<Error> refused_unloaded(const Run &run, const StartCall &call)
{
    if (std::optional<Error> refusal = no_class(call)) return refusal;
    if (call.plan.parallel.expert > 1 && run.experts == 1) // _verify_with_expert_parallelism
        return Error{"parallel.expert", std::to_string(call.plan.parallel.expert), "1",
                     "Number of experts in the model must be greater than 0 when expert parallelism is enabled."};
    for (const LayerSpec &kind : run.spec.kinds) {
        const Count heads = kind.attention.heads;
        if (heads == 0 || heads % run.tensor == 0) continue;
        std::string out; // largest numbers of cards that would do
        for (Count n = 1; n < run.tensor; ++n)
            if (heads % n == 0) out += (out.empty() ? "" : " | ") + std::to_string(n);
        return Error{"parallel.tensor", std::to_string(run.tensor), out,
                     "Total number of attention heads (" + std::to_string(heads) +
                         ") must be divisible by tensor parallel size (" + std::to_string(run.tensor) + ")."};
    }
    return std::nullopt;
}

} // namespace plimsoll::vllm
