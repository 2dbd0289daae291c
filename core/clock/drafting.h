// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/clock/served.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What an engine that lets tokens be drafted gains (inference.speculative): of `tokens` drafted ones the model takes a share, and
/// one of its own follows, so that a pass makes 1 + acceptance · tokens of a sequence's tokens (vLLM's "Mean acceptance length").
/// It checks them all in one pass.
struct Drafting {
    double tokens = 0; ///< drafted at once; 0: nobody drafts
    double made =
        1; ///< tokens that a pass makes of a sequence; where no acceptance is stated the mean, in logarithms, of 1 and all
    double passes = 0;     ///< of one layer, in which those tokens are drafted; of a model of its own, or the prompt's n-grams, 0
    TimeRange range{1, 1}; ///< of `made`
    bool uncounted = false; ///< a model of its own drafts, whose time is not told
};
[[nodiscard]] Drafting drafting_of(const Plan &plan, const EngineStart *started);

/// Seconds of drafting beside a pass of `step` seconds.
[[nodiscard]] double drafting_seconds(const Drafting &drafting, const Served &of, double step);

/// Says what is taken for granted of it.
void say_drafting(std::vector<std::string> &assumptions, const Drafting &drafting, const Plan &plan);

} // namespace plimsoll
