// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A word as a POSIX shell reads it back: in single quotes where a character of it means something there.
[[nodiscard]] std::string shell_word(std::string_view word);

/// Words with blanks between, as one line.
[[nodiscard]] std::string shell_line(const std::vector<std::string> &words);

} // namespace plimsoll
