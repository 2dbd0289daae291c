// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_settings.h"
#include "core/ground/result.h"
#include "core/model/name_pattern.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll {

/// What of the modules that its targets name an adapter leaves out: `exclude_modules`, `layers_to_transform` and `layers_pattern`
/// (peft 0.21.2 tuners/tuners_utils.py, check_target_module_exists).
class ChosenModules {
public:
    /// Error where PEFT's configuration refuses them together with the targets, or an expression cannot be read.
    [[nodiscard]] static Result<ChosenModules> of(const AdapterUse &use);
    [[nodiscard]] bool takes(const std::string &module) const;

private:
    [[nodiscard]] bool in_layers(const std::string &module) const;

    std::shared_ptr<const NamePattern> m_excluded;
    std::vector<std::string> m_excluded_ends, m_targets, m_containers;
    std::optional<std::vector<Count>> m_layers; ///< absent: all
};

} // namespace plimsoll
