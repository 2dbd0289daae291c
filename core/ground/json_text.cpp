// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <set>

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

/// `english` with the line in %1, the column in %2 and `reason` in %3.
std::string at(std::string_view text, std::size_t offset, const char *english, std::string_view reason = {})
{
    const Place place = place_of(text, offset);
    return phrase(english, {std::to_string(place.line), std::to_string(place.column), reason});
}

struct Extent {
    std::size_t too_deep = std::string_view::npos; ///< offset where the nesting passes `deepest`
    std::size_t values = 1;
    bool has_bare_words = false;
};

Extent extent_of(std::string_view text)
{
    Extent extent;
    int depth = 0;
    outside_strings(text, [&](std::size_t i, char c) {
        extent.values += c == ',' || c == '{' || c == '[';
        if (c == '{' || c == '[') {
            if (++depth > deepest) extent.too_deep = std::min(extent.too_deep, i);
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == 'N' || c == 'I') {
            extent.has_bare_words = true;
        }
    });
    return extent;
}

/// What nlohmann says after its own position: "unexpected end of input; expected '}'".
std::string reason_of(const std::string &what)
{
    const std::size_t cut = what.rfind(" - ");
    return cut == std::string::npos ? what : what.substr(cut + 3);
}

} // namespace

std::string without_bare_words(std::string_view text, std::string_view nan)
{
    std::string out;
    std::size_t copied = 0;
    outside_strings(text, [&](std::size_t i, char c) {
        const std::string_view rest = text.substr(i);
        const std::string_view word = c == 'N' && rest.starts_with("NaN")        ? "NaN"
                                      : c == 'I' && rest.starts_with("Infinity") ? "Infinity"
                                                                                 : "";
        if (word.empty()) return;
        out += text.substr(copied, i - copied);
        out += c == 'N' ? nan : "1e308";
        copied = i + word.size();
    });
    out += text.substr(copied);
    return out;
}

Result<nlohmann::json> parse_json(std::string_view text, const std::string &what, std::string_view whole)
{
    if (whole.empty()) whole = text;
    const auto begin = static_cast<std::size_t>(text.data() - whole.data());
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{what, phrase(QT_TRANSLATE_NOOP("core", "nothing")), phrase(QT_TRANSLATE_NOOP("core", "a JSON object")),
                     phrase(QT_TRANSLATE_NOOP("core", "is empty"))};
    const Extent extent = extent_of(text);
    if (extent.too_deep != std::string_view::npos)
        return Error{what, "", phrase(QT_TRANSLATE_NOOP("core", "at most %1 levels"), {std::to_string(deepest)}),
                     at(whole, begin + extent.too_deep, QT_TRANSLATE_NOOP("core", "is nested too deeply at line %1, column %2"))};
    if (extent.values > most_json_values)
        return Error{what,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 values"), {std::to_string(extent.values)}),
                     phrase(QT_TRANSLATE_NOOP("core", "at most %1"), {std::to_string(most_json_values)}),
                     {}};
    try {
        if (extent.has_bare_words)
            if (auto read = nlohmann::json::parse(without_bare_words(text, "1e308"), nullptr, false); !read.is_discarded())
                return read;
        return nlohmann::json::parse(text); // says where the text itself is broken
    } catch (const nlohmann::json::parse_error &error) {
        const std::size_t offset = error.byte == 0 ? 0 : error.byte - 1;
        return Error{what, "", "JSON",
                     at(whole, begin + offset, QT_TRANSLATE_NOOP("core", "is not valid JSON at line %1, column %2 (%3)"),
                        reason_of(error.what()))};
    } catch (const nlohmann::json::out_of_range &error) { // "number overflow parsing '1e999'"
        const std::string said = error.what();
        const std::size_t number = said.find('\'');
        return Error{what,
                     number == std::string::npos ? phrase(QT_TRANSLATE_NOOP("core", "a number")) : said.substr(number),
                     phrase(QT_TRANSLATE_NOOP("core", "numbers up to %1"), {"1e308"}),
                     {}};
    } catch (const nlohmann::json::exception &error) {
        return Error{what, "", "JSON", phrase(QT_TRANSLATE_NOOP("core", "cannot be read (%1)"), {error.what()})};
    }
}

std::vector<std::string> repeated_keys(std::string_view text, int levels)
{
    constexpr std::size_t most = 32; // who reads more?
    struct Open {
        int depth = 0;
        std::string path; ///< with a dot behind it
        std::string last = {};
        std::set<std::string> keys = {};
    };
    std::vector<Open> open;
    std::vector<std::string> out;
    using Event = nlohmann::json::parse_event_t;
    const auto visit = [&](int depth, Event event, const nlohmann::json &value) {
        if (event == Event::object_start || event == Event::array_start)
            while (!open.empty() && open.back().depth >= depth) open.pop_back(); // objects that have ended
        if (event == Event::object_start) {
            open.push_back({depth, open.empty() ? std::string() : open.back().path + open.back().last + '.'});
        }
        if (event == Event::key) {
            while (open.back().depth >= depth) open.pop_back();
            Open &here = open.back();
            here.last = value.get<std::string>();
            const bool repeated =
                !here.keys.insert(here.last).second && static_cast<int>(open.size()) <= levels && out.size() < most;
            if (repeated && std::ranges::find(out, here.path + here.last) == out.end()) out.push_back(here.path + here.last);
        }
        return false; // nothing of it is kept
    };
    [[maybe_unused]] const nlohmann::json nothing = nlohmann::json::parse(text, visit, false);
    return out;
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
