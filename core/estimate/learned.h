// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/runner/spreads.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace plimsoll {

/// A run that was measured on somebody's own card, and what the planner said of it.
struct LearnedRun {
    std::string card;       ///< as CardFacts::name has it
    std::string runner;     ///< runner_key()
    std::string run;        ///< what tells it from others: measured twice it counts once, the latest
    double allocated = 0.0; ///< measured over planned; 0: not measured
    double device = 0.0;    ///< likewise of the process on the card
    double time = 0.0;      ///< likewise of a step's seconds, or of tokens a second that a sequence of a serving is written at
    double prefill = 0.0;   ///< likewise of tokens a second that a prompt alone is read at
    double output = 0.0;    ///< likewise of those that come out of a load
    bool operator==(const LearnedRun &) const = default;
};

/// Who carries a resolved plan out, as learned runs are told apart: "trl", "generate/transformers", "extract".
[[nodiscard]] std::string runner_key(const Plan &plan);

/// Runs that every estimate from now on learns from. Any thread may ask meanwhile.
void set_learned_runs(std::vector<LearnedRun> runs);
[[nodiscard]] std::shared_ptr<const std::vector<LearnedRun>> learned_runs();

/// The 90 % interval, as a fraction of the estimate, that `ratios` make of `prior`. The prior is a normal–inverse-χ² distribution
/// whose own predictive interval it is, and counts as one measurement for the middle and four for the spread (κ₀ = 1, ν₀ = 4; Gelman
/// et al., Bayesian Data Analysis, 3.3): without ratios it stays, and each one that lies within it narrows it. It always holds 1.
[[nodiscard]] Spread learned_spread(const Spread &prior, std::span<const double> ratios);
/// The same of figures that are off by factors rather than by parts, as times are: in logarithms, so that it never reaches 0.
[[nodiscard]] Spread learned_factors(const Spread &prior, std::span<const double> ratios);

/// Measured over planned times of this card and runner: each figure's own, since other kernels make them.
[[nodiscard]] std::vector<double> learned_times(const Plan &resolved, const std::string &card,
                                                double LearnedRun::*figure = &LearnedRun::time);

/// Narrows or moves the intervals of a peak by the runs of this card and runner whose bytes were measured; returns how many there are.
Count learn(Peak &peak, const Plan &resolved, const CardFacts &device);

} // namespace plimsoll
