// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"
#include "core/report/document.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll::report {

/// What a profile says beside the answers.
struct ProfileFacts {
    std::vector<Advice> advice = {};                                    ///< for the first card or the budget
    std::optional<SourceDocument> document = std::nullopt;              ///< somebody's own figures
    std::vector<std::pair<std::string, std::string>> measurements = {}; ///< what was measured and came of it, a row each
};

/// The selected answer as a profile of one test: the status against its target first; then how it was set up, what was measured, the
/// breakdown that sums, by how much it is over or under in bytes and per cent, what follows, changes by bytes saved and what changes
/// nothing here, architecture, adapter, bytes for each billion parameters, what to do next; and the end of every report.
[[nodiscard]] Document profile_of(ReportInput input, const ProfileFacts &facts = {});

} // namespace plimsoll::report
