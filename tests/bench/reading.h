// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace plimsoll::bench {

/// Into `out`: config_median_ms and config_worst_ms (one shipped configuration read and counted, the median of each),
/// config_worst (its name), safetensors_100000_ms (a sharded checkpoint by its index), gguf_2000_ms (a header); null with the
/// reason on stderr where a file cannot be made.
void measure_reading(nlohmann::json &out);

} // namespace plimsoll::bench
