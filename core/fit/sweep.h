// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A field of the plan and the values it takes, one after the other.
struct SweepAxis {
    std::string field;               ///< path: "sequence_length"
    std::vector<std::string> values; ///< as with_field() reads them
    bool operator==(const SweepAxis &) const = default;
};

/// More points than this are refused, and more values of one field: a range of a few characters can stand for any number.
inline constexpr std::size_t most_sweep_points = 1'000'000, most_axis_values = 100'000;

/// FIELD=FROM:TO[:STEP] (step 1; "x2" doubles), or FIELD=A,B,C for values of any kind. TO is met when a step ends on it,
/// never passed; at most `most_axis_values`. FIELD is a path or the name of its option.
[[nodiscard]] Result<SweepAxis> sweep_axis(std::string_view text);

/// A plan with fields that take every combination of their axes' values; the last axis turns fastest.
class Sweep {
public:
    /// Error: no axis, one field twice, or too many points.
    [[nodiscard]] static Result<Sweep> over(Plan plan, std::vector<SweepAxis> axes);

    [[nodiscard]] const std::vector<SweepAxis> &axes() const { return m_axes; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The values of one point, in the order of the axes.
    [[nodiscard]] std::vector<std::string> values_at(std::size_t point) const;
    /// The plan there; an error where a value is not accepted.
    [[nodiscard]] Result<Plan> plan_at(std::size_t point) const;

private:
    Sweep(Plan plan, std::vector<SweepAxis> axes, std::size_t size);

    Plan m_plan;
    std::vector<SweepAxis> m_axes;
    std::size_t m_size = 0;
};

/// Cards and a budget as a sweep is judged against them.
struct SweepTarget {
    Cluster cluster;
    bool swept_budget = false; ///< each point is judged against its own plan's budget, in place of the cluster's
    /// "NVIDIA A100-SXM4-80GB", "4 × …", "16 GiB budget" ("budget" where it is swept), in the order of SweepPoint::fits.
    [[nodiscard]] std::vector<std::string> names() const;
};
[[nodiscard]] Result<SweepTarget> sweep_target(const Target &target);

/// What one point came to.
struct SweepPoint {
    std::optional<Error> error; ///< set: nothing else is
    Peak peak;
    std::vector<Fits> fits; ///< one per card, then the budget
};

/// The estimate of one point, without timeline and explanations, for the target's first card.
[[nodiscard]] Result<Estimate> sweep_estimate(const ArchitectureRef &architecture, const Result<Plan> &plan,
                                              const SweepTarget &target);
/// Such an estimate judged.
[[nodiscard]] SweepPoint judged_point(const Estimate &estimate, const SweepTarget &target);

/// Estimates one plan without timeline and explanations, and judges it.
[[nodiscard]] SweepPoint sweep_point(const ArchitectureRef &architecture, const Result<Plan> &plan, const SweepTarget &target);

} // namespace plimsoll
