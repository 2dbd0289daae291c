// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_commands.h"

#include "core/exchange/text/config_text.h"
#include "core/exchange/text/shell_arithmetic.h"
#include "core/exchange/text/shell_parts.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace plimsoll {

namespace {

/// Between words that one unquoted variable or an array stands for.
constexpr char between = '\x1f';
/// A blank within what only a shell could tell, where no word ends.
constexpr char within = '\x1e';

std::string with_blanks(std::string text)
{
    std::ranges::replace(text, between, ' ');
    std::ranges::replace(text, within, ' ');
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

bool is_variable_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

    [[nodiscard]] bool continues() const { return goes_on_at(m_text, m_at); }
    /// At the end of a line within a command: an option stands next, at most comments between.
    [[nodiscard]] bool option_follows() const { return !m_words.empty() && option_behind(m_text, m_at); }

    void step()
    {
        const char c = peek();
        if (c == '(' && begins_array()) {
            array();
        } else if (c == '\\' && continues()) {
            if ((peek(1) == ' ' || peek(1) == '\t') && !m_words.empty()) m_blank = m_line;
            while (take() != '\n') {
            }
        } else if (c == '\n' && option_follows()) {
            m_joined = m_line;
            take();
        } else if (c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
            end_command();
            take();
        } else if (c == ' ' || c == '\t' || c == '\r') {
            take();
        } else if (c == '#' || m_text.substr(m_at, 3) == "```") {
            if (c == '#' && at_line_start() && !m_words.empty()) m_comment = m_line;
            skip_line();
        } else if (c == '$' && at_line_start() && peek(1) == ' ') {
            take(); // a prompt
        } else if ((c == '<' && placeholder() == 0) || c == '>' ||
                   (std::isdigit(static_cast<unsigned char>(c)) != 0 && peek(1) == '>')) {
            redirect();
        } else {
            m_words.push_back(word());
            if (++m_count > most_config_values) too_long();
        }
    }

    [[nodiscard]] std::size_t placeholder() const { return placeholder_at(m_text, m_at); }

    /// "NAME=" stands before it.
    [[nodiscard]] bool begins_array() const
    {
        return !m_words.empty() && m_at > 0 && m_text[m_at - 1] == '=' && shell_assignment(m_words.back()) &&
               m_words.back().text.ends_with('=');
    }

    /// "(--option word …)" as the words of the variable before it.
    void array()
    {
        const int line = m_line;
        ShellWord &variable = m_words.back();
        take();
        while (m_at < m_text.size() && peek() != ')' && !m_error) {
            if (peek() == '#') {
                skip_line();
            } else if (peek() == '\\' && continues()) {
                while (take() != '\n') {
                }
            } else if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
                take();
            } else {
                const std::size_t begin = m_at;
                const ShellWord item = word();
                if (m_at == begin) take(); // a sign that no word holds
                if (++m_count > most_config_values) too_long();
                variable.text += between + item.text;
                variable.unknown = variable.unknown || item.unknown;
                variable.variables.insert(variable.variables.end(), item.variables.begin(), item.variables.end());
            }
        }
        if (m_at >= m_text.size()) return unfinished(line, "(");
        take();
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
            if (const std::size_t length = placeholder(); length > 0) {
                out.text += m_text.substr(m_at, length);
                m_at += length;
                continue;
            }
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
                expansion(out, false);
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
                expansion(out, true);
            else
                out.text += take();
        }
        if (m_error) return;
        if (m_at >= m_text.size()) return unfinished(line, "\"");
        take();
    }

    /// Takes what stands after a dollar sign, or the whole of `…`: the name of a variable, nothing of commands, false of a plain dollar.
    bool take_expansion(std::string &name)
    {
        const int line = m_line;
        const char c = take();
        if (c == '`') {
            while (m_at < m_text.size() && peek() != '`') take();
            if (m_at >= m_text.size()) return unfinished(line, "`"), true;
            take();
        } else if (peek() == '(') {
            int open = 0;
            do {
                const char next = take();
                open += next == '(' ? 1 : next == ')' ? -1 : 0;
            } while (open > 0 && m_at < m_text.size());
            if (open > 0) unfinished(line, "$(");
        } else if (peek() == '{') {
            take();
            for (int open = 1; m_at < m_text.size(); name += take()) {
                open += peek() == '{' && name.ends_with('$') ? 1 : peek() == '}' ? -1 : 0;
                if (open == 0) break;
            }
            if (m_at >= m_text.size()) return unfinished(line, "${"), true;
            take();
        } else if (is_variable_char(peek())) {
            while (is_variable_char(peek())) name += take();
        } else {
            if (std::string_view("@*#?!$").find(peek()) == std::string_view::npos || peek() == '\0') return false;
            take();
        }
        return true;
    }

    /// $NAME, ${…}, $(…), `…`: a variable that was set to a plain word is that word, arithmetic over such is its value, all else stays
    /// as it stands.
    void expansion(ShellWord &out, bool quoted)
    {
        const std::size_t begin = m_at;
        std::string name;
        if (!take_expansion(name)) {
            out.text += m_text[begin]; // a dollar sign
            return;
        }
        const std::string_view whole = m_text.substr(begin, m_at - begin);
        if (const std::optional<ShellWord> known = value_of(name)) {
            std::string text = known->text.empty() && !quoted ? std::string(1, between) : known->text; // no word of its own
            if ((m_repeated += text.size()) > largest_config) too_long();
            if (!is_array(name)) std::ranges::replace(text, between, ' ');
            if (!quoted)
                std::ranges::replace_if(
                    text, [](char blank) { return blank == ' ' || blank == '\t' || blank == '\n'; }, between);
            out.text += text;
            out.unknown = out.unknown || known->unknown;
            out.variables.push_back(name.substr(0, name.find_first_of(":[-+=?")));
            out.variables.insert(out.variables.end(), known->variables.begin(), known->variables.end());
        } else if (const std::optional<std::int64_t> number = name.empty() ? computed(whole, out) : std::nullopt) {
            out.text += std::to_string(*number);
        } else {
            std::string text(whole);
            std::ranges::replace(text, ' ', within);
            out.text += text;
            out.unknown = true;
        }
    }

    /// "$((16 / ranks))", "$(expr 16 / $ranks)", "`expr …`": its value; the variables in it are named by the word.
    std::optional<std::int64_t> computed(std::string_view whole, ShellWord &word)
    {
        if (whole.starts_with('$')) whole.remove_prefix(1);
        if (whole.size() < 2) return std::nullopt;
        std::string_view inner = whole.substr(1, whole.size() - 2);
        const bool double_brackets = inner.starts_with('(') && inner.ends_with(')') && whole.starts_with('(');
        constexpr std::string_view command = "expr ";
        if (!double_brackets && !inner.starts_with(command)) return std::nullopt;
        inner = double_brackets ? inner.substr(1, inner.size() - 2) : inner.substr(command.size());
        return shell_arithmetic(inner, [&](const std::string &name) -> std::optional<std::int64_t> {
            if (m_variables.contains(name)) word.variables.push_back(name);
            const std::optional<ShellWord> known = value_of(name);
            std::int64_t out = 0;
            if (!known) return std::nullopt;
            const char *const end = known->text.data() + known->text.size();
            const auto [at, error] = std::from_chars(known->text.data(), end, out);
            return error == std::errc{} && at == end && at != known->text.data() ? std::optional(out) : std::nullopt;
        });
    }

    static bool is_array(std::string_view name) { return name.ends_with("[@]") || name.ends_with("[*]"); }

    /// "NAME", "NAME[@]", "NAME:-word" and its like: what the text sets, else the word; a variable of nobody's is taken as not set.
    [[nodiscard]] std::optional<ShellWord> value_of(const std::string &inside)
    {
        const std::optional<ShellParameter> parameter = shell_parameter(inside);
        if (!parameter) return std::nullopt;
        const std::string &name = parameter->name, &sign = parameter->sign;
        const auto found = m_variables.find(is_array(name) ? name.substr(0, name.size() - 3) : name);
        const bool set = found != m_variables.end() && !(sign.starts_with(':') && found->second.text.empty());
        if (sign.ends_with('+')) return set ? evaluated(parameter->word) : ShellWord{};
        if (set) return found->second;
        if (!sign.ends_with('-') && !sign.ends_with('=')) return std::nullopt;
        std::optional<ShellWord> word = evaluated(parameter->word);
        if (word && sign.ends_with('=')) m_variables[name] = *word;
        return word;
    }

    /// A default, with what it names; nothing where it does not end.
    std::optional<ShellWord> evaluated(const std::string &text)
    {
        constexpr int deepest = 16;
        if (m_depth == deepest) return std::nullopt;
        ++m_depth;
        const auto [held, at, line] = std::tuple(m_text, m_at, m_line);
        m_text = text;
        m_at = 0;
        ShellWord out;
        while (m_at < m_text.size() && !m_error) {
            if (peek() == '\'')
                single_quoted(out);
            else if (peek() == '"')
                double_quoted(out);
            else if (peek() == '$' || peek() == '`')
                expansion(out, true);
            else
                out.text += take();
        }
        std::tie(m_text, m_at, m_line) = std::tuple(held, at, line);
        --m_depth;
        if (!m_error) return out;
        if (m_error->field == "command") m_error.reset(); // the default alone does not end
        return std::nullopt;
    }

    /// With what it held before, where it adds to that.
    ShellAssignment whole(ShellAssignment set)
    {
        if (!set.name.ends_with('+')) return set;
        set.name.pop_back();
        if (const auto held = m_variables.find(set.name); held != m_variables.end()) {
            if ((m_repeated += held->second.text.size()) > largest_config) too_long();
            set.value.text = held->second.text + set.value.text;
            set.value.unknown = set.value.unknown || held->second.unknown;
        }
        return set;
    }

    /// The words that a word with unquoted variables stands for.
    void add_split(std::vector<ShellWord> &out, const ShellWord &word)
    {
        std::size_t begin = 0;
        while (begin <= word.text.size() && !m_error) {
            if (++m_count > most_config_values) too_long();
            const std::size_t end = std::min(word.text.find(between, begin), word.text.size());
            constexpr std::size_t most_named = 16;
            ShellWord each{word.text.substr(begin, end - begin), word.line, word.unknown, {}};
            each.variables.assign(word.variables.begin(), word.variables.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                                       word.variables.size(), most_named)));
            std::ranges::replace(each.text, within, ' ');
            each.unknown = word.unknown && (each.text.find_first_of("$`") != std::string::npos);
            if (!each.text.empty() || word.text.find(between) == std::string::npos) out.push_back(std::move(each));
            begin = end + 1;
        }
    }

    void end_command()
    {
        if (m_words.empty()) return;
        ShellCommand command;
        command.joined = std::exchange(m_joined, 0);
        command.comment = std::exchange(m_comment, 0);
        command.blank = std::exchange(m_blank, 0);
        std::size_t i = 0;
        static constexpr std::string_view before[] = {"export", "env",   "then", "do",   "else", "if",
                                                      "time",   "nohup", "sudo", "exec", "!"};
        for (; i < m_words.size(); ++i) {
            if (std::optional<ShellAssignment> set = shell_assignment(m_words[i]))
                command.assignments.push_back(whole(*std::move(set)));
            else {
                const bool sets = m_words[i].text == "set" && i + 1 < m_words.size() && shell_assignment(m_words[i + 1]); // cmd's
                if (!sets && std::ranges::find(before, std::string_view(m_words[i].text)) == std::end(before)) break;
                if (sets || m_words[i].text == "export") command.exported = true;
            }
        }
        for (; i < m_words.size(); ++i) add_split(command.words, m_words[i]);
        m_words.clear();
        if (!command.words.empty()) command.exported = true;
        if (command.words.empty()) // the shell's own from here on
            for (const ShellAssignment &set : command.assignments) {
                const bool words = set.value.text.find_first_of(std::string{' ', '\n', between}) != std::string::npos;
                if (set.value.unknown && !words)
                    m_variables.erase(set.name);
                else
                    m_variables[set.name] = set.value;
            }
        for (ShellAssignment &set : command.assignments) set.value.text = with_blanks(std::move(set.value.text));
        m_commands.push_back(std::move(command));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_joined = 0; ///< line of this command that a shell would end it at
    int m_blank = 0;  ///< line of it whose last backslash has a blank behind it
    std::vector<ShellWord> m_words;
    std::size_t m_count = 0, m_repeated = 0; ///< words; bytes of variables' values
    int m_depth = 0;                         ///< defaults within defaults
    int m_comment = 0;                       ///< line of a comment that ends this command, whose line before goes on
    std::map<std::string, ShellWord> m_variables;
    std::vector<ShellCommand> m_commands;
    std::optional<Error> m_error;
};

} // namespace

Result<std::vector<ShellCommand>> shell_commands(std::string_view text) { return Shell(text).read(); }

} // namespace plimsoll
