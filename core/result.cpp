// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/result.h"

namespace plimsoll {

std::string Error::message() const
{
    std::string out = field;
    const auto add = [&out](const char *separator, const std::string &part) {
        if (part.empty()) return;
        if (!out.empty()) out += separator;
        out += part;
    };
    add(": ", text);
    if (!read.empty()) add(out.empty() || !text.empty() ? ", " : ": ", "read " + read);
    if (!accepted.empty()) add(", ", "accepted: " + accepted);
    return out;
}

} // namespace plimsoll
