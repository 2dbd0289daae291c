// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/pickle_writer.h"

#include <bit>

namespace plimsoll {

void PickleWriter::integer(std::int64_t value)
{
    if (value >= 0 && value < 256) {
        m_out += 'K';
        little(static_cast<std::uint64_t>(value), 1);
    } else if (value >= INT32_MIN && value <= INT32_MAX) {
        m_out += 'J';
        little(static_cast<std::uint32_t>(value), 4);
    } else {
        m_out += std::string("\x8a\x08", 2);
        little(static_cast<std::uint64_t>(value), 8);
    }
}

void PickleWriter::real(double value)
{
    m_out += 'G';
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned i = 8; i-- > 0;) m_out += static_cast<char>((bits >> (8U * i)) & 255U);
}

void PickleWriter::text(std::string_view value)
{
    const auto [known, is_new] = m_texts.try_emplace(std::string(value), m_memo);
    if (!is_new) return recall(known->second);
    if (value.size() < 256) {
        m_out += '\x8c';
        little(value.size(), 1);
    } else {
        m_out += 'X';
        little(value.size(), 4);
    }
    m_out += value;
    (void)remember();
}

void PickleWriter::recall(std::uint32_t place)
{
    m_out += place < 256 ? 'h' : 'j';
    little(place, place < 256 ? 1 : 4);
}

} // namespace plimsoll
