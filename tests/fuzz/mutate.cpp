// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace plimsoll::fuzz {
namespace {

constexpr std::size_t text_limit = std::size_t{1} << 20;

std::size_t below(Random &random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

/// Replaces a JSON value behind a colon or comma near `at`.
void replace_value(std::string &text, std::size_t at, Random &random)
{
    static constexpr std::array<std::string_view, 26> values{"0",
                                                             "-1",
                                                             "1",
                                                             "2",
                                                             "16777216",
                                                             "99999999999999999999",
                                                             "9223372036854775807",
                                                             "-9223372036854775808",
                                                             "1e308",
                                                             "1e400",
                                                             "0.5",
                                                             "NaN",
                                                             "[]",
                                                             "Infinity",
                                                             "null",
                                                             "true",
                                                             "\"\"",
                                                             "\"x\"",
                                                             "{}",
                                                             "[1]",
                                                             "4096",
                                                             "18446744073709551615",
                                                             "\"\\u0000\"",
                                                             "\"\xff\xfe\"",
                                                             "[[[[]]]]",
                                                             "2000"};
    const std::size_t colon = text.find_first_of(":,", at);
    const std::size_t end = colon == std::string::npos ? colon : text.find_first_of(",}]\n", colon + 1);
    if (end == std::string::npos) return;
    text.replace(colon + 1, end - colon - 1, values[below(random, values.size())]);
}

/// Overwrites four or eight bytes with a number at an edge: lengths and counts of binary formats.
void replace_word(std::string &text, std::size_t at, Random &random)
{
    static constexpr std::array<std::uint64_t, 16> words{0,
                                                         1,
                                                         0xffffffffULL,
                                                         0x7fffffffffffffffULL,
                                                         0xffffffffffffffffULL,
                                                         0x8000000000000000ULL,
                                                         1ULL << 20,
                                                         1ULL << 31,
                                                         1ULL << 32,
                                                         1ULL << 40,
                                                         1ULL << 61,
                                                         1ULL << 62,
                                                         255,
                                                         64,
                                                         8,
                                                         9};
    const std::uint64_t word = words[below(random, words.size())];
    const std::size_t size = std::min(random() % 2 ? sizeof(std::uint64_t) : sizeof(std::uint32_t), text.size() - at);
    std::memcpy(text.data() + at, &word, size);
}

void insert_piece(std::string &text, std::size_t at, const std::string &from, Random &random)
{
    const std::size_t start = below(random, from.size());
    text.insert(at, from, start, 1 + below(random, 400));
}

void nest(std::string &text, std::size_t at, Random &random)
{
    text.insert(at, std::string(1 + below(random, 3000), random() % 2 ? '[' : '{'));
}

void once(std::string &text, const std::vector<std::string> &seeds, Random &random)
{
    const std::size_t at = below(random, text.size());
    switch (random() % 12) {
    case 0: text[at] = static_cast<char>(random()); break;
    case 1: text[at] = static_cast<char>(text[at] ^ (1 << (random() % 8))); break;
    case 2: text.erase(at, 1 + below(random, 40)); break;
    case 3: insert_piece(text, at, std::string(text), random); break;
    case 4: insert_piece(text, at, seeds[below(random, seeds.size())], random); break;
    case 5: text.resize(at); break;
    case 6: replace_word(text, at, random); break;
    case 7: std::swap(text[at], text[below(random, text.size())]); break;
    case 8:
        if (random() % 20 == 0) nest(text, at, random);
        break;
    default: replace_value(text, at, random);
    }
}

} // namespace

std::string mutated(std::string text, const std::vector<std::string> &seeds, Random &random)
{
    if (random() % 4 != 0)
        if (std::optional<std::string> changed = mutated_json(text, seeds, random)) return *std::move(changed);
    const std::uint64_t times = 1 + random() % 6;
    for (std::uint64_t i = 0; i < times && !text.empty() && text.size() < text_limit; ++i) once(text, seeds, random);
    return text;
}

} // namespace plimsoll::fuzz
