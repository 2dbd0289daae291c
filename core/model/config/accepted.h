// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"

#include <cstdint>
#include <string>
#include <string_view>

// What errors of many readers say alike, as texts for people (core/ground/phrase.h).
namespace plimsoll {

/// What JSON calls a kind of value, by nlohmann's type_name().
[[nodiscard]] inline std::string said_type(const char *name)
{
    static constexpr const char *names[] = {QT_TRANSLATE_NOOP("core", "array"),  QT_TRANSLATE_NOOP("core", "boolean"),
                                            QT_TRANSLATE_NOOP("core", "null"),   QT_TRANSLATE_NOOP("core", "number"),
                                            QT_TRANSLATE_NOOP("core", "object"), QT_TRANSLATE_NOOP("core", "string")};
    for (const char *known : names)
        if (std::string_view(known) == name) return phrase(known);
    return name;
}

/// What was read where nothing stands.
[[nodiscard]] inline std::string said_nothing() { return phrase(QT_TRANSLATE_NOOP("core", "nothing")); }

[[nodiscard]] inline std::string at_most(std::string_view most)
{
    return phrase(QT_TRANSLATE_NOOP("core", "at most %1"), {most});
}
[[nodiscard]] inline std::string at_most(std::int64_t most) { return at_most(std::to_string(most)); }

[[nodiscard]] inline std::string from_to(std::string_view least, std::string_view most)
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {least, most});
}
[[nodiscard]] inline std::string whole_from_to(std::int64_t least, std::int64_t most)
{
    return phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 to %2"), {std::to_string(least), std::to_string(most)});
}

/// Why a model has no step: "the step of … is not described".
[[nodiscard]] inline std::string step_not_described(std::string_view name)
{
    return phrase(QT_TRANSLATE_NOOP("core", "the step of %1 is not described"), {name});
}

} // namespace plimsoll
