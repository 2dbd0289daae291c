// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/measured/measured.h"
#include "core/measured/planned_run.h"
#include "core/measured/snapshot_run.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// One phase of a run, measured and planned; what either does not have is absent.
struct PhaseComparison {
    Count step = 0, planned_step = 0; ///< a run goes round after its second step, which stands for all later ones
    std::string phase;
    std::optional<Bytes> measured, planned; ///< allocated, peak
    std::optional<Bytes> measured_reserved, planned_reserved;
    bool operator==(const PhaseComparison &) const = default;
};

/// Memory of which one side holds more.
struct PartingTerm {
    std::string what; ///< component and operation of the plan, else the frame that allocated it
    Bytes size = 0;   ///< of one
    Count count = 0;  ///< measured less planned
    [[nodiscard]] Bytes bytes() const { return size * count; }
    bool operator==(const PartingTerm &) const = default;
};

/// The first phase in which both differ by more than a half per cent and 2 MiB.
struct Parting {
    std::size_t phase = 0;          ///< among the phases beside one another
    std::vector<PartingTerm> terms; ///< the largest first; empty where the source names no allocations
    bool operator==(const Parting &) const = default;
};

/// `asked_sizes`: the measurement counts what was asked for (a snapshot's trace), not what blocks hold beside it.
[[nodiscard]] std::vector<PhaseComparison> compared_phases(const Measured &measured, const std::vector<PlannedPhase> &planned,
                                                           bool asked_sizes);
[[nodiscard]] std::optional<Parting> parting(const std::vector<PhaseComparison> &phases);

/// What is alive after an event of the trace, held against what was measured.
[[nodiscard]] std::vector<PartingTerm> terms_between(const std::vector<LiveSize> &measured, const step::Trace &trace,
                                                     std::size_t event);

/// "loss backward" of "loss_backward"; a name that is no phase of ours as it stands.
[[nodiscard]] std::string title_of_measured(const std::string &phase);

/// "They part in step 2, backward."
[[nodiscard]] std::string parting_sentence(const std::vector<PhaseComparison> &phases, const Parting &parts);
/// "measured has 1 × 12,345 B more: weights: linear of q_proj"
[[nodiscard]] std::string words_for(const PartingTerm &term);

[[nodiscard]] nlohmann::ordered_json comparison_to_json(const std::vector<PhaseComparison> &phases,
                                                        const std::optional<Parting> &parts);
[[nodiscard]] std::string comparison_to_text(const std::vector<PhaseComparison> &phases, const std::optional<Parting> &parts);

} // namespace plimsoll
