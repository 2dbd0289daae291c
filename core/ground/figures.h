// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// Bytes as figures of one unit, GiB or GB = 10⁹; as localised() takes them, and without the unit's name.
struct ByteFigures {
    ByteUnit unit = ByteUnit::binary;

    [[nodiscard]] std::string_view name() const;              ///< "GiB"
    [[nodiscard]] std::string meaning() const;                ///< "2³⁰ bytes", in the reader's language
    [[nodiscard]] std::string table(Bytes bytes) const;       ///< two decimals, so that sums can be followed: "15.16"
    [[nodiscard]] std::string difference(Bytes bytes) const;  ///< the same with a sign: "+8.44", "−0.30", "0.00"
    [[nodiscard]] std::string brief(Bytes bytes) const;       ///< at most three significant digits: "15.2", "117", "0.65"
    [[nodiscard]] std::string sentence(Bytes bytes) const;    ///< one decimal, as verdicts say it: "15.2"
    [[nodiscard]] std::string brief_named(Bytes bytes) const; ///< "15.2 GiB"

private:
    [[nodiscard]] double value(Bytes bytes) const;
};

} // namespace plimsoll
