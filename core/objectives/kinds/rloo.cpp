// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// RLOOConfig.beta; rloo_trainer.py scores the completions once more in every step.
constexpr RolloutHabits habits_of_rloo{.beta = 0.05, .always_rescores = true};

std::string stand_in_of_rloo(const StandInCall &call)
{
    if (const std::string made = completions_made(call); !made.empty()) return made;
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1: one optimization pass over %2 completions of %3 tokens, and one of the reference "
                                    "unless %4 is 0."),
                  {"objective rloo", "micro_batch", "sequence_length", "rollout.beta"});
}

constexpr ObjectiveWord words_of_rloo[] = {{"stage", ""}, {"rl", ""}, {"rlhf_type", ""}};

} // namespace

/// REINFORCE leave-one-out over completions that the model makes itself.
constinit const ObjectiveKind objectives::rloo = {
    .name = "rloo",
    .generates = true,
    .generations = 2,
    .checked = ObjectiveChecked::where_run,
    .beta = habits_of_rloo.beta,
    .residents = [](const Plan &plan) { return rollout_residents(plan, habits_of_rloo); },
    .stages = [](const Plan &plan) { return rollout_stages(plan, habits_of_rloo); },
    .scored = completion_tokens,
    .stand_in = stand_in_of_rloo,
    .words = words_of_rloo,
};

} // namespace plimsoll
