// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "tests/accuracy/row.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plimsoll::accuracy {

/// What the planner says of one row.
struct Judgement {
    const Row *row = nullptr;
    std::string refused; ///< why there is no estimate; empty when there is one
    std::string model_type;
    Peak peak;
    std::string phase; ///< coarse phase of our allocated peak
    double microseconds = 0;

    [[nodiscard]] bool answered() const { return refused.empty(); }
    /// (ours − reference) / reference; absent when either is.
    [[nodiscard]] std::optional<double> allocated_error() const;
    [[nodiscard]] std::optional<double> reserved_error() const;
    [[nodiscard]] std::optional<double> required_error() const;
    [[nodiscard]] std::optional<double> device_error() const;
    /// Whether the 90 % interval holds the reference (allocated, else device).
    [[nodiscard]] std::optional<bool> covered() const;
    [[nodiscard]] std::optional<bool> phase_right() const;
};

/// The rows' names for our phases: forward (with the loss), backward, optimizer, generate, load.
[[nodiscard]] std::string coarse(Phase phase);

/// The whole estimate of a row's plan; configurations are looked up below `base`.
[[nodiscard]] Result<Estimate> estimate_row(const Row &row, const std::string &base, const EstimateOptions &options);

/// One judgement per row, same order; uses every core. Without the allocator only allocated figures are judged (faster).
[[nodiscard]] std::vector<Judgement> judge(std::span<const Row> rows, const std::string &base, bool allocator = true);

} // namespace plimsoll::accuracy
