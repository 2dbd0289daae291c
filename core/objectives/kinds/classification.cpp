// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

/// One score of a sequence.
constinit const ObjectiveKind objectives::classification = {
    .name = "classification",
    .head = ObjectiveHead::score,
    .stand_in = score_in_place_of_head,
};

} // namespace plimsoll
