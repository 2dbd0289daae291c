// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/sweeper.h"

#include "core/api/interruptible.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

/// Half octaves around a value, whole multiples of `grain`, from an eighth of it to eight times as much.
std::vector<Count> half_octaves(Count about, Count grain, Count least)
{
    std::vector<Count> out;
    for (int half = -6; half <= 12; ++half) {
        const double wished = static_cast<double>(about) * std::exp2(half / 2.0);
        const Count value = std::max<Count>(half == 0 ? about : std::llround(wished / static_cast<double>(grain)) * grain, least);
        if (half > 6 && value > 32 * grain) break; // small values need the room above, large ones don't
        if (out.empty() || value > out.back()) out.push_back(value);
    }
    return out;
}

struct Work {
    SweepQuestion question;
    LatestTask::Wanted wanted;
};

std::vector<std::optional<Count>> limits_of(const Work &work, const SweepTarget &target)
{
    std::vector<std::optional<Count>> out;
    const std::string &path = work.question.axes.front().field;
    const auto fields = solvable_fields(work.question.resolved);
    const auto field = std::ranges::find_if(fields, [&](SolveField one) { return path_of(one) == path; });
    if (field == fields.end()) return out;
    Solver solver(interruptible(estimator_for(work.question.architecture), work.wanted), work.question.resolved, *field, quick_estimator_for(work.question.architecture));
    const auto add = [&out](const Result<Solution> &solution) { out.push_back(solution.ok() ? solution->value : std::nullopt); };
    for (const Node &node : target.cluster.nodes) add(solver.on(node));
    return out;
}

std::shared_ptr<const SweepAnswer> answer_to(const Work &work)
{
    const auto sweep = Sweep::over(work.question.plan, work.question.axes);
    const auto target = sweep_target(work.question.cards);
    if (!sweep.ok() || !target.ok()) return nullptr;
    auto out = std::make_shared<SweepAnswer>();
    out->axes = work.question.axes;
    for (std::size_t i = 0; i < sweep->size() && work.wanted(); ++i)
        out->points.push_back(sweep_point(work.question.architecture, sweep->plan_at(i), *target));
    if (out->axes.size() == 1 && work.wanted()) out->limits = limits_of(work, *target);
    return out;
}

} // namespace

SweepAxis axis_around(SolveField field, const Plan &resolved, std::size_t most_values)
{
    const bool tokens = field == SolveField::sequence_length || field == SolveField::context;
    const Count now = std::max<Count>(value_in(resolved, field), 1);
    const bool counted = field == SolveField::context && resolved.has("inference.new_tokens"); // else it follows the context
    const Count least = counted ? std::max<Count>(resolved.inference.new_tokens, 0) + 1 : 1;
    std::vector<Count> values = half_octaves(now, tokens && now >= 128 ? 128 : 1, least);
    // What lies above is what people ask for: it keeps two thirds of the room.
    while (values.size() > most_values) {
        const auto below = static_cast<std::size_t>(std::ranges::find(values, now) - values.begin());
        values.erase(below * 3 > values.size() ? values.begin() : values.end() - 1);
    }
    SweepAxis axis{path_of(field), {}};
    for (const Count value : values) axis.values.push_back(std::to_string(value));
    return axis;
}

Sweeper::Sweeper(QObject *parent) : QObject(parent), m_task(this) {}

void Sweeper::ask(const SweepQuestion &question)
{
    m_task.ask(
        [question](const LatestTask::Wanted &wanted) {
            return answer_to(Work{question, wanted});
        },
        [this](const std::shared_ptr<const SweepAnswer> &answer) { emit swept(answer); });
}

} // namespace plimsoll
