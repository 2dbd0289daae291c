// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/need_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

using Point = NeedCurve::Point;

/// Where the straight line through two samples meets `bytes`; nothing when it does not rise.
std::optional<Count> crossing(const Point &a, const Point &b, Bytes bytes)
{
    if (a.value == b.value || a.need == b.need) return std::nullopt;
    const double slope = static_cast<double>(b.need - a.need) / static_cast<double>(b.value - a.value);
    if (!(slope > 0)) return std::nullopt;
    const double at = static_cast<double>(a.value) + static_cast<double>(bytes - a.need) / slope;
    if (!(std::abs(at) < 1e15)) return std::nullopt;
    return static_cast<Count>(std::floor(at));
}

} // namespace

/// The first place where the samples cross some bytes: the last that needs no more, the first that needs more or is refused.
struct NeedCurve::Known {
    Gap gap;
    std::optional<Count> refused; ///< in place of gap.high
};

NeedCurve::NeedCurve(Count least, Count most, Count start, Bytes fineness)
    : m_least(least), m_most(most), m_start(std::clamp(start, least, most)), m_fineness(fineness)
{}

NeedCurve::Known NeedCurve::known_around(Bytes bytes) const
{
    Known known;
    for (const auto &[value, need] : m_samples) {
        if (!need) {
            known.refused = value;
            return known;
        }
        if (*need > bytes) {
            known.gap.high = {value, *need};
            return known;
        }
        known.gap.low = {value, *need};
    }
    return known;
}

/// A value outside of what was sampled, where the line through the two outermost samples leads. `blindly`: far out, whatever
/// the line says; on a step of a staircase it stands upright.
Count NeedCurve::beyond(Bytes bytes, const Known &known, bool blindly) const
{
    std::optional<Count> led;
    const auto line = [&](auto first, auto last) {
        std::optional<Point> outer;
        for (; first != last && !led && !blindly; ++first) {
            if (!first->second) continue;
            if (outer) led = crossing(*outer, {first->first, *first->second}, bytes);
            outer = Point{first->first, *first->second};
        }
    };
    if (!known.gap.low) {
        const Count high = known.gap.high ? known.gap.high->value : *known.refused;
        line(m_samples.begin(), m_samples.end());
        return std::clamp(led.value_or(high / 2), m_least, high - 1);
    }
    line(m_samples.rbegin(), m_samples.rend());
    const Count low = known.gap.low->value;
    return std::clamp(led.value_or(std::max<Count>(low, 1) * 2), low + 1, m_most);
}

void NeedCurve::begin(const Sample &sample)
{
    if (!m_samples.empty()) return;
    if (m_samples.emplace(m_start, sample(m_start)).first->second || m_start == m_least) return;
    m_samples.emplace(m_least, sample(m_least));
}

NeedCurve::Gap NeedCurve::around(Bytes bytes, const Sample &sample)
{
    begin(sample);
    for (int step = 0;; ++step) {
        const Known known = known_around(bytes);
        const auto &[low, high] = known.gap;
        const Count from = low ? low->value : m_least - 1;
        const Count to = high ? high->value : known.refused.value_or(m_most + 1);
        if (to - from <= 1) return known.gap;
        Count value = from + (to - from) / 2;
        if (!low || to > m_most) {
            value = beyond(bytes, known, step % 3 == 2);
        } else if (high) {
            const bool close = std::min(bytes - low->need, high->need - bytes) <= bytes / (64 * m_fineness);
            if (close || high->need - low->need <= bytes / m_fineness) return known.gap;
            // halved now and then: a bent curve draws lines to one side
            if (step % 3 != 2) value = std::clamp(crossing(*low, *high, bytes).value_or(value), from + 1, to - 1);
        }
        m_samples.emplace(value, sample(value));
    }
}

Count NeedCurve::reach(Bytes bytes, const Sample &sample)
{
    const auto [low, high] = around(bytes, sample);
    if (!low) return m_least - 1;
    if (!high) return low->value;
    return std::clamp(crossing(*low, *high, bytes).value_or(low->value), low->value, high->value - 1);
}

std::optional<Bytes> NeedCurve::at(Count value) const
{
    std::optional<Point> below, above, second;
    for (const auto &[at, need] : m_samples) {
        if (!need) continue;
        const Point one{at, *need};
        if (at <= value) {
            second = below;
            below = one;
        } else if (!above) {
            above = one;
        } else if (!below && !second) {
            second = one;
        }
    }
    const std::optional<Point> near = below ? below : above;
    const std::optional<Point> other = below && above ? above : second;
    if (!near) return std::nullopt;
    if (!other) return near->need;
    const double slope = static_cast<double>(other->need - near->need) / static_cast<double>(other->value - near->value);
    constexpr double most = 2305843009213693952.0; // 2^61: far outside of what was sampled the line leads anywhere
    return near->need + std::llround(std::clamp(slope * static_cast<double>(value - near->value), -most, most));
}

/// Bytes from the edge; nothing where bytes do not decide.
std::optional<double> EdgeSearch::weight_of(bool fits, std::optional<Bytes> spare)
{
    if (!spare || fits != (*spare >= 0)) return std::nullopt;
    return std::abs(static_cast<double>(*spare)) + 1;
}

/// Between two ends: where the straight line through both meets the edge, as long as that gets on faster than halving.
Count EdgeSearch::between() const
{
    constexpr Count close = 16; ///< the line means nothing any more
    const Count gap = m_high.value - m_low.value;
    if (gap <= close || m_bounded_steps % 3 == 2 || !m_low.weight || !m_high.weight) return m_low.value + gap / 2;
    const double share = *m_low.weight / (*m_low.weight + *m_high.weight);
    return m_low.value + static_cast<Count>(share * static_cast<double>(gap));
}

Count EdgeSearch::next(std::optional<Count> pointed) const
{
    constexpr int pointers_followed = 3;
    const Count first = m_low.value + 1;
    const Count last = m_high.value - 1;
    if (pointed && m_steps < pointers_followed) return std::clamp(*pointed, first, last);
    if (bounded()) return std::clamp(between(), first, last);
    if (m_steps == 0) return std::clamp(m_start, first, last);
    // on from the latest value in strides, as long as they are shorter than halving
    const Count latest = m_last_fits ? m_low.value : m_high.value;
    const Count stride = std::max(m_stride, pointed ? std::abs(*pointed - latest) : 0);
    const bool ends = m_last_fits ? m_high.value <= m_most : m_low.value >= m_least;
    if (ends && 2 * stride >= m_high.value - m_low.value) return m_low.value + (m_high.value - m_low.value) / 2;
    return std::clamp(m_last_fits ? m_low.value + stride : m_high.value - stride, first, last);
}

Count EdgeSearch::follow(Count led) const
{
    constexpr int followed = 6;
    return m_steps < followed || m_steps % 3 != 2 ? std::clamp(led, first(), last()) : next(std::nullopt);
}

void EdgeSearch::recall(Count value, bool fits, std::optional<Bytes> spare)
{
    End &end = fits ? m_low : m_high;
    end = End{value, weight_of(fits, spare)};
}

void EdgeSearch::learn(Count value, bool fits, std::optional<Bytes> spare)
{
    if (bounded()) ++m_bounded_steps;
    if (m_steps > 2) m_stride = fits == m_last_fits ? 4 * m_stride : 2;
    End &other = fits ? m_high : m_low;
    if (m_steps > 0 && fits == m_last_fits && other.weight) *other.weight /= 2; // it stays: the line has to lead beyond the edge
    End &end = fits ? m_low : m_high;
    end = End{value, weight_of(fits, spare)};
    m_last_fits = fits;
    ++m_steps;
}

} // namespace plimsoll
