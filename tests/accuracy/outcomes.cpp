// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/text.h"
#include "tests/accuracy/outcomes.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace plimsoll::accuracy {
namespace {

using nlohmann::json;

Outcome outcome_from(const json &in)
{
    Outcome out;
    out.row.id = in.at("id").get<std::string>();
    out.row.trust = in.at("trust").get<std::string>();
    out.row.source = in.at("source").get<std::string>();
    out.row.plan = in.at("plan");
    const auto outcome = in.at("outcome").get<std::string>();
    if (outcome != "ran" && outcome != "out_of_memory") throw json::other_error::create(501, "outcome: read " + outcome, &in);
    out.ran = outcome == "ran";
    return out;
}

Result<bool> append_reports(const std::filesystem::path &file, std::vector<Outcome> &outcomes)
{
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        try {
            outcomes.push_back(outcome_from(json::parse(line)));
        } catch (const json::exception &problem) {
            return Error{.field = file.filename().string() + ":" + std::to_string(number), .text = problem.what()};
        }
    }
    if (!in.eof()) return Error{.field = file.string(), .text = "cannot be read"};
    return true;
}

OutcomeJudgement judged(const Outcome &outcome, const std::string &base)
{
    OutcomeJudgement out{.outcome = &outcome};
    const auto estimate =
        estimate_row(outcome.row, base, {.timeline = false, .allocator = true, .required = true, .explain = false});
    if (!estimate) {
        out.refused = estimate.error().message();
        return out;
    }
    const auto verdicts = verdicts_for_target(*estimate);
    if (!verdicts || verdicts->empty()) {
        out.refused = verdicts ? "no card" : verdicts.error().message();
        return out;
    }
    const Verdict &verdict = verdicts->front();
    if (verdict.fits == Fits::unknown) out.refused = "lower bound only: " + estimate->lower_bound_reason;
    out.fits = verdict.fits;
    out.need = verdict.need;
    out.usable = verdict.usable;
    return out;
}

template <class Counts>
VerdictLine line_of(const std::string &name, std::span<const OutcomeJudgement> judgements, Counts counts)
{
    VerdictLine line{.name = name};
    for (const OutcomeJudgement &one : judgements) {
        if (!counts(*one.outcome)) continue;
        if (!one.refused.empty()) {
            ++line.refused;
            continue;
        }
        ++line.n;
        line.right += one.right() ? 1 : 0;
        line.out_of_memory += one.outcome->ran ? 0 : 1;
        line.out_of_memory_right += !one.outcome->ran && one.right() ? 1 : 0;
        line.yes += one.fits == Fits::yes ? 1 : 0;
        line.wrong_yes += one.wrong_yes() ? 1 : 0;
        line.tight += one.fits == Fits::tight ? 1 : 0;
    }
    return line;
}

double percent(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string line_text(const VerdictLine &line)
{
    char text[160];
    std::snprintf(text, sizeof text, "%-24s%6zu%9.1f%9.1f%9zu%9.1f%8zu%14zu\n", line.name.c_str(), line.n,
                  percent(line.right, line.n), percent(line.tight, line.n), line.out_of_memory,
                  percent(line.out_of_memory_right, line.out_of_memory), line.wrong_yes, line.refused);
    return text;
}

} // namespace

Result<std::vector<Outcome>> read_outcomes(const std::string &folder, std::span<const Row> rows)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder + "/outcomes", error))
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    if (error) return Error{.field = folder + "/outcomes", .text = error.message()};
    std::ranges::sort(files);
    std::vector<Outcome> out;
    for (const auto &file : files)
        if (const auto read = append_reports(file, out); !read) return read.error();
    for (const Row &row : rows) {
        if (!row.published) continue;
        const json target = row.plan.value("target", json::object());
        const json gpus = target.value("gpus", json::array());
        if (gpus.size() == 1 && find_gpu(gpus[0].get<std::string>()).ok()) out.push_back({row, true, true});
    }
    return out;
}

bool OutcomeJudgement::right() const
{
    return refused.empty() && (fits == Fits::tight || fits == (outcome->ran ? Fits::yes : Fits::no));
}

std::vector<OutcomeJudgement> judge_outcomes(std::span<const Outcome> outcomes, const std::string &base)
{
    std::vector<OutcomeJudgement> out;
    for (const Outcome &outcome : outcomes) out.push_back(judged(outcome, base));
    return out;
}

std::vector<VerdictLine> verdict_lines(std::span<const OutcomeJudgement> judgements)
{
    return {line_of("reports", judgements, [](const Outcome &one) { return !one.peak; }),
            line_of("published peaks (ran)", judgements, [](const Outcome &one) { return one.peak; }),
            line_of("all", judgements, [](const Outcome &) { return true; }),
            line_of("every setting known", judgements, [](const Outcome &one) { return one.row.trust == "high"; })};
}

std::string verdicts_text(std::span<const OutcomeJudgement> judgements)
{
    std::string out = "verdicts                     n  right %  tight %      OOM  right %  wrong yes  not answered\n";
    for (const VerdictLine &line : verdict_lines(judgements)) out += line_text(line);
    for (const OutcomeJudgement &one : judgements) {
        if (!one.refused.empty() || one.right()) continue;
        out += "  wrong: " + one.outcome->row.id + (one.outcome->ran ? " ran" : " ran out of memory") + ", judged " +
               std::string(name_of(one.fits)) + ": " + gib_brief(one.need.interval.low) + " to " +
               gib_brief(one.need.interval.high) + " of " + gib_brief(one.usable) + " GiB\n";
    }
    return out;
}

json verdicts_json(std::span<const OutcomeJudgement> judgements)
{
    json out = json::object();
    for (const VerdictLine &line : verdict_lines(judgements))
        out[line.name] = {{"n", line.n},
                          {"right_percent", percent(line.right, line.n)},
                          {"tight_percent", percent(line.tight, line.n)},
                          {"out_of_memory", line.out_of_memory},
                          {"out_of_memory_right_percent", percent(line.out_of_memory_right, line.out_of_memory)},
                          {"wrong_yes", line.wrong_yes},
                          {"wrong_yes_percent", percent(line.wrong_yes, line.yes)},
                          {"not_answered", line.refused}};
    return out;
}

} // namespace plimsoll::accuracy
