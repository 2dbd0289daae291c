// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solver.h"

#include "core/text.h"

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

Estimator quick_estimator_for(ArchitectureRef architecture)
{
    return [architecture = std::move(architecture)](const Plan &plan, const DeviceFacts &device) {
        return estimate(architecture, plan, device, {.timeline = false, .allocator = false, .explain = false});
    };
}

/// What was found out about one value.
struct Solver::Point {
    Verdict verdict;
    std::optional<Error> error;
    [[nodiscard]] bool yes() const { return !error && verdict.fits == Fits::yes; }
    /// Bytes that have to be usable for a yes.
    [[nodiscard]] Bytes need() const { return verdict.need.interval.high; }
};

/// Looks for the edge: `low` fits, `high` does not; at first they are what lies beside the values that are searched. Needs
/// grow nearly in a straight line, so the next value is read off the line through two known ones. Answers that stay on one
/// side are followed by strides that double, and now and then the gap is halved, so that a curve or a staircase costs no
/// more than a bisection.
struct Solver::Search {
    Count least = 1;
    Count most = 1;
    Bytes usable = 0;
    Count low = least - 1;
    Count high = most + 1;
    int steps = 0;
    Count stride = 1;
    bool last_yes = true;
    std::optional<std::pair<Count, Bytes>> nearest = {}, second = {}; ///< value and need, the latest two

    /// `need`: bytes that have to be usable; nothing where the plan is refused.
    void learn(Count value, bool yes, std::optional<Bytes> need)
    {
        stride = yes == last_yes && steps > 0 ? 2 * stride : 1;
        last_yes = yes;
        ++steps;
        (yes ? low : high) = value;
        if (!need) return;
        if (nearest) second = nearest;
        nearest = {value, *need};
    }

    [[nodiscard]] bool done() const { return high - low <= 1; }

    [[nodiscard]] Count next() const
    {
        const bool open = high > most;
        const Count middle = open ? std::min(std::max<Count>(2 * low, least), most) : low + (high - low) / 2;
        std::optional<Count> guess;
        if (nearest && second) guess = crossing(second->first, second->second, nearest->first, nearest->second, usable);
        if (!guess || (steps % 4 == 0 && !open)) guess = middle;
        const Count strided = last_yes ? std::max(*guess, low + stride) : std::min(*guess, high - stride);
        return std::clamp(strided, low + 1, std::max(high - 1, low + 1));
    }
};

Solver::Solver(Estimator estimator, Plan plan, SolveField field, Estimator quick)
    : m_estimator(std::move(estimator)), m_quick(std::move(quick)), m_plan(std::move(plan)), m_field(field)
{}

Count Solver::least() const { return m_field == SolveField::context ? std::max<Count>(m_plan.inference.new_tokens, 0) + 1 : 1; }

Count Solver::most() const { return facts_of(m_field).most; }

Solver::Point Solver::judged(Count value, const DeviceFacts &device, const Judge &judge)
{
    if (device != m_device) m_known.clear();
    m_device = device;
    auto known = m_known.find(value);
    if (known == m_known.end()) {
        ++m_made;
        known = m_known.emplace(value, m_estimator(with_value(m_plan, m_field, value), device)).first;
    }
    if (!known->second) return {{}, known->second.error()};
    return {judge(*known->second), std::nullopt};
}

/// One value on the quick curve, which is that of the first card: verdicts move it to the others.
Solver::Point Solver::guessed(Count value, const DeviceFacts &device, const Judge &judge)
{
    auto known = m_curve.find(value);
    if (known == m_curve.end()) known = m_curve.emplace(value, m_quick(with_value(m_plan, m_field, value), device)).first;
    if (!known->second) return {{}, known->second.error()};
    return {judge(*known->second), std::nullopt};
}

/// Where the quick curve, `beside` bytes higher, says that the edge is: the largest value between the ends of `search` that
/// fits, or its lower end.
Count Solver::looked_up(const Search &search, Bytes beside, const DeviceFacts &device, const Judge &judge)
{
    Search inner{.least = search.least, .most = search.most, .low = search.low, .high = search.high};
    const Count own = std::clamp(value_in(m_plan, m_field), least(), most());
    for (Count value = std::clamp(own, inner.low + 1, inner.high - 1); !inner.done(); value = inner.next()) {
        const Point point = guessed(value, device, judge);
        if (!point.error) inner.usable = point.verdict.usable;
        const bool fits = !point.error && point.verdict.because != Because::lower_bound && point.need() + beside <= inner.usable;
        inner.learn(value, fits, point.error ? std::nullopt : std::optional(point.need() + beside));
    }
    return inner.low;
}

Result<Solution> Solver::solved(const DeviceFacts &device, const Judge &judge)
{
    constexpr int looked_up_at_most = 6; // probes; a staircase that the curve does not know is bisected
    const Result<SolveField> counts = solvable(m_field, m_plan);
    if (!counts) return counts.error();
    Search search{.least = least(), .most = most()};
    Point at_low;
    Point at_high;
    Bytes beside = 0;
    while (!search.done()) {
        Count value = std::clamp(value_in(m_plan, m_field), least(), most());
        if (m_quick && search.steps < looked_up_at_most)
            value = std::clamp(looked_up(search, beside, device, judge), search.low + 1, search.high - 1);
        else if (search.steps > 0)
            value = search.next();
        Point point = judged(value, device, judge);
        if (!point.error) search.usable = point.verdict.usable;
        if (const Point guess = m_quick ? guessed(value, device, judge) : Point{}; m_quick && !point.error && !guess.error)
            beside = point.need() - guess.need();
        search.learn(value, point.yes(), point.error ? std::nullopt : std::optional(point.need()));
        (point.yes() ? at_low : at_high) = std::move(point);
    }
    const bool none = search.low < least();
    if (none && at_high.error) return *at_high.error;
    const Verdict &verdict = none ? at_high.verdict : at_low.verdict;
    Solution out{verdict.gpu,  verdict.count,  m_field, none ? std::nullopt : std::optional(search.low),
                 verdict.need, verdict.usable, {}};
    if (none)
        out.reason = std::string(name_of(m_field)) + ' ' + grouped(least()) + " needs " + gib_brief(verdict.need.interval.low) +
                     " to " + gib_brief(verdict.need.interval.high) + " of " + gib_brief(verdict.usable) + " GiB usable";
    else if (search.high > most())
        out.reason = "the largest value that is searched";
    else
        out.reason = at_high.error ? at_high.error->message() : "one more does not fit";
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
    Solver solver(estimator_for(architecture), resolved, field, quick_estimator_for(architecture));
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

void fill_maxima(Verdict &verdict, const Estimator &estimator, const Plan &resolved, const Gpu &gpu, const Estimator &quick)
{
    const auto largest = [&](SolveField field) -> std::optional<Count> {
        if (!solvable(field, resolved)) return std::nullopt;
        Solver solver(estimator, resolved, field, quick);
        const Result<Solution> solution = solver.on_card(gpu, verdict.count);
        return solution ? solution->value : std::nullopt;
    };
    verdict.max_micro_batch = largest(SolveField::micro_batch);
    verdict.max_sequence_length = largest(SolveField::sequence_length);
}

} // namespace plimsoll
