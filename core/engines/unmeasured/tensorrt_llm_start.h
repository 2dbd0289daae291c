// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/default.h"
#include "core/serving/engine_start.h"

namespace plimsoll {

/// The start of TensorRT-LLM's PyTorch back-end (trtllm-serve; 1.4.0rc4 of 2026, _torch/pyexecutor/_util.py, KvCacheCreator): weights,
/// graphs, a pass of max_num_tokens tokens, and of what is left then free_gpu_memory_fraction for blocks. Settings:
/// gpu_memory_utilization is kv_cache_config.free_gpu_memory_fraction, max_num_seqs max_batch_size, max_num_batched_tokens
/// max_num_tokens, kv_block_size tokens_per_block, inference.context max_seq_len. Error: what the planner cannot say of the model.
[[nodiscard]] Result<EngineStart> start_tensorrt_llm(const StartCall &call);

namespace tensorrt_llm {

/// "auto": the configuration's, bfloat16 where it says float32 or nothing.
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// --max_seq_len where nobody says it (infer_max_seq_len); the start lowers it to what the cache holds.
[[nodiscard]] std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model,
                                                                const CardFacts &card);

} // namespace tensorrt_llm

} // namespace plimsoll
