// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/csv_table.h"
#include "core/ground/ascii.h"

#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

/// 0: no unit that is known.
double factor_of(std::string_view unit)
{
    if (unit.empty() || unit == "B" || unit == "bytes") return 1.0;
    constexpr std::string_view letters = "KMGT";
    const std::size_t power = letters.find(unit.front() == 'k' ? 'K' : unit.front());
    if (power == std::string_view::npos) return 0.0;
    const std::string_view rest = unit.substr(1);
    if (rest != "iB" && rest != "B" && !rest.empty()) return 0.0;
    return std::pow(rest == "B" ? 1000.0 : 1024.0, static_cast<double>(power + 1));
}

} // namespace

void each_log_line(std::string_view text, const std::function<void(std::string_view)> &visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty()) visit(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::vector<std::string> csv_cells(std::string_view line)
{
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= line.size();) {
        while (at < line.size() && line[at] == ' ') ++at;
        std::string cell;
        if (at < line.size() && line[at] == '"') {
            for (++at; at < line.size(); ++at) {
                if (line[at] == '"' && at + 1 < line.size() && line[at + 1] == '"')
                    cell += line[at++];
                else if (line[at] == '"')
                    break;
                else
                    cell += line[at];
            }
            at = std::min(line.find(',', at), line.size());
        } else {
            const std::size_t end = std::min(line.find(',', at), line.size());
            cell = trimmed(line.substr(at, end - at));
            at = end;
        }
        out.push_back(std::move(cell));
        ++at;
    }
    return out;
}

std::optional<Bytes> bytes_in(std::string_view cell, std::string_view unit)
{
    cell = trimmed(cell);
    double value = 0.0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (code != std::errc()) return std::nullopt;
    const std::string_view own = trimmed(cell.substr(static_cast<std::size_t>(end - cell.data())));
    const double factor = factor_of(own.empty() ? unit : own);
    const double bytes = value * factor;
    if (factor <= 0.0 || !(bytes >= 0.0) || bytes > 1e18) return std::nullopt;
    return static_cast<Bytes>(std::llround(bytes));
}

} // namespace plimsoll
