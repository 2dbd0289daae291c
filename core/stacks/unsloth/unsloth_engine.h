// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

namespace plimsoll {

/// Share of a card of `total` bytes that vLLM takes under UNSLOTH_VLLM_STANDBY, whatever was asked for: unsloth_zoo 2026.10.9
/// vllm_utils.py, load_vllm, standby_target_gpu_util, by a tenth of the card in GiB, of vLLM from 0.11 on.
[[nodiscard]] double share_of_standby(Bytes total);

/// What load_vllm hands to vLLM: the share asked for of what is free (approximate_vllm_memory_usage), and by what that leaves for a
/// cache requests, tokens of a pass, and the longest request that the cache would hold. A stated rollout.max_num_seqs stays.
[[nodiscard]] EngineSize size_of_engine(const EngineRoom &room);

} // namespace plimsoll
