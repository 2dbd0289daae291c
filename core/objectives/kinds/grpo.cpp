// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

namespace plimsoll {

namespace {

/// Without a reference, and with one.
constexpr const char *pass_alone[] = {
    QT_TRANSLATE_NOOP("core", "%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0)."),
    QT_TRANSLATE_NOOP("core", "%1: one optimization pass over %2 completions of %3 tokens, and one of the reference.")};
/// The same where nobody says who generates.
constexpr const char *pass_of_two_plans[] = {
    QT_TRANSLATE_NOOP("core",
                      "%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0); generating "
                      "them is another plan, of %4."),
    QT_TRANSLATE_NOOP("core", "%1: one optimization pass over %2 completions of %3 tokens, and one of the reference; generating "
                              "them is another plan, of %4.")};

std::string stand_in_of_grpo(const StandInCall &call)
{
    if (const std::string made = completions_made(call); !made.empty()) return made;
    const bool weighed = call.plan.rollout.beta.value_or(0) > 0;
    return call.by_engine
               ? phrase(pass_alone[weighed], {"objective grpo", "micro_batch", "sequence_length"})
               : phrase(pass_of_two_plans[weighed], {"objective grpo", "micro_batch", "sequence_length", "task infer"});
}

constexpr ObjectiveWord words_of_grpo[] = {{"stage", ""}, {"estimator", "group_norm"}};

} // namespace

/// Group relative policy optimization of completions that the model makes itself.
constinit const ObjectiveKind objectives::grpo = {
    .name = "grpo",
    .generates = true,
    .generations = 8,
    .checked = ObjectiveChecked::where_run,
    .beta = RolloutHabits{}.beta,
    .residents = [](const Plan &plan) { return rollout_residents(plan, {}); },
    .stages = [](const Plan &plan) { return rollout_stages(plan, {}); },
    .scored = completion_tokens,
    .stand_in = stand_in_of_grpo,
    .words = words_of_grpo,
};

} // namespace plimsoll
