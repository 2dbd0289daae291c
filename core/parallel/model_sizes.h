// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/architecture.h"
#include "core/parallel/rank.h"
#include "core/plan/resolved_plan.h"

#include <algorithm>
#include <vector>

namespace plimsoll {

/// Parameters of one part of a model, as those see it who send, save and load it. Tied ones count once, where they stand first.
struct PartSizes {
    Count trained = 0;         ///< elements that train, adapters and modules_to_save among them
    Count frozen = 0;          ///< dense elements that do not
    Bytes packed = 0;          ///< of quantised weights, values alone
    Bytes metadata = 0;        ///< beside them: never cut
    Count trained_experts = 0; ///< of `trained`: routed experts
    Count frozen_experts = 0;  ///< of `frozen`
    Count vectors = 0;         ///< elements of norms, biases and routers: whole on every tensor-parallel rank
    Count largest = 0;         ///< elements of the largest dense parameter
    Count largest_trained = 0;
    Bytes largest_packed = 0;
    Count largest_module = 0; ///< elements of the dense parameters of one module
    [[nodiscard]] Count dense() const { return trained + frozen; }
    PartSizes &operator+=(const PartSizes &other);
    bool operator==(const PartSizes &) const = default;
};

/// The whole model's.
struct ModelSizes {
    PartSizes embedding;           ///< and what else is registered ahead of the layers
    std::vector<PartSizes> layers; ///< decoder layers, in order
    PartSizes tail;                ///< final norm and head
    bool tied = false;             ///< the head reads the embedding
    Bytes stored = 2;              ///< bytes of an element of frozen and of fully trained weights as they are loaded
    Bytes stored_trained = 2;      ///< of what trains: an adapter's own dtype
    [[nodiscard]] PartSizes all() const;
    /// As loaded, metadata included.
    [[nodiscard]] Bytes loaded_bytes() const;
    bool operator==(const ModelSizes &) const = default;
};

/// Of the model that a resolved plan trains. Modules that stand outside the decoder's layers count to its embedding or tail, by
/// whether they are registered ahead of the layers.
[[nodiscard]] ModelSizes model_sizes(const Architecture &architecture, const ResolvedPlan &plan);

/// What the pure figures of a spread run are made from.
struct SpreadRun {
    const Plan &plan; ///< resolved, of the whole run
    const Architecture &architecture;
    const ModelSizes &sizes;
    Rank rank;                    ///< places in the mesh
    bool trainer = true;          ///< transformers' Trainer with accelerate; else a plain loop
    bool own_collectives = false; ///< the model's own lines speak to the other tensor-parallel ranks
};

/// bytes · count, at most 2^58: far above any node's memory, so that sums of some such lines stay within 64 bits.
[[nodiscard]] inline Bytes times(Bytes bytes, Count count)
{
    constexpr Bytes most = Bytes{1} << 58;
    return std::min(checked_mul(bytes, count).value_or(most), most);
}

/// Bytes of an element of what the engine computes in.
[[nodiscard]] Bytes computed_bytes(const SpreadRun &run);

} // namespace plimsoll
