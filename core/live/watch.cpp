// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/watch.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/live/missing.h"
#include "core/live/recording.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

constexpr std::size_t name_width = 27, table_width = 80;

std::string gibibytes(const Reading<Bytes> &reading)
{
    if (!reading) return "?";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(*reading) / static_cast<double>(gib));
    return text.data();
}

std::string whole(const Reading<int> &reading, int divisor, const char *unit)
{
    return reading ? std::to_string((Count{*reading} + divisor / 2) / divisor) + unit : "?";
}

std::string padded(std::string text, std::size_t width, bool right)
{
    if (text.size() > width) text = text.substr(0, width - 1) + "~";
    const std::string space(width - text.size(), ' ');
    return right ? space + text : text + space;
}

std::string row(const std::array<std::string, 8> &cells)
{
    constexpr std::array<std::size_t, 8> widths{5, name_width, 8, 8, 8, 5, 6, 6};
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) out += padded(cells[i], widths[i], i > 1) + (i + 1 < cells.size() ? " " : "");
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
}

std::string time_text(std::int64_t time_ms)
{
    const std::time_t seconds = static_cast<std::time_t>(time_ms / 1000);
    std::tm parts{};
#ifdef _WIN32
    gmtime_s(&parts, &seconds);
#else
    gmtime_r(&seconds, &parts);
#endif
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return {text.data(), length};
}

std::string reasons(const LiveGpu &gpu)
{
    std::string out;
    for (const std::string &line : missing_figures(gpu)) out += "      " + line + '\n';
    return out;
}

/// Wrapped under itself.
std::string indented(const std::string &text, const std::string &indent)
{
    std::string out;
    for (const std::string &line : wrapped(text, table_width - indent.size(), 0)) out += indent + line + '\n';
    return out;
}

/// What the options ask to be said of a card.
std::string remarks(const LiveGpu &gpu, const WatchOptions &options)
{
    std::string out;
    if (const std::string full = fullness_text(gpu, options.warn); !full.empty()) out += indented("! " + full, "      ");
    if (options.plan) out += indented(plan_text(gpu, *options.plan, options.pids), "      ");
    if (options.allocate) out += indented(allocatable_text(gpu, *options.allocate), "      ");
    return out;
}

std::string_view name_of(Allocatable room)
{
    switch (room) {
    case Allocatable::yes: return "yes";
    case Allocatable::tight: return "tight";
    case Allocatable::no: return "no";
    case Allocatable::unknown: break;
    }
    return "unknown";
}

std::string quoted_cell(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

template <class T>
std::string cell(const Reading<T> &reading)
{
    return reading ? std::to_string(*reading) : std::string();
}

/// Of a watched process its own bytes, of a card without one all that is in use.
std::optional<bool> above(const LiveGpu &gpu, const WatchOptions &options)
{
    if (options.pids.empty()) return passed(gpu, *options.above);
    const LiveProcess *const process = followed_process(gpu, options.pids);
    if (process == nullptr) return std::nullopt;
    LiveGpu alone = gpu;
    alone.used = process->used;
    return passed(alone, *options.above);
}

Watched judged(const LiveSnapshot &snapshot, const WatchOptions &options)
{
    bool known = !options.above && !options.until && !options.allocate && !snapshot.gpus.empty(), enough = false;
    for (const LiveGpu &gpu : snapshot.gpus) {
        if (options.above) {
            const std::optional<bool> over = above(gpu, options);
            if (over == true) return Watched::passed;
            known = known || over.has_value();
        }
        for (const auto &wanted : {options.until, options.allocate}) {
            if (!wanted) continue;
            known = known || gpu.free;
            enough = enough || (gpu.free && *gpu.free >= *wanted);
        }
    }
    if (!known) return Watched::unknown;
    return (options.until || options.allocate) && !enough ? Watched::passed : Watched::seen;
}

} // namespace

LiveSnapshot filtered(LiveSnapshot snapshot, const WatchOptions &options)
{
    if (options.gpu) std::erase_if(snapshot.gpus, [&](const LiveGpu &gpu) { return gpu.index != *options.gpu; });
    for (LiveGpu &gpu : snapshot.gpus) put_biggest_first(gpu);
    if (options.pids.empty()) return snapshot;
    for (LiveGpu &gpu : snapshot.gpus)
        std::erase_if(gpu.processes, [&](const LiveProcess &process) { return !options.pids.contains(process.pid); });
    std::erase_if(snapshot.gpus, [](const LiveGpu &gpu) { return gpu.processes.empty(); });
    return snapshot;
}

std::string watch_table(const LiveSnapshot &snapshot, const WatchOptions &options)
{
    std::string out;
    if (snapshot.time_ms > 0)
        out += time_text(snapshot.time_ms) + (snapshot.driver.empty() ? "" : ", driver " + snapshot.driver) + '\n';
    if (snapshot.gpus.empty()) {
        out += (options.pids.empty() ? phrase(QT_TRANSLATE_NOOP("core", "No GPU to read."))
                                     : phrase(QT_TRANSLATE_NOOP("core", "No GPU has this process."))) +
               '\n';
        for (const std::string &line : snapshot.looked_for) out += indented(line, "  ");
        return out;
    }
    out += row({"GPU", "name", "total", "used", "free", "busy", "temp", "power"});
    for (const LiveGpu &gpu : snapshot.gpus) {
        out += row({gpu.label(), gpu.name.value.value_or("?") + (gpu.unified_memory ? " (unified)" : ""), gibibytes(gpu.total),
                    gibibytes(gpu.used), gibibytes(gpu.free), whole(gpu.utilisation, 1, "%"), whole(gpu.temperature, 1, "C"),
                    whole(gpu.power, 1000, "W")});
        for (const LiveProcess &process : gpu.processes)
            out += row({"", "  " + std::to_string(process.pid) + ' ' + process.name.value.value_or(""), "",
                        gibibytes(process.used), "", "", "", ""});
        out += reasons(gpu) + remarks(gpu, options);
    }
    return out + phrase(QT_TRANSLATE_NOOP("core", "Memory in %1."), {"GiB"}) + '\n';
}

std::string watch_json_line(const LiveSnapshot &snapshot, const WatchOptions &options)
{
    nlohmann::ordered_json out = snapshot_to_json(snapshot);
    if (options.plan) out["plan"] = plan_mark_to_json(*options.plan);
    if (options.allocate)
        for (std::size_t i = 0; i < snapshot.gpus.size(); ++i)
            out["gpus"][i]["room"] = {{"bytes", *options.allocate},
                                      {"answer", name_of(allocatable(snapshot.gpus[i], *options.allocate))}};
    return to_text(out) + '\n';
}

std::string watch_csv_header()
{
    return "time_ms,gpu,vendor,name,uuid,total_bytes,reserved_bytes,used_bytes,free_bytes,utilisation_percent,"
           "temperature_celsius,power_milliwatts,pid,process,process_used_bytes\n";
}

std::string watch_csv_rows(const LiveSnapshot &snapshot)
{
    std::string out;
    for (const LiveGpu &gpu : snapshot.gpus) {
        const std::string card = std::to_string(snapshot.time_ms) + ',' + gpu.label() + ',' + quoted_cell(gpu.vendor) + ',' +
                                 quoted_cell(gpu.name.value.value_or("")) + ',' + quoted_cell(gpu.uuid.value.value_or("")) + ',' +
                                 cell(gpu.total) + ',' + cell(gpu.reserved) + ',' + cell(gpu.used) + ',' + cell(gpu.free) + ',' +
                                 cell(gpu.utilisation) + ',' + cell(gpu.temperature) + ',' + cell(gpu.power) + ',';
        out += card + ",,\n";
        for (const LiveProcess &one : gpu.processes)
            out += card + std::to_string(one.pid) + ',' + quoted_cell(one.name.value.value_or("")) + ',' + cell(one.used) + '\n';
    }
    return out;
}

Watched watch(LiveSource &source, const WatchOptions &options, const std::function<void(const std::string &)> &write,
              const std::function<bool(int)> &wait)
{
    if (options.format == WatchFormat::csv) write(watch_csv_header());
    Watched state = Watched::unknown;
    for (Count done = 0; !options.count || done < *options.count;) {
        const LiveSnapshot snapshot = filtered(source.read(), options);
        switch (options.format) {
        case WatchFormat::json: write(watch_json_line(snapshot, options)); break;
        case WatchFormat::csv: write(watch_csv_rows(snapshot)); break;
        case WatchFormat::text: write(watch_table(snapshot, options)); break;
        }
        state = judged(snapshot, options);
        if (options.above && state == Watched::passed) break;
        if (options.until && state == Watched::seen) break;
        if (++done; options.count && done >= *options.count) break;
        if (!wait(std::max(options.interval_ms, 250))) break;
    }
    return state;
}

} // namespace plimsoll
