// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config_json.h"

#include "core/json_text.h"

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

Result<nlohmann::json> parse_json(std::string_view text, const std::string &what, std::size_t size_limit)
{
    if (text.size() > size_limit)
        return Error{what, std::to_string(text.size()) + " bytes", "at most " + std::to_string(size_limit) + " bytes", {}};
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Error{what, "nothing", "a JSON object", {}};
    const Scan found = scan(text);
    if (found.too_deep)
        return Error{what, "JSON nested deeper than " + std::to_string(depth_limit) + " levels", "a configuration", {}};
    if (found.values > most_json_values)
        return Error{what, std::to_string(found.values) + " values", "at most " + std::to_string(most_json_values), {}};
    try {
        return found.has_bare_words ? nlohmann::json::parse(without_bare_words(text, "null")) : nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error &error) {
        const std::string at =
            error.byte > text.size() ? "it ends in the middle of a value" : "not JSON from byte " + std::to_string(error.byte);
        return Error{what, at, "a whole JSON object", {}};
    } catch (const nlohmann::json::exception &) {
        return Error{what, "a number that is out of range", "numbers of at most 64 bits", {}};
    }
}

} // namespace plimsoll
