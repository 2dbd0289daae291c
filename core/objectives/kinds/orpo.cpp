// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

namespace {

constexpr ObjectiveWord words_of_orpo[] = {{"stage", "dpo"}, {"pref_loss", "orpo"}};

} // namespace

/// Odds ratio preference optimization of pairs, without a reference.
constinit const ObjectiveKind objectives::orpo = {
    .name = "orpo",
    .rows = 2,
    .checked = ObjectiveChecked::nowhere,
    .stand_in =
        [](const StandInCall &) {
            return phrase(
                QT_TRANSLATE_NOOP("core", "%1: %2 counts pairs, so twice the rows go through the model; there is no reference."),
                {"objective orpo", "micro_batch"});
        },
    .words = words_of_orpo,
};

} // namespace plimsoll
