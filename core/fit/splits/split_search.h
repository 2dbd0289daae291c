// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/fit/solver.h"
#include "core/fit/verdict.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What a search for a split is asked.
enum class SplitGoal : std::uint8_t {
    fits,   ///< on all of these cards
    fewest, ///< on as few of them as it can be
    cheapest
};

/// By what those that fit are ranked.
enum class SplitOrder : std::uint8_t {
    sent,  ///< cards, then what a rank sends
    hours, ///< of the run
    cost   ///< of the run: hours of all its cards
};

/// A way of spreading a training over cards that makes its global batch.
struct Split {
    std::string gpu; ///< catalogue's name
    Count cards = 1;
    Parallel parallel;
    Count micro_batch = 1, gradient_accumulation = 1;
    Need need;
    Bytes usable = 0;
    Fits fits = Fits::unknown;
    bool replayed = false;                ///< `need` is the replayed allocator's; else the counted step with the usual slack
    Bytes sent = 0;                       ///< by one rank in one step
    double bubble = 0.0;                  ///< share of a pipeline's time in which a rank waits
    Bytes host = 0;                       ///< of one node while it trains
    std::optional<double> price_hour;     ///< in dollars, of all cards, where a price was asked for
    std::optional<double> hours = {};     ///< of a million tokens, where it is ranked by them and the card's speed is known
    std::optional<double> run_hours = {}; ///< of a run that somebody named, where its hours are known
    std::string why;                      ///< why it is ranked where it is
    bool operator==(const Split &) const = default;
};

struct SplitSearch {
    std::vector<Split> ranked;  ///< those that fit, the best first
    std::vector<Split> closest; ///< where nothing fits: those that lack least
    Count tried = 0;
    std::vector<std::string> refused; ///< ways that the engines or the plan rule out, each with its reason, once
    bool cancelled = false;
    bool operator==(const SplitSearch &) const = default;
};

struct SplitQuestion {
    Plan plan;              ///< resolved; its own `parallel` is not kept, its micro_batch and accumulation neither
    Count global_batch = 1; ///< sequences a step
    Node cards;             ///< how many of which
    SplitGoal goal = SplitGoal::fits;
    std::size_t most = 12;                 ///< of `ranked`
    std::optional<Bytes> host_memory = {}; ///< of one node, where it is known: what its processes may hold
    SplitOrder order = SplitOrder::sent;   ///< not `sent`: the estimators fill in the work (EstimateOptions::time)
};

/// Called between two candidates with how many of how many were looked at; false: the search ends.
using SplitProgress = std::function<bool(Count done, Count all)>;

/// Looks over data parallel, ZeRO, FSDP with and without resharding, HSDP, tensor, pipeline, context and offloading with every micro
/// batch that makes the global batch; ranked by cards, then without offloading before with it, then by bytes sent, stretched by a
/// pipeline's bubble. `count` estimates without, `exact` with the allocator's replay: the best are held against it.
[[nodiscard]] SplitSearch search_splits(const Estimator &count, const Estimator &exact, const SplitQuestion &question,
                                        const SplitProgress &progress = {});

} // namespace plimsoll
