// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"

#include "core/plan/field_types.h"

#include <algorithm>

// Fields that name parts of a model: whose functions run with their adapters, whose gradients are projected.

namespace plimsoll {

using namespace field_types;

namespace {

/// null, "none", one part or a list of them; in the order of lora_kernel_parts, each once.
bool read_lora_kernels(Plan &plan, const json &value)
{
    plan.lora_kernels.reset();
    if (value.is_null()) return true;
    const auto named = value.is_string() ? std::optional(std::vector{value.get<std::string>()}) : strings(value);
    if (!named) return false;
    const bool none = named->size() == 1 && named->front() == "none";
    const auto known = [](const std::string &name) {
        return std::ranges::find(lora_kernel_parts, name) != std::end(lora_kernel_parts);
    };
    if (!none && !std::ranges::all_of(*named, known)) return false;
    plan.lora_kernels.emplace();
    for (const std::string_view part : lora_kernel_parts)
        if (std::ranges::find(*named, part) != named->end()) plan.lora_kernels->emplace_back(part);
    return true;
}

ordered_json write_lora_kernels(const Plan &plan)
{
    if (!plan.lora_kernels) return nullptr;
    if (plan.lora_kernels->empty()) return "none";
    return *plan.lora_kernels;
}

/// "all-linear", a part of a name or a regular expression, or a list of them (transformers 5.23 training_args.py,
/// optim_target_modules).
bool read_optimizer_targets(Plan &plan, const json &value)
{
    auto named = value.is_string() ? std::optional(std::vector{value.get<std::string>()}) : strings(value);
    if (!named || std::ranges::any_of(*named, &std::string::empty)) return false;
    if (named->size() == 1 && (named->front() == "all-linear" || named->front() == "all_linear")) named->clear();
    plan.optimizer.targets = *std::move(named);
    return true;
}

ordered_json write_optimizer_targets(const Plan &plan)
{
    if (plan.optimizer.targets.empty()) return "all-linear";
    return plan.optimizer.targets;
}

std::optional<json> parse_optimizer_targets(std::string_view text)
{
    if (text == "all-linear") return text_value(text);
    return list_value(text);
}

} // namespace

Field lora_kernels_field()
{
    Field field{.path = "lora_kernels",
                .option = "lora-kernels",
                .about = "parts of a layer that the stack's own functions run with their adapters",
                .type = FieldType::object,
                .takes = {},
                .accepted = {},
                .choices = {},
                .read = read_lora_kernels,
                .write = write_lora_kernels,
                .parse = list_value};
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "%1, or a list of them"), {"none | mlp | qkv | o"}});
    return field;
}

Field optimizer_targets_field()
{
    Field field{.path = "optimizer.targets",
                .option = "optimizer-targets",
                .about = "modules whose gradients are projected",
                .type = FieldType::object,
                .takes = {},
                .accepted = {},
                .choices = {},
                .read = read_optimizer_targets,
                .write = write_optimizer_targets,
                .parse = parse_optimizer_targets};
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "%1 | parts of module names"), {"all-linear"}});
    return field;
}

} // namespace plimsoll
