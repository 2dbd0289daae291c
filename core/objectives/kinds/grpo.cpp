// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

std::string stand_in_of_grpo(const StandInCall &call)
{
    if (const std::string made = completions_made(call); !made.empty()) return made;
    return !call.by_engine
               ? phrase(QT_TRANSLATE_NOOP("core", "%1: one optimization pass over %2 completions of %3 tokens, without a "
                                                  "reference (beta 0); generating them is another plan, of %4."),
                        {"objective grpo", "micro_batch", "sequence_length", "task infer"})
               : phrase(QT_TRANSLATE_NOOP("core", "%1: one optimization pass over %2 completions of %3 tokens, without a "
                                                  "reference (beta 0)."),
                        {"objective grpo", "micro_batch", "sequence_length"});
}

constexpr ObjectiveWord words_of_grpo[] = {{"stage", ""}, {"estimator", "group_norm"}};

} // namespace

/// Group relative policy optimization of completions that the model makes itself.
constinit const ObjectiveKind objectives::grpo = {
    .name = "grpo",
    .generates = true,
    .checked = ObjectiveChecked::where_run,
    .beta = RolloutHabits{}.beta,
    .residents = [](const Plan &plan) { return rollout_residents(plan, {}); },
    .stages = [](const Plan &plan) { return rollout_stages(plan, {}); },
    .scored = completion_tokens,
    .stand_in = stand_in_of_grpo,
    .words = words_of_grpo,
};

} // namespace plimsoll
