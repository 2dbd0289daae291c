// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solver_memory.h"

#include "core/fit/staircase.h"

#include <algorithm>

namespace plimsoll {

bool serves(const Estimate &made, const CardFacts &device, const CardFacts &other)
{
    if (device == other) return true;
    const bool alike = device.capability_major == other.capability_major && device.capability_minor == other.capability_minor &&
                       device.sm_count == other.sm_count && device.threads_per_sm == other.threads_per_sm;
    return alike || same_step_on(made, other);
}

/// What other nodes of about these bytes came to, the nearest first.
std::vector<Solver::Solved> Solver::solved_near(Bytes on_curve) const
{
    const std::scoped_lock lock(m_store->mutex);
    std::vector<Solved> out;
    const auto away = [on_curve](const Solved &one) { return std::abs(one.on_curve - on_curve); };
    std::ranges::copy_if(m_store->solved, std::back_inserter(out), [&](const Solved &one) { return away(one) <= on_curve / 8; });
    std::ranges::stable_sort(out, std::less{}, away);
    return out;
}

/// They used up what they had: where those with next less and next more ended tells where this one's bytes lead.
void Solver::learn_from(const std::vector<Solved> &others, Pointer &pointer)
{
    const Bytes on_curve = pointer.usable - pointer.shift;
    const auto below = std::ranges::find_if(others, [&](const Solved &one) { return one.on_curve <= on_curve; });
    const auto above = std::ranges::find_if(others, [&](const Solved &one) { return one.on_curve > on_curve; });
    for (const auto &one : {std::max(below, above), std::min(below, above)}) {
        if (one == others.end()) continue;
        if (!pointer.latest || std::abs(one->on_curve - on_curve) < std::abs(pointer.usable - pointer.latest->need))
            pointer.learn(one->edge, one->on_curve + pointer.shift);
    }
}

/// Where the staircase at the nearest estimate that holds here leads, within what the search has left.
std::optional<Count> Solver::led_near(Count pointed, const Node &node, const EdgeSearch &search) const
{
    constexpr int looked_at = 16; // on either side
    std::vector<Staircase::Step> near;
    const auto look = [&](auto entry, auto last) {
        for (int i = 0; i < looked_at && entry != last; ++entry, ++i) {
            const Known &one = entry->second;
            if (!one.estimate) continue;
            const bool here = serves(*one.estimate, one.device, node.facts);
            near.push_back({entry->first, room_on(*one.estimate, node).need.interval.high, here, &*one.estimate});
        }
    };
    const std::scoped_lock lock(m_store->mutex);
    const auto above = m_store->known.lower_bound(pointed);
    look(above, m_store->known.end());
    look(std::make_reverse_iterator(above), m_store->known.rend());
    std::ranges::sort(near, std::less{},
                      [&](const Staircase::Step &step) { return std::pair(!step.here, std::abs(step.value - pointed)); });
    if (near.size() < 2 || !near.front().here) return std::nullopt;
    const Staircase::Step &nearest = near.front();
    const Bytes usable = room_on(*nearest.estimate, node).usable;
    if (std::abs(nearest.need - usable) > usable / 32) return std::nullopt;
    const auto other = std::ranges::find_if(near, [&](const Staircase::Step &step) { return step.value != nearest.value; });
    if (other == near.end()) return std::nullopt;
    const auto stairs = Staircase::through(nearest, *other);
    if (!stairs) return std::nullopt;
    const Count low = search.first() - 1, high = search.last() + 1; // known to fit, and not to
    const Count led = stairs->reach(usable, low, high);
    const bool trusted = std::abs(led - nearest.value) <= nearest.value / 16 + 16;
    return led >= low && led < high && trusted ? std::optional(led) : std::nullopt;
}

/// What was estimated for other cards and holds here too: the edge lies between two of these values.
void Solver::recall(const Node &node, EdgeSearch &search, std::optional<Pointer> &pointer) const
{
    const std::scoped_lock lock(m_store->mutex);
    for (const auto &[value, one] : m_store->known) {
        if (one.estimate && !serves(*one.estimate, one.device, node.facts)) continue;
        const Room room = one.estimate ? room_on(*one.estimate, node) : Room{};
        search.recall(value, room.fits, one.estimate ? std::optional(room.spare) : std::nullopt);
        if (one.estimate && pointer) pointer->learn(value, room.need.interval.high);
        if (!room.fits) return;
    }
}

} // namespace plimsoll
