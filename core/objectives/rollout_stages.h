// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/objectives/objective_kind.h"

namespace plimsoll {

/// What the trainers of completions (GRPO, RLOO) do otherwise.
struct RolloutHabits {
    double beta = 0.0;            ///< where the plan states none
    bool always_rescores = false; ///< old log-probabilities are made in every step
};

/// Whether an engine generates, not the model's own generate().
[[nodiscard]] bool names_rollout_engine(const Plan &plan);
/// Whether the plan says how long prompts and completions are.
[[nodiscard]] bool tells_completions(const Plan &plan);
/// Micro batches whose completions are made at once.
[[nodiscard]] Count steps_of_generation(const Plan &plan);
/// Times that a generation is made in one step: one that is trained on for several steps, or several times, a part of one.
[[nodiscard]] double generations_of_step(const Plan &plan);
/// TRL 1.16, grpo_trainer.py _generate_and_score_completions and _compute_loss: generate, old log-probabilities, reference, then
/// the passes. A plan that tells prompt and completion apart has its completions generated.
[[nodiscard]] Stages rollout_stages(const Plan &plan, const RolloutHabits &habits);
[[nodiscard]] std::vector<Resident> rollout_residents(const Plan &plan, const RolloutHabits &habits);
/// What is said of a step that generates its completions itself; empty of others.
[[nodiscard]] std::string completions_made(const StandInCall &call);
/// Whether ranks divide the matrices, layers or sequences of the model that generates; others make completions of their own, each by
/// the whole of it.
[[nodiscard]] bool generates_in_shares(const Plan &plan);
/// Tokens of a completion, where the plan says how many; else all of a row but the first.
[[nodiscard]] Count completion_tokens(const Plan &plan);
/// Tokens of a row behind its prompt, where the plan says where that ends (preference); else all but the first.
[[nodiscard]] Count tokens_behind_prompt(const Plan &plan);
/// The pass of another model over preferred and other rows while the policy's graph stands; none where it is not asked.
[[nodiscard]] Stages preference_reference(const Plan &plan);
[[nodiscard]] std::vector<Resident> preference_residents(const Plan &plan);
/// The teacher, where the plan names one.
[[nodiscard]] std::vector<Resident> taught_residents(const Plan &plan);
/// Its pass over the rows while the student's graph stands.
[[nodiscard]] Stages teacher_stage(const Plan &plan);
/// What is said of a step that learns from a teacher.
[[nodiscard]] std::string taught_rows(const StandInCall &call);
/// By TRL's rule: a second model in full fine-tuning, the adapters switched off beside adapters.
[[nodiscard]] HeldAs reference_by_rule(const Plan &plan, const std::optional<HeldAs> &stated);

} // namespace plimsoll
