// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// Bytes as figures of one unit, GiB or GB = 10⁹; as localised() takes them, and without the unit's name.
struct ByteFigures {
    ByteUnit unit = ByteUnit::binary;

    [[nodiscard]] std::string_view name() const;             ///< "GiB"
    [[nodiscard]] std::string meaning() const;               ///< "2³⁰ bytes", in the reader's language
    [[nodiscard]] std::string table(Bytes bytes) const;      ///< two decimals, so that sums can be followed: "15.16"
    [[nodiscard]] std::string difference(Bytes bytes) const; ///< the same with a sign: "+8.44", "−0.30", "0.00"
    /// Sentences and charts, everywhere: at most three significant digits, "15.2", "117", "0.65"; "<0.01", "0".
    [[nodiscard]] std::string brief(Bytes bytes) const;
    [[nodiscard]] std::string brief_named(Bytes bytes) const; ///< "15.2 GiB"

    /// Decimals of a brief figure of so many units: none from 100 on, two below 1.
    [[nodiscard]] static int brief_decimals(double units);

private:
    [[nodiscard]] double value(Bytes bytes) const;
};

} // namespace plimsoll
