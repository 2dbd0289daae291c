// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/interruptible.h"
#include "core/api/models.h"
#include "core/fit/verdict.h"
#include "core/model/presets.h"

#include <string>
#include <vector>

namespace plimsoll {

/// Whether a preset fits on a card where it stands in a plan's place, all else as the plan has it.
struct ModelBadge {
    const Preset *preset = nullptr;
    Word word = Word::unknown; ///< of the verdict
    Bytes need = 0;            ///< of the card; 0 where it is not known
    Bytes usable = 0;
    std::string reason; ///< why it is not known: what the plan's other fields cannot be of this model
    bool operator==(const ModelBadge &) const = default;
};

/// One for every preset, in the order of presets(), on all threads; those at which it is not wanted any more are left out at the end.
/// Without the allocator's replay where that decides nothing: a word is the answer's own, and bytes are within its interval.
[[nodiscard]] std::vector<ModelBadge> model_badges(KnownModels &models, const Plan &plan, const Node &node, const Wanted &wanted,
                                                   unsigned threads = 0);

} // namespace plimsoll
