// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"

namespace plimsoll {

// Every function takes a session and gives the changed one back; an index that does not exist changes nothing. Scenarios that nobody
// named are called by what tells them apart (core/plan/naming/plan_names.h), and so anew with every change.

/// Copy of scenario `index` right after it, named "… 2", "… 3"; the copy is selected.
[[nodiscard]] Session with_duplicate(Session session, int index);
/// Without scenario `index`; the last one stays. Selection and baseline follow.
[[nodiscard]] Session without_scenario(Session session, int index);
/// Scenario `from` moved to place `to`; selection and baseline stay on the scenarios they were on.
[[nodiscard]] Session with_moved(Session session, int from, int to);
[[nodiscard]] Session with_name(Session session, int index, const std::string &name);
/// Pins `index` as baseline, or releases it where it is pinned already.
[[nodiscard]] Session with_baseline_toggled(Session session, int index);
/// With these scenarios behind its own, under names that nobody has yet, and with cards that it lacks; the first of them is selected.
[[nodiscard]] Session with_joined(Session session, const Session &others);
/// The selected scenario's plan replaced.
[[nodiscard]] Session with_plan(Session session, const Plan &plan);

/// How "Compare precisions" spreads the selected plan.
struct CompareOptions {
    bool bf16 = true;  ///< the card computes in BF16; else the middle column is FP16
    bool lora = false; ///< a LoRA column between the full ones and QLoRA
};

/// FP32, BF16 (or FP16) and QLoRA columns of the selected plan (for inference FP32, BF16, NF4 weights). The scenario that
/// is one of them already stays as it is and stays selected; columns that exist already are not made twice.
[[nodiscard]] Session with_compared_precisions(Session session, const CompareOptions &options);

/// Case 0: QLoRA of Qwen2.5-Coder-7B against a 16 GB card, what a first start shows.
[[nodiscard]] Session first_session();

} // namespace plimsoll
