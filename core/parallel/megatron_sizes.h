// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/parallel/rank.h"
#include "core/plan/plan.h"

#include <string_view>
#include <vector>

// Megatron-LM (d98e8a6): what one rank holds of a model, and what a token leaves in a layer. Widths are the rank's.

namespace plimsoll {

/// One layer on a rank.
struct MegatronLayer {
    Count hidden = 0;             ///< of the whole model
    Count qkv = 0, attention = 0; ///< widths behind linear_qkv and of the attention's output
    Count fc1 = 0, act = 0;       ///< behind the first matrix (gate and up), and into the second
    Count parameters = 0;         ///< but for experts
    Count expert_parameters = 0;  ///< of the experts that the rank holds
    Count experts = 0, top_k = 0; ///< of the whole layer; 0: dense
    Count heads = 0;
    Count delta = 0;                         ///< width of what a gated delta net keeps between its projections; 0: attention
    Count delta_mixed = 0, delta_keys = 0;   ///< widths of what its convolution reads, and of keys, one for each head of values
    Count delta_states = 0;                  ///< numbers of the states of a chunk, for each of its tokens
    Count adapters = 0, expert_adapters = 0; ///< elements of LoRA's matrices on the rank, outside and inside its experts
    /// Elements of the largest matrix whose gradient is made at once.
    [[nodiscard]] Count largest_matrix() const { return hidden * std::max({fc1, qkv, act}); }
    bool operator==(const MegatronLayer &) const = default;
};

/// What stands on a rank of one pipeline stage.
struct MegatronStage {
    std::vector<MegatronLayer> layers; ///< of all its chunks, in order
    std::vector<Count> chunks;         ///< layers of each, one of them for every virtual stage
    Count vocabulary = 0;              ///< rows on the rank: padded to a multiple of 128 · tensor ranks, divided among them
    bool embedding = false, head = false;
    bool tied = false; ///< one matrix for both; stages apart hold a copy each
    Count hidden = 0;
    /// Elements but for experts: `state_ranks` share their optimizer states.
    [[nodiscard]] Count parameters() const;
    [[nodiscard]] Count expert_parameters() const;
    /// Of LoRA's matrices, likewise.
    [[nodiscard]] Count adapters() const;
    [[nodiscard]] Count expert_adapters() const;
    bool operator==(const MegatronStage &) const = default;
};

/// The matrices of a layer that LoRA adapts, by the names of its targets, PEFT's or Megatron's own.
struct MegatronTargets {
    bool qkv = false, proj = false, fc1 = false, fc2 = false;
    bool operator==(const MegatronTargets &) const = default;
};
/// "all-linear" is all four, experts' among them and the router not (Megatron-SWIFT 4.6 megatron/utils, find_all_linears; every
/// expert has adapters of its own).
[[nodiscard]] MegatronTargets megatron_targets(const Adapter &adapter);

/// Whether Megatron's layers of this model take more than is counted of them (gated delta nets).
[[nodiscard]] bool megatron_leaves_out(const Architecture &architecture);

/// A run of layers on one (virtual) stage.
struct MegatronChunk {
    Count first = 0, count = 0;
};
/// Chunk `index` of `stages`. Where they do not divide the layers but would divide two more, embedding and head count as one each, so
/// that the outer stages have one less (--account-for-embedding-in-pipeline-split, --account-for-loss-in-pipeline-split); else as even as
/// can be, which takes a --pipeline-model-parallel-layout (Megatron-LM core_v0.15, transformer_config.py).
[[nodiscard]] MegatronChunk megatron_chunk(Count layers, Count stages, Count index);
/// The option that such stages take; empty: none, or another engine spreads the plan.
[[nodiscard]] std::string_view option_of_uneven_stages(const Plan &plan, Count layers);

/// The stage of `rank`. Errors in Megatron's words: heads, key heads and experts that do not divide.
[[nodiscard]] Result<MegatronStage> megatron_stage(const Architecture &architecture, const Plan &plan, const Rank &rank);

/// Micro-batches, or with virtual stages their chunks of layers, whose activations stand at once on a stage (schedules.py): one
/// forward, one backward keeps pipeline − stage of them; interleaved (p − stage − 1) · 2 + (v − 1) · p + 1 chunks.
[[nodiscard]] Count megatron_in_flight(const Parallel &parallel, Count stage, Count micro_batches);

} // namespace plimsoll
