// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <functional>
#include <map>
#include <optional>

namespace plimsoll {

/// Bytes needed over the values of a field: known at a few values, straight lines between them. Samples are taken where a
/// question needs them and serve every later one.
class NeedCurve {
public:
    /// Bytes at a value; nothing where the plan is refused, which no number of bytes mends.
    using Sample = std::function<std::optional<Bytes>(Count)>;

    struct Point {
        Count value = 0;
        Bytes need = 0;
    };
    /// Neighbouring samples, the lower of which needs no more than some bytes. No `low`: not even the least value does. No
    /// `high`: the one above `low` is refused or beyond what is searched.
    struct Gap {
        std::optional<Point> low, high;
    };

    /// Values from `least` to `most`; the first sample is taken at `start`. Samples are taken until neighbours are as close as
    /// `1 / fineness` of the bytes asked for.
    NeedCurve(Count least, Count most, Count start, Bytes fineness = 4);

    /// Takes the first sample: at the start, else at the least value. Another call does nothing.
    void begin(const Sample &sample);
    /// The neighbours between which the edge lies: close in bytes, or next to each other in value.
    [[nodiscard]] Gap around(Bytes bytes, const Sample &sample);
    /// About the largest value that needs no more than `bytes`, off the line between its neighbours. `least` − 1 where not even
    /// the least value does.
    [[nodiscard]] Count reach(Bytes bytes, const Sample &sample);
    /// Bytes at a value, off the line through its neighbours or the two nearest; nothing where no sample was answered.
    [[nodiscard]] std::optional<Bytes> at(Count value) const;

private:
    struct Known;
    [[nodiscard]] Known known_around(Bytes bytes) const;
    [[nodiscard]] Count beyond(Bytes bytes, const Known &known, bool blindly) const;

    Count m_least, m_most, m_start;
    Bytes m_fineness;
    std::map<Count, std::optional<Bytes>> m_samples;
};

/// Finds neighbours of which the lower fits and the upper does not. Needs of a real allocator climb in uneven steps and even step
/// back: lines through what is known lead near the edge, halving onto it.
class EdgeSearch {
public:
    EdgeSearch(Count least, Count most, Count start) : m_least(least), m_most(most), m_start(start) {}

    [[nodiscard]] bool done() const { return m_high.value - m_low.value <= 1; }
    /// The value to try next. `pointed`: the largest value that is expected to fit, as far as is known.
    [[nodiscard]] Count next(std::optional<Count> pointed) const;
    /// The same where more is known of the edge than a curve tells: `led` or the value after it, whichever is still open; now
    /// and then the search goes its own way.
    [[nodiscard]] Count follow(Count led) const;
    [[nodiscard]] Count first() const { return m_low.value + 1; } ///< of the values that are open
    [[nodiscard]] Count last() const { return m_high.value - 1; }
    /// `spare`: bytes left beside what the value needs, negative where they are missing; nothing where the plan is refused.
    void learn(Count value, bool fits, std::optional<Bytes> spare);
    /// What is known before the first try; values in rising order, up to the first that does not fit.
    void recall(Count value, bool fits, std::optional<Bytes> spare);
    /// Once done: the largest value that fits, `least` − 1 where none does; the next one does not.
    [[nodiscard]] Count edge() const { return m_low.value; }

private:
    struct End {
        Count value;
        std::optional<double> weight = {}; ///< bytes from the edge; less where this end stays while the other one moves
    };
    [[nodiscard]] static std::optional<double> weight_of(bool fits, std::optional<Bytes> spare);
    [[nodiscard]] bool bounded() const { return m_low.value >= m_least && m_high.value <= m_most; }
    [[nodiscard]] Count between() const;

    Count m_least, m_most, m_start;
    End m_low{m_least - 1}, m_high{m_most + 1}; ///< beside the values until something was tried
    Count m_stride = 2;
    int m_steps = 0, m_bounded_steps = 0;
    bool m_last_fits = true;
};

} // namespace plimsoll
