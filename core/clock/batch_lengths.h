// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"

#include <functional>
#include <vector>

namespace plimsoll {

/// How many of a run's micro-batches are so long.
struct LengthShare {
    Count length = 0; ///< tokens of each of their rows, padding among them
    double share = 0; ///< all of a list sum to 1
    bool operator==(const LengthShare &) const = default;
};

/// How a loader meets a data set.
struct BatchesAsked {
    Batching batching = Batching::padded;
    Count sequence_length = 1; ///< of the plan: longer rows are cut to it
    bool drops = false;        ///< or left out
    Count micro_batch = 1;     ///< rows of one
    Count grouped = 1;         ///< rows of a step of one rank, which sorting by length takes at a time
};

/// Micro-batches of a data set's rows.
struct BatchesMade {
    std::vector<LengthShare> rows; ///< that train, by their own length
    std::vector<LengthShare>
        batches;        ///< by what they are padded to; `padding_free`, in which no row waits for a longer one: the rows
    LengthsTaken taken; ///< without step_share
};

/// The longest of n rows drawn at random has at most L tokens with F(L)^n, where F is the rows' own distribution. Sorted by length
/// (transformers' trainer_pt_utils.get_length_grouped_indices) rows stand in order within 50 steps of one rank, or a quarter of the
/// data where that is less: the longest of the k-th batch is an order statistic of so many draws, P(X(r) ≤ L) = P(Bin(M, F(L)) ≥ r).
/// Packed are whole rows, the longest first, each where least room stays (best-fit decreasing, as TRL's and Axolotl's packers). No
/// rows of a positive length that trains: no batches.
[[nodiscard]] BatchesMade batches_of(const RowLengths &lengths, const BatchesAsked &asked);

/// By what the longest of `times` such batches of rows drawn at random are padded to.
[[nodiscard]] std::vector<LengthShare> longest_of(const std::vector<LengthShare> &rows, double times);

/// Mean over a distribution of what `seconds` tells of a length: of at most `most` lengths, straight lines between them. Negative
/// where it tells nothing of one.
[[nodiscard]] std::function<double(Count)> timed_at(const std::vector<LengthShare> &over,
                                                    const std::function<std::optional<double>(Count)> &seconds);
struct MeanAndSpread {
    double mean = 0, deviation = 0;
};
[[nodiscard]] MeanAndSpread over_lengths(const std::vector<LengthShare> &over, const std::function<double(Count)> &seconds);

/// Expected largest of n standard normal values (Blom 1958: Φ⁻¹((n − 0.375) / (n + 0.25))).
[[nodiscard]] double largest_of_normals(double n);

} // namespace plimsoll
