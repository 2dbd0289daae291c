// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/budgets.h"
#include "tests/accuracy/outcomes.h"
#include "tests/accuracy/phases.h"
#include "tests/accuracy/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>

namespace plimsoll::accuracy {
namespace {

constexpr const char *usage = R"(plimsoll-accuracy: the planner against reference rows

  --json FILE          the table as JSON ("-": stdout)
  --where FIELD=A,B    only rows whose FIELD is A or B; FIELD: id (beginning is enough), group, family, method, stack, task,
                       gpu, set (recorded | published), trust, or a path into the plan ("optimizer.name", "loss.kind")
  --group, --family, --method, --stack, --task, --gpu, --set, --id VALUE    the same, shorter
  --by FIELD           one more table by that field; may be given often
  --worst N            worst cases shown (8)
  --list               every row: errors in per cent, sorted by |allocated error|
  --refused            the rows without an estimate, and why
  --summary            a narrow table: one line per kind of run
  --verdicts           only how verdicts met what people report: ran, or out of memory
  --phases ID          one row in full: our peaks per phase beside the row's
  --held               what left its budget (budgets.jsonl), and what those rows share; exit status 1 where anything did
  --renew              the same, then today's figures become the budgets; of all rows only
  --data FOLDER        another folder with rows/ and configs/
)";

struct Filter {
    std::string field;
    std::vector<std::string> accepted;
};

struct Options {
    std::string data = PLIMSOLL_ACCURACY_DATA;
    std::string json, phases;
    std::vector<Filter> filters;
    std::vector<std::string> by{"group", "family"};
    std::size_t worst = 8;
    bool list = false, refused = false, summary = false, verdicts = false;
    bool held = false, renew = false;
};

[[noreturn]] void fail(const std::string &message)
{
    std::cerr << "plimsoll-accuracy: " << message << '\n';
    std::exit(2);
}

Filter filter_of(const std::string &field, std::string_view values)
{
    Filter filter{.field = field, .accepted = {}};
    for (std::size_t from = 0; from <= values.size();) {
        const auto comma = std::min(values.find(',', from), values.size());
        filter.accepted.emplace_back(values.substr(from, comma - from));
        from = comma + 1;
    }
    return filter;
}

bool is_filter(const std::string &name)
{
    constexpr std::array<std::string_view, 9> names{"--id",   "--group", "--family", "--method", "--stack",
                                                    "--task", "--gpu",   "--set",    "--trust"};
    return std::ranges::find(names, name) != names.end();
}

void take_valued(Options &options, const std::string &name, const std::string &value)
{
    if (name == "--json") {
        options.json = value;
    } else if (name == "--phases") {
        options.phases = value;
    } else if (name == "--data") {
        options.data = value;
    } else if (name == "--by") {
        options.by.push_back(value);
    } else if (name == "--worst") {
        options.worst = static_cast<std::size_t>(std::strtoul(value.c_str(), nullptr, 10));
    } else if (name == "--where") {
        const auto equals = value.find('=');
        if (equals == std::string::npos) fail("--where: read " + value + ", accepted: FIELD=VALUE");
        options.filters.push_back(filter_of(value.substr(0, equals), std::string_view(value).substr(equals + 1)));
    } else if (is_filter(name)) {
        options.filters.push_back(filter_of(name.substr(2), value));
    } else {
        fail(name + " is no option; --help lists them");
    }
}

Options options_from(std::span<char *const> arguments)
{
    Options options;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string name = arguments[i];
        if (name == "--help" || name == "-h") {
            std::cout << usage;
            std::exit(0);
        }
        if (name == "--list") {
            options.list = true;
        } else if (name == "--refused") {
            options.refused = true;
        } else if (name == "--summary") {
            options.summary = true;
        } else if (name == "--verdicts") {
            options.verdicts = true;
        } else if (name == "--held" || name == "--renew") {
            (name == "--held" ? options.held : options.renew) = true;
        } else {
            if (i + 1 == arguments.size()) fail(name + " needs a value; --help lists the options");
            take_valued(options, name, arguments[++i]);
        }
    }
    return options;
}

bool passes(const Row &row, const Filter &filter)
{
    const std::string value = row.value_of(filter.field);
    return std::ranges::any_of(filter.accepted, [&](const std::string &accepted) {
        return filter.field == "id" ? value.starts_with(accepted) : value == accepted;
    });
}

std::vector<Row> chosen_rows(const Options &options)
{
    auto rows = read_rows(options.data + "/rows");
    if (!rows) fail(rows.error().message());
    std::erase_if(*rows, [&](const Row &row) {
        return !std::ranges::all_of(options.filters, [&](const Filter &filter) { return passes(row, filter); });
    });
    return std::move(*rows);
}

void print_list(std::vector<const Judgement *> judgements)
{
    std::ranges::stable_sort(judgements, std::greater{},
                             [](const Judgement *one) { return std::abs(one->allocated_error().value_or(0)); });
    const auto cell = [](const std::optional<double> &error) {
        if (error)
            std::printf("%9.3f", *error * 100);
        else
            std::printf("%9s", "-");
    };
    std::printf("%9s%9s%9s%9s  id\n", "alloc %", "reserv %", "requir %", "device %");
    for (const Judgement *one : judgements) {
        cell(one->allocated_error());
        cell(one->reserved_error());
        cell(one->required_error());
        cell(one->device_error());
        std::printf("  %s %s %s %s/%s%s\n", one->row->id.c_str(), one->row->group.c_str(), one->row->model_type.c_str(),
                    one->row->phase.c_str(), one->phase.c_str(), one->answered() ? "" : (" refused: " + one->refused).c_str());
    }
}

std::vector<const Judgement *> part_of(std::span<const Judgement *const> judgements, bool published)
{
    std::vector<const Judgement *> out;
    std::ranges::copy_if(judgements, std::back_inserter(out),
                         [&](const Judgement *one) { return one->row->published == published; });
    return out;
}

/// Recorded and published rows have different kinds of error and are never mixed into one figure.
std::vector<TableLine> totals_of(std::span<const Judgement *const> judgements, std::size_t worst)
{
    std::vector<TableLine> out;
    for (const bool published : {false, true})
        if (const auto part = part_of(judgements, published); !part.empty())
            out.push_back(line_of(published ? "published" : "recorded", part, worst));
    return out;
}

void print_tables(const Options &options, std::span<const Judgement *const> judgements)
{
    for (const std::string &field : options.by)
        for (const bool published : {false, true}) {
            const auto part = part_of(judgements, published);
            if (!part.empty())
                std::cout << text_of(field + (published ? ", published" : ", recorded"), table_by(field, part, 0)) << '\n';
        }
    for (const TableLine &all : totals_of(judgements, options.worst))
        std::cout << text_of("all", std::span(&all, 1)) << worst_text(all) << '\n';
    double time = 0;
    for (const Judgement *one : judgements) time += one->microseconds;
    if (!judgements.empty()) std::printf("%.0f us an estimate\n", time / static_cast<double>(judgements.size()));
}

void print_refused(std::span<const Judgement *const> judgements)
{
    for (const Judgement *one : judgements)
        if (!one->answered())
            std::printf("%s %s %s: %s\n", one->row->id.c_str(), one->row->group.c_str(), one->row->model_type.c_str(),
                        one->refused.c_str());
}

/// Verdicts over the rows that were chosen, and over all reports unless rows were chosen.
std::vector<Outcome> chosen_outcomes(const Options &options, std::span<const Row> rows)
{
    auto outcomes = read_outcomes(options.data, rows);
    if (!outcomes) fail(outcomes.error().message());
    if (!options.filters.empty()) std::erase_if(*outcomes, [](const Outcome &one) { return !one.peak; });
    return *std::move(outcomes);
}

void write_json(const Options &options, std::span<const Judgement *const> judgements, std::span<const OutcomeJudgement> verdicts)
{
    nlohmann::json out{{"schema", "plimsoll.accuracy/1"}, {"version", PLIMSOLL_VERSION}};
    for (const TableLine &all : totals_of(judgements, options.worst)) {
        nlohmann::json &part = out[all.name];
        part["all"] = json_of(all);
        for (const std::string &field : options.by)
            for (const TableLine &line : table_by(field, part_of(judgements, all.name == "published"), options.worst))
                part["by"][field].push_back(json_of(line));
    }
    out["verdicts"] = verdicts_json(verdicts);
    if (options.json == "-") {
        std::cout << out.dump(2) << '\n';
        return;
    }
    std::ofstream file(options.json);
    file << out.dump(2) << '\n';
    if (!file.flush()) fail("--json: cannot write " + options.json);
}

/// Exit status: 1 where a budget is broken and stays as it is.
int hold(const Options &options, std::span<const Judgement> judgements)
{
    if (!options.filters.empty()) fail("--held, --renew: all rows have a budget, so none are chosen");
    const std::string file = options.data + "/budgets.jsonl";
    const auto budgets = read_budgets(file);
    if (!budgets && !options.renew) fail(budgets.error().message());
    const Breaches breaches = budgets ? breaches_of(judgements, *budgets) : Breaches{};
    std::cout << (breaches.none() ? "every figure is within its budget\n" : text_of(breaches, judgements));
    if (!options.renew) return breaches.none() ? 0 : 1;
    std::ofstream out(file);
    out << budgets_text(budgets_of(judgements));
    if (!out.flush()) fail("--renew: cannot write " + file);
    return 0;
}

void print_phases(const Options &options, std::span<const Row> rows)
{
    const auto found = std::ranges::find_if(rows, [&](const Row &row) { return row.id.starts_with(options.phases); });
    if (found == rows.end()) fail("--phases: no row begins with " + options.phases);
    const auto text = phases_text(*found, options.data);
    if (!text) fail(found->id + ": " + text.error().message());
    std::cout << *text;
}

} // namespace
} // namespace plimsoll::accuracy

int main(int argc, char **argv)
{
    using namespace plimsoll::accuracy;
    const Options options = options_from({argv, static_cast<std::size_t>(argc)});
    const auto rows = chosen_rows(options);
    if (!options.phases.empty()) {
        print_phases(options, rows);
        return 0;
    }
    const bool tables =
        !options.list && !options.refused && !options.summary && !options.held && !options.renew && options.json != "-";
    const std::vector<Outcome> outcomes = chosen_outcomes(options, rows);
    std::vector<OutcomeJudgement> verdicts;
    if (tables || !options.json.empty()) verdicts = judge_outcomes(outcomes, options.data);
    if (options.verdicts) {
        std::cout << verdicts_text(verdicts);
        return 0;
    }
    const auto judgements = judge(rows, options.data);
    if (options.held || options.renew) return hold(options, judgements);
    std::vector<const Judgement *> all;
    for (const Judgement &one : judgements) all.push_back(&one);
    if (options.list) print_list(all);
    if (options.refused) print_refused(all);
    if (options.summary) std::cout << summary_text(all);
    if (tables) {
        print_tables(options, all);
        std::cout << '\n' << verdicts_text(verdicts);
    }
    if (!options.json.empty()) write_json(options, all, verdicts);
    return 0;
}
