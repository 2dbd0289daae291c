// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// "generation", "reference": a stage of a training's step, in the reader's language.
[[nodiscard]] std::string words_for_stage(std::string_view stage);
[[nodiscard]] std::string words_for_stage(const StagePeak &stage);
/// "policy", "engine": a model or an engine that a training holds.
[[nodiscard]] std::string words_for_resident(std::string_view resident);

/// The stage with most on the device; null where a step has none of its own.
[[nodiscard]] const StagePeak *fullest_stage(const ProcessEstimate &process);

/// What stands beside the model that trains and what each stage takes, a sentence a line; nothing of steps without stages.
[[nodiscard]] std::vector<std::string> stages_in_words(const ProcessEstimate &process);

} // namespace plimsoll
