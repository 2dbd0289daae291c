// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/utf8.h"

namespace plimsoll {

std::size_t first_not_utf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
        const unsigned first = byte(i);
        const std::size_t more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        if ((first >= 0x80 && first < 0xC2) || first > 0xF4) return i;
        for (std::size_t k = 1; k <= more; ++k)
            if ((byte(i + k) & 0xC0U) != 0x80U) return i;
        const unsigned second = byte(i + 1);
        const bool longer = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
        const bool none = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
        if (longer || none) return i;
        i += more + 1;
    }
    return std::string_view::npos;
}

} // namespace plimsoll
