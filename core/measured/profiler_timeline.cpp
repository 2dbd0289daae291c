// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/measured/log_curves.h"
#include "core/measured/monitor_logs.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace plimsoll {

namespace {

using nlohmann::json;

/// torch 2.15, torch/profiler/_memory_profiler.py, _CATEGORY_TO_INDEX; the first column of sizes is a zero.
constexpr std::array<std::string_view, 8> categories{"parameter",  "optimizer_state", "input",           "temporary",
                                                     "activation", "gradient",        "autograd_detail", "unknown"};

constexpr double most = 1e15;
Bytes bytes_of(const json &value) { return static_cast<Bytes>(std::clamp(value.get<double>(), -most, most)); }

bool is_figures(const json &value)
{
    return value.is_array() && value.size() == 2 && value[0].is_array() && value[1].is_array() &&
           value[0].size() == value[1].size();
}

/// [times, [[0, bytes by category…], …]], times in microseconds.
Result<Measured> by_category(const json &value)
{
    LogCurves out("torch profiler");
    for (std::size_t i = 0; i < value[0].size(); ++i) {
        const json &row = value[1][i];
        if (!row.is_array() || !value[0][i].is_number()) continue;
        const double time = value[0][i].get<double>() / 1e6;
        Bytes sum = 0;
        for (std::size_t c = 1; c < row.size() && c <= categories.size(); ++c) {
            if (!row[c].is_number()) continue;
            const Bytes bytes = std::max<Bytes>(0, bytes_of(row[c]));
            sum += bytes;
            out.add(std::string(categories[c - 1]), {}, bytes, time);
        }
        out.add("allocated", {}, sum, time);
    }
    return out.take();
}

/// [[time, action, change in bytes, category], …], times in nanoseconds, −1 for what was there before; a new version of a tensor is
/// two of them.
Result<Measured> of_actions(const json &value)
{
    LogCurves out("torch profiler");
    std::array<Bytes, categories.size()> sums{};
    Bytes all = 0;
    double time = 0.0;
    for (const json &row : value) {
        if (!row.is_array() || row.size() != 4 || !row[0].is_number() || !row[1].is_number_integer() || !row[2].is_number())
            continue;
        const Bytes change = row[1].get<int>() == 3 ? -std::abs(bytes_of(row[2])) : bytes_of(row[2]);
        const auto category = row[3].is_number_integer() ? row[3].get<std::int64_t>() : -1;
        const bool known = category >= 0 && category < static_cast<std::int64_t>(categories.size());
        const std::size_t at = known ? static_cast<std::size_t>(category) : categories.size() - 1;
        sums[at] = std::clamp<Bytes>(sums[at] + change, -Bytes{1} << 60, Bytes{1} << 60);
        all = std::clamp<Bytes>(all + change, -Bytes{1} << 60, Bytes{1} << 60);
        time = std::max(time, row[0].get<double>() / 1e9);
        out.add(std::string(categories[at]), {}, std::max<Bytes>(0, sums[at]), time);
        out.add("allocated", {}, std::max<Bytes>(0, all), time);
    }
    return out.take();
}

/// export_memory_timeline("….html"): a picture and nothing else.
bool is_picture(std::string_view text)
{
    const std::string_view beginning = text.substr(0, 400);
    return beginning.starts_with("<html") && beginning.find("Memory Timeline") != std::string_view::npos;
}

} // namespace

bool is_profiler_timeline(std::string_view text)
{
    if (is_picture(text)) return true;
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos || text.substr(at, 2) != "[[") return false;
    const char next = text.substr(at + 2).empty() ? ' ' : text[at + 2];
    return (next >= '0' && next <= '9') || next == '-';
}

Result<Measured> read_profiler_timeline(std::string_view text)
{
    if (is_picture(text))
        return Error{"memory timeline",
                     phrase(QT_TRANSLATE_NOOP("core", "a page whose figures are a picture")),
                     phrase(QT_TRANSLATE_NOOP("core", "the same timeline as %1"), {".json, .json.gz | .raw.json.gz"}),
                     {}};
    const Result<json> parsed = parse_json(text, "memory timeline");
    if (!parsed) return parsed.error();
    if (is_figures(*parsed)) return by_category(*parsed);
    if (parsed->is_array()) return of_actions(*parsed);
    return Error{"memory timeline", quoted(*parsed), phrase(QT_TRANSLATE_NOOP("core", "[times, sizes by category]")), {}};
}

} // namespace plimsoll
