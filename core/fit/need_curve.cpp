// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/need_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

struct Sampled {
    Count value = 0;
    Bytes need = 0;
};

/// Where the straight line through two samples meets `bytes`; nothing when it does not rise.
std::optional<Count> crossing(const Sampled &a, const Sampled &b, Bytes bytes)
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
struct NeedCurve::Gap {
    std::optional<Sampled> low, high;
    std::optional<Count> refused; ///< in place of `high`
};

NeedCurve::NeedCurve(Count least, Count most, Count start) : m_least(least), m_most(most), m_start(std::clamp(start, least, most))
{}

NeedCurve::Gap NeedCurve::gap_around(Bytes bytes) const
{
    Gap gap;
    for (const auto &[value, need] : m_known) {
        if (!need) {
            gap.refused = value;
            return gap;
        }
        if (*need > bytes) {
            gap.high = {value, *need};
            return gap;
        }
        gap.low = {value, *need};
    }
    return gap;
}

/// A value outside of what was sampled, where the line through the two outermost samples leads. `blindly`: far out, whatever
/// the line says; on a step of a staircase it stands upright.
Count NeedCurve::beyond(Bytes bytes, const Gap &gap, bool blindly) const
{
    std::optional<Count> led;
    const auto line = [&](auto first, auto last) {
        std::optional<Sampled> outer;
        for (; first != last && !led && !blindly; ++first) {
            if (!first->second) continue;
            if (outer) led = crossing(*outer, {first->first, *first->second}, bytes);
            outer = Sampled{first->first, *first->second};
        }
    };
    if (!gap.low) {
        const Count high = gap.high ? gap.high->value : *gap.refused;
        line(m_known.begin(), m_known.end());
        return std::clamp(led.value_or(high / 2), m_least, high - 1);
    }
    line(m_known.rbegin(), m_known.rend());
    const Count low = gap.low->value;
    return std::clamp(led.value_or(std::max<Count>(low, 1) * 2), low + 1, m_most);
}

void NeedCurve::begin(const Sample &sample)
{
    if (!m_known.empty()) return;
    if (m_known.emplace(m_start, sample(m_start)).first->second || m_start == m_least) return;
    m_known.emplace(m_least, sample(m_least));
}

Count NeedCurve::reach(Bytes bytes, const Sample &sample)
{
    const auto take = [&](Count value) { m_known.emplace(value, sample(value)); };
    begin(sample);
    for (int step = 0;; ++step) {
        const Gap gap = gap_around(bytes);
        const Count low = gap.low ? gap.low->value : m_least - 1;
        const Count high = gap.high ? gap.high->value : gap.refused.value_or(m_most + 1);
        if (high - low <= 1) return low;
        if (!gap.low || (!gap.high && !gap.refused)) {
            take(beyond(bytes, gap, step % 3 == 2));
            continue;
        }
        const Count middle = low + (high - low) / 2;
        if (!gap.high) {
            take(middle);
            continue;
        }
        const Count led = std::clamp(crossing(*gap.low, *gap.high, bytes).value_or(middle), low, high - 1);
        const bool close = std::min(bytes - gap.low->need, gap.high->need - bytes) <= bytes / 1024;
        if (close || gap.high->need - gap.low->need <= bytes / 16) return led;
        take(step % 3 == 2 ? middle : std::max(led, low + 1)); // halved now and then: a bent curve draws lines to one side
    }
}

std::optional<Bytes> NeedCurve::at(Count value) const
{
    std::optional<Sampled> below, above, second;
    for (const auto &[at, need] : m_known) {
        if (!need) continue;
        const Sampled one{at, *need};
        if (at <= value) {
            second = below;
            below = one;
        } else if (!above) {
            above = one;
        } else if (!below && !second) {
            second = one;
        }
    }
    const std::optional<Sampled> near = below ? below : above;
    const std::optional<Sampled> other = below && above ? above : second;
    if (!near) return std::nullopt;
    if (!other) return near->need;
    const double slope = static_cast<double>(other->need - near->need) / static_cast<double>(other->value - near->value);
    return near->need + static_cast<Bytes>(std::llround(slope * static_cast<double>(value - near->value)));
}

Count EdgeSearch::next(std::optional<Count> pointed) const
{
    constexpr int pointers_followed = 3;
    const Count first = m_low + 1;
    const Count last = m_high - 1;
    if (m_steps == 0) return std::clamp(pointed.value_or(m_start), first, last);
    if (pointed && m_steps < pointers_followed) return std::clamp(*pointed, first, last);
    // on from the latest value in strides, as long as they are shorter than halving
    const Count latest = m_last_fits ? m_low : m_high;
    const Count ahead = pointed ? std::abs(*pointed - latest) : 0;
    const Count stride = std::max(m_stride, ahead);
    const Count strode = m_last_fits ? m_low + stride : m_high - stride;
    const bool bounded = m_last_fits ? m_high <= m_most : m_low >= m_least;
    const Count middle = m_low + (m_high - m_low) / 2;
    if (bounded && 2 * stride >= m_high - m_low) return middle;
    return std::clamp(strode, first, last);
}

void EdgeSearch::learn(Count value, bool fits)
{
    if (m_steps > 2) m_stride = fits == m_last_fits ? 4 * m_stride : 2;
    (fits ? m_low : m_high) = value;
    m_last_fits = fits;
    ++m_steps;
}

} // namespace plimsoll
