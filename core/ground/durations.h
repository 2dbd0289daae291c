// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace plimsoll {

/// Two or three figures that count, in the reader's language: 0.92, 8.4, 127.
[[nodiscard]] std::string few_figures(double value);

/// "1.92 s" for people, in the unit that suits: ms, s, min, h, days.
[[nodiscard]] std::string time_in_words(double seconds);

} // namespace plimsoll
