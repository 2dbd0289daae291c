// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_commands.h"

#include "core/exchange/text/config_text.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace plimsoll {

namespace {

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Shell {
public:
    explicit Shell(std::string_view text) : m_text(text) {}

    Result<std::vector<ShellCommand>> read()
    {
        while (m_at < m_text.size() && !m_error) step();
        end_command();
        if (m_error) return *m_error;
        return std::move(m_commands);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    char take()
    {
        const char c = m_text[m_at++];
        if (c == '\n') ++m_line;
        return c;
    }
    void skip_line()
    {
        while (m_at < m_text.size() && peek() != '\n') ++m_at;
    }
    [[nodiscard]] bool at_line_start() const
    {
        std::size_t i = m_at;
        while (i > 0 && (m_text[i - 1] == ' ' || m_text[i - 1] == '\t')) --i;
        return i == 0 || m_text[i - 1] == '\n';
    }

    /// A backslash at the end of its line; blanks behind it, which a paste may have, count as none.
    [[nodiscard]] bool continues() const
    {
        std::size_t i = m_at + 1;
        while (i < m_text.size() && (m_text[i] == ' ' || m_text[i] == '\t' || m_text[i] == '\r')) ++i;
        return i < m_text.size() && m_text[i] == '\n';
    }

    void step()
    {
        const char c = peek();
        if (c == '\\' && continues()) {
            while (take() != '\n') {
            }
        } else if (c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
            end_command();
            take();
        } else if (c == ' ' || c == '\t' || c == '\r') {
            take();
        } else if (c == '#' || m_text.substr(m_at, 3) == "```") {
            skip_line();
        } else if (c == '$' && at_line_start() && peek(1) == ' ') {
            take(); // a prompt
        } else if (c == '<' || c == '>' || (std::isdigit(static_cast<unsigned char>(c)) != 0 && peek(1) == '>')) {
            redirect();
        } else {
            m_words.push_back(word());
            if (++m_count > most_config_values) too_long();
        }
    }

    /// "> FILE", "2>&1", "<<EOF" (whose text is no command either).
    void redirect()
    {
        const bool document = peek() == '<' && peek(1) == '<' && peek(2) != '<';
        while (std::string_view("0123456789<>&-").find(peek()) != std::string_view::npos && peek() != '\0') take();
        while (peek() == ' ' || peek() == '\t') take();
        if (peek() == '\n' || peek() == '\0') return;
        const std::string ends = word().text;
        if (!document || ends.empty()) return;
        skip_line();
        while (m_at < m_text.size()) {
            take();
            const std::size_t begin = m_at;
            skip_line();
            if (m_text.substr(begin, m_at - begin) == ends) return;
        }
    }

    ShellWord word()
    {
        ShellWord out;
        out.line = m_line;
        while (m_at < m_text.size() && !m_error) {
            const char c = peek();
            if (std::string_view(" \t\r\n;&|()<>").find(c) != std::string_view::npos) break;
            if (c == '\'')
                single_quoted(out);
            else if (c == '"')
                double_quoted(out);
            else if (c == '\\') {
                if (continues()) break;
                take();
                if (m_at < m_text.size()) out.text += take();
            } else if (c == '$' || c == '`')
                expansion(out);
            else
                out.text += take();
        }
        return out;
    }

    void unfinished(int line, std::string_view what)
    {
        m_error =
            Error{"command", {}, {}, phrase(QT_TRANSLATE_NOOP("core", "line %1: %2 does not end"), {std::to_string(line), what})};
    }

    void too_long()
    {
        if (!m_error) m_error = too_many_keys();
    }

    void single_quoted(ShellWord &out)
    {
        const int line = m_line;
        take();
        while (m_at < m_text.size() && peek() != '\'') out.text += take();
        if (m_at >= m_text.size()) return unfinished(line, "'");
        take();
    }

    void double_quoted(ShellWord &out)
    {
        const int line = m_line;
        take();
        while (m_at < m_text.size() && peek() != '"' && !m_error) {
            if (peek() == '\\' && std::string_view("\"\\$`\n").find(peek(1)) != std::string_view::npos) {
                take();
                if (const char c = take(); c != '\n') out.text += c;
            } else if (peek() == '$' || peek() == '`')
                expansion(out);
            else
                out.text += take();
        }
        if (m_error) return;
        if (m_at >= m_text.size()) return unfinished(line, "\"");
        take();
    }

    /// $NAME, ${…}, $(…), `…`: a variable that was set to a plain word is that word, all else stays as it stands.
    void expansion(ShellWord &out)
    {
        const std::size_t begin = m_at;
        const int line = m_line;
        const char c = take();
        std::string name;
        if (c == '`') {
            while (m_at < m_text.size() && peek() != '`') take();
            if (m_at >= m_text.size()) return unfinished(line, "`");
            take();
        } else if (peek() == '(') {
            int open = 0;
            do {
                const char next = take();
                open += next == '(' ? 1 : next == ')' ? -1 : 0;
            } while (open > 0 && m_at < m_text.size());
            if (open > 0) return unfinished(line, "$(");
        } else if (peek() == '{') {
            take();
            while (m_at < m_text.size() && peek() != '}') name += take();
            if (m_at >= m_text.size()) return unfinished(line, "${");
            take();
        } else if (is_name_char(peek())) {
            while (is_name_char(peek())) name += take();
        } else {
            if (std::string_view("@*#?!$").find(peek()) == std::string_view::npos || peek() == '\0') {
                out.text += c; // a dollar sign
                return;
            }
            take();
        }
        if (const std::optional<ShellWord> known = value_of(name)) {
            out.text += known->text;
            if ((m_repeated += known->text.size()) > largest_config) too_long();
            out.variables.push_back(name.substr(0, name.find(":-")));
            return;
        }
        out.text += m_text.substr(begin, m_at - begin);
        out.unknown = true;
    }

    /// "NAME", or "NAME:-word" whose word is plain.
    [[nodiscard]] std::optional<ShellWord> value_of(const std::string &name) const
    {
        const std::size_t colon = name.find(":-");
        const auto found = m_variables.find(name.substr(0, colon));
        if (found != m_variables.end()) return found->second;
        if (colon == std::string::npos) return std::nullopt;
        ShellWord word;
        word.text = name.substr(colon + 2);
        if (word.text.find_first_of("$`\"'\\") != std::string::npos) return std::nullopt;
        return word;
    }

    static std::optional<ShellAssignment> assignment(const ShellWord &word)
    {
        const std::size_t equals = word.text.find('=');
        if (equals == std::string::npos || equals == 0 || std::isdigit(static_cast<unsigned char>(word.text[0])) != 0)
            return std::nullopt;
        const std::string_view name = std::string_view(word.text).substr(0, equals);
        if (!std::ranges::all_of(name, is_name_char)) return std::nullopt;
        ShellWord value = word;
        value.text = word.text.substr(equals + 1);
        return ShellAssignment{std::string(name), std::move(value)};
    }

    void end_command()
    {
        if (m_words.empty()) return;
        ShellCommand command;
        std::size_t i = 0;
        static constexpr std::string_view before[] = {"export", "env",   "then", "do",   "else", "if",
                                                      "time",   "nohup", "sudo", "exec", "!"};
        for (; i < m_words.size(); ++i) {
            if (std::optional<ShellAssignment> set = assignment(m_words[i]))
                command.assignments.push_back(*std::move(set));
            else if (std::ranges::find(before, std::string_view(m_words[i].text)) == std::end(before))
                break;
            else if (m_words[i].text == "export")
                command.exported = true;
        }
        command.words.assign(m_words.begin() + static_cast<std::ptrdiff_t>(i), m_words.end());
        m_words.clear();
        if (!command.words.empty()) command.exported = true;
        if (command.words.empty()) // the shell's own from here on
            for (const ShellAssignment &set : command.assignments) {
                if (set.value.unknown)
                    m_variables.erase(set.name);
                else
                    m_variables[set.name] = set.value;
            }
        m_commands.push_back(std::move(command));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    std::vector<ShellWord> m_words;
    std::size_t m_count = 0, m_repeated = 0; ///< words; bytes of variables' values
    std::map<std::string, ShellWord> m_variables;
    std::vector<ShellCommand> m_commands;
    std::optional<Error> m_error;
};

} // namespace

Result<std::vector<ShellCommand>> shell_commands(std::string_view text) { return Shell(text).read(); }

} // namespace plimsoll
