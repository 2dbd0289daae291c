// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config/config_json.h"

#include "core/ground/json_text.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr int depth_limit = 64;

struct Scan {
    bool has_bare_words = false;
    bool too_deep = false;
    std::size_t values = 1;
};

Scan scan(std::string_view text)
{
    Scan found;
    int depth = 0;
    outside_strings(text, [&](std::size_t, char c) {
        found.values += c == ',' || c == '{' || c == '[';
        if (c == '{' || c == '[')
            found.too_deep |= ++depth > depth_limit;
        else if (c == '}' || c == ']')
            --depth;
        else if (c == 'N' || c == 'I')
            found.has_bare_words = true;
    });
    return found;
}

} // namespace

Result<nlohmann::json> parse_config_json(std::string_view text, const std::string &what, std::size_t size_limit)
{
    if (text.size() > size_limit)

        return Error{what,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {std::to_string(text.size())}),
                     phrase(QT_TRANSLATE_NOOP("core", "at most %1 bytes"), {std::to_string(size_limit)}),
                     {}};
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{what, said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "a JSON object")), {}};
    const Scan found = scan(text);
    if (found.too_deep)
        return Error{what,
                     phrase(QT_TRANSLATE_NOOP("core", "JSON nested deeper than %1 levels"), {std::to_string(depth_limit)}),
                     phrase(QT_TRANSLATE_NOOP("core", "a configuration")),
                     {}};
    if (found.values > most_json_values)
        return Error{what,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 values"), {std::to_string(found.values)}),
                     at_most(static_cast<std::int64_t>(most_json_values)),
                     {}};
    try {
        return found.has_bare_words ? nlohmann::json::parse(without_bare_words(text, "null")) : nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error &error) {
        const char *const at = error.byte > text.size() ? QT_TRANSLATE_NOOP("core", "it ends in the middle of a value")
                                                        : QT_TRANSLATE_NOOP("core", "not JSON from byte %1");
        return Error{
            what, phrase(at, {std::to_string(error.byte)}), phrase(QT_TRANSLATE_NOOP("core", "a whole JSON object")), {}};
    } catch (const nlohmann::json::exception &) {
        return Error{what,
                     phrase(QT_TRANSLATE_NOOP("core", "a number that is out of range")),
                     phrase(QT_TRANSLATE_NOOP("core", "numbers of at most %1 bits"), {"64"}),
                     {}};
    }
}

} // namespace plimsoll
