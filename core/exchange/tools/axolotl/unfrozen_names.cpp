// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/axolotl/unfrozen_names.h"

#include "core/model/name_pattern.h"

namespace plimsoll {

namespace {

/// Whether there are alternatives outside of all brackets.
bool has_alternatives(std::string_view text)
{
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '(' || text[i] == '[')
            ++depth;
        else if (text[i] == ')' || text[i] == ']')
            --depth;
        else if (text[i] == '|' && depth == 0)
            return true;
    }
    return false;
}

/// Where "[5]", "[5:]", "[:7]" or "[5:7]" begins at the end of the text; its size where nothing of the kind stands there.
std::size_t before_rows(std::string_view text)
{
    const std::size_t open = text.rfind('[');
    if (!text.ends_with(']') || open == text.npos || open == 0) return text.size();
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    const bool rows = inside.find_first_not_of("0123456789:") == inside.npos && inside.find(':') == inside.rfind(':');
    return rows && !inside.empty() ? open : text.size();
}

bool stands(std::string_view text, std::size_t at, std::string_view any_of)
{
    return at < text.size() && any_of.find(text[at]) != any_of.npos;
}

/// Whether a dot that is any character could meet more names than a dot: beside what repeats, groups or chooses.
bool differs_by_dots(std::string_view text) { return text.find_first_of("*+?(){}|\\") != text.npos; }

} // namespace

std::string entry_of_unfrozen(std::string_view unfrozen)
{
    const std::string_view named = unfrozen.substr(0, before_rows(unfrozen));
    std::string out;
    const bool escapes = differs_by_dots(named);
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (escapes && named[i] == '.' && !stands(named, i + 1, "+")) out += '\\';
        out += named[i];
    }
    if (has_alternatives(out)) return "^(?:" + out + ")";
    return out.starts_with('^') ? out : "^" + out;
}

std::optional<std::string> unfrozen_of_entry(std::string_view entry)
{
    if (!is_pattern(entry)) return "(.+.)?" + std::string(entry) + "(.|$)";
    const bool begins = entry.starts_with('^'), several = has_alternatives(entry);
    if (several && entry.find('^') != entry.npos) return std::nullopt; // which of them it belongs to is lost below
    std::string out;
    bool within = false; // [ ]
    for (std::size_t i = begins ? 1 : 0; i < entry.size(); ++i) {
        const char c = entry[i];
        if (c == '[' || c == ']') within = c == '[';
        if (c == '\\' && stands(entry, i + 1, ".")) {
            if (stands(entry, i + 2, "*+?{")) return std::nullopt;
            out += '.';
            ++i;
        } else if (c == '.' && !within && stands(entry, i + 1, "*")) {
            out += "(.+)?";
            i += stands(entry, i + 2, "?") ? 2 : 1;
        } else if (c == '.' && !within && stands(entry, i + 1, "?{")) {
            return std::nullopt;
        } else
            out += c;
    }
    if (several || before_rows(out) < out.size()) out = "(" + out + ")";
    if (begins) return "^" + out;
    return out.starts_with("(.+)?") ? out : "(.+)?" + out;
}

} // namespace plimsoll
