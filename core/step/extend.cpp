// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/extend.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// Periods of `period` layers that fit behind `head`, all alike.
int repeats(std::span<const int> kinds, int head, int period)
{
    int i = head + period;
    while (i < static_cast<int>(kinds.size()) &&
           kinds[static_cast<std::size_t>(i)] == kinds[static_cast<std::size_t>(i - period)])
        ++i;
    return (i - head) / period;
}

/// `from` + `step` · `more`, as the whole run would reach it; throws TooLarge.
Bytes grown(Bytes from, Bytes step, Count more)
{
    const auto added = checked_mul(step, more);
    const auto out = added ? checked_add(from, *added) : std::nullopt;
    if (!out || *out > most_in_a_step) refuse_size();
    return *out;
}

/// Real layer of a place: for the answer's "layer 28, backward".
int layer_of(std::size_t place, const LayerPlaces &places)
{
    const int p = static_cast<int>(place) - 1;
    if (p < 0) return -1;
    if (p < places.head + places.period) return p;
    if (p < places.head + 2 * places.period) return places.layers - places.tail - 1 - (p - places.head - places.period);
    return places.layers - 1 - (p - places.head - 2 * places.period);
}

/// The place whose growth a middle place shares: an inserted period lies on the same side of both, so it adds the same.
std::size_t anchor_of(std::size_t place, const LayerPlaces &places, const LayerLayout &layout)
{
    const int p = static_cast<int>(place) - 1, middle = p - places.head;
    if (middle < 0 || middle >= 2 * places.period) return place;
    const int anchored =
        middle < places.period ? layout.head + middle : places.head + 2 * places.period + layout.tail + (middle - places.period);
    return static_cast<std::size_t>(1 + anchored);
}

} // namespace

Bytes grow(Bytes low, Bytes high, Count more) { return grown(low, high - low, more); }

ComponentBytes grow(const ComponentBytes &low, const ComponentBytes &high, Count more)
{
    ComponentBytes out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = grow(low[i], high[i], more);
    return out;
}

LayerLayout find_layout(std::span<const int> kinds)
{
    constexpr int longest_head = 8, longest_period = 12;
    const int n = static_cast<int>(kinds.size());
    LayerLayout best{n, 1, 0, 0};
    int best_cost = n;
    for (int head = 0; head <= std::min(longest_head, n); ++head) {
        for (int period = 1; period <= longest_period && head + period <= n; ++period) {
            if (2 * head + 5 * period >= best_cost) break; // not better, however often it repeats
            const int periods = repeats(kinds, head, period);
            const LayerLayout layout{head, period, periods, n - head - period * periods};
            // two short models of two and three periods
            const int cost = periods > 3 ? 2 * (layout.head + layout.tail) + 5 * period : n;
            if (cost < best_cost) {
                best = layout;
                best_cost = cost;
            }
        }
    }
    return best;
}

std::vector<int> shortened(const LayerLayout &layout, int periods)
{
    std::vector<int> out;
    for (int i = 0; i < layout.head + layout.period * periods; ++i) out.push_back(i);
    for (int i = 0; i < layout.tail; ++i) out.push_back(layout.head + layout.period * layout.periods + i);
    return out;
}

LayerPlaces places_of(const LayerLayout &layout)
{
    return {layout.head + layout.period, layout.period, layout.tail + layout.period, layout.layers()};
}

Trace extrapolate(const Trace &low, const Trace &high, const LayerLayout &layout, int low_periods)
{
    const Count more = layout.periods - low_periods;
    const LayerPlaces places = places_of(layout);
    Trace out;
    out.after_load = grow(low.after_load, high.after_load, more);
    out.load_peak = grow(low.load_peak, high.load_peak, more);
    out.after_load_components = grow(low.after_load_components, high.after_load_components, more);
    out.between_steps = grow(low.between_steps, high.between_steps, more);
    out.gradient_bytes = grow(low.gradient_bytes, high.gradient_bytes, more);
    out.trainable_parameters = grow(low.trainable_parameters, high.trainable_parameters, more);
    for (std::size_t i = 0; i < low.phases.size() && i < high.phases.size(); ++i) {
        const PhaseRecord &a = low.phases[i], &b = high.phases[i];
        PhaseRecord record{a.step, a.phase, -1, 0, grow(a.after, b.after, more), {}, {}};
        for (std::size_t place = 0; place < a.places.size(); ++place) {
            if (b.places[place].peak == 0) continue;
            const std::size_t anchor = anchor_of(place, places, layout);
            const Bytes peak = grown(b.places[place].peak, b.places[anchor].peak - a.places[anchor].peak, more - 1);
            if (peak <= record.peak) continue;
            record.peak = peak;
            record.layer = static_cast<std::int16_t>(layer_of(place, places));
            for (std::size_t c = 0; c < component_count; ++c)
                record.at_peak[c] = grown(b.places[place].components[c],
                                          b.places[anchor].components[c] - a.places[anchor].components[c], more - 1);
        }
        out.phases.push_back(record);
    }
    return out;
}

} // namespace plimsoll::step
