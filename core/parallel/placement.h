// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/architecture.h"
#include "core/parallel/mesh.h"
#include "core/parallel/rank.h"
#include "core/torch/labels.h"

#include <memory>
#include <vector>

namespace plimsoll {

/// What of a tensor a rank holds: rows of its first dimension.
struct Share {
    Count first = 0, rows = 0;
    bool operator==(const Share &) const = default;
};

/// The layers that a rank runs: `count` from `first` on.
struct LayerRange {
    int first = 0, count = 0;
    bool operator==(const LayerRange &) const = default;
};

/// What is made whole around a layer's forward or backward and let go behind it.
struct Gathered {
    Bytes bytes = 0; ///< 0: nothing, the rank holds the layer as it needs it
    bool operator==(const Gathered &) const = default;
};

/// What stands on a rank beside what the step itself holds.
struct BesideStep {
    Component component = Component::communication;
    Bytes bytes = 0;
    bool operator==(const BesideStep &) const = default;
};

/// What is trained, as whoever reduces its gradients sees it.
struct TrainedParameters {
    Count count = 0;
    Bytes bytes_each = 4; ///< of a gradient
};

/// Which part of a run a rank holds: the way that a library spreads a model over processes.
class Placement {
public:
    virtual ~Placement() = default;
    /// Of a linear's weight, [out, in].
    [[nodiscard]] virtual Share weight(const LinearSpec &linear, const Rank &rank) const = 0;
    [[nodiscard]] virtual LayerRange layers(int all, const Rank &rank) const = 0;
    /// Around the layer at `index`, whose parameters take `layer` bytes.
    [[nodiscard]] virtual Gathered around(int index, Bytes layer, const Rank &rank) const = 0;
    [[nodiscard]] virtual std::vector<BesideStep> beside(const TrainedParameters &trained, const Rank &rank) const = 0;
};

/// All of it on every rank, and nothing beside: one process, or several that know nothing of each other.
class WholeCopy : public Placement {
public:
    [[nodiscard]] Share weight(const LinearSpec &linear, const Rank &rank) const override;
    [[nodiscard]] LayerRange layers(int all, const Rank &rank) const override;
    [[nodiscard]] Gathered around(int index, Bytes layer, const Rank &rank) const override;
    [[nodiscard]] std::vector<BesideStep> beside(const TrainedParameters &trained, const Rank &rank) const override;
};

/// torch's DistributedDataParallel: whole copies, and buckets for the gradients that they exchange.
class DataParallel : public WholeCopy {
public:
    [[nodiscard]] std::vector<BesideStep> beside(const TrainedParameters &trained, const Rank &rank) const override;
};

/// Of a mesh that only data are split over, which is all that is run today.
[[nodiscard]] std::unique_ptr<const Placement> placement_of(const Mesh &mesh);

/// Sum of what stands beside the step.
[[nodiscard]] Bytes bytes_of(const std::vector<BesideStep> &beside);

} // namespace plimsoll
