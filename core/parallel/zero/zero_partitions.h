// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstddef>
#include <vector>

// How ZeRO-1 and 2 cut the parameters of an optimizer's group: laid out one behind the other in one flat tensor, which is cut
// into as many equal pieces as there are ranks (DeepSpeed 0.19.8, runtime/zero/stage_1_and_2.py).

namespace plimsoll {

/// A piece of a parameter that lies in one rank's partition.
struct OwnedSlice {
    std::size_t parameter = 0; ///< within the group
    Count owner = 0;           ///< rank
    Count elements = 0;
    bool operator==(const OwnedSlice &) const = default;
};

/// How parameters follow each other in the flat tensor.
struct FlatOrder {
    bool round_robin = false; ///< zero_optimization.round_robin_gradients: every n-th parameter behind each other
    Count alignment = 1;      ///< elements a parameter begins at a multiple of (parameter_alignment: 16 bytes)
};

/// One parameter group over `ranks`.
class ZeroGroup {
public:
    /// `sizes`: elements of each parameter, in the order of the optimizer's group.
    ZeroGroup(std::vector<Count> sizes, Count ranks, FlatOrder order = {});

    /// Elements of the flat tensor: a multiple of twice the ranks.
    [[nodiscard]] Count flat() const { return m_flat; }
    /// Elements of each rank's share of it.
    [[nodiscard]] Count partition() const { return m_flat / m_ranks; }
    [[nodiscard]] const std::vector<Count> &sizes() const { return m_sizes; }
    /// The owners of a parameter's elements, first ones first.
    [[nodiscard]] std::vector<OwnedSlice> slices_of(std::size_t parameter) const;
    /// What of the parameters lies in a rank's partition, in the flat order. Padding is none of it.
    [[nodiscard]] std::vector<OwnedSlice> owned_by(Count rank) const;
    /// Whether any of a parameter's elements lies in a rank's partition.
    [[nodiscard]] bool touches(std::size_t parameter, Count rank) const;

private:
    std::vector<Count> m_sizes;
    std::vector<Count> m_begin;         ///< of each parameter in the flat tensor
    std::vector<std::size_t> m_in_flat; ///< parameters in the flat order
    Count m_ranks = 1, m_flat = 0;
};

/// All groups of an optimizer.
class ZeroPartitions {
public:
    ZeroPartitions(const std::vector<std::vector<Count>> &groups, Count ranks, FlatOrder order = {});
    [[nodiscard]] const std::vector<ZeroGroup> &groups() const { return m_groups; }
    /// Elements of `grads_in_partition`: whole sizes of all parameters that touch a rank's partitions.
    [[nodiscard]] Count whole_in_partition(Count rank) const;
    /// Elements of the largest slice of one parameter that a rank owns.
    [[nodiscard]] Count largest_slice(Count rank) const;
    /// Elements of a rank's shares of all groups: every rank's is as large.
    [[nodiscard]] Count partition() const;

private:
    std::vector<ZeroGroup> m_groups;
};

/// The ranks besides the first that may hold most: whose partition touches the largest parameters, and who owns the largest slice.
/// Looks at the first 64 of more.
[[nodiscard]] std::vector<Count> fullest_besides_first(const ZeroPartitions &partitions, Count ranks);

/// What ZeRO-3 leaves of a parameter on each rank: a share of its elements, rounded up (partition_parameters.py, _partition_param).
[[nodiscard]] constexpr Count zero_3_share(Count elements, Count ranks) { return (elements + ranks - 1) / ranks; }

/// ZeRO-3's sub-groups: parameters are taken until their shares reach `most` elements (stage3.py, _create_fp16_sub_groups).
/// `shares`: of the trained parameters, in their order. Returns how many parameters each sub-group has.
[[nodiscard]] std::vector<std::size_t> zero_3_sub_groups(const std::vector<Count> &shares, Count most);

} // namespace plimsoll
