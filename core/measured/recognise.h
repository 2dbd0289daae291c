// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A source of measurements that is a text: logs of monitors and trainers.
struct MeasuredSource {
    std::string_view name;  ///< as --from takes it
    std::string_view title; ///< "nvidia-smi"
    bool (*recognises)(std::string_view text);
    Result<Measured> (*read)(std::string_view text);
    bool yields = false; ///< a command or a configuration in the same text is read before it
};

[[nodiscard]] const std::vector<MeasuredSource> &measured_sources();
/// By name, or the first that recognises the text; null: none.
[[nodiscard]] const MeasuredSource *measured_source(std::string_view text, std::string_view from);
/// "measurement | snapshot | …"
[[nodiscard]] std::string measured_names();

/// The largest text that is read as a log.
inline constexpr std::uint64_t largest_log = std::uint64_t{256} << 20;

} // namespace plimsoll
