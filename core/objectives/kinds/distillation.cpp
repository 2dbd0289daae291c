// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// TRL 1.16, trainer/distillation_trainer.py: completions of all micro batches of a step at once, then student and teacher of each.
Stages stages_of_distillation(const Plan &plan)
{
    Stages out = compared_pass(teacher_stage(plan));
    if (names_rollout_engine(plan))
        out.insert(out.begin(), Stage{Act::serve, Phase::generate, policy, false});
    else if (plan.distillation.on_policy > 0 && tells_completions(plan))
        out.insert(out.begin(), Stage{Act::generate, Phase::generate, policy, false});
    return out;
}

constexpr ObjectiveWord words_of_distillation[] = {{"stage", ""}, {"rl", ""}, {"rlhf_type", ""}};

} // namespace

/// On-policy distillation whose divergence is made in tiles of tokens and vocabulary.
constinit const ObjectiveKind objectives::distillation = {
    .name = "distillation",
    .generates = true,
    .checked = ObjectiveChecked::nowhere,
    .teaching = Teaching::tiled,
    .on_policy = 1.0,
    .residents = taught_residents,
    .stages = stages_of_distillation,
    .scored = completion_tokens,
    .stand_in = taught_rows,
    .words = words_of_distillation,
};

} // namespace plimsoll
