// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"

namespace plimsoll {

/// Heads of a gated delta net (Qwen3-Next, OLMo Hybrid).
struct DeltaNet {
    Count key_heads, value_heads, key_dim, value_dim, kernel;
    [[nodiscard]] Count keys() const { return key_heads * key_dim; }
    [[nodiscard]] Count values() const { return value_heads * value_dim; }
};

[[nodiscard]] MixerSpec mixer_of(const DeltaNet &d);

} // namespace plimsoll
