// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

/// The model type whose description holds for a configuration: its own, or another one where code on the Hub goes by the
/// type of a model that it is not (JinaBert by "bert", LLaVA's first code by "llava").
[[nodiscard]] std::string described_as(const std::string &model_type, const std::string &class_name, const nlohmann::json &json);

/// True where `named` is a name under which the class `main` of a model type stands on the Hub or stood in transformers.
[[nodiscard]] bool names_same_code(const std::string &named, const std::string &main, const Config &config);

/// Towers that a configuration has and its description does not count: the draft is approximate then, and says so.
/// Classes of transformers leave such keys unread, so what they build stays exact.
void doubt_towers(const std::string &named, const Config &config, Draft &draft);

} // namespace plimsoll
