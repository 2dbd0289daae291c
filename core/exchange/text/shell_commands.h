// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A word after POSIX sh's quoting. Nothing is expanded but variables that the same text sets to a plain word before, and arithmetic
/// over whole numbers and such variables.
struct ShellWord {
    std::string text;
    int line = 0;
    bool unknown = false;                    ///< holds what only a shell could tell: $NAME, $(…), `…`, $((…))
    std::vector<std::string> variables = {}; ///< that it names
    bool operator==(const ShellWord &) const = default;
};

struct ShellAssignment {
    std::string name;
    ShellWord value;
    bool operator==(const ShellAssignment &) const = default;
};

/// A simple command: what it sets in its environment, and its words. No words: the text's own variables from there on.
struct ShellCommand {
    std::vector<ShellAssignment> assignments;
    std::vector<ShellWord> words;
    bool exported = false; ///< its assignments reach what is started
    int joined = 0;        ///< line at which a shell would end it, and an option follows that belongs to it; 0: none
    int comment = 0;       ///< line of a comment that ends it though the line before goes on; 0: none
    int blank = 0;         ///< line at whose end a blank stands behind the backslash, where a shell ends it; 0: none
    bool operator==(const ShellCommand &) const = default;
};

/// Commands of a text, split at ends of lines, ";", "&", "&&", "|" and "||"; comments, prompts ("$ ") and fences of Markdown left out;
/// what is redirected is dropped. A line that begins with an option is no command: it goes on with the one before. Error: a quote that does not end.
[[nodiscard]] Result<std::vector<ShellCommand>> shell_commands(std::string_view text);

} // namespace plimsoll
