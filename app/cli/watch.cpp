// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/watch.h"

#include "app/cli/command.h"
#include "core/plan/field.h"

#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json"};
constexpr Count shortest_interval_ms = 250;

/// A whole number of an option in a range; nothing where the option is not given.
Result<std::optional<Count>> number_of(const QCommandLineParser &parser, const char *name, Count least, Count most)
{
    const QString option = QString::fromUtf8(name);
    if (!parser.isSet(option)) return std::optional<Count>();
    const std::string typed = parser.value(option).toStdString();
    const auto value = count_from_text(typed);
    if (!value || *value < least || *value > most)
        return Error{"--" + std::string(name), typed, std::to_string(least) + " to " + std::to_string(most), {}};
    return value;
}

Result<WatchOptions> options_of(const QCommandLineParser &parser)
{
    WatchOptions out;
    const auto gpu = number_of(parser, "gpu", 0, 1023);
    const auto pid = number_of(parser, "pid", 1, std::numeric_limits<std::uint32_t>::max());
    const auto interval = number_of(parser, "interval", shortest_interval_ms, 3'600'000);
    const auto count = number_of(parser, "count", 1, std::numeric_limits<std::int32_t>::max());
    for (const auto *read : {&gpu, &pid, &interval, &count})
        if (!read->ok()) return read->error();
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return format.error();
    if (*gpu) out.gpu = static_cast<int>(**gpu);
    if (*pid) out.pid = static_cast<std::uint32_t>(**pid);
    out.interval_ms = static_cast<int>((*interval).value_or(out.interval_ms));
    out.count = *count;
    out.format = *format == "json" ? WatchFormat::json : WatchFormat::text;
    return out;
}

} // namespace

int run_watch(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    const auto add = [&parser](const char *name, const char *about, const char *value) {
        parser.addOption({QString::fromUtf8(name), QString::fromUtf8(about), QString::fromUtf8(value)});
    };
    add("gpu", "Only this card, by the driver's index.", "INDEX");
    add("pid", "Only cards with this process.", "PID");
    add("interval", "Milliseconds between readings; 1000 unless given, 250 at least.", "MS");
    add("count", "Readings; without end unless given.", "N");
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<WatchOptions> options = options_of(parser);
    if (!options.ok()) return fail(options.error());
    const std::unique_ptr<LiveSource> source = local_live_source();
    if (const auto problem = source->problem()) return fail(*problem);
    const auto write = [](const std::string &text) {
        print(text);
        std::fflush(stdout);
    };
    const auto wait = [](int milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        return std::ferror(stdout) == 0;
    };
    const bool seen = watch(*source, *options, write, wait);
    return seen ? Exit::fits : Exit::tight_or_unknown;
}

} // namespace plimsoll::cli
