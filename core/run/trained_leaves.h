// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/trained_part.h"
#include "core/torch/autograd.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll::step {

/// What a plan's `trainable` leaves of a model's parameters, layer by layer.
class TrainedLeaves {
public:
    TrainedLeaves(const Architecture &architecture, const TrainedPart &part);

    [[nodiscard]] Count parameters() const { return m_parameters; }
    /// Whether all that text reaches trains.
    [[nodiscard]] bool all_train() const;
    /// Number of the layers that are alike in what trains in them and in whether a gradient goes on below them.
    [[nodiscard]] int kind(std::size_t layer) const { return m_kinds.empty() ? 0 : m_kinds[layer]; }
    /// Whether a parameter of this layer trains.
    [[nodiscard]] bool trains_in(std::size_t layer) const;
    /// Whether a gradient of the first trained layer's input is wanted: something before it trains.
    [[nodiscard]] bool reaches_first_layer() const { return m_reaches; }

    /// Of `leaves`, a model's parameters in their order, those that train; the others stop. `layers`: the model's layer that each
    /// run layer stands for. False where leaves and parameters cannot be brought together one by one.
    [[nodiscard]] bool keep(std::vector<Leaf *> &leaves, const std::vector<int> &layers) const;

private:
    struct Named {
        std::string module; ///< inside its layer, or full
        std::string name;   ///< the same with the parameter's own
        bool bias = false;
        Count elements = 0;
        bool trains = false;
        bool operator==(const Named &) const = default;
    };
    using Group = std::vector<Named>;
    struct Claim;
    void count_kinds();

    std::vector<Group> m_layers;
    Group m_beside; ///< embeddings, norms and heads
    std::vector<int> m_kinds;
    Count m_parameters = 0;
    bool m_reaches = false;
};

/// One gradient for each of these leaves, in the blocks that an allocator hands out.
[[nodiscard]] Bytes bytes_of_gradients(const std::vector<Leaf *> &parameters, const Machine &m);

} // namespace plimsoll::step
