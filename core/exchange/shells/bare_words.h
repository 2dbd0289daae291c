// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/exchange/text/config_text.h"

#include <cstdint>
#include <string_view>

namespace plimsoll {

/// What a tool's commands make of words that stand without dashes, by its own parser.
struct CommandWords {
    /// "key=value": an option, one where a file of options comes first and nothing with dashes does, or nothing.
    enum class Pairs : std::uint8_t { options, behind_file, stop };
    Pairs pairs = Pairs::options;
    int words = -1;                 ///< that belong to no option and are read; -1: any number
    bool whole = false;             ///< the two lists are: every other option takes one word
    std::string_view switches = {}; ///< options that take no word, with blanks between; "enable_*" for all that begin so
    std::string_view several = {};  ///< options that take more than one
};

/// Whether a command's options are those of a file, which its first word names.
[[nodiscard]] bool begins_with_file(const ConfigText &command);

/// Words of a command where its tool's parser takes them: behind a switch, or behind an option that takes one, they belong to no option.
/// What it stops at leaves the text, is not said and warned of ("bare_word"). `behind_file`: begins_with_file() of the text as it stood.
void settle_bare_words(ConfigText &command, const ToolFormat &tool, bool behind_file, Imported &out);

} // namespace plimsoll
