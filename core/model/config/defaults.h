// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace plimsoll {

/// What transformers 5.23's configuration class of this model type assumes for keys that are missing (models/defaults.json,
/// made by tools/config_defaults.py), or the model's own class on the Hub (models/remote_defaults.json), with "@alias": other names of keys. An empty object for a type it does not know.
/// Parsed on first use, kept; safe to call from several threads.
[[nodiscard]] const nlohmann::json &config_defaults(std::string_view model_type);
[[nodiscard]] bool has_config_defaults(std::string_view model_type);
/// True where transformers 5.23 has no configuration class of this type: the code stands on the Hub.
[[nodiscard]] bool is_remote_type(std::string_view model_type);

} // namespace plimsoll
