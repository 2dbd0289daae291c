// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

namespace {

constexpr ObjectiveWord words_of_orpo[] = {{"stage", "dpo"}, {"pref_loss", "orpo"}, {"loss_type", ""}, {"cpo_alpha", ""}};

} // namespace

/// Odds ratio preference optimization of pairs, without a reference.
constinit const ObjectiveKind objectives::orpo = {
    .name = "orpo",
    .rows = 2,
    .checked = ObjectiveChecked::where_run,
    .whole_logits = true,
    .stages = [](const Plan &) { return compared_pass(); },
    .stand_in = pairs_without_reference,
    .words = words_of_orpo,
};

} // namespace plimsoll
