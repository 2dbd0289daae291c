// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/config/config.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace plimsoll {

/// What per_layer_config gives one layer (from 0) instead of the whole model's key; null where it gives nothing. transformers
/// writes layers as numbers with zeros before them ("03"): integrations/heterogeneity/configuration_utils.py, 5.23.
[[nodiscard]] const nlohmann::json &of_layer(const Config &config, Count layer, std::string_view key);

/// The same as a size, 1 to 2^24.
[[nodiscard]] std::optional<Count> size_of_layer(const Config &config, Count layer, std::string_view key);

/// True where the configuration lists its layers' own keys: older keys for kinds of layers are not read then.
[[nodiscard]] bool lists_layers(const Config &config);

} // namespace plimsoll
