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

/// Multi-head latent attention on a rank (megatron/core/transformer/multi_latent_attention.py d98e8a6). Every tensor rank has the
/// matrices that project down whole, and the columns of its heads of those that project up.
struct MegatronLatent {
    Count q_rank = 0;            ///< 0: queries are projected at once
    Count kv_rank = 0, rope = 0; ///< kv_rank 0: none
    Count query = 0;             ///< of the rank's heads; keys are as wide, the turned part repeated for each
    Count up = 0;                ///< behind linear_kv_up_proj: keys without their turned part, and values
    bool operator==(const MegatronLatent &) const = default;
};

/// An MLP that every token passes, on a rank.
struct MegatronMlp {
    Count fc1 = 0, act = 0; ///< behind the first matrix (gate and up), and into the second
};

/// One layer on a rank.
struct MegatronLayer {
    Count hidden = 0;                                     ///< of the whole model
    Count qkv = 0, attention = 0;                         ///< widths behind linear_qkv and of the attention's output
    MegatronLatent latent;                                ///< in the place of linear_qkv
    Count fc1 = 0, act = 0;                               ///< behind the first matrix (gate and up), and into the second
    Count shared = 0;                                     ///< width of the experts that every token passes
    Count parameters = 0;                                 ///< but for experts
    Count expert_parameters = 0;                          ///< of the experts that the rank holds
    Count experts = 0, top_k = 0;                         ///< of the whole layer; 0: dense
    bool corrects_scores = false, chooses_groups = false; ///< of its router: a bias an expert; the best groups first
    Count heads = 0;
    Count delta = 0;                         ///< width of what a gated delta net keeps between its projections; 0: attention
    Count delta_mixed = 0, delta_keys = 0;   ///< widths of what its convolution reads, and of keys, one for each head of values
    Count delta_states = 0;                  ///< numbers of the states of a chunk, for each of its tokens
    Count adapters = 0, expert_adapters = 0; ///< elements of LoRA's matrices on the rank, outside and inside its experts
    [[nodiscard]] MegatronMlp dense() const { return {fc1, act}; }
    /// The experts that all tokens share (moe/shared_experts.py), one MLP cut among the tensor ranks.
    [[nodiscard]] MegatronMlp every_token() const { return {2 * shared, shared}; }
    bool operator==(const MegatronLayer &) const = default;
};

/// What stands on a rank of one pipeline stage.
struct MegatronStage {
    std::vector<MegatronLayer> layers;     ///< of all its chunks, in order
    std::vector<Count> chunks;             ///< layers of each, one of them for every virtual stage
    std::vector<MegatronLayer> prediction; ///< layers that predict further tokens, with their projections: on the last stage
    Count vocabulary = 0;                  ///< rows on the rank: padded to a multiple of 128 · tensor ranks, divided among them
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
    bool q_down = false, q_up = false, kv_down = false, kv_up = false; ///< of latent attention; queries projected at once: q_up
    bool eh_proj = false;                                              ///< of prediction layers
    bool operator==(const MegatronTargets &) const = default;
};
/// "all-linear" is all of them, experts' among them and the router not (Megatron-SWIFT 4.6 megatron/utils, find_all_linears; every
/// expert has adapters of its own).
[[nodiscard]] MegatronTargets megatron_targets(const Adapter &adapter);
/// A target that Megatron-LM's own modules are named by: "linear_qkv".
[[nodiscard]] bool is_megatron_target(const std::string &target);

/// --recompute-granularity and --recompute-modules (transformer_config.py d98e8a6): parts of a layer that give up what they made and
/// make it again in the backward pass.
struct MegatronRecompute {
    bool layers = false;      ///< full
    bool core_attn = false;   ///< scores; fused kernels keep none
    bool mla_up_proj = false; ///< queries, keys and values of latent attention
    bool layernorm = false;   ///< norms that no matrix is fused with: in front of latent attention, and of experts
    bool mlp = false;         ///< dense MLPs
    bool moe = false;         ///< router, dispatch and experts
    bool moe_act = false;     ///< between the experts' matrices
    bool shared_experts = false;
    bool operator==(const MegatronRecompute &) const = default;
};
[[nodiscard]] MegatronRecompute megatron_recompute(const Checkpointing &checkpointing);

/// Bytes of one trained parameter beside its weight.
struct MegatronPrecision {
    Count gradient = 4; ///< of the flat buffer of gradients
    Count master = 4;   ///< of a 16-bit weight's main parameter
    Count states = 8;   ///< of all states of the optimizer
    bool operator==(const MegatronPrecision &) const = default;
};
/// By optimizer.args, which names --use-precision-aware-optimizer and its dtypes as Megatron-LM does (optimizer_config.py,
/// training/arguments.py d98e8a6): with it a bf16 weight's float32 main parameter is kept as the 16 bits that the weight lacks
/// (store_param_remainders), and gradients of 16 bits are reduced as such.
[[nodiscard]] MegatronPrecision megatron_precision(const Plan &plan);

/// Ranks that cut each expert's matrices: the tensor ranks, as --expert-tensor-parallel-size has it where nobody says otherwise; 1 where
/// tensor · expert · pipeline ranks would not divide the run's, which Megatron-LM refuses (parallel_state.py d98e8a6).
[[nodiscard]] Count megatron_expert_tensor(const Parallel &parallel);
/// Ranks that hold the same experts.
[[nodiscard]] Count megatron_expert_copies(const Parallel &parallel);

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
