// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a clipboard's text may mean, the likeliest first: each fenced block of a page of Markdown, then the whole. Quotes of Markdown and
/// prompts of shells, of Python and of notebooks are taken off, with what was printed between Python's. Never empty. A line that is left
/// out stays as an empty one: lines keep their numbers.
[[nodiscard]] std::vector<std::string> readings_of_paste(std::string_view text);

/// A text below the sentence or the heading with which it begins, one line after the other taken off; at most a few.
[[nodiscard]] std::vector<std::string> below_sentences(std::string_view text);

/// A command in the words of a POSIX shell: Windows' ends of lines that go on ("^", "`"), paths and variables, and what a text processor
/// makes of dashes, blanks and quotes. Lines keep their numbers.
[[nodiscard]] std::string plain_command(std::string_view text);

/// The first line, from 1, on which a dash or a quote of a text processor stands where a shell's is meant; 0: none.
[[nodiscard]] int line_with_processed_signs(std::string_view text);

} // namespace plimsoll
