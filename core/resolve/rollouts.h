// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/plan/plan.h"
#include "core/plan/resolved_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What an engine that generates beside a training (objective grpo) takes of a card on which it trains.
struct RolloutClaim {
    Bytes awake = 0; ///< while it generates: ⌈share · card⌉, whatever the trainer holds (trl 1.16 generation/vllm_generation.py)
    Bytes training = 0;  ///< while the model trains: all of that, or what stays of an engine that sleeps
    double share = 0;    ///< rollout.gpu_memory_utilization
    bool sleeps = false; ///< rollout.sleep 1 or 2
    bool operator==(const RolloutClaim &) const = default;
};

/// Tokens of a row where prompt and completion are both stated; nothing where the objective generates none, or one is left open.
[[nodiscard]] std::optional<Count> generated_length(const Plan &plan);

/// Whether completions of the training are made by an engine that claims memory at its start, wherever it stands.
[[nodiscard]] bool generates_by_engine(const Plan &plan);

/// Whether it stands on the cards that train.
[[nodiscard]] bool generates_beside(const Plan &plan);

/// Nothing where no engine stands on the cards that train, where it takes no share of them (transformers generates with the model
/// that trains), where the plan does not say which share, and where the card's memory is not known. Takes a resolved plan.
[[nodiscard]] std::optional<RolloutClaim> rollout_claim(const Plan &resolved, const CardFacts &device);

/// Why a training beside which an engine generates is a lower bound whatever its start; empty: none does, or its share is known.
[[nodiscard]] std::string left_out_of_rollout(const Plan &resolved, const CardFacts &device);

/// The same where the engine's start is not known on this card: its share alone is in the figures.
[[nodiscard]] std::string unknown_start_of_rollout(const Plan &resolved, const CardFacts &device);

/// What is to be said of who generates.
[[nodiscard]] std::vector<Warning> rollout_warnings(const Plan &resolved);

} // namespace plimsoll
