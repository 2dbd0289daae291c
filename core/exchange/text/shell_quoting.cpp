// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_quoting.h"

namespace plimsoll {

std::string quoted_word(std::string_view text)
{
    if (text.find_first_of(" \t'\"\\&|;<>(){}*?`$") == std::string_view::npos) return std::string(text);
    const bool variable = text.find('$') != std::string_view::npos && text.find_first_of("\"`\\") == std::string_view::npos;
    if (variable) return '"' + std::string(text) + '"';
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

std::string docker_run(std::string_view image)
{
    std::string out = "docker run ";
    return out.append(quoted_word(image));
}

} // namespace plimsoll
