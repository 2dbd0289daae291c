// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// TRL 1.16, experimental/online_dpo/online_dpo_trainer.py training_step: two completions of each prompt, the model, the reference
/// while its graph stands, what rewards them, backward.
Stages stages_of_online_dpo(const Plan &plan)
{
    Stages out = compared_pass(preference_reference(plan));
    if (!plan.rollout.reward_models.empty()) {
        const auto compares = std::ranges::find(out, Act::compare, &Stage::act);
        out.insert(compares, Stage{Act::score, Phase::reward, reward_model});
    }
    if (names_rollout_engine(plan))
        out.insert(out.begin(), Stage{Act::serve, Phase::generate});
    else if (tells_completions(plan))
        out.insert(out.begin(), Stage{Act::generate, Phase::generate});
    return out;
}

std::vector<Resident> residents_of_online_dpo(const Plan &plan)
{
    std::vector<Resident> out = preference_residents(plan);
    if (!plan.rollout.reward_models.empty()) out.push_back({reward_model, HeldAs::model});
    return out;
}

std::string stand_in_of_online_dpo(const StandInCall &call)
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1: %2 counts prompts, of each of which two completions go through the model, and "
                                            "once more without gradients for the reference."),
                  {"objective " + std::string(objective_of(call.plan).name), "micro_batch"});
}

constexpr ObjectiveWord words_of_online_dpo[] = {{"stage", ""}, {"rl", ""}, {"rlhf_type", ""}};

} // namespace

/// Direct preference optimization of completions that the model makes itself.
constinit const ObjectiveKind objectives::online_dpo = {
    .name = "online_dpo",
    .rows = 2,
    .generates = true,
    .checked = ObjectiveChecked::nowhere,
    .pairs_completions = true,
    .residents = residents_of_online_dpo,
    .stages = stages_of_online_dpo,
    .scored = completion_tokens,
    .stand_in = stand_in_of_online_dpo,
    .words = words_of_online_dpo,
};

} // namespace plimsoll
