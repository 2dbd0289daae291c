// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/solve/solve_table.h"

#include "core/api/threads.h"
#include "core/ground/text.h"
#include "core/report/estimate_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

SolvedPoint solved_at(const SweepJob &job, const SolveFor &wanted, std::size_t index)
{
    const Result<Plan> plan = job.sweep.plan_at(index);
    return {job.sweep.values_at(index), point_to_json(job.sweep, index).dump(),
            plan.ok() ? solve(job.model_at(index), *plan, wanted) : Result<SolveAnswer>(plan.error())};
}

const std::vector<Solution> *solutions_of(const SolvedPoint &point)
{
    return point.answer.ok() ? std::get_if<std::vector<Solution>>(&point.answer->found) : nullptr;
}

std::string figure(const Solution &solution)
{
    return solution.value ? grouped(*solution.value) : solution.not_known ? "not known" : "none";
}

std::string card_of(const Solution &solution)
{
    return solution.count > 1 ? std::to_string(solution.count) + " × " + solution.gpu : solution.gpu;
}

} // namespace

std::vector<SolvedPoint> solved_points(const SweepJob &job, const SolveFor &wanted, unsigned threads)
{
    std::vector<SolvedPoint> out(job.sweep.size(), SolvedPoint{{}, {}, Error{}});
    for_each_of(out.size(), threads, [&](std::size_t at) { out[at] = solved_at(job, wanted, at); });
    return out;
}

nlohmann::ordered_json solved_to_json(const std::vector<SolvedPoint> &points)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const SolvedPoint &point : points) {
        nlohmann::ordered_json entries = point.answer.ok() ? solve_to_json(*point.answer)
                                                           : nlohmann::ordered_json::array({error_to_json(point.answer.error())});
        for (auto &entry : entries) {
            entry["point"] = nlohmann::ordered_json::parse(point.point);
            out.push_back(std::move(entry));
        }
    }
    return out;
}

report::Table solved_table(const std::vector<SweepAxis> &axes, const std::vector<SolvedPoint> &points)
{
    report::Table out;
    for (const SweepAxis &axis : axes) out.columns.push_back({axis.field});
    std::vector<std::string> cards;
    for (const SolvedPoint &point : points)
        if (const auto *const found = solutions_of(point); found != nullptr && cards.empty())
            std::ranges::transform(*found, std::back_inserter(cards), card_of);
    if (cards.empty()) cards.emplace_back("error");
    for (std::string &card : cards) out.columns.push_back({std::move(card), true});
    for (const SolvedPoint &point : points) {
        std::vector<std::string> row = point.values;
        if (const auto *const found = solutions_of(point))
            std::ranges::transform(*found, std::back_inserter(row), figure);
        else
            row.push_back(point.answer.ok() ? std::string() : point.answer.error().message());
        row.resize(out.columns.size());
        out.rows.push_back(report::row_of(std::move(row)));
    }
    return out;
}

Outcome outcome_of(const std::vector<SolvedPoint> &points)
{
    Outcome out = Outcome::fits;
    for (const SolvedPoint &point : points) {
        const Outcome one = point.answer.ok() ? outcome_of(*point.answer) : Outcome::does_not_fit;
        if (one == Outcome::does_not_fit) return one;
        if (one == Outcome::open) out = one;
    }
    return out;
}

} // namespace plimsoll
