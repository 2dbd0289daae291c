// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/objectives/objectives.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

/// A trainer of trl.experimental, which no command starts: its module, and its classes' names without "Config" and "Trainer".
struct ExperimentalTrainer {
    std::string_view objective, name;
};
/// Null: a command of TRL's starts the objective's trainer, or it has none (TRL 1.16, trl/scripts and trl/experimental).
[[nodiscard]] const ExperimentalTrainer *experimental_trainer(std::string_view objective);

/// The Python script that trains by it. `keys`: those of ModelConfig and of the trainer's own configuration, as a file for `trl` has
/// them; options of accelerate among them stand in a comment.
[[nodiscard]] std::string trl_script(const nlohmann::ordered_json &keys, const ExperimentalTrainer &trainer);

} // namespace plimsoll
