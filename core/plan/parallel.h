// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plimsoll {

/// Whose library spreads a training over ranks.
enum class ParallelEngine : std::uint8_t { ddp, fsdp1, fsdp2, deepspeed, native, megatron };
/// What a rank keeps on its host in place of its card.
enum class Offload : std::uint8_t { none, optimizer, parameters, both, nvme };
enum class ParallelDtype : std::uint8_t { fp32, fp16, bf16 };
/// FSDP1's BackwardPrefetch.
enum class BackwardPrefetch : std::uint8_t { none, pre, post };
enum class PipelineSchedule : std::uint8_t { one_f_one_b, gpipe };
/// Who attends to a sequence that ranks divide: each to its own queries (torch's context_parallel, accelerate's cp_size), or each to
/// some heads of the whole (DeepSpeed's Ulysses, accelerate's sp_size).
enum class ContextBackend : std::uint8_t { ring, ulysses };
/// How keys and values come round a ring: accelerate's cp_comm_strategy.
enum class ContextRotation : std::uint8_t { allgather, alltoall };

/// How two cards of a node reach each other, in the words of `nvidia-smi topo -m`: over NVLink, one PCI Express switch, several of
/// them, a host bridge, bridges of one NUMA node, or from one processor's node to another's.
enum class Topology : std::uint8_t { nvlink, pix, pxb, phb, node, sys };

/// Which modules FSDP gathers at once.
struct Wrap {
    enum class Kind : std::uint8_t {
        layer,
        layer_ends, ///< embedding, and norm with head, are units too
        none,
        min_params ///< size_based_auto_wrap_policy
    };
    Kind kind = Kind::layer;
    Count min_params = 0;
    bool operator==(const Wrap &) const = default;
};

/// Fields of FSDP and DDP, as accelerate's plugins and the Trainer name them.
struct ShardSettings {
    Count replicate = 1; ///< HSDP: copies of the sharded group, which divide `data`
    bool reshard_after_forward = true;
    Wrap wrap;
    std::optional<ParallelDtype> param_dtype, reduce_dtype; ///< null: autocast's under a Trainer, none in a plain loop
    bool use_orig_params = true;
    BackwardPrefetch backward_prefetch = BackwardPrefetch::none;
    bool forward_prefetch = false, limit_all_gathers = true, cpu_ram_efficient_loading = true;
    bool checkpoint_wrapper = false;      ///< FSDP's own checkpointing, within the unit
    bool accumulate_without_sync = false; ///< a plain loop's no_sync between micro-batches
    Count bucket_mb = 25;                 ///< of DDP
    bool gradient_as_bucket_view = false, static_graph = false;
    std::optional<bool> find_unused_parameters; ///< null: the Trainer's rule
    bool operator==(const ShardSettings &) const = default;
};

struct Parallel : ShardSettings {
    std::optional<ParallelEngine> engine; ///< null: by `zero` and the meshes
    Count data = 1, zero = 0, tensor = 1, pipeline = 1, context = 1, expert = 1;
    bool sequence = false;
    ContextBackend context_backend = ContextBackend::ring;
    ContextRotation context_rotation = ContextRotation::allgather;
    std::optional<Count> rank; ///< whose figures come first; null: the fullest
    std::string deepspeed;     ///< fields of zero_optimization as a JSON object; empty: none
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    Count virtual_stages = 1;
    std::optional<Count> micro_batches; ///< of a pipeline's step; null: gradient_accumulation
    double expert_imbalance = 1.0;      ///< the fullest rank's tokens over the mean's
    Count mtp_num_layers = 0;           ///< Megatron-LM's layers that predict further tokens, behind the model's own
    Offload offload = Offload::none;
    std::optional<Count> gpus_per_node; ///< ranks that share a node's links and its memory; null: as the card's machines have
    std::optional<Topology> topology;   ///< between the cards of a node that are farthest apart; null: nobody says
    bool operator==(const Parallel &) const = default;
    /// More than one process.
    [[nodiscard]] bool several() const { return data > 1 || tensor > 1 || pipeline > 1 || context > 1 || expert > 1; }
    /// Ranks that divide sequences by Ulysses, which ZeRO counts among those it shards over; 1: none.
    [[nodiscard]] Count ulysses() const { return context_backend == ContextBackend::ulysses ? context : 1; }
    /// A library's engine stands between the model and its training; DeepSpeed's and FSDP's do so for one process too.
    [[nodiscard]] bool spread() const { return several() || zero > 0 || offload != Offload::none; }
};

} // namespace plimsoll
