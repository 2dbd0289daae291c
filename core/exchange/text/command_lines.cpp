// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/command_lines.h"

#include "core/exchange/text/shell_quoting.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

void CommandLines::add(int line, std::string word)
{
    if (!word.empty()) m_words.emplace_back(line, std::move(word));
}

void CommandLines::add_word(int line, std::string_view word)
{
    m_words.emplace_back(line, word.empty() ? std::string("''") : quoted_word(word));
}

void CommandLines::add_option(int line, std::string_view name, std::string_view value)
{
    m_words.emplace_back(line, "--" + std::string(name));
    if (!value.empty()) add_word(line, value);
}

void CommandLines::sort_options(std::size_t from)
{
    using Word = std::pair<int, std::string>;
    std::vector<std::vector<Word>> groups;
    for (std::size_t i = from; i < m_words.size(); ++i) {
        if (groups.empty() || m_words[i].second.starts_with("--")) groups.emplace_back();
        groups.back().push_back(m_words[i]);
    }
    std::ranges::stable_sort(groups, {}, [](const std::vector<Word> &group) { return group.front().first; });
    m_words.resize(std::min(from, m_words.size()));
    for (std::vector<Word> &group : groups) m_words.insert(m_words.end(), group.begin(), group.end());
}

void CommandLines::set(int line, std::string_view name, std::string_view value)
{
    const auto of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (name.empty() || !std::ranges::all_of(name, of_name)) return;
    const std::string begin = std::string(name) + '=';
    std::erase_if(m_variables, [&begin](const auto &variable) { return variable.second.starts_with(begin); });
    m_variables.emplace_back(line, begin + quoted_word(value));
}

std::string CommandLines::text(std::string_view first) const
{
    std::vector<std::pair<int, std::string>> words = m_words;
    if (words.empty() && first.empty()) return {};
    if (!first.empty()) words.insert(words.begin(), {words.empty() ? 1 : words.front().first, std::string(first)});
    for (std::size_t i = words.size() - 1; i-- > 0;) words[i].first = std::min(words[i].first, words[i + 1].first);
    std::vector<std::pair<int, std::string>> before;
    std::string beside;
    for (const auto &[line, variable] : m_variables)
        if (line < words.front().first)
            before.emplace_back(line, variable);
        else
            beside += variable + ' ';
    std::ranges::stable_sort(before, {}, &std::pair<int, std::string>::first);
    std::string out;
    int line = 1;
    for (const auto &[at, variable] : before) {
        for (; line < at; ++line) out += '\n';
        out += (out.empty() || out.ends_with('\n') ? "export " : "; export ") + variable;
    }
    bool begun = false;
    for (const auto &[at, word] : words) {
        for (; line < at; ++line) out += begun ? " \\\n" : "\n";
        if (!begun && !out.empty() && !out.ends_with('\n')) out += "; ";
        if (begun && !out.ends_with('\n')) out += ' ';
        if (!begun) out += beside;
        out += word;
        line += static_cast<int>(std::ranges::count(word, '\n'));
        begun = true;
    }
    return out + '\n';
}

} // namespace plimsoll
