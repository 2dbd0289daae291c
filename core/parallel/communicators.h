// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/plan/plan.h"

#include <string_view>
#include <vector>

namespace plimsoll {

/// Why ranks speak to each other.
enum class RankGroup : std::uint8_t {
    world,       ///< all of them: the default group
    data,        ///< gradients of whole copies, partitions of ZeRO
    shards,      ///< of FSDP
    replicas,    ///< HSDP's copies of a shard
    tensor,      ///< parts of a matrix
    pipeline,    ///< neighbouring stages
    context,     ///< parts of a sequence
    experts,     ///< shares of a layer's experts
    expert_data, ///< ranks with the same experts
    embeddings,  ///< first and last stage (Megatron)
    model        ///< all that share one copy (Megatron)
};
[[nodiscard]] std::string_view name_of(RankGroup group);

/// One way through the mesh: `count` ranks, `stride` apart.
struct MeshWay {
    Count count = 1, stride = 1;
    bool operator==(const MeshWay &) const = default;
};

/// A communicator of NCCL that a rank belongs to.
struct Communicator {
    RankGroup group = RankGroup::world;
    std::vector<MeshWay> ways; ///< its members lie on the product of these
    bool sends_only = false;   ///< point to point alone: neighbours connect, no rings
    [[nodiscard]] Count ranks() const;
    /// Of the one that rank `of` is in, ascending.
    [[nodiscard]] std::vector<Count> members(Count of) const;
    bool operator==(const Communicator &) const = default;
};

/// Those of more than one rank that a process of the run opens, the default group first. Ranks are numbered as the libraries do it:
/// tensor innermost, then context, data, pipeline (accelerate 1.15 parallelism_config.py; torch DeviceMesh is row-major; Megatron
/// parallel_state.py, order tp-cp-ep-dp-pp).
[[nodiscard]] std::vector<Communicator> communicators(const Plan &plan);

} // namespace plimsoll
