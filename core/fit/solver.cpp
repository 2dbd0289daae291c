// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/mixed/mixed_cards.h"
#include "core/fit/solver_memory.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <array>
#include <utility>

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

Count least_of(const Plan &plan, SolveField field)
{
    return field == SolveField::context ? std::max<Count>(plan.inference.new_tokens, 0) + 1 : 1;
}

} // namespace

std::string_view name_of(SolveField field) { return facts_of(field).name; }

const char *path_of(SolveField field) { return facts_of(field).path; }

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
    return Error{"maximize", std::string(name_of(field)), joined(counting),
                 phrase(QT_TRANSLATE_NOOP("core", "does not count for this plan"))};
}

std::optional<Count> positions_of(const Architecture &architecture)
{
    const Count most = architecture.decoder ? architecture.decoder->max_positions : 0;
    return most > 0 ? std::optional(most) : std::nullopt;
}

std::string beyond_positions(const Architecture &architecture, Count length)
{
    const std::optional<Count> most = positions_of(architecture);
    if (!most || length <= *most) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "longer than the %1 positions that the model was made for"),
                  {localised(grouped(*most))});
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
    return [architecture = std::move(architecture)](const Plan &plan, const CardFacts &device) {
        return estimate(architecture, plan, device, {.timeline = false, .allocator = true, .explain = false});
    };
}

Estimator quick_estimator_for(ArchitectureRef architecture)
{
    return [architecture = std::move(architecture)](const Plan &plan, const CardFacts &device) {
        return estimate(architecture, plan, device, {.timeline = false, .allocator = false, .explain = false});
    };
}

Estimator timed_estimator_for(ArchitectureRef architecture, bool replays)
{
    return [architecture = std::move(architecture), replays](const Plan &plan, const CardFacts &device) {
        return estimate(architecture, plan, device, {.timeline = false, .allocator = replays, .explain = false, .time = true});
    };
}

Solver::Solver(Estimator estimator, Plan plan, SolveField field, Estimator quick)
    : m_estimator(std::move(estimator)), m_quick(std::move(quick)), m_plan(std::move(plan)), m_field(field),
      m_curve(least(), most(), value_in(m_plan, field)), m_held(least(), most(), value_in(m_plan, field), 3)
{}

Count Solver::least() const { return least_of(m_plan, m_field); }

Count Solver::most() const { return facts_of(m_field).most; }

const Result<Estimate> *Solver::known(Count value, const CardFacts &device) const
{
    const std::scoped_lock lock(m_store->mutex);
    const auto [first, last] = m_store->known.equal_range(value);
    for (auto entry = first; entry != last; ++entry) {
        const Known &one = entry->second;
        // what is refused is the plan, on every card
        if (!one.estimate || serves(*one.estimate, one.device, device)) return &one.estimate;
    }
    return nullptr;
}

const Result<Estimate> &Solver::estimated(Count value, const CardFacts &device)
{
    if (const Result<Estimate> *const made = known(value, device)) return *made;
    ++m_made;
    Known made{device, m_estimator(with_value(m_plan, m_field, value), device)};
    const std::scoped_lock lock(m_store->mutex);
    return m_store->known.emplace(value, std::move(made))->second.estimate;
}

Solver Solver::afresh() const
{
    Solver out(m_estimator, m_plan, m_field, m_quick);
    out.m_store = m_store;
    return out;
}

Solver Solver::independent() const
{
    Solver out = *this;
    out.m_store = std::make_shared<Store>();
    const std::scoped_lock lock(m_store->mutex);
    out.m_store->known = m_store->known;
    out.m_store->solved = m_store->solved;
    return out;
}

namespace {

/// Bytes that have to be usable; nothing where a plan is refused, or only known to need more.
std::optional<Bytes> enough_for(const Result<Estimate> &made, const CardFacts &device)
{
    if (!made || !made->lower_bound_reason.empty()) return std::nullopt;
    return need_on(*made, device).interval.high;
}

} // namespace

/// The quick curve at a value.
std::optional<Bytes> Solver::sampled(Count value)
{
    Result<Estimate> made =
        m_quick ? m_quick(with_value(m_plan, m_field, value), m_curve_device) : estimated(value, m_curve_device);
    if (made) m_on_curve = *made;
    if (made && m_quick) m_least.emplace(value, without_slack(*made));
    return enough_for(made, m_curve_device);
}

const Estimate *Solver::least_known(Count value, const CardFacts &device) const
{
    const auto [first, last] = m_least.equal_range(value);
    const auto found = std::find_if(first, last, [&](const auto &one) { return serves(one.second, one.second.device, device); });
    return found == last ? nullptr : &found->second;
}

/// What a value needs at least where that is more than there is: then nobody has to replay its allocator. Only looked up
/// unless it is `unlikely_to_fit`.
std::optional<Room> Solver::refused(Count value, const Node &node, bool unlikely_to_fit)
{
    if (!m_quick || known(value, node.facts)) return std::nullopt;
    const Estimate *least = least_known(value, node.facts);
    if (!least && unlikely_to_fit)
        if (const Result<Estimate> made = m_quick(with_value(m_plan, m_field, value), node.facts))
            least = &m_least.emplace(value, without_slack(*made))->second;
    if (!least) return std::nullopt;
    const Room room = room_on(*least, node);
    const bool certain = room.need.interval.high > room.usable + room.usable / 1024; // the curve may be off by a few blocks
    return certain ? std::optional(room) : std::nullopt;
}

/// What the quick curve stands for at a value.
std::optional<Bytes> Solver::held(Count value) { return enough_for(estimated(value, m_curve_device), m_curve_device); }

/// Nothing when the curve knows of no value that can be estimated.
std::optional<Solver::Pointer> Solver::pointer_for(const Node &node)
{
    if (!m_quick && m_on_curve && !serves(*m_on_curve, m_curve_device, node.facts)) {
        m_curve = NeedCurve(least(), most(), value_in(m_plan, m_field));
        m_on_curve.reset();
    }
    if (!m_on_curve) {
        m_curve_device = node.facts;
        m_curve.begin([this](Count value) { return sampled(value); });
    }
    if (!m_on_curve) return std::nullopt;
    const Room room = room_on(*m_on_curve, node);
    const Bytes shift = room.need.interval.high - need_on(*m_on_curve, m_curve_device).interval.high;
    return Pointer{room.usable, shift, m_quick != nullptr};
}

namespace {

/// About what stands whatever the value is.
Bytes needed_anyway(const ProcessEstimate &process)
{
    const Bytes steady = process.steady_weights + process.steady_adapters + process.steady_gradients + process.steady_optimizer;
    return std::max(process.peak.load, steady);
}

} // namespace

/// Where the staircase leads; else, or where that has failed, what another node came to: jumps of the allocator stand at the same
/// value on cards that share no estimate. Else where the curve points.
Count Solver::next_value(const Node &node, const EdgeSearch &search, std::optional<Count> pointed,
                         const std::vector<Solved> &others, int tried) const
{
    constexpr int smooth = 3; // as many are enough where no jump is near
    const std::optional<Count> led = pointed ? led_near(*pointed, node, search) : std::nullopt;
    const auto open = [&](Count value) { return value >= search.first() && value <= search.last(); };
    if (!led || tried >= smooth)
        for (const Solved &other : others)
            for (const Count value : {other.edge, other.edge + 1})
                if (open(value) && pointed && std::abs(value - *pointed) <= *pointed / (tried >= smooth ? 4 : 256)) return value;
    return led ? search.follow(*led) : search.next(pointed);
}

Result<Solution> Solver::on(const Node &node)
{
    const Result<SolveField> counts = solvable(m_field, m_plan);
    if (!counts) return counts.error();
    std::optional<Pointer> pointer = pointer_for(node);
    EdgeSearch search(least(), most(), value_in(m_plan, m_field));
    recall(node, search, pointer);
    // where what any value needs is too much, one look at the least tells
    if (pointer && m_quick && search.first() == least() && needed_anyway(m_on_curve->fullest()) > pointer->usable)
        if (const auto over = refused(least(), node, true)) search.learn(least(), false, over->usable - over->need.interval.high);
    const std::vector<Solved> others = pointer ? solved_near(pointer->usable - pointer->shift) : std::vector<Solved>();
    if (pointer) learn_from(others, *pointer);
    for (int tried = 0; !search.done(); ++tried) {
        std::optional<Count> pointed;
        if (pointer) pointed = m_curve.reach(pointer->on_curve(m_curve), [this](Count value) { return sampled(value); });
        const Count value = next_value(node, search, pointed, others, tried);
        // beside small values the next one needs much more, beside large ones hardly
        const bool unlikely = value <= least() + 64 && (value == search.first() || (pointed && value > *pointed));
        if (const auto over = refused(value, node, unlikely)) {
            search.learn(value, false, over->spare);
            continue;
        }
        const Result<Estimate> &made = estimated(value, node.facts);
        const Room room = made ? room_on(*made, node) : Room{};
        search.learn(value, room.fits, made ? std::optional(room.spare) : std::nullopt);
        if (made && pointer) pointer->learn(value, room.need.interval.high);
    }
    if (pointer && search.edge() >= least()) {
        const std::scoped_lock lock(m_store->mutex);
        m_store->solved.push_back({pointer->usable - pointer->shift, search.edge()});
    }
    return solution(node, search.edge());
}

/// `edge` and the value after it were estimated, or need too much for that. Where the work is given up, another thread may have
/// been refused the same value before this one's estimate of it came: then there is no solution either.
Result<Solution> Solver::solution(const Node &node, Count edge) const
{
    const bool none = edge < least();
    const Result<Estimate> *const at_edge = known(none ? least() : edge, node.facts);
    if (at_edge && !*at_edge) return at_edge->error();
    const Room room = room_on(at_edge ? **at_edge : *least_known(least(), node.facts), node);
    Solution out{node.name(), node.count, m_field, none ? std::nullopt : std::optional(edge), {}, {}, room.need, !at_edge,
                 room.usable, {},         false};
    const std::string &left_out = at_edge ? (**at_edge).lower_bound_reason : std::string();
    const bool guessed = at_edge && (**at_edge).architecture && !(**at_edge).architecture->exact;
    out.not_known = none && room.need.interval.high <= room.usable && (!left_out.empty() || (at_edge && !guessed));
    if (out.not_known) {
        out.reason = left_out.empty() ? phrase(QT_TRANSLATE_NOOP("core", "what is moved to the host takes the card's own memory"))
                                      : left_out;
    } else if (none) {
        // a lower bound refuses by the upper end of its interval: its lower end may have room
        const bool certain = room.need.interval.low > room.usable;
        out.reason = at_edge ? needs_of(room.need, room.usable)
                             : phrase(certain ? QT_TRANSLATE_NOOP("core", "%1 needs at least %2 of %4 GiB usable")
                                              : QT_TRANSLATE_NOOP("core", "%1 needs up to %3 GiB or more, of %4 GiB usable"),
                                      {std::string(name_of(m_field)) + ' ' + localised(grouped(least())),
                                       localised(gib_brief(room.need.interval.low)),
                                       localised(gib_brief(room.need.interval.high)), localised(gib_brief(room.usable))});
    } else if (edge == most()) {
        out.reason = phrase(QT_TRANSLATE_NOOP("core", "the largest value that is searched"));
    } else {
        const Result<Estimate> *const after = known(edge + 1, node.facts);
        out.reason = !after || *after ? phrase(QT_TRANSLATE_NOOP("core", "one more does not fit")) : after->error().message();
    }
    return out;
}

std::optional<Count> Solver::about_on_card(const Gpu &gpu)
{
    if (!solvable(m_field, m_plan)) return std::nullopt;
    const auto pointer = pointer_for(node_of(gpu));
    if (!pointer) return std::nullopt;
    const auto sample = [this](Count value) { return sampled(value); };
    const Bytes bytes = pointer->usable - pointer->shift;
    const auto [low, high] = m_held.around(bytes, [this](Count value) { return held(value); });
    if (!low) return 0;
    if (!high) return low->value;
    // between the two, need is a straight line over what the curve says
    const std::optional<Bytes> from = m_curve.at(low->value), to = m_curve.at(high->value);
    const double share = static_cast<double>(bytes - low->need) / static_cast<double>(high->need - low->need);
    if (!from || !to) return low->value;
    const Bytes on_curve = *from + static_cast<Bytes>(share * static_cast<double>(*to - *from));
    return std::clamp(m_curve.reach(on_curve, sample), low->value, high->value - 1);
}

Result<std::vector<Solution>> solve_for_target(const ArchitectureRef &architecture, const Plan &resolved, SolveField field)
{
    Result<Cluster> named = cluster_of(resolved.target);
    if (!named) return named.error();
    const Cluster cluster = with_ranks(*std::move(named), resolved);
    if (cluster.empty()) return no_target();
    std::vector<Solution> out;
    std::optional<std::size_t> run; // where the cards of one run stand: what fits on all of them is the least
    for (const Node &node : cluster.nodes) {
        // each by a solver of its own: needs climb in uneven steps, and what was tried for another card leads to another edge
        Solver one(estimator_for(architecture), resolved, field, quick_estimator_for(architecture));
        Result<Solution> solution = one.on(node);
        if (!solution) return solution.error();
        one.add_tight(*solution, node);
        one.add_likely(*solution, node);
        if (!node.own_ranks || !run) {
            if (node.own_ranks) run = out.size();
            out.push_back(std::move(*solution));
        } else if (solution->value.value_or(0) < out[*run].value.value_or(0))
            out[*run] = std::move(*solution);
    }
    if (run)
        out[*run].reason = phrase(QT_TRANSLATE_NOOP("core", "%1; of the cards of this run the tightest"), {out[*run].reason});
    return out;
}

void fill_maxima(Verdict &verdict, const Estimator &estimator, const Plan &resolved, const Node &node, const Estimator &quick)
{
    const auto largest = [&](SolveField field) -> std::optional<Count> {
        if (!solvable(field, resolved)) return std::nullopt;
        Solver solver(estimator, resolved, field, quick);
        const Result<Solution> solution = solver.on(node);
        return solution ? solution->value : std::nullopt;
    };
    verdict.max_micro_batch = largest(SolveField::micro_batch);
    verdict.max_sequence_length = largest(SolveField::sequence_length);
}

} // namespace plimsoll
