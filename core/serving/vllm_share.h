// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll {

/// What vLLM takes of the card unless somebody tells it otherwise: vLLM config/cache.py, CacheConfig.gpu_memory_utilization.
inline constexpr double vllm_share = 0.92;

} // namespace plimsoll
