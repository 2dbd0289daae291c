// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/objectives/objective_kind.h"
#include "core/plan/objective_names.h"

#include <optional>

namespace plimsoll {

/// The objectives: core/objectives/kinds/<name>.cpp has each. Of all files but theirs only core/objectives/objectives.cpp names them.
namespace objectives {
#define PLIMSOLL_DECLARED(name) extern const ObjectiveKind name;
PLIMSOLL_OBJECTIVES(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED
} // namespace objectives

[[nodiscard]] const ObjectiveKind &kind_of(Objective objective);
/// What a plan's training aims at; the plain one of other tasks.
[[nodiscard]] const ObjectiveKind &objective_of(const Plan &plan);
[[nodiscard]] const std::vector<const ObjectiveKind *> &all_objectives();

/// One more, which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
Objective add_objective(const ObjectiveKind &kind);

/// The stages of a step in their order: forward, backward and update among them.
[[nodiscard]] Stages stages_of(const Plan &plan);
/// Models beside the one that trains, those that hold nothing among them.
[[nodiscard]] std::vector<Resident> residents_of(const Plan &plan);
/// How a resident is held; none where the plan has no such one.
[[nodiscard]] HeldAs held_as(const Plan &plan, std::string_view resident);
/// Whether a model is asked while a graph of the one that trains stands.
[[nodiscard]] bool scores_on_graph(const Plan &plan);
/// Whether it holds a model of another kind (a teacher, models that reward).
[[nodiscard]] bool holds_other_model(const Plan &plan);
/// Rows whose completions are made at once.
[[nodiscard]] Count generated_rows(const Plan &plan);
/// Whether the step generates completions by the model that trains.
[[nodiscard]] bool generates_completions(const Plan &plan);

/// Tokens of a row that the head scores, of sequence_length.
[[nodiscard]] Count scored_tokens(const Plan &plan);

/// Rows of one pass: those of a part where the loss caches gradients, else micro_batch.
[[nodiscard]] Count rows_of_part(const Plan &plan);
/// Rows of the first pass where the texts of a row are read one after the other: the first text of each, those behind it in one more
/// (sentence-transformers 6.2, base/losses/merged_forward.py, embed_columns); else rows_of_part().
[[nodiscard]] Count rows_read_first(const Plan &plan);
/// All rows without a graph where the loss caches gradients (sentence-transformers 6.2, base/losses/gradcache.py), then the passes.
[[nodiscard]] Stages cached_passes(const Plan &plan);

/// The plan of one pass: its micro_batch counts rows, where an objective's counts pairs; nothing where it is the same.
[[nodiscard]] std::optional<Plan> plan_of_pass(const Plan &plan);

/// A tool's word behind `key`, or `otherwise` where the objective has no other one.
[[nodiscard]] std::string_view word_of(const ObjectiveKind &kind, std::string_view key, std::string_view otherwise);

/// Numbers that a score's head gives of a row: num_labels, or one where pairs are compared (TRL 1.16 reward_trainer.py sets and asks for
/// num_labels of 1).
[[nodiscard]] Count scores_of(const Plan &plan);

/// The warning of those whose head is a score.
[[nodiscard]] std::string score_in_place_of_head(const StandInCall &call);

/// Forward, what is compared, backward and update; `between` stands after the forward.
[[nodiscard]] Stages compared_pass(const Stages &between = {});

/// The warning of pairs that are held against no other model.
[[nodiscard]] std::string pairs_without_reference(const StandInCall &call);

} // namespace plimsoll
