// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/watch.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/live/recording.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

constexpr std::size_t name_width = 27;

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

/// "  power: not supported by this card" for each reading of the card without a value.
std::string reasons(const LiveGpu &gpu)
{
    std::string out;
    std::string last;
    const auto add = [&](const char *what, const std::string &reason) {
        if (reason.empty() || reason == last) return;
        out += "      " + std::string(what) + ": " + reason + '\n';
        last = reason;
    };
    add("name", gpu.name.reason);
    add("memory", gpu.total.reason);
    add("reserved", gpu.reserved.reason);
    add("busy", gpu.utilisation.reason);
    add("temperature", gpu.temperature.reason);
    add("power", gpu.power.reason);
    add("processes", gpu.processes_reason);
    return out;
}

} // namespace

LiveSnapshot filtered(LiveSnapshot snapshot, const WatchOptions &options)
{
    if (options.gpu) std::erase_if(snapshot.gpus, [&](const LiveGpu &gpu) { return gpu.index != *options.gpu; });
    if (!options.pid) return snapshot;
    for (LiveGpu &gpu : snapshot.gpus)
        std::erase_if(gpu.processes, [&](const LiveProcess &process) { return process.pid != *options.pid; });
    std::erase_if(snapshot.gpus, [](const LiveGpu &gpu) { return gpu.processes.empty(); });
    return snapshot;
}

std::string watch_table(const LiveSnapshot &snapshot)
{
    std::string out;
    if (snapshot.time_ms > 0)
        out += time_text(snapshot.time_ms) + (snapshot.driver.empty() ? "" : ", driver " + snapshot.driver) + '\n';
    if (snapshot.gpus.empty()) {
        out += phrase(QT_TRANSLATE_NOOP("core", "No GPU to read.")) + '\n';
        for (const std::string &line : snapshot.looked_for) out += "  " + line + '\n';
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
        out += reasons(gpu);
    }
    return out + phrase(QT_TRANSLATE_NOOP("core", "Memory in %1."), {"GiB"}) + '\n';
}

std::string watch_json_line(const LiveSnapshot &snapshot) { return to_text(snapshot_to_json(snapshot)) + '\n'; }

bool watch(LiveSource &source, const WatchOptions &options, const std::function<void(const std::string &)> &write,
           const std::function<bool(int)> &wait)
{
    bool found = false;
    for (Count done = 0; !options.count || done < *options.count;) {
        const LiveSnapshot snapshot = filtered(source.read(), options);
        found = !snapshot.gpus.empty();
        write(options.format == WatchFormat::json ? watch_json_line(snapshot) : watch_table(snapshot));
        if (++done; options.count && done >= *options.count) break;
        if (!wait(std::max(options.interval_ms, 250))) break;
    }
    return found;
}

} // namespace plimsoll
