// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/run/layer_layout.h"
#include "core/run/trained_leaves.h"

#include <vector>

namespace plimsoll::step {

/// The layers that are run: all of the model's, or fewer periods of them.
struct Layers {
    std::vector<int> kinds; ///< indices into DecoderSpec::kinds
    AdapterTargets targets;
    std::vector<int> models = {}; ///< of the model's layers, the one that each stands for
};

/// What makes layers alike.
struct LayerQuestion {
    const DecoderSpec &spec;
    const AdapterTargets &targets;
    const TrainedLeaves *part; ///< null: the whole model trains, or nothing of it
    const Plan &plan;
};

/// Layers alike in kind, adapters, in what trains and in checkpointing get the same number.
[[nodiscard]] std::vector<int> layer_kinds(const LayerQuestion &question);

[[nodiscard]] Layers all_layers(const DecoderSpec &spec, const AdapterTargets &targets);

/// As many periods of them.
[[nodiscard]] Layers fewer_layers(const DecoderSpec &spec, const AdapterTargets &targets, const LayerLayout &layout, int periods);

} // namespace plimsoll::step
