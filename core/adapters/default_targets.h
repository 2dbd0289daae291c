// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <string_view>

namespace plimsoll {

/// What PEFT takes of some model types: both lists with blanks between.
struct MethodTargets {
    std::string_view model_types, names;
};

// A method's own table of default targets by model type (peft 0.21.2, utils/constants.py); nothing: the table has no such type.
[[nodiscard]] std::optional<std::string_view> ia3_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> ia3_feedforward(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> beft_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> adalora_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> vblora_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> ln_tuning_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> osf_targets(std::string_view model_type);
[[nodiscard]] std::optional<std::string_view> waveft_targets(std::string_view model_type);

} // namespace plimsoll
