// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/shells/read_variables.h"

#include "core/exchange/text/config_text.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// The last word before "<<", and the word behind it: the variable and the mark of the end.
struct Read {
    std::string name, end;
};

Read read_in(std::string_view line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    const std::size_t at = line.find("<<");
    if (begin == std::string_view::npos || at == std::string_view::npos || !line.substr(begin).starts_with("read ")) return {};
    std::string_view before = line.substr(0, at), after = line.substr(at + 2);
    before = before.substr(0, before.find_last_not_of(" \t") + 1);
    after.remove_prefix(std::min(after.find_first_not_of(" \t-'\""), after.size()));
    const std::size_t from = before.find_last_not_of(letters);
    return {std::string(before.substr(from == std::string_view::npos ? 0 : from + 1)),
            std::string(after.substr(0, after.find_first_not_of(letters)))};
}

void put_in(std::string &text, std::size_t from, const std::string &word, const std::string &value, bool whole)
{
    for (std::size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at)) {
        const std::size_t end = at + word.size();
        if (whole && end < text.size() && letters.find(text[end]) != std::string_view::npos) {
            at = end;
            continue;
        }
        if (text.size() + value.size() > largest_config) return;
        text.replace(at, word.size(), value);
        at += value.size();
    }
}

} // namespace

std::string with_read_variables(std::string_view script)
{
    std::string out(script);
    constexpr int most = 16; // no script of a person has more
    std::size_t at = 0;
    for (int found = 0; found < most && at < out.size();) {
        const std::size_t line_end = std::min(out.find('\n', at), out.size());
        const Read read = read_in(std::string_view(out).substr(at, line_end - at));
        const std::size_t body = std::min(line_end + 1, out.size());
        const std::size_t end = read.name.empty() || read.end.empty() ? std::string::npos : out.find('\n' + read.end, line_end);
        if (end == std::string::npos) {
            at = body;
            continue;
        }
        ++found;
        std::string value = end < body ? std::string() : out.substr(body, end - body);
        const std::size_t rest = std::min(out.find('\n', end + 1), out.size());
        for (std::size_t i = at; i < rest; ++i)
            if (out[i] != '\n') out[i] = ' '; // lines keep their numbers
        put_in(out, rest, "${" + read.name + "}", value, false);
        put_in(out, rest, "$" + read.name, value, true);
        at = rest;
    }
    return out;
}

} // namespace plimsoll
