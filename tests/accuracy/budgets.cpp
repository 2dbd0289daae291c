// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/budgets.h"

#include "tests/accuracy/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>

namespace plimsoll::accuracy {
namespace {

using nlohmann::json;

struct Figure {
    const char *name;
    std::optional<Bytes> Row::*truth;
    Bytes Peak::*ours;
    std::optional<Bytes> Budget::*budget;
};
constexpr std::array<Figure, 3> figures{{{"allocated", &Row::allocated, &Peak::allocated, &Budget::allocated},
                                         {"reserved", &Row::reserved, &Peak::reserved, &Budget::reserved},
                                         {"device", &Row::device, &Peak::device, &Budget::device}}};

double error_of(Bytes ours, Bytes truth) { return static_cast<double>(ours - truth) / static_cast<double>(truth); }

std::string percent(double value)
{
    char out[32];
    std::snprintf(out, sizeof out, "%+.3f %%", value * 100);
    return out;
}

bool broken(const Row &row, const Figure &figure, double before, double now)
{
    const double worse = std::abs(now) - std::abs(before);
    if (row.published) return worse > published_may_worsen;
    return figure.truth == &Row::allocated ? std::abs(now - before) > allocated_may_move : worse > reserved_may_worsen;
}

/// |errors| before and now of one figure of a group.
struct GroupErrors {
    std::vector<Case> before, now;
};

void judge_figure(const Judgement &one, const Budget &budget, const Figure &figure, Breaches &out,
                  std::map<std::pair<std::string, std::string>, GroupErrors> &groups)
{
    const std::optional<Bytes> truth = one.row->*figure.truth, before = budget.*figure.budget;
    if (!truth || *truth <= 0 || !before) return;
    const double was = error_of(*before, *truth), is = error_of(one.peak.*figure.ours, *truth);
    if (broken(*one.row, figure, was, is)) out.rows.push_back({&one, figure.name, was, is});
    if (one.row->published) return;
    GroupErrors &errors = groups[{one.row->group, figure.name}];
    errors.before.push_back({&one, was});
    errors.now.push_back({&one, is});
}

void judge_row(const Judgement &one, const Budgets &budgets, Breaches &out,
               std::map<std::pair<std::string, std::string>, GroupErrors> &groups)
{
    const auto found = budgets.find(one.row->id);
    if (found == budgets.end()) return out.lines.push_back(one.row->id + " has no budget");
    const bool had = found->second != Budget{};
    if (had && !one.answered()) out.lines.push_back(one.row->id + " is no longer answered: " + one.refused);
    if (!had && one.answered()) out.lines.push_back(one.row->id + " was not answered and is now");
    if (!had || !one.answered()) return;
    for (const Figure &figure : figures) judge_figure(one, found->second, figure, out, groups);
}

/// "weights.quant int8: 19 of its 59 rows", for what most of the rows that moved share and most others do not.
std::string shared_by(const std::vector<Breach> &rows, std::span<const Judgement> all)
{
    static constexpr std::array fields{"set",       "group",           "family",          "task",
                                       "stack",     "method",          "weights.quant",   "weights.dtype",
                                       "attention", "autocast",        "kbit_prepare",    "optimizer.name",
                                       "loss.kind", "adapter.dora",    "padded",          "gradient_checkpointing",
                                       "objective", "adapter.targets", "inference.cache", "optimizer.implementation"};
    std::set<const Judgement *> moved;
    for (const Breach &one : rows) moved.insert(one.judgement);
    std::vector<std::pair<std::size_t, std::string>> told; // rows with the value, text
    for (const char *field : fields) {
        std::map<std::string, std::pair<std::size_t, std::size_t>> values; // moved, all
        for (const Judgement &one : all) {
            auto &[some, every] = values[one.row->value_of(field)];
            some += moved.contains(&one) ? 1 : 0;
            ++every;
        }
        for (const auto &[value, counts] : values)
            if (counts.first * 5 >= moved.size() * 4 && counts.second * 3 <= all.size() * 2 && !value.empty())
                told.emplace_back(counts.second, std::string("  ") + field + " " + value + ": " + std::to_string(counts.first) +
                                                     " of its " + std::to_string(counts.second) + " rows\n");
    }
    std::ranges::sort(told);
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(told.size(), 5); ++i) out += told[i].second;
    return out.empty() ? "  nothing that other rows do not have as well\n" : out;
}

std::string groups_of(const std::vector<Breach> &rows)
{
    std::map<std::string, std::size_t> counts;
    for (const Breach &one : rows) ++counts[one.judgement->row->group + ", " + one.figure];
    std::string out;
    for (const auto &[group, count] : counts) out += "  " + group + ": " + std::to_string(count) + "\n";
    return out;
}

} // namespace

Budgets budgets_of(std::span<const Judgement> judgements)
{
    Budgets out;
    for (const Judgement &one : judgements) {
        Budget &budget = out[one.row->id];
        if (!one.answered()) continue;
        budget = {one.peak.allocated, one.peak.reserved, {}};
        if (one.row->device) budget.device = one.peak.device;
    }
    return out;
}

Result<Budgets> read_budgets(const std::string &file)
{
    std::ifstream in(file);
    if (!in.is_open()) return Error{.field = file, .text = "cannot be read"};
    Budgets out;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        try {
            const json row = json::parse(line);
            Budget budget;
            for (const Figure &figure : figures)
                if (row.contains(figure.name)) budget.*figure.budget = row.at(figure.name).get<Bytes>();
            out[row.at("id").get<std::string>()] = budget;
        } catch (const json::exception &problem) {
            return Error{.field = file + ":" + std::to_string(number), .text = problem.what()};
        }
    }
    return out;
}

std::string budgets_text(const Budgets &budgets)
{
    std::string out;
    for (const auto &[id, budget] : budgets) {
        nlohmann::ordered_json row{{"id", id}};
        for (const Figure &figure : figures)
            if (budget.*figure.budget) row[figure.name] = *(budget.*figure.budget);
        out += row.dump() + "\n";
    }
    return out;
}

Breaches breaches_of(std::span<const Judgement> judgements, const Budgets &budgets)
{
    Breaches out;
    std::map<std::pair<std::string, std::string>, GroupErrors> groups;
    std::set<std::string> seen;
    for (const Judgement &one : judgements) {
        seen.insert(one.row->id);
        judge_row(one, budgets, out, groups);
    }
    for (const auto &[id, budget] : budgets)
        if (!seen.contains(id)) out.lines.push_back(id + " has a budget and no row");
    for (auto &[key, errors] : groups) {
        const double before = summarize(std::move(errors.before), 0).p95, now = summarize(std::move(errors.now), 0).p95;
        if (now - before > group_p95_may_worsen) out.groups.push_back({key.first, key.second, before, now});
    }
    std::ranges::stable_sort(out.rows, std::greater{}, [](const Breach &one) { return std::abs(one.now - one.before); });
    return out;
}

std::string text_of(const Breaches &breaches, std::span<const Judgement> all)
{
    constexpr std::size_t shown = 12;
    std::string out;
    for (const std::string &line : breaches.lines) out += line + "\n";
    for (const GroupBreach &one : breaches.groups)
        out += "p95 of " + one.group + ", " + one.figure + ": " + percent(one.before) + " to " + percent(one.now) + "\n";
    if (breaches.rows.empty()) return out;
    out += std::to_string(breaches.rows.size()) + " figures left their budget; what these rows share:\n" +
           shared_by(breaches.rows, all) + "by group:\n" + groups_of(breaches.rows) + "the furthest:\n";
    for (std::size_t i = 0; i < std::min(breaches.rows.size(), shown); ++i) {
        const Breach &one = breaches.rows[i];
        const Row &row = *one.judgement->row;
        out += "  " + row.id + " " + one.figure + " " + percent(one.before) + " to " + percent(one.now) + "  " + row.group + " " +
               row.model_type + " " + row.value_of("stack") + " " + row.value_of("task") + " " + row.value_of("method") + " " +
               row.value_of("weights.quant") + "\n";
    }
    return out;
}

} // namespace plimsoll::accuracy
