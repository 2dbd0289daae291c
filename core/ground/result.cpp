// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/result.h"

#include "core/ground/phrase.h"

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
    if (!read.empty()) add(out.empty() || !text.empty() ? ", " : ": ", phrase(QT_TRANSLATE_NOOP("core", "read %1"), {read}));
    if (!accepted.empty()) add(", ", phrase(QT_TRANSLATE_NOOP("core", "accepted: %1"), {accepted}));
    return out;
}

} // namespace plimsoll
