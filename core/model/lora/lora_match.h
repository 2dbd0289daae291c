// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/adapter.h"
#include "core/model/architecture.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace plimsoll {

struct TargetParameter {
    std::string name; ///< end of the full name: "gate_up_proj", "gate.weight"
    Count rank_factor = 1;
};

class NamePattern;

/// What an adapter's targets mean for one model, after PEFT's conversions.
struct TargetPatterns {
    bool all_linear = false;
    std::vector<std::string> names; ///< ends of module names
    std::shared_ptr<const NamePattern> regex;
    std::vector<TargetParameter> parameters;
};

/// `converts`: PEFT converts them for models whose experts were fused since, which it does for LoRA alone.
[[nodiscard]] Result<TargetPatterns> target_patterns(const Architecture &arch, const Adapter &adapter, bool converts = true);

/// Whether PEFT turns targets that name this model's experts or router, modules in transformers 4, into targets of parameters.
[[nodiscard]] bool has_converted_experts(const Architecture &arch);

/// Why "default" names nothing for a model type that PEFT's table does not have.
[[nodiscard]] Error no_default_targets(const std::string &model_type);

/// True when `name` ends in "." + `part`.
[[nodiscard]] bool ends_with_part(std::string_view name, std::string_view part);

/// True when PEFT takes `end` for the module or parameter of this full name.
[[nodiscard]] bool is_named(std::string_view name, std::string_view end);

/// Names of all modules, those without tensors of their own included, as far as the inventory knows them, parents first.
[[nodiscard]] std::vector<std::string> module_names(const Architecture &arch);

/// Calls `visit` for every module that PEFT would wrap, parents first; modules_to_save are left out.
void for_each_matching_name(const Architecture &arch, const Adapter &adapter, const TargetPatterns &patterns,
                            const std::function<void(const std::string &)> &visit);

} // namespace plimsoll
