// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solver.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

namespace plimsoll {

namespace {

bool may_run(Fits fits) { return fits == Fits::yes || fits == Fits::tight; }

} // namespace

void Solver::add_tight(Solution &solution, const Node &node)
{
    if (solution.not_known) return;
    // an engine starts whatever waits for its cache
    if (const Result<Estimate> *const at = known(solution.value.value_or(least()), node.facts);
        at && *at && (*at)->fullest().engine)
        return;
    EdgeSearch search(least(), most(), solution.value.value_or(least()));
    if (solution.value) search.recall(*solution.value, true, std::nullopt);
    while (!search.done()) {
        const Count value = search.next(std::nullopt);
        const Result<Estimate> &made = estimated(value, node.facts);
        const Verdict verdict = made ? verdict_for(*made, node) : Verdict{};
        const bool runs = made && may_run(verdict.fits);
        // where cached blocks decide, the interval's lower end has no room left
        const Bytes needed = verdict.runs_from.value_or(verdict.need.interval.low);
        search.learn(value, runs,
                     made && runs == (needed <= verdict.usable) ? std::optional(verdict.usable - needed) : std::nullopt);
    }
    if (search.edge() < least()) return;
    solution.tight = search.edge();
    if (solution.value == solution.tight) return;
    if (solution.value) {
        solution.reason = phrase(QT_TRANSLATE_NOOP("core", "tight up to %1"), {localised(grouped(*solution.tight))});
        return;
    }
    const Result<Estimate> &first = estimated(least(), node.facts);
    if (!first) return;
    const Verdict verdict = verdict_for(*first, node);
    solution.need = verdict.need;
    solution.at_least = false;
    solution.reason = verdict.because == Because::guessed ? verdict.reason : needs_of(verdict.need, verdict.usable);
}

namespace {

/// Bytes to spare by the middle of an estimate; an engine holds the load's cache whole, or it does not start.
Bytes likely_spare(const Estimate &made, const Node &node)
{
    const Room room = room_on(made, node);
    Bytes spare = room.usable - room.need.device;
    if (const auto &engine = made.fullest().engine) {
        if (engine->start.refuses || engine->waiting > 0) return std::min<Bytes>(spare, -1);
        if (engine->start.requested) spare = std::min(spare, engine->start.kv_cache - engine->start.load_cache);
    }
    return spare;
}

} // namespace

void Solver::add_likely(Solution &solution, const Node &node)
{
    EdgeSearch search(least(), most(), solution.value.value_or(least()));
    if (solution.value) search.recall(*solution.value, true, std::nullopt);
    while (!search.done()) {
        const Count value = search.next(std::nullopt);
        const Result<Estimate> &made = estimated(value, node.facts);
        const std::optional<Bytes> spare = made ? std::optional(likely_spare(*made, node)) : std::nullopt;
        search.learn(value, spare && *spare >= 0, spare);
    }
    if (search.edge() >= least()) solution.likely = search.edge();
}

std::string Solver::needs_of(const Need &need, Bytes usable) const
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 needs %2 to %3 of %4 GiB usable"),
                  {std::string(name_of(m_field)) + ' ' + localised(grouped(least())), localised(gib_brief(need.interval.low)),
                   localised(gib_brief(need.interval.high)), localised(gib_brief(usable))});
}

} // namespace plimsoll
