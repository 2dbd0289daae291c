// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/unsloth/unsloth_classes.h"

#include "core/model/architecture.h"
#include "core/model/lora/scoped_targets.h"

#include <algorithm>
#include <set>
#include <string>

namespace plimsoll::unsloth {

namespace {

bool runs_layer(const LayerSpec &layer)
{
    const MoeSpec &moe = layer.mlp.moe;
    return moe.separate.down.out == 0 && !moe.bias && !moe.stacked_rows && !moe.clamped_gate && !moe.transposed &&
           moe.router.kind != RouterKind::sigmoid_of_all;
}

/// get_moe_target_parameters, target_set: projections that targets name without a path, or as words of an expression.
std::set<std::string, std::less<>> named_projections(const Adapter &adapter)
{
    constexpr std::string_view projections[] = {"gate_proj", "up_proj", "down_proj", "gate_up_proj"};
    std::set<std::string, std::less<>> out;
    const auto add_all = [&out, &projections] { out.insert(std::begin(projections), std::end(projections)); };
    if (adapter.targets_regex) {
        const std::string &text = adapter.targets.front();
        if (const auto scoped = scoped_targets(text)) {
            if (scoped->language && scoped->mlp) add_all();
            return out;
        }
        for (const std::string_view name : projections)
            if (text.find(name) != std::string::npos) out.emplace(name);
        return out;
    }
    if (adapter.targets == std::vector<std::string>{"all-linear"}) add_all();
    for (const std::string &target : adapter.targets)
        if (std::ranges::find(projections, target) != std::end(projections)) out.insert(target);
    return out;
}

} // namespace

bool has_class_of(std::string_view model_type)
{
    constexpr std::string_view types[] = {"llama", "mistral", "qwen2", "qwen3"};
    return std::ranges::find(types, model_type) != std::end(types);
}

bool records_routers(std::string_view model_type)
{
    constexpr std::string_view types[] = {"afmoe",
                                          "cohere2_moe",
                                          "doge",
                                          "ernie4_5_moe",
                                          "exaone_moe",
                                          "flex_olmo",
                                          "gemma4",
                                          "gemma4_text",
                                          "glm4v_moe",
                                          "gpt_oss",
                                          "hy_v3",
                                          "jamba",
                                          "jetmoe",
                                          "laguna",
                                          "mellum",
                                          "minimax",
                                          "minimax_m2",
                                          "mixtral",
                                          "olmoe",
                                          "phimoe",
                                          "qwen2_moe",
                                          "qwen3_5_moe",
                                          "qwen3_5_moe_text",
                                          "qwen3_moe",
                                          "qwen3_next",
                                          "qwen3_vl_moe",
                                          "qwen3_vl_moe_text",
                                          "zaya"};
    return std::ranges::find(types, model_type) != std::end(types);
}

bool runs_experts(const Architecture &model)
{
    if (!model.decoder) return false;
    bool any = false;
    for (const LayerSpec &layer : model.decoder->kinds) {
        if (layer.mlp.kind != MlpKind::moe) continue;
        if (!runs_layer(layer)) return false;
        any = true;
    }
    return any;
}

std::optional<TakenTargets> expert_targets(const Plan &plan, const Architecture &model)
{
    if (!plan.adapter.target_parameters.empty() || !runs_experts(model)) return std::nullopt;
    const std::set<std::string, std::less<>> wanted = named_projections(plan.adapter);
    const auto names_any = [&wanted](std::initializer_list<const char *> names) {
        return std::ranges::any_of(names, [&wanted](const char *name) { return wanted.contains(name); });
    };
    std::set<std::string> found;
    for (const Module &module : model.modules) {
        if (module.kind != ModuleKind::experts) continue;
        const std::size_t dot = module.name.rfind('.', module.name.rfind('.') - 1);
        const std::string within = dot == std::string::npos ? module.name : module.name.substr(dot + 1);
        for (const Parameter &parameter : module.parameters) {
            const std::string &name = parameter.name;
            const bool is_wanted = name == "gate_up_proj" ? names_any({"gate_proj", "up_proj", "gate_up_proj"})
                                   : name == "down_proj"  ? names_any({"down_proj"})
                                   : name == "up_proj"    ? names_any({"up_proj", "gate_up_proj"})
                                                          : name == "gate_proj" && names_any({"gate_proj", "gate_up_proj"});
            if (!is_wanted) continue;
            std::string whole = within;
            whole.append(".").append(name);
            found.insert(std::move(whole));
        }
    }
    if (found.empty()) return std::nullopt;
    return TakenTargets{{}, "unsloth 2026.10 models/_utils.py, get_moe_target_parameters", {}, {found.begin(), found.end()}};
}

} // namespace plimsoll::unsloth
