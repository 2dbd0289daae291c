// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Most values of one document. Each takes up to some hundred and thirty bytes of memory, however short its text; published
/// configurations that list every module reach 200,000.
inline constexpr std::size_t most_json_values = 500'000;

/// Calls `visit(offset, character)` for what stands outside of JSON's strings.
template <class Visit>
void outside_strings(std::string_view text, Visit visit)
{
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
        } else {
            visit(i, c);
        }
    }
}

/// Python's json module writes bare NaN, Infinity and -Infinity: the text with `nan` for the first and ±1e308, which is larger
/// than anything that is meant, for the others.
[[nodiscard]] std::string without_bare_words(std::string_view text, std::string_view nan);

/// Parses JSON that comes from outside; bare NaN and Infinity, which an embedded config.json may hold, are read as 1e308. Errors say line and column; nesting deeper than 100 levels is refused, so that
/// nothing that walks the value afterwards can run out of stack, and so are more than `most_json_values`. `what` names the
/// document in the error ("the plan"). Lines and columns are those of `whole`, where one is given: what `text` is a part of.
[[nodiscard]] Result<nlohmann::json> parse_json(std::string_view text, const std::string &what, std::string_view whole = {});

/// Keys that stand more than once in one object of what parse_json() has read, which keeps the last of them. Dotted from the top,
/// arrays not counted ("memory.nominal"), the first 32 of them; `levels`: no deeper ones.
[[nodiscard]] std::vector<std::string> repeated_keys(std::string_view text, int levels = 100);

/// A value as an error quotes it: JSON on one line, cut after 60 characters; never fails, whatever bytes it holds.
[[nodiscard]] std::string quoted(const nlohmann::json &value);

/// JSON on one line; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const nlohmann::ordered_json &value, int indent = -1);

} // namespace plimsoll
