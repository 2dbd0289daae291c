// SPDX-License-Identifier: GPL-3.0-or-later
// torch 2.15, torch/profiler: export_chrome_trace() with profile_memory=True.
#include "core/ground/phrase.h"
#include "core/measured/log_curves.h"
#include "core/measured/monitor_logs.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

/// One "[memory]" event; those of the host's memory (device type 0) are another matter.
void take_event(LogCurves &out, const json &event)
{
    const auto args = event.find("args");
    const auto time = event.find("ts");
    if (args == event.end() || !args->is_object() || time == event.end() || !time->is_number()) return;
    const auto figure = [&args](const char *key) -> std::optional<Bytes> {
        const auto found = args->find(key);
        if (found == args->end() || !found->is_number()) return std::nullopt;
        return static_cast<Bytes>(std::clamp(found->get<double>(), 0.0, 1e15));
    };
    if (figure("Device Type").value_or(0) == 0) return;
    const std::string card = std::to_string(figure("Device Id").value_or(0));
    for (const auto &[what, key] : {std::pair("allocated", "Total Allocated"), std::pair("reserved", "Total Reserved")})
        if (const std::optional<Bytes> bytes = figure(key)) out.add(what, card, *bytes, time->get<double>() / 1e6);
}

} // namespace

bool is_profiler_trace(std::string_view text)
{
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos || text[at] != '{') return false;
    return text.substr(0, std::size_t{1} << 20U).find("\"traceEvents\"") != std::string_view::npos;
}

/// Events are taken one by one: of the others nothing is kept.
Result<Measured> read_profiler_trace(std::string_view text)
{
    constexpr int of_event = 2;
    constexpr std::size_t most_values = 1000; // of one event
    LogCurves out("torch profiler");
    std::size_t values = 0;
    const auto visit = [&](int depth, json::parse_event_t event, json &value) {
        if (event == json::parse_event_t::object_start && depth == of_event) values = 0;
        if (event != json::parse_event_t::object_end) return depth < of_event || ++values < most_values;
        if (depth != of_event) return true;
        if (const auto name = value.find("name"); name != value.end() && *name == "[memory]") take_event(out, value);
        return false;
    };
    if (json::parse(text, visit, false).is_discarded())
        return Error{"trace", {}, {}, phrase(QT_TRANSLATE_NOOP("core", "the trace is no whole JSON"))};
    Result<Measured> read = out.take();
    if (read) return read;
    return Error{"trace",
                 phrase(QT_TRANSLATE_NOOP("core", "no memory of a card")),
                 phrase(QT_TRANSLATE_NOOP("core", "a trace with %1"), {"profile_memory=True"}),
                 {}};
}

} // namespace plimsoll
