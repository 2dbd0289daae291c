// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// A change that might help, before anybody knows what it saves here.
struct Candidate {
    std::string group; ///< of one group only one can be applied
    std::string title; ///< as it begins a line: "Fused loss kernel"
    std::string later; ///< as it stands after others on a line: "fused loss kernel", but "AdamW in 8 bits"
    nlohmann::json patch;
    CostKind kind = CostKind::none;
    std::string cost;
    std::string source;
    std::string no_effect; ///< known without an estimate; `patch` is null then
};

/// All candidates for an estimated plan.
[[nodiscard]] std::vector<Candidate> advice_candidates(const Estimate &estimate, const Node &target);

} // namespace plimsoll
