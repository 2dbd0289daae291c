// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/engine_start.h"

namespace plimsoll {

/// vLLM's start on one card, of the releases 0.33 and 0.11 (v1/worker/gpu_worker.py): defaults by card and entry, weights as its
/// layers hold them, the runner's buffers, the profile pass, CUDA graphs' estimate, blocks, its refusals and its log lines.
/// `call.plan` says what is loaded, on how many cards, and context and sequences of the load. Error: a model without a decoder.
[[nodiscard]] Result<EngineStart> start_vllm(const StartCall &call);

} // namespace plimsoll
