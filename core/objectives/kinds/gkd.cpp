// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// TRL 1.16, experimental/gkd/gkd_trainer.py: training_step generates, compute_loss asks the teacher while the student's graph stands.
Stages stages_of_gkd(const Plan &plan)
{
    Stages out = compared_pass(teacher_stage(plan));
    if (names_rollout_engine(plan)) // ms-swift 4.6 rlhf_trainers/gkd_trainer.py
        out.insert(out.begin(), Stage{Act::serve, Phase::generate});
    else if (plan.distillation.on_policy > 0 && tells_completions(plan))
        out.insert(out.begin(), Stage{Act::generate, Phase::generate});
    return out;
}

constexpr ObjectiveWord words_of_gkd[] = {{"stage", ""}, {"rl", ""}};

} // namespace

/// Generalized knowledge distillation: whole logits of student and teacher.
constinit const ObjectiveKind objectives::gkd = {
    .name = "gkd",
    .generates = true,
    .checked = ObjectiveChecked::where_run,
    .teaching = Teaching::whole,
    .on_policy = 0.5,
    .residents = taught_residents,
    .stages = stages_of_gkd,
    .stand_in = taught_rows,
    .words = words_of_gkd,
};

} // namespace plimsoll
