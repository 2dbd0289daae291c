// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

namespace {

constexpr ObjectiveWord words_of_reward[] = {{"stage", "rm"}, {"rlhf_type", "rm"}, {"rl", ""}};

} // namespace

/// One score of each row of a pair (TRL 1.16, reward_trainer.py: AutoModelForSequenceClassification of one label).
constinit const ObjectiveKind objectives::reward = {
    .name = "reward",
    .rows = 2,
    .head = ObjectiveHead::score,
    .checked = ObjectiveChecked::where_run,
    .stages = [](const Plan &) { return compared_pass(); },
    .stand_in =
        [](const StandInCall &) {
            return phrase(QT_TRANSLATE_NOOP("core", "%1: a linear \"%2\" of one output in the place of the language head; %3 "
                                                    "counts pairs, so twice the rows go through the model."),
                          {"objective reward", "score", "micro_batch"});
        },
    .words = words_of_reward,
};

} // namespace plimsoll
