// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/bars.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

double share(Bytes bytes, Bytes whole)
{
    return whole <= 0 ? 0.0 : std::clamp(static_cast<double>(bytes) / static_cast<double>(whole), 0.0, 1.0);
}

} // namespace

std::string bar_of(Bytes bytes, Bytes whole, std::size_t width, std::optional<Bytes> mark)
{
    auto filled = static_cast<std::size_t>(std::lround(share(bytes, whole) * static_cast<double>(width) * 8.0));
    if (filled == 0 && bytes > 0) filled = 1;
    const std::size_t full = filled / 8;
    const bool rest = filled % 8 != 0;
    const std::size_t at =
        mark ? std::min(width - 1, static_cast<std::size_t>(share(*mark, whole) * static_cast<double>(width))) : width;
    std::string out;
    for (std::size_t column = 0; column < width; ++column) {
        if (column == at)
            out += "│";
        else if (column < full)
            out += "█";
        else if (column == full && rest)
            out += eighths[filled % 8];
        else if (at < width && column < at)
            out += ' ';
        else
            break;
    }
    return out;
}

std::string_view group_colour(std::size_t index)
{
    // the dark palette's hues as 24-bit colours: readable on black and on white
    static constexpr std::array<std::string_view, 9> codes{"38;2;55;143;214",  "38;2;74;192;253",  "38;2;182;112;0",
                                                           "38;2;216;160;60",  "38;2;56;140;90",   "38;2;244;148;114",
                                                           "38;2;148;103;189", "38;2;127;133;139", "38;2;160;168;176"};
    return codes[index % codes.size()];
}

} // namespace plimsoll
