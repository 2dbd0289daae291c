// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json_text.h"

namespace plimsoll {

namespace {

constexpr int deepest = 100;
constexpr std::size_t longest_quote = 60;

struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

Place place_of(std::string_view text, std::size_t offset)
{
    Place place;
    for (const char c : text.substr(0, offset)) {
        ++place.column;
        if (c == '\n') place = {place.line + 1, 1};
    }
    return place;
}

std::string at(std::string_view text, std::size_t offset)
{
    const Place place = place_of(text, offset);
    return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

struct Extent {
    std::size_t too_deep = std::string_view::npos; ///< offset where the nesting passes `deepest`
    std::size_t values = 1;
};

Extent extent_of(std::string_view text)
{
    Extent extent;
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++extent.values;
            if (++depth > deepest) return {i, extent.values};
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == ',') {
            ++extent.values;
        }
    }
    return extent;
}

/// What nlohmann says after its own position: "unexpected end of input; expected '}'".
std::string reason_of(const std::string &what)
{
    const std::size_t cut = what.rfind(" - ");
    return cut == std::string::npos ? what : what.substr(cut + 3);
}

} // namespace

Result<nlohmann::json> parse_json(std::string_view text, const std::string &what)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Error{what, "nothing", "a JSON object", "is empty"};
    const Extent extent = extent_of(text);
    if (extent.too_deep != std::string_view::npos)
        return Error{what, "", "at most " + std::to_string(deepest) + " levels",
                     "is nested too deeply at " + at(text, extent.too_deep)};
    if (extent.values > most_json_values)
        return Error{what, std::to_string(extent.values) + " values", "at most " + std::to_string(most_json_values), {}};
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error &error) {
        const std::size_t offset = error.byte == 0 ? 0 : error.byte - 1;
        return Error{what, "", "JSON", "is not valid JSON at " + at(text, offset) + " (" + reason_of(error.what()) + ")"};
    } catch (const nlohmann::json::out_of_range &error) { // "number overflow parsing '1e999'"
        const std::string said = error.what();
        const std::size_t number = said.find('\'');
        return Error{what, number == std::string::npos ? "a number" : said.substr(number), "numbers up to 1e308", {}};
    } catch (const nlohmann::json::exception &error) {
        return Error{what, "", "JSON", std::string("cannot be read (") + error.what() + ")"};
    }
}

std::string quoted(const nlohmann::json &value)
{
    std::string out = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (out.size() <= longest_quote) return out;
    std::size_t cut = longest_quote;
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0U) == 0x80U) --cut;
    return out.substr(0, cut) + "…";
}

std::string to_text(const nlohmann::ordered_json &value, int indent)
{
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace plimsoll
