// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/config/config.h"
#include "core/model/decoder_tree.h"
#include "core/model/tree.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// What a family fills in. `arch.modules` is taken from `tree` afterwards; names, hashes and counts are filled by the reader.
struct Draft {
    Architecture arch;
    Tree tree;
};

using Describe = void (*)(const Config &config, Draft &draft);

/// Finishes a causal decoder: builds the tree of `spec`, head included, and keeps the spec for the step.
void finish_decoder(Draft &draft, DecoderSpec spec, const TreeOrder &order = {});

/// The tree is built but its step is not described: says why.
void leave_step_out(Draft &draft, std::string reason);

/// ACT2FN's name as the step knows it; refuses one that it does not know.
[[nodiscard]] Activation activation_of(const Config &config, std::string_view key);

/// Layer kinds without repetition: the index of `layer` in spec.kinds, added when it is new.
int kind_of(DecoderSpec &spec, const LayerSpec &layer);

} // namespace plimsoll
