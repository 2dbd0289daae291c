// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model_card/placed_block.h"

#include "core/plan/model_card/carried_plan.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll::card {

namespace {

/// " speeds sizes times optional ": words in lower case, each between blanks.
std::string words_of(std::string_view title)
{
    std::string out = " ";
    for (const char c : title) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!out.ends_with(' '))
            out += ' ';
    }
    return out.ends_with(' ') ? out : out + ' ';
}

/// Headings that a block may stand under, the best first. `whole`: the heading says nothing else.
struct Home {
    const char *words;
    bool whole;
};
constexpr std::array<Home, 9> homes{{{" gpu memory ", false},
                                     {" vram ", false},
                                     {" memory ", true},
                                     {" memory requirements ", false},
                                     {" memory usage ", false},
                                     {" hardware ", false},
                                     {" speeds ", false},
                                     {" compute infrastructure ", false},
                                     {" system requirements ", false}}};

const CardHeading *home_of(const CardText &card)
{
    for (const Home &home : homes)
        for (const CardHeading &heading : card.headings) {
            const std::string words = words_of(heading.title);
            if (home.whole ? words == home.words : words.find(home.words) != std::string::npos) return &heading;
        }
    return nullptr;
}

/// The first line of a block's inside, where it is a heading.
std::string heading_in(std::string_view text, const CardText &card)
{
    for (const CardHeading &heading : card.headings) {
        if (heading.from < card.block->inner || heading.from >= card.block->inner_end) continue;
        const std::string_view before = text.substr(card.block->inner, heading.from - card.block->inner);
        if (before.find_first_not_of(" \t\r\n") != std::string_view::npos) return {};
        std::string line(text.substr(heading.from, heading.to - heading.from));
        while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
        return line;
    }
    return {};
}

/// Behind the last line with something on it, up to `end`.
std::size_t behind_last_line(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::size_t last = text.substr(0, end).find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || last < begin) return begin;
    const std::size_t at = std::min(text.find_first_of("\r\n", last), end);
    const bool pair = at + 1 < end && text[at] == '\r' && text[at + 1] == '\n';
    return std::min(at + (pair ? 2 : 1), end);
}

std::string with_ends(std::string_view lines, std::string_view end)
{
    std::string out;
    for (const char c : lines) {
        if (c == '\n')
            out += end;
        else
            out += c;
    }
    return out;
}

bool ends_line(std::string_view text) { return text.empty() || text.ends_with('\n') || text.ends_with('\r'); }

} // namespace

BlockPlace place_in(std::string_view text, const CardText &card)
{
    if (card.block) return {card.block->from, card.block->to, heading_in(text, card), {}};
    const CardHeading *home = home_of(card);
    if (home == nullptr) return {text.size(), text.size(), {}, {}};
    const auto next = std::ranges::find_if(card.headings, [&](const CardHeading &one) { return one.from > home->from; });
    const std::size_t end = next == card.headings.end() ? text.size() : next->from;
    const std::size_t at = behind_last_line(text, home->to, end);
    return {at, at, {}, home->title};
}

Result<std::string> with_block(std::string_view text, const BlockParts &parts)
{
    const Result<CardText> card = read_card(text);
    if (!card.ok()) return card.error();
    const BlockPlace place = place_in(text, *card);
    const bool replaces = place.from < place.to;
    const std::string heading = replaces ? place.heading : place.under.empty() ? parts.heading : std::string();
    const std::string block = with_ends(parts.opening + "\n\n" + (heading.empty() ? "" : heading + "\n\n") + parts.body + "\n" +
                                            std::string(closing_comment),
                                        card->line_end);
    std::string out(text.substr(0, place.from));
    const std::string_view rest = text.substr(place.to);
    if (!replaces) {
        const bool whole = ends_line(text);
        if (!ends_line(out)) out += card->line_end;
        if (!out.empty()) out += card->line_end;
        out += block;
        if (!rest.empty() || whole) out += card->line_end; // a card without its last line's end keeps none
        return out.append(rest);
    }
    return out.append(block).append(rest);
}

} // namespace plimsoll::card
