// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"
#include "core/model/tower_spec.h"

namespace plimsoll {

/// Sizes of a tower's layers, by the keys that its configuration has for them.
[[nodiscard]] SequenceSpec tower_sizes(Count hidden, Count heads, Count layers, Activation activation, Count head_dim = 0);

/// Keeps `tower` beside the step that the draft has, with the modules of the tree that are below its scopes. Without a step: nothing.
void keep_tower(Draft &draft, TowerSpec tower, SequenceSpec sizes);

/// The same of an encoder of sound as Whisper's before the draft's language model, found by its modules; none: nothing.
void keep_sound_tower(const Config &config, Draft &draft);

} // namespace plimsoll
