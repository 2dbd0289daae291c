// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/trainable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace plimsoll {

/// How the layers of one kind of weight lie to those of the others: what of them nobody knows who has not measured the checkpoint.
enum class SharedOut : std::uint8_t {
    by_chance, ///< each kind's as if drawn for itself
    alike,     ///< the same layers' of every kind
    apart,     ///< as few together as can be
};

/// An entry of `trainable`: "50%", "12.5% alike", "25% apart". Of each kind of module in the decoder's layers that has a weight (its
/// name without the layer's number), this share of the layers trains, rounded down. Spectrum (arXiv 2406.06623) takes those with the
/// highest ratio of signal to noise.
struct LayerShare {
    double fraction = 0; ///< above 0, at most 1
    SharedOut way = SharedOut::by_chance;
};

/// Nothing of an entry that is a name or a pattern.
[[nodiscard]] std::optional<LayerShare> layer_share(std::string_view entry);
[[nodiscard]] std::string entry_of(const LayerShare &share);

/// The same part with every share shared out another way; nothing where it has no share that chance decides.
[[nodiscard]] std::optional<Trainable> shared_out(const Trainable &part, SharedOut way);

/// Names of the modules that train ("model.layers.3.mlp.down_proj"). Of norms, whose ratios Spectrum's files have as infinite alike, the
/// first layers' (axolotl 0.21 integrations/spectrum: sorted() keeps their order). Beside the layers a kind has one module, of which
/// all trains or nothing.
[[nodiscard]] std::set<std::string> shared_modules(const Architecture &architecture, const LayerShare &share);

} // namespace plimsoll
