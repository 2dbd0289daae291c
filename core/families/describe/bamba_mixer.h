// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

namespace plimsoll {

/// Mamba 2 under the keys that Bamba, Falcon-H1 and Granite 4 share (mamba_n_heads, mamba_d_state, …).
struct BambaMixer {
    Count inner, heads, conv;
    Count kernel;
    bool bias, conv_bias, out_bias, normed;
};

[[nodiscard]] BambaMixer bamba_mixer_of(const Config &config, Count inner, bool normed);
/// mamba_expand times the hidden size.
[[nodiscard]] Count mamba_expanded(const Config &config, Count hidden);
void add_bamba_mixer(Tree &tree, const BambaMixer &mixer, Count hidden);
[[nodiscard]] MixerSpec sizes_of(const Config &config, const BambaMixer &mixer);

} // namespace plimsoll
