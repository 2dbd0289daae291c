// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/watch.h"

#include "app/cli/command.h"
#include "app/cli/answers.h"
#include "app/cli/plan_options.h"
#include "core/api/runs/live_plan.h"
#include "core/api/planner.h"
#include "core/live/device_files.h"
#include "core/plan/field.h"

#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> watch_formats{"text", "json", "csv"};
constexpr Count shortest_interval_ms = 250;

/// A whole number of an option in a range; nothing where the option is not given.
Result<std::optional<Count>> number_of(const OptionParser &parser, const char *name, Count least, Count most)
{
    const QString option = QString::fromUtf8(name);
    if (!parser.isSet(option)) return std::optional<Count>();
    const std::string typed = parser.value(option).toStdString();
    const auto value = count_from_text(typed);
    if (!value || *value < least || *value > most)
        return Error{"--" + std::string(name), typed, std::to_string(least) + " to " + std::to_string(most), {}};
    return value;
}

/// A size above 0; nothing where the option is not given.
Result<std::optional<Bytes>> size_of(const OptionParser &parser, const char *name)
{
    const QString option = QString::fromUtf8(name);
    if (!parser.isSet(option)) return std::optional<Bytes>();
    const std::string typed = parser.value(option).toStdString();
    const std::optional<Bytes> size = bytes_from_text(typed);
    if (!size || *size <= 0) return Error{"--" + std::string(name), typed, "a size above 0, such as 16GiB", {}};
    return size;
}

/// "85%", or a size.
Result<std::optional<Limit>> limit_of(const OptionParser &parser)
{
    const QString option = QStringLiteral("above");
    if (!parser.isSet(option)) return std::optional<Limit>();
    const std::string typed = parser.value(option).toStdString();
    if (typed.ends_with('%')) {
        const auto percent = count_from_text(typed.substr(0, typed.size() - 1));
        if (percent && *percent >= 1 && *percent <= 100) return std::optional(Limit{{}, static_cast<int>(*percent)});
    } else if (const auto size = bytes_from_text(typed); size && *size > 0) {
        return std::optional(Limit{*size, 0});
    }
    return Error{"--above", typed, "a size above 0, such as 20GiB, or 1% to 100%", {}};
}

/// The plan as readings are held against it.
Result<std::optional<PlanMark>> plan_of(const OptionParser &parser)
{
    if (!parser.isSet(QStringLiteral("plan"))) return std::optional<PlanMark>();
    const Result<Question> question = plan_in_file(parser.value(QStringLiteral("plan")).toStdString()); // --gpu is a card here
    if (!question.ok()) return question.error();
    say_warnings(*question);
    const Result<Estimate> estimate = Planner().estimate(*question);
    if (!estimate.ok()) return estimate.error();
    return std::optional(plan_mark(*estimate, question->name));
}

std::optional<Error> read_limits(const OptionParser &parser, WatchOptions &out)
{
    const auto above = limit_of(parser);
    if (!above.ok()) return above.error();
    const auto until = size_of(parser, "until"), allocate = size_of(parser, "allocate");
    for (const auto *read : {&until, &allocate})
        if (!read->ok()) return read->error();
    const auto warn = number_of(parser, "warn", 1, 100);
    if (!warn.ok()) return warn.error();
    out.above = *above;
    out.until = *until;
    out.allocate = *allocate;
    out.warn.percent = static_cast<int>((*warn).value_or(out.warn.percent));
    if (out.above && (out.until || out.allocate))
        return Error{"--above", {}, {}, "cannot stand beside --until or --allocate, whose exit status says something else"};
    if (out.until && out.allocate) return Error{"--allocate", {}, {}, "cannot stand beside --until, which waits for the same"};
    return std::nullopt;
}

Result<WatchOptions> options_of(const OptionParser &parser)
{
    WatchOptions out;
    const auto gpu = number_of(parser, "gpu", 0, 1023);
    const auto pid = number_of(parser, "pid", 1, std::numeric_limits<std::uint32_t>::max());
    const auto interval = number_of(parser, "interval", shortest_interval_ms, 3'600'000);
    const auto count = number_of(parser, "count", 1, std::numeric_limits<std::int32_t>::max());
    for (const auto *read : {&gpu, &pid, &interval, &count})
        if (!read->ok()) return read->error();
    const Result<std::string> format = format_of(parser, watch_formats);
    if (!format.ok()) return format.error();
    if (const auto error = read_limits(parser, out)) return *error;
    const Result<std::optional<PlanMark>> plan = plan_of(parser);
    if (!plan.ok()) return plan.error();
    out.plan = *plan;
    if (*gpu) out.gpu = static_cast<int>(**gpu);
    if (*pid) out.pids = process_tree("/proc", static_cast<std::uint32_t>(**pid));
    out.interval_ms = static_cast<int>((*interval).value_or(out.interval_ms));
    out.count = *count;
    if (out.allocate && !out.count) out.count = 1;
    out.format = *format == "json" ? WatchFormat::json : *format == "csv" ? WatchFormat::csv : WatchFormat::text;
    return out;
}

void watch_add_options(OptionParser &parser)
{
    const auto add = [&parser](const char *name, const char *about, const char *value) {
        parser.addOption({QString::fromUtf8(name), QString::fromUtf8(about), QString::fromUtf8(value)});
    };
    add("gpu", "Only this card, by the number that stands before it.", "INDEX");
    add("pid", "Only cards with this process or one that it started, and only these.", "PID");
    add("plan", "A plan or session file: what it takes stands beside what runs.", "FILE");
    add("above", "Ends with status 1 once more than this is in use, of a watched process by it.", "SIZE|PERCENT");
    add("until", "Ends with status 0 once so much is free on a card; 1 if --count ends first.", "SIZE");
    add("allocate", "Whether so much can be allocated now: one reading; status 1 where it cannot.", "SIZE");
    add("warn", "Say so where a card is fuller than this; 85 unless given.", "PERCENT");
    add("interval", "Milliseconds between readings; 1000 unless given, 250 at least.", "MS");
    add("count", "Readings; without end unless given.", "N");
    parser.addOption(format_option(watch_formats));
}

int status_of(Watched how)
{
    switch (how) {
    case Watched::seen: return Exit::fits;
    case Watched::passed: return Exit::does_not_fit;
    case Watched::unknown: break;
    }
    return Exit::tight_or_unknown;
}

} // namespace

int run_watch(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    watch_add_options(parser);
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
    return status_of(watch(*source, *options, write, wait));
}

} // namespace plimsoll::cli
