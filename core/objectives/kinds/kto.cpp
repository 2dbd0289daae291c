// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// TRL 1.16, kto_trainer.py: the policy on mismatched pairs, from which the divergence is
/// estimated, before its forward; the reference on those and on the rows behind it.
Stages stages_of_kto(const Plan &plan)
{
    Stages out = compared_pass(preference_reference(plan));
    out.insert(out.begin(), Stage{Act::score, Phase::kl});
    return out;
}

constexpr ObjectiveWord words_of_kto[] = {{"stage", "kto"}};

} // namespace

/// Kahneman-Tversky optimization of rows that are wanted or not.
constinit const ObjectiveKind objectives::kto = {
    .name = "kto",
    .checked = ObjectiveChecked::where_run,
    .residents = preference_residents,
    .stages = stages_of_kto,
    .scored = tokens_behind_prompt,
    .stand_in =
        [](const StandInCall &call) {
            const HeldAs held = reference_by_rule(call.plan, call.plan.preference.reference);
            if (held == HeldAs::none || held == HeldAs::precomputed)
                return phrase(QT_TRANSLATE_NOOP("core", "%1: %2 counts rows; they go through the model once more without "
                                                        "gradients, for mismatched pairs; the training asks no reference."),
                              {"objective kto", "micro_batch"});
            return phrase(QT_TRANSLATE_NOOP("core", "%1: %2 counts rows; they go through the model three times more without "
                                                    "gradients, for mismatched pairs and for the reference."),
                          {"objective kto", "micro_batch"});
        },
    .words = words_of_kto,
};

} // namespace plimsoll
