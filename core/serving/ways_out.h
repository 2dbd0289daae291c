// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/engine_start.h"

namespace plimsoll {

/// Settings with which an engine that refuses would start, one at a time; absent: none does.
struct WaysOut {
    std::optional<Count> context;      ///< at most
    std::optional<double> utilization; ///< at least, or at most where the share is not free
    bool utilization_at_most = false;
    std::optional<Count> requests; ///< at most
};

/// A sentence for each, behind the engine's own words.
void say_ways_out(Error &refusal, const WaysOut &ways);

/// vLLM's refusal where other processes hold so much of the card that its share is not free (v1/worker/utils.py of 0.33,
/// request_memory). `free`: bytes once its own context stands. Nothing where the start claims none or the share is free.
[[nodiscard]] std::optional<Error> refused_by_free(const EngineStart &start, Bytes free);

} // namespace plimsoll
