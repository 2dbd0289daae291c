// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a model card (a README.md) has where: as far as a block is found, put in or replaced without touching anything else.
namespace plimsoll::card {

/// Offsets in the text, in bytes; `line` from 1.
struct CardHeading {
    std::string title;    ///< without its marks: "Speeds, Sizes, Times [optional]"
    std::size_t from = 0; ///< of its line
    std::size_t to = 0;   ///< behind its last line's end
    int line = 0;
    bool operator==(const CardHeading &) const = default;
};

/// From `<!-- BEGIN PLIMSOLL` to the end of `<!-- END PLIMSOLL -->`.
struct CardBlock {
    std::size_t from = 0, to = 0;
    std::size_t inner = 0;     ///< behind the opening comment
    std::size_t inner_end = 0; ///< where the closing one begins
    bool operator==(const CardBlock &) const = default;
};

struct CardText {
    std::size_t begin = 0;       ///< behind a byte order mark and the YAML front matter
    std::string line_end = "\n"; ///< what most lines end with
    std::vector<CardHeading> headings;
    std::optional<CardBlock> block;
    bool operator==(const CardText &) const = default;
};

/// Reads Markdown as CommonMark does where it matters here: YAML front matter, fenced and indented code, code spans and comments are
/// no headings and hold no markers. Error: markers that are unbalanced, nested, repeated or within a line, a code fence or a comment
/// that never ends, bytes that are not UTF-8; it names the line.
[[nodiscard]] Result<CardText> read_card(std::string_view text);
/// Its blocks, where it may have several; none where it has none. Error: read_card()'s otherwise.
[[nodiscard]] Result<std::vector<CardBlock>> read_blocks(std::string_view text);

} // namespace plimsoll::card
