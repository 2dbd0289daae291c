// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama fb307609: parser/parser.go
#include "core/exchange/text/config_text.h"
#include "core/ground/phrase.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

std::string_view next_word(std::string_view &text)
{
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
    return word;
}

} // namespace

Result<ConfigText> config_from_modelfile(std::string_view text)
{
    ConfigText out;
    out.form = ConfigForm::modelfile;
    constexpr std::string_view quotes = "\"\"\"";
    int line = 0;
    bool inside = false; // a text of several lines
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view rest = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
        if (rest.ends_with('\r')) rest.remove_suffix(1);
        if (inside) {
            inside = rest.find(quotes) == std::string_view::npos;
            continue;
        }
        const std::string_view word = next_word(rest);
        if (word.empty() || word[0] == '#' || word.starts_with("```")) continue;
        ConfigEntry entry{{}, upper(word), {}, line};
        if (entry.key == "PARAMETER") {
            entry.scope = "PARAMETER";
            entry.key = std::string(next_word(rest));
        }
        if (const std::size_t first = rest.find(quotes); first != std::string_view::npos)
            inside = rest.find(quotes, first + quotes.size()) == std::string_view::npos;
        else if (rest.size() > 1 && rest.front() == '"' && rest.back() == '"')
            rest = rest.substr(1, rest.size() - 2);
        entry.value = std::string(rest);
        if (!add_entry(out, std::move(entry))) return too_many_keys();
    }
    return out;
}

} // namespace plimsoll
