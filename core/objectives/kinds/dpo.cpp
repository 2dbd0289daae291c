// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// TRL 1.16, dpo_trainer.py _compute_loss: the reference answers while the policy's graph stands.
Stages stages_of_dpo(const Plan &plan) { return compared_pass(preference_reference(plan)); }

std::string stand_in_of_dpo(const StandInCall &call)
{
    const HeldAs held = reference_by_rule(call.plan, call.plan.preference.reference);
    if (held == HeldAs::none || held == HeldAs::precomputed)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "%1: %2 counts pairs, so twice the rows go through the model; the training asks no "
                                        "reference."),
                      {"objective dpo", "micro_batch"});
    if (held == HeldAs::adapter_copy)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "%1: %2 counts pairs, so twice the rows go through the model, and once more without "
                                        "gradients for the reference, a second set of adapters."),
                      {"objective dpo", "micro_batch"});
    return phrase(held == HeldAs::adapter_off
                      ? QT_TRANSLATE_NOOP("core", "%1: %2 counts pairs, so twice the rows go through the model, and once more "
                                                  "without gradients for the reference, which is the model without its adapters.")
                      : QT_TRANSLATE_NOOP("core", "%1: %2 counts pairs, so twice the rows go through the model, and once more "
                                                  "without gradients for the reference, a second copy of the weights."),
                  {"objective dpo", "micro_batch"});
}

constexpr ObjectiveWord words_of_dpo[] = {{"stage", "dpo"}};

} // namespace

/// Direct preference optimization of pairs.
constinit const ObjectiveKind objectives::dpo = {
    .name = "dpo",
    .rows = 2,
    .checked = ObjectiveChecked::where_run,
    .residents = preference_residents,
    .stages = stages_of_dpo,
    .scored = tokens_behind_prompt,
    .stand_in = stand_in_of_dpo,
    .words = words_of_dpo,
};

} // namespace plimsoll
