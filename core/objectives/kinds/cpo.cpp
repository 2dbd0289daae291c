// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

namespace {

constexpr ObjectiveWord words_of_cpo[] = {{"stage", ""}, {"rl", ""}};

} // namespace

/// Contrastive preference optimization of pairs (SimPO without the likelihood), without a reference.
constinit const ObjectiveKind objectives::cpo = {
    .name = "cpo",
    .rows = 2,
    .checked = ObjectiveChecked::where_run,
    .whole_logits = true,
    .stages = [](const Plan &) { return compared_pass(); },
    .stand_in = pairs_without_reference,
    .words = words_of_cpo,
};

} // namespace plimsoll
