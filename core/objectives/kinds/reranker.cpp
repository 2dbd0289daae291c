// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

/// One score of a query beside a document.
constinit const ObjectiveKind objectives::reranker = {
    .name = "reranker",
    .head = ObjectiveHead::score,
    .caches_gradients = true,
    .stages = cached_passes,
    .stand_in = score_in_place_of_head,
};

} // namespace plimsoll
