// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/shells/read_variables.h"

#include "core/exchange/text/config_text.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// The last word before "<<", and the word behind it: the variable and the mark of the end.
struct ReadVariable {
    std::string name, end;
};

ReadVariable read_in(std::string_view line)
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

} // namespace

void put_in(std::string &text, std::size_t from, const std::string &name, const std::string &value)
{
    std::string out;
    const std::string_view rest = std::string_view(text).substr(from);
    std::size_t done = 0;
    for (std::size_t at = rest.find('$'); at != std::string_view::npos; at = rest.find('$', at + 1)) {
        const bool braced = rest.substr(at + 1).starts_with('{');
        const std::size_t begin = at + (braced ? 2 : 1), end = begin + name.size();
        if (rest.substr(begin, name.size()) != name) continue;
        const bool ends = end >= rest.size() || (braced ? rest[end] == '}' : letters.find(rest[end]) == std::string_view::npos);
        if (!ends) continue;
        out.append(rest.substr(done, at - done)).append(value);
        done = std::min(end + (braced ? 1 : 0), rest.size());
        if (out.size() > largest_config) return;
    }
    if (done == 0) return;
    out.append(rest.substr(done));
    text.replace(from, std::string::npos, out);
}

std::string with_read_variables(std::string_view script)
{
    std::string out(script);
    constexpr int most = 16; // no script of a person has more
    std::size_t at = 0;
    for (int found = 0; found < most && at < out.size();) {
        const std::size_t line_end = std::min(out.find('\n', at), out.size());
        const ReadVariable read = read_in(std::string_view(out).substr(at, line_end - at));
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
        put_in(out, rest, read.name, value);
        at = rest;
    }
    return out;
}

} // namespace plimsoll
