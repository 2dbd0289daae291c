// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

#include <string>
#include <string_view>

namespace plimsoll {

// The two mixers of Mamba as its own models, Jamba and Nemotron-H build them.
struct Mamba1 {
    Count hidden, inner, state, kernel, rank;
    bool bias, conv_bias;
};
struct Mamba2 {
    Count hidden, heads, head_dim, groups, state, kernel;
    bool bias, conv_bias, out_bias;
};

/// The factor under `key`, else 2, times the hidden size.
[[nodiscard]] Count expanded(const Config &config, Count hidden, std::string_view key);
/// "auto" or absent: hidden / 16, rounded up.
[[nodiscard]] Count time_step_rank(const Config &config, std::string_view key, Count hidden);
void add_mamba1(Tree &tree, const char *name, const Mamba1 &m);
void add_mamba2(Tree &tree, const char *name, const Mamba2 &m);
[[nodiscard]] MixerSpec mixer1(const Mamba1 &m, std::string name);
[[nodiscard]] MixerSpec mixer2(const Mamba2 &m, std::string name, Count chunk);

} // namespace plimsoll
