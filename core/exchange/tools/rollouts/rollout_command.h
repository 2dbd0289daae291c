// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/training_writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Error: the plan draws no completions that are weighed in groups, which is all that `title` is written for.
[[nodiscard]] std::optional<Error> refuses_to_draw(const Plan &plan, std::string_view title);
/// The dtype of the weights that train, as the plan states it or as its stack has it where nobody does.
[[nodiscard]] WeightDtype dtype_of_weights(const TrainingText &text);
/// Every key with its value: "a.b=1" (`between` "="), or two words ("--a.b", "1") where `dashes` stand before.
[[nodiscard]] std::vector<std::string> key_words(const nlohmann::ordered_json &keys, bool dashes);
/// Adapters' rank, alpha and targets under these keys; what else is stated of adapters is listed.
void say_lora(TrainingText &text, std::string_view rank, std::string_view alpha, std::string_view targets);
/// Fields that follow from what the tool does whatever is said: taken, and listed where the plan says another value.
void only(TrainingText &text, std::string_view path, bool holds, std::string_view title);

} // namespace plimsoll
