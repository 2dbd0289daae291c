// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/oom_guide.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// What to do where a plan runs out of memory, and on which card that was asked.
struct OomAnswer {
    Node target;
    std::vector<OomCase> cases;
};

/// docs/schema/oom.md.
[[nodiscard]] nlohmann::ordered_json oom_to_json(const OomAnswer &answer);
/// The same as text of at most `width` columns.
[[nodiscard]] std::string oom_to_text(const OomAnswer &answer, std::size_t width = 80);

} // namespace plimsoll
