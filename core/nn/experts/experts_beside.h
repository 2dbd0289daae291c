// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts/experts_fused.h"

namespace plimsoll::step {

/// The experts of x [.., hidden] as unsloth_zoo 2026.10 runs them (temporary_patches/moe_utils.py, forward_native_grouped_mm):
/// [tokens, hidden]. Frozen stacks keep nothing for the backward, which unpacks a packed one again, adapters are two grouped products
/// beside theirs, and the scores' gradient comes from the down projection's input, so that nobody keeps its result.
[[nodiscard]] Tensor experts_beside(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing);

} // namespace plimsoll::step
