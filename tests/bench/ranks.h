// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace plimsoll::bench {

/// Plans over many ranks: `ranks_1024_*_ms`, `splits_70b_64_s`.
void measure_ranks(nlohmann::json &out);

} // namespace plimsoll::bench
