// SPDX-License-Identifier: GPL-3.0-or-later
// An objective of a test's own: a judge, which is a second copy of the weights, answers before the pass, whose rows are three for
// each that the plan counts. All that an objective takes is this file and the line that registers it.
#include "tests/core/objectives/toy_objective.h"

namespace plimsoll {

constinit const ObjectiveKind toy_objective = {
    .name = "toy",
    .rows = 3,
    .checked = ObjectiveChecked::nowhere,
    .residents =
        [](const Plan &) {
            return std::vector<Resident>{{"judge", HeldAs::model}};
        },
    .stages =
        [](const Plan &) {
            return Stages{{Act::score, Phase::reward, "judge", false},
                          {Act::forward, Phase::forward},
                          {Act::backward, Phase::backward},
                          {Act::update, Phase::optimizer_step, policy, false}};
        },
    .stand_in = [](const StandInCall &) { return std::string("toy is judged"); },
};

} // namespace plimsoll
