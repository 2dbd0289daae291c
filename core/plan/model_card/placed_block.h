// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/model_card/card_text.h"

#include <string>
#include <string_view>

namespace plimsoll::card {

/// What a block consists of; lines end with LF.
struct BlockParts {
    std::string opening; ///< the comment, without a line's end
    std::string heading; ///< where no heading of the card says what this is: "## GPU memory"
    std::string body;    ///< ends with a line's end
};

/// Where a block goes.
struct BlockPlace {
    std::size_t from = 0, to = 0; ///< what is replaced; nothing where they are equal
    std::string heading = {};     ///< of the block that stands there
    std::string under = {};       ///< the card's heading under which it is put
    bool operator==(const BlockPlace &) const = default;
};

/// In the place of the block that is there; else behind what stands under a heading on memory, hardware or speeds, up to the next
/// heading; else at the end.
[[nodiscard]] BlockPlace place_in(std::string_view text, const CardText &card);

/// The card with the block. Everything outside of it stays byte for byte, except for a blank line before and after a new one;
/// the block's lines end as the card's do. Error: read_card()'s.
[[nodiscard]] Result<std::string> with_block(std::string_view text, const BlockParts &block);

} // namespace plimsoll::card
