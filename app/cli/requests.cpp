// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/requests.h"

#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/online.h"
#include "app/cli/ordered_lines.h"
#include "core/ground/json_text.h"
#include "core/plan/plan_json.h"
#include "core/plan/settings_of_adapter.h"
#include "core/report/estimate_json.h"
#include "core/resolve/loading.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace plimsoll::cli {

namespace {

/// Models that were loaded, by what names them; errors are remembered too.
class ModelCache {
public:
    ModelCache(const QCommandLineParser &parser, std::string base_directory) : m_parser(parser), m_base(std::move(base_directory))
    {}

    Result<ArchitectureRef> load(const ModelReference &reference)
    {
        const std::string key =
            reference.preset + '\n' + reference.config_path + '\n' + reference.hub + '\n' + reference.config_text;
        {
            const std::lock_guard lock(m_mutex);
            if (const auto found = m_models.find(key); found != m_models.end()) return found->second;
        }
        Result<ArchitectureRef> loaded = load_anew(reference);
        const std::lock_guard lock(m_mutex);
        if (m_models.size() >= most_models) m_models.clear();
        return m_models.emplace(key, std::move(loaded)).first->second;
    }

private:
    Result<ArchitectureRef> load_anew(const ModelReference &reference)
    {
        if (reference.hub.empty()) return load_model(reference, m_base);
        const std::lock_guard lock(m_fetching); // lines that name the same model wait for one fetch
        if (const std::optional<Error> error = fetch_when_online(m_parser, reference)) return *error;
        return load_model(reference, m_base);
    }

    static constexpr std::size_t most_models = 256;
    const QCommandLineParser &m_parser;
    std::string m_base;
    std::mutex m_mutex, m_fetching;
    std::unordered_map<std::string, Result<ArchitectureRef>> m_models;
};

bool has_overrides(const QCommandLineParser &parser)
{
    const QStringList own{QStringLiteral("requests"), QStringLiteral("timeline"), QStringLiteral("max"), QStringLiteral("format"),
                          QStringLiteral("online")};
    return std::ranges::any_of(parser.optionNames(), [&own](const QString &name) { return !own.contains(name); });
}

class Requests {
public:
    Requests(const QCommandLineParser &parser, std::string base_directory)
        : m_parser(parser), m_base(base_directory), m_models(parser, std::move(base_directory)),
          m_timeline(parser.isSet(QStringLiteral("timeline"))), m_max(parser.isSet(QStringLiteral("max"))),
          m_overridden(has_overrides(parser))
    {}

    std::string answer_line(const InputLine &line)
    {
        const Result<PlanAnswer> made = answered(line);
        if (made.ok()) return to_text(estimate_to_json(*made, m_timeline ? TimelineDetail::layers : TimelineDetail::none)) + '\n';
        m_failed = true;
        return to_text(error_to_json(made.error(), line.number)) + '\n';
    }

    [[nodiscard]] bool failed() const { return m_failed; }

private:
    const QCommandLineParser &m_parser;
    std::string m_base;
    ModelCache m_models;
    bool m_timeline;
    bool m_max;
    bool m_overridden;
    std::atomic<bool> m_failed = false;

    Result<PlanAnswer> answered(const InputLine &line)
    {
        if (line.too_long)
            return Error{"plan", {}, "at most " + std::to_string(longest_line) + " bytes on a line", "is too long"};
        Result<ParsedPlan> parsed = plan_from_json(std::string_view(line.text));
        if (!parsed.ok()) return parsed.error();
        Plan plan = std::move(parsed->plan);
        if (m_overridden) {
            Result<Plan> changed = with_overrides(std::move(plan), m_parser);
            if (!changed.ok()) return changed.error();
            plan = std::move(changed).value();
        }
        plan = with_settings_of_model(std::move(plan), m_base, parsed->warnings);
        const Result<ArchitectureRef> model = m_models.load(plan.model);
        if (!model.ok()) return model.error();
        Result<PlanAnswer> made = answer(*model, plan, {.timeline = m_timeline, .required = true});
        if (made.ok() && m_max) add_maxima(*made);
        if (made.ok()) put_behind_loading(made->estimate.warnings, parsed->warnings, made->estimate.plan);
        return made;
    }
};

Result<std::string> checked_path(const std::string &path)
{
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status))
        return Error{"--requests", path, "a file of plans, one a line, or -", "there is no such file"};
    if (std::filesystem::is_directory(status))
        return Error{"--requests", path, "a file of plans, one a line, or -", "is a folder"};
    return path;
}

} // namespace

int run_requests(const QCommandLineParser &parser)
{
    const std::string path = parser.value(QStringLiteral("requests")).toStdString();
    if (parser.isSet(QStringLiteral("plan")))
        return fail({"--plan", {}, "either --plan or --requests", "plans come from the lines"});
    if (parser.isSet(QStringLiteral("format")) && parser.value(QStringLiteral("format")) != QStringLiteral("json"))
        return fail({"--format",
                     parser.value(QStringLiteral("format")).toStdString(),
                     "json (answers to --requests are JSON lines)",
                     {}});
    std::ios::sync_with_stdio(false);
    std::ifstream file;
    if (path != "-") {
        if (const Result<std::string> checked = checked_path(path); !checked.ok()) return fail(checked.error());
        file.open(path, std::ios::binary);
        if (!file) return fail({"--requests", path, {}, "cannot be opened for reading"});
    }
    const std::string base = path == "-" ? std::string() : std::filesystem::path(path).parent_path().string();
    Requests requests(parser, base);
    const auto write = [](const std::string &text) {
        print(text);
        std::fflush(stdout);
    };
    answer_lines(
        path == "-" ? static_cast<std::istream &>(std::cin) : file, std::max(1U, std::thread::hardware_concurrency()),
        [&requests](const InputLine &line) { return requests.answer_line(line); }, write);
    return requests.failed() ? Exit::bad_input : Exit::fits;
}

} // namespace plimsoll::cli
