// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

namespace plimsoll {

/// Embeddings of sentences (sentence-transformers, ms-swift).
constinit const ObjectiveKind objectives::embedding = {
    .name = "embedding",
    .head = ObjectiveHead::none,
    .caches_gradients = true,
    .stages = cached_passes,
    .stand_in =
        [](const StandInCall &) {
            return phrase(QT_TRANSLATE_NOOP("core",
                                            "%1: the model without a language head; a sentence is its last token's state. "
                                            "%2 counts sentences: a pair of them is two rows."),
                          {"objective embedding", "micro_batch"});
        },
};

} // namespace plimsoll
