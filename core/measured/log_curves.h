// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/measured/measured.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace plimsoll {

/// Collects the samples of a log: a curve for each thing and whose it is.
class LogCurves {
public:
    explicit LogCurves(std::string source) { m_out.source = std::move(source); }
    /// A sample; without a time it is told by its number.
    void add(const std::string &what, const std::string &of, Bytes bytes, std::optional<double> seconds = {});
    [[nodiscard]] Measured &measured() { return m_out; }
    /// With the peaks of what was collected: "device" curves are whole cards, "process" curves one process, "allocated" and "reserved"
    /// PyTorch's. Error: nothing was.
    [[nodiscard]] Result<Measured> take();

private:
    Measured m_out;
    std::map<std::pair<std::string, std::string>, std::size_t> m_places; ///< of the curves, by what and of
    std::vector<double> m_begun;
};

/// "2026/11/27 00:12:55.123", "2026-11-27T00:12:55.123": seconds since 1970 as if of UTC.
[[nodiscard]] std::optional<double> log_time(std::string_view text);

} // namespace plimsoll
