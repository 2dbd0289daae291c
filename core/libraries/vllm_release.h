// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <span>
#include <string_view>

namespace plimsoll::vllm {

/// Which models a release runs on the runner of v1/worker/gpu by itself (config/vllm.py, use_v2_model_runner); all others stay on
/// v1/worker/gpu_model_runner.py.
struct RunnerChoice {
    std::span<const std::string_view> types; ///< types of the classes that it names
    bool plain_alone = false;                ///< of these what is neither quantised nor made of experts
    bool dense = false;                      ///< and of others whatever has neither experts nor recurrent states
};

/// What releases of vLLM do otherwise (core/libraries/vllm.cpp); as it stands, the known one.
struct Release {
    std::string_view name = "0.33";
    bool second_runner = true; ///< v1/worker/gpu: states of sampling stand on the card; its profile pass asks for every parameter
    const RunnerChoice *chosen = nullptr; ///< of a release with both runners; null: every model is on the later one
    bool inputs_in_budget =
        false;                 ///< which counts what the earlier runner holds before the weights come, as all that it allocates
    bool first_engine = false; ///< before v1: a prompt of the longest context is profiled whole, every cache is a full one
    double share = 0.92;       ///< of the card: config/cache.py, CacheConfig.gpu_memory_utilization
    bool graphs_in_budget = true;          ///< their estimate is taken off
    bool subtracts_reserved = false;       ///< what is not PyTorch's is what it has not reserved, not what else became less free
    bool whole_large_blocks = true;        ///< loads under max_split_size_mb 20
    bool frames_stay = true;               ///< a failed start of FlashInfer's all-reduce keeps what the frames above it hold
    Bytes non_torch = 139'586'437;         ///< modules of kernels that the driver loads: 0.13 GiB in logs of one H100
    Bytes non_torch_of_many = 139'586'437; ///< with several ranks; NCCL's buffers are in it where its start is counted
    bool checkpoint_states = true;         ///< a third block of a state for a checkpoint inside a prefill
    bool windows_apart = true;             ///< layers with a window have groups of their own; else they cache every token
    bool latent_caches = true;             ///< else latent attention caches its heads' keys and values, padded to 256 columns
    bool divides_batches = true;           ///< ranks that share matrices take a part of the batch each to the experts
    Count chunk_of_long = 2048;            ///< tokens of a batch beyond 32,768 of context (chunked prefill); 0: never in chunks
    bool packs_four_bits = false;          ///< bitsandbytes' loader is among its own; else a plug-in's
    bool short_factors_alone = true;       ///< LongRoPE's, where nobody names a length: so that short requests lose nothing

    bool operator==(const Release &) const = default;
};

} // namespace plimsoll::vllm
