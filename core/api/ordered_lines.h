// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <istream>
#include <string>

namespace plimsoll {

struct InputLine {
    std::int64_t number = 0; ///< from 1
    std::string text;        ///< without its newline
    bool too_long = false;   ///< longer than longest_line; the rest was passed over
};

inline constexpr std::size_t longest_line = 16U << 20U;

/// Gives every line of `in` to `answer`, on `threads` threads, and writes the answers in the order of the lines, each as
/// soon as those before it are written. At most a few hundred lines are held at a time. A last line without a newline
/// counts, an empty one after the last newline does not.
void write_answers(std::istream &in, unsigned threads, const std::function<std::string(const InputLine &)> &answer,
                   const std::function<void(const std::string &)> &write);

} // namespace plimsoll
