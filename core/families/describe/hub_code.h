// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// The model type whose description holds for a configuration: its own, or another one where code on the Hub goes by the
/// type of a model that it is not (JinaBert by "bert", LLaVA's first code by "llava").
[[nodiscard]] std::string described_as(const std::string &model_type, const std::string &class_name, const nlohmann::json &json);

/// The configuration with what CLIP's older releases wrote put in place: a text_config_dict or vision_config_dict that is not
/// null stands for the whole of text_config or vision_config in transformers 5.23 (configuration_clip.py and its kin).
/// Nothing where the file needs no change.
[[nodiscard]] std::optional<nlohmann::json> in_current_keys(const std::string &model_type, const nlohmann::json &json);

/// True where `named` is a name under which the class `main` of a model type stands on the Hub or stood in transformers.
[[nodiscard]] bool names_same_code(const std::string &named, const std::string &main, const Config &config);

/// Towers that a configuration has and its description does not count: the draft is approximate then, and says so.
/// Classes of transformers leave such keys unread, so what they build stays exact.
void doubt_towers(const std::string &named, const Config &config, Draft &draft);

} // namespace plimsoll
