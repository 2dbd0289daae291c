// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/here_document.h"

#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::string_view next_line(std::string_view &text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The word at the beginning, blanks before it and quotes around it left out.
std::string_view word_of(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t-"), text.size()));
    if (!text.empty() && (text[0] == '\'' || text[0] == '"'))
        return text.substr(1, std::min(text.find(text[0], 1), text.size()) - 1);
    return text.substr(0, text.find_first_of(" \t;|&<>"));
}

/// The next of what is left of a script, of which `number` lines were read.
std::optional<HereDocument> next_document(std::string_view &script, int &number)
{
    while (!script.empty()) {
        const std::string_view line = next_line(script);
        ++number;
        const std::size_t at = line.find("<<");
        if (at == std::string_view::npos || line.substr(at).starts_with("<<<") || trimmed(line).starts_with('#')) continue;
        const std::string_view end = word_of(line.substr(at + 2));
        if (end.empty()) continue;
        HereDocument out{{}, {}, number + 1};
        const std::string rest = std::string(line.substr(0, at)) + std::string(line.substr(at + 2));
        if (const std::size_t to = rest.rfind('>'); to != std::string::npos)
            out.file = word_of(std::string_view(rest).substr(to + 1));
        while (!script.empty()) {
            const std::string_view held = next_line(script);
            ++number;
            if (held == end) return out;
            out.text += std::string(held) + '\n';
        }
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<HereDocument> here_document(std::string_view script)
{
    int number = 0;
    return next_document(script, number);
}

std::vector<HereDocument> here_documents(std::string_view script)
{
    constexpr std::size_t most = 16;
    std::vector<HereDocument> out;
    int number = 0;
    while (out.size() < most) {
        std::optional<HereDocument> next = next_document(script, number);
        if (!next) break;
        if (!next->file.empty()) out.push_back(*std::move(next));
    }
    return out;
}

} // namespace plimsoll
