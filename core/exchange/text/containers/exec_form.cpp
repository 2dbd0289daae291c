// SPDX-License-Identifier: GPL-3.0-or-later
// Dockerfile reference (FROM, ENV, ENTRYPOINT, CMD; exec form and shell form); Python's list displays of strings
#include "core/exchange/text/containers/exec_form.h"

#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace plimsoll {

namespace {

/// Words by the lines on which they stand.
using WordLines = std::map<std::size_t, std::string>;

void add(WordLines &to, std::size_t line, std::string_view word)
{
    std::string &text = to[line];
    if (!text.empty()) text += ' ';
    text += word;
}

/// The lines up to the last, those from the first on as one command.
std::string joined(const WordLines &words, const WordLines &before = {})
{
    std::string out;
    if (words.empty()) return out;
    const std::size_t first = words.begin()->first, last = words.rbegin()->first;
    for (std::size_t line = 0; line <= last; ++line) {
        const WordLines &from = line < first ? before : words;
        if (const auto found = from.find(line); found != from.end()) out += found->second;
        out += line >= first && line < last ? " \\\n" : "\n";
    }
    return out;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A list of words from behind its bracket on, as JSON and Python have them.
class WordList {
public:
    WordList(std::string_view text, std::size_t at, std::size_t line) : m_text(text), m_at(at), m_line(line) {}

    /// False where it is not closed, or holds something else.
    bool read()
    {
        while (true) {
            skip();
            if (m_at >= m_text.size()) return false;
            const char c = m_text[m_at];
            if (c == ']') return ++m_at, true;
            if (c == ',')
                ++m_at;
            else if (c == '"' || c == '\'')
                add(m_words, m_line, quoted_word(string(c)));
            else if (!read_other())
                return false;
        }
    }
    [[nodiscard]] const WordLines &words() const { return m_words; }
    [[nodiscard]] std::size_t end() const { return m_at; }

private:
    void skip()
    {
        for (; m_at < m_text.size() && (is_blank(m_text[m_at]) || m_text[m_at] == '#' || m_text[m_at] == '\\'); ++m_at) {
            if (m_text[m_at] == '#') m_at = std::min(m_text.find('\n', m_at), m_text.size() - 1);
            m_line += m_text[m_at] == '\n' ? 1 : 0;
        }
    }

    std::string string(char quote)
    {
        std::string out;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n'; ++m_at) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) ++m_at;
            out += m_text[m_at];
        }
        if (m_at < m_text.size() && m_text[m_at] == quote) ++m_at;
        return out;
    }

    /// A number, "str(8192)", a variable; "f" before a string.
    bool read_other()
    {
        std::string word;
        while (m_at < m_text.size() && (is_of_name(m_text[m_at]) || m_text[m_at] == '.' || m_text[m_at] == '-'))
            word += m_text[m_at++];
        if (word.empty() || m_at >= m_text.size()) return false;
        if (m_text[m_at] == '"' || m_text[m_at] == '\'') return true;
        if (word == "str" && m_text[m_at] == '(') {
            const std::size_t close = m_text.find(')', m_at);
            if (close == std::string_view::npos) return false;
            word = m_text.substr(m_at + 1, close - m_at - 1);
            m_at = close + 1;
        }
        const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
        if (!std::ranges::all_of(word, [](char c) { return is_of_name(c) || c == '.' || c == '-'; })) word = "unknown";
        add(m_words, m_line, number ? word : "\"$" + word.substr(0, word.find_first_of(".-")) + '"');
        return true;
    }

    std::string_view m_text;
    std::size_t m_at, m_line;
    WordLines m_words;
};

struct Instruction {
    std::string name, value; ///< in capitals; without the ends of lines that go on
    std::size_t line = 0;    ///< from 0
};

/// Instructions with what follows behind backslashes.
std::vector<Instruction> instructions_of(std::string_view text)
{
    std::vector<Instruction> out;
    bool goes_on = false;
    const std::vector<std::string_view> lines = lines_of(text);
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::string_view one = trimmed(lines[line]);
        if (one.empty() || one.front() == '#') continue;
        if (goes_on) {
            out.back().value.append(1, '\n').append(one);
        } else {
            const std::size_t end = std::min(one.find_first_of(" \t"), one.size());
            Instruction made{{}, std::string(one.substr(end)), line};
            for (const char c : one.substr(0, end)) made.name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            out.push_back(std::move(made));
        }
        goes_on = one.ends_with('\\');
    }
    return out;
}

/// Ollama's Modelfile begins with FROM too.
bool is_dockerfile(const std::vector<Instruction> &all)
{
    static constexpr std::array<std::string_view, 8> own{"RUN", "CMD", "ENTRYPOINT", "COPY", "WORKDIR", "ENV", "EXPOSE", "USER"};
    static constexpr std::array<std::string_view, 6> of_modelfile{"PARAMETER", "TEMPLATE", "SYSTEM",
                                                                  "ADAPTER",   "MESSAGE",  "LICENSE"};
    const auto has = [&all](const auto &names) {
        return std::ranges::any_of(all,
                                   [&](const Instruction &one) { return std::ranges::find(names, one.name) != names.end(); });
    };
    const auto begins = std::ranges::find_if(all, [](const Instruction &one) { return one.name != "ARG"; });
    return begins != all.end() && begins->name == "FROM" && has(own) && !has(of_modelfile);
}

WordLines words_of(const Instruction &one)
{
    const std::size_t at = one.value.find_first_not_of(" \t");
    if (at != std::string::npos && one.value[at] == '[') {
        WordList list(one.value, at + 1, one.line);
        if (list.read()) return list.words();
    }
    WordLines out; // as a shell has it
    std::size_t line = one.line;
    for (std::string_view text : lines_of(one.value)) {
        while (text.ends_with('\\')) text = trimmed(text.substr(0, text.size() - 1));
        if (!trimmed(text).empty()) add(out, line, trimmed(text));
        ++line;
    }
    return out;
}

/// "ENV NAME=value …", "ENV NAME value".
std::string variables_of(const Instruction &one)
{
    std::string text = one.value;
    std::ranges::replace(text, '\n', ' ');
    std::erase(text, '\\');
    text.erase(0, text.find_first_not_of(" \t"));
    const std::size_t end = text.find_first_of(" \t=");
    if (end != std::string::npos && text[end] != '=') text[end] = '=';
    return text.empty() ? text : "export " + text;
}

} // namespace

std::optional<std::string> command_of_dockerfile(std::string_view text)
{
    const std::vector<Instruction> all = instructions_of(text);
    if (!is_dockerfile(all)) return std::nullopt;
    WordLines entry, command, before;
    std::string image;
    for (const Instruction &one : all) {
        if (one.name == "FROM") image = one.value.substr(std::min(one.value.find_first_not_of(" \t"), one.value.size()));
        if (one.name == "ENV") before[one.line] = variables_of(one);
        if (one.name == "CMD") command = words_of(one);
        if (one.name == "ENTRYPOINT") {
            entry = words_of(one);
            command.clear(); // as the base image's goes
        }
    }
    for (auto &[line, words] : command) add(entry, line, words);
    if (entry.empty()) return std::string();
    std::string &first = entry.begin()->second;
    const std::size_t end = image.find_first_of(" \t\n");
    if (first.starts_with('-'))
        first.insert(0, std::string("docker run ").append(quoted_word(image.substr(0, end))).append(1, ' '));
    return joined(entry, before);
}

std::vector<std::string> commands_of_lists(std::string_view python)
{
    constexpr std::size_t most = 16;
    std::vector<std::string> out;
    std::size_t line = 0;
    for (std::size_t at = 0; at < python.size() && out.size() < most; ++at) {
        line += python[at] == '\n' ? 1 : 0;
        if (python[at] != '[') continue;
        const std::size_t next = python.find_first_not_of(" \t\r\n", at + 1);
        if (next == std::string_view::npos || (python[next] != '"' && python[next] != '\'')) continue;
        WordList list(python, at + 1, line);
        if (!list.read()) continue;
        out.push_back(joined(list.words()));
        line += static_cast<std::size_t>(std::count(python.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                                    python.begin() + static_cast<std::ptrdiff_t>(list.end()), '\n'));
        at = list.end() - 1;
    }
    return out;
}

} // namespace plimsoll
