// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <string_view>
#include <vector>

// Figures as text, never localised: for reports, the terminal and messages.
namespace plimsoll {

/// "7,615,616,512"; the minus is U+2212.
[[nodiscard]] std::string grouped(Count number);

/// Two decimals of GiB, so that sums can be followed: "15.16".
[[nodiscard]] std::string gib_table(Bytes bytes);

/// The same with a sign: "+8.44", "−0.30", "0.00".
[[nodiscard]] std::string gib_difference(Bytes bytes);

/// At most three significant digits of GiB: "15.2", "117", "0.65"; without the unit.
[[nodiscard]] std::string gib_brief(Bytes bytes);

/// A number with this many decimals and "." between.
[[nodiscard]] std::string fixed(double value, int decimals);

/// Decimals of an amount in dollars: cents, and below ten of them two digits that count ("0.13", "0.0042").
[[nodiscard]] int price_decimals(double usd);
/// "$1.25", "$0.0042"
[[nodiscard]] std::string dollars(double usd);

/// One decimal: "47.5"; an en dash where the whole is not positive.
[[nodiscard]] std::string percent(Bytes part, Bytes whole);

/// Columns that a terminal gives to a UTF-8 text (one per code point; nothing here is wider).
[[nodiscard]] std::size_t columns(std::string_view text);

/// Filled with blanks to `width` columns, at the right or at the left.
[[nodiscard]] std::string left_aligned(std::string_view text, std::size_t width);
[[nodiscard]] std::string right_aligned(std::string_view text, std::size_t width);

/// Lines of at most `width` columns, broken at blanks but not between a number and its unit; the first keeps its own leading
/// blanks, every other begins with `hang` of them. Longer words stand alone.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t hang = 0);

} // namespace plimsoll
