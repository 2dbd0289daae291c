// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solver.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

struct FieldFacts {
    std::string_view name;
    const char *path; ///< as Plan::given names it
    Count most;       ///< beyond this nothing is searched
};

constexpr std::array<FieldFacts, 5> facts{{{"micro_batch", "micro_batch", Count{1} << 16},
                                           {"sequence_length", "sequence_length", Count{1} << 24},
                                           {"rank", "adapter.rank", Count{1} << 16},
                                           {"sequences", "inference.sequences", Count{1} << 16},
                                           {"context", "inference.context", Count{1} << 24}}};

const FieldFacts &facts_of(SolveField field) { return facts[static_cast<std::size_t>(field)]; }

Count &slot(Plan &plan, SolveField field)
{
    switch (field) {
    case SolveField::sequence_length: return plan.sequence_length;
    case SolveField::rank: return plan.adapter.rank;
    case SolveField::sequences: return plan.inference.sequences;
    case SolveField::context: return plan.inference.context;
    case SolveField::micro_batch: break;
    }
    return plan.micro_batch;
}

std::string joined(const std::vector<SolveField> &fields)
{
    std::string out;
    for (const SolveField field : fields) out += (out.empty() ? "" : " | ") + std::string(name_of(field));
    return out;
}

std::vector<SolveField> fields_of(const Plan &plan)
{
    if (plan.task == Task::infer) return {SolveField::sequences, SolveField::context};
    std::vector<SolveField> out{SolveField::micro_batch, SolveField::sequence_length};
    if (plan.trains_adapter()) out.push_back(SolveField::rank);
    return out;
}

/// Where a straight line through two needs meets the usable bytes; nothing when the needs do not grow.
std::optional<Count> crossing(Count a, Bytes need_a, Count b, Bytes need_b, Bytes usable)
{
    if (a == b || need_a == need_b) return std::nullopt;
    const double slope = static_cast<double>(need_b - need_a) / static_cast<double>(b - a);
    if (!(slope > 0)) return std::nullopt;
    const double at = static_cast<double>(a) + static_cast<double>(usable - need_a) / slope;
    if (!(std::abs(at) < 1e15)) return std::nullopt;
    return static_cast<Count>(std::floor(at));
}

} // namespace

std::string_view name_of(SolveField field) { return facts_of(field).name; }

std::optional<SolveField> solve_field(std::string_view name)
{
    for (std::size_t i = 0; i < facts.size(); ++i)
        if (facts[i].name == name) return static_cast<SolveField>(i);
    return std::nullopt;
}

const std::string &solve_fields()
{
    static const std::string text = joined(
        {SolveField::micro_batch, SolveField::sequence_length, SolveField::rank, SolveField::sequences, SolveField::context});
    return text;
}

Result<SolveField> solvable(SolveField field, const Plan &plan)
{
    const std::vector<SolveField> counting = fields_of(plan);
    if (std::ranges::find(counting, field) != counting.end()) return field;
    return Error{"maximize", std::string(name_of(field)), joined(counting), "does not count for this plan"};
}

Plan with_value(Plan plan, SolveField field, Count value)
{
    slot(plan, field) = value;
    plan.given.insert(facts_of(field).path);
    return plan;
}

Count value_in(const Plan &plan, SolveField field)
{
    Plan copy = plan;
    return slot(copy, field);
}

Estimator estimator_for(ArchitectureRef architecture)
{
    return [architecture = std::move(architecture)](const Plan &plan, const DeviceFacts &device) {
        return estimate(architecture, plan, device, {.timeline = false, .allocator = true, .explain = false});
    };
}

Solver::Solver(Estimator estimator, Plan plan, SolveField field)
    : m_estimator(std::move(estimator)), m_plan(std::move(plan)), m_field(field)
{}

Count Solver::least() const { return m_field == SolveField::context ? std::max<Count>(m_plan.inference.new_tokens, 0) + 1 : 1; }

Count Solver::most() const { return facts_of(m_field).most; }

const Result<Estimate> &Solver::estimated(Count value, const DeviceFacts &device)
{
    if (device != m_device) m_known.clear();
    m_device = device;
    const auto known = m_known.find(value);
    if (known != m_known.end()) return known->second;
    ++m_made;
    return m_known.emplace(value, m_estimator(with_value(m_plan, m_field, value), device)).first->second;
}

Solver::Point Solver::judged(Count value, const DeviceFacts &device, const Judge &judge)
{
    const Result<Estimate> &result = estimated(value, device);
    if (!result) return {{}, result.error()};
    return {judge(*result), std::nullopt};
}

/// Invariant: `low` fits, `high` does not (or lies beyond what is searched). Needs grow nearly in a straight line, so the next
/// value is read off the line through two known ones. Answers that stay on one side are followed by strides that double,
/// and now and then the gap is halved, so that a curve or a staircase costs no more than a bisection.
Solver::Edge Solver::edge(const DeviceFacts &device, const Judge &judge)
{
    struct Known {
        Count value = 0;
        Bytes need = 0;
    };
    const Count beyond = most() + 1;
    Count low = least();
    Count high = beyond;
    Point at_low = judged(low, device, judge);
    if (!at_low.yes()) return {std::nullopt, std::move(at_low), {}};
    const Bytes usable = at_low.verdict.usable;
    Known below{low, at_low.verdict.need.interval.high};
    std::optional<Known> second;
    std::string limit;
    Count next = std::clamp(value_in(m_plan, m_field), std::min(low + 1, most()), most());
    Count stride = 1;
    bool last_yes = true;
    for (int step = 0; high - low > 1; ++step) {
        Point point = judged(next, device, judge);
        const bool yes = point.yes();
        const Known here{next, point.error ? 0 : point.verdict.need.interval.high};
        if (yes) {
            if (high == beyond || !second) second = below;
            below = here;
            low = next;
            at_low = std::move(point);
        } else {
            second = point.error ? std::nullopt : std::optional(here);
            high = next;
            limit = point.error ? point.error->message() : std::string();
        }
        stride = yes == last_yes && step > 0 ? 2 * stride : 1;
        last_yes = yes;
        const Count middle = high == beyond ? std::min(2 * low, most()) : low + (high - low) / 2;
        const std::optional<Count> line =
            second ? crossing(below.value, below.need, second->value, second->need, usable) : std::nullopt;
        const Count guess = line && (step % 4 != 3 || high == beyond) ? *line : middle;
        next = std::clamp(yes ? std::max(guess, low + stride) : std::min(guess, high - stride), low + 1,
                          std::max(high - 1, low + 1));
    }
    if (high == beyond) limit = "the largest value that is searched";
    return {low, std::move(at_low), std::move(limit)};
}

Result<Solution> Solver::solved(const DeviceFacts &device, const Judge &judge)
{
    const Result<SolveField> counts = solvable(m_field, m_plan);
    if (!counts) return counts.error();
    Edge found = edge(device, judge);
    if (found.last.error) return *found.last.error;
    const Verdict &verdict = found.last.verdict;
    Solution out{verdict.gpu, verdict.count, m_field, found.value, verdict.need, verdict.usable, std::move(found.limit)};
    if (!out.value)
        out.reason = verdict.answer() + ' ' + verdict.reason;
    else if (out.reason.empty())
        out.reason = "one more does not fit";
    return out;
}

Result<Solution> Solver::on_card(const Gpu &gpu, int count)
{
    return solved(gpu.facts(), [&](const Estimate &estimate) { return verdict_for(estimate, gpu, count); });
}

Result<Solution> Solver::on_budget(Bytes budget)
{
    return solved({}, [&](const Estimate &estimate) { return verdict_for_budget(estimate, budget); });
}

Result<std::vector<Solution>> solve_for_target(const ArchitectureRef &architecture, const Plan &resolved, SolveField field)
{
    Solver solver(estimator_for(architecture), resolved, field);
    std::vector<Solution> out;
    const auto add = [&out](Result<Solution> solution) -> std::optional<Error> {
        if (!solution) return solution.error();
        out.push_back(std::move(*solution));
        return std::nullopt;
    };
    for (const std::string &name : resolved.target.gpus) {
        const Result<GpuMatch> match = find_gpu(name);
        if (!match) return match.error();
        if (const std::optional<Error> error = add(solver.on_card(*match->gpu, match->count))) return *error;
    }
    if (resolved.target.budget_bytes)
        if (const std::optional<Error> error = add(solver.on_budget(*resolved.target.budget_bytes))) return *error;
    if (out.empty()) return Error{"gpu", "nothing", "--gpu NAME or --budget SIZE", {}};
    return out;
}

void fill_maxima(Verdict &verdict, const Estimator &estimator, const Plan &resolved, const Gpu &gpu)
{
    const auto largest = [&](SolveField field) -> std::optional<Count> {
        if (!solvable(field, resolved)) return std::nullopt;
        const Result<Solution> solution = Solver(estimator, resolved, field).on_card(gpu, verdict.count);
        return solution ? solution->value : std::nullopt;
    };
    verdict.max_micro_batch = largest(SolveField::micro_batch);
    verdict.max_sequence_length = largest(SolveField::sequence_length);
}

} // namespace plimsoll
