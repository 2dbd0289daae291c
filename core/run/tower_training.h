// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/play.h"
#include "core/run/unreached_modules.h"

#include <vector>

namespace plimsoll::step {

/// Pictures stand in the plan's rows: the decoder loads and runs what reads them.
void look_at_pictures(const Subject &subject, Decoder &decoder, UnreachedModules &unreached);

/// Adapters of the plan's targets that lie in the tower, where they are not kept out of it.
void adapt_tower(const Subject &subject, const AdapterTargets &targets, Tower &tower, Machine &m);

/// What of the tower trains, ahead of the language model's parameters, and how many values that are; and the hook that draws
/// it into the graph: PreTrainedModel._activation_checkpointing_enable asks every input embedding that it finds for gradients (transformers 5.23).
[[nodiscard]] Count train_tower(const Subject &subject, Decoder &decoder, std::vector<Leaf *> &parameters);

/// Values of `part`, chosen out of all modules of `architecture`, of the language model alone: neither the tower's nor of what no
/// step reaches. `tower`: null where none runs.
[[nodiscard]] Count trained_language(const Architecture &architecture, const TrainedPart &part, const Tower *tower);

} // namespace plimsoll::step
