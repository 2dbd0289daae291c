// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/shell_words.h"

namespace plimsoll {

std::string shell_word(std::string_view word)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

std::string shell_line(const std::vector<std::string> &words)
{
    std::string out;
    for (const std::string &word : words) out += (out.empty() ? "" : " ") + shell_word(word);
    return out;
}

} // namespace plimsoll
