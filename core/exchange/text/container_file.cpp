// SPDX-License-Identifier: GPL-3.0-or-later
// Compose Specification (services.*.{image,entrypoint,command,environment}), Kubernetes v1 Container ({image,command,args,env}),
// llama-swap (models.*.cmd)
#include "core/exchange/text/container_file.h"

#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/text/text_lines.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace plimsoll {

namespace {

using YamlLines = std::vector<std::string_view>;

/// Where the first key of a line stands, behind the dash of an item.
std::size_t key_place(std::string_view line)
{
    std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    if (line.substr(at, 2) == "- ") at = std::min(line.find_first_not_of(' ', at + 1), line.size());
    return at;
}

/// "key" of "key: …"; empty where none stands there.
std::string_view key_of(std::string_view line)
{
    line = line.substr(key_place(line));
    const std::size_t end = line.find(':');
    if (end == std::string_view::npos || (end + 1 < line.size() && line[end + 1] != ' ')) return {};
    const std::string_view key = line.substr(0, end);
    return key.find_first_of(" #") == std::string_view::npos ? key : std::string_view();
}

std::string_view value_of(std::string_view line)
{
    line = line.substr(std::min(key_place(line), line.size()));
    return trimmed(line.substr(std::min(line.find(':') + 1, line.size())));
}

/// Without YAML's quotes and a comment behind.
std::string plain(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && (text[0] == '"' || text[0] == '\'')) {
        const std::size_t end = text.find(text[0], 1);
        if (end != std::string_view::npos) return std::string(text.substr(1, end - 1));
    }
    return std::string(trimmed(text.substr(0, text.find(" #"))));
}

/// A line within single quotes; "$$" is Compose's dollar sign.
std::string quoted_line(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '$') continue;
        out += text[i] == '\'' ? std::string("'\\''") : std::string(1, text[i]);
    }
    return out;
}

/// One mapping of the file: the lines of its keys and what its values become.
class Container {
public:
    Container(const YamlLines &lines, std::size_t at)
        : m_lines(lines), m_out(lines.size()), m_place(key_place(lines[at])), m_from(at), m_to(at)
    {
        while (m_from > 0 && !is_item(m_from) && inside(m_from - 1)) --m_from;
        while (m_to + 1 < lines.size() && inside(m_to + 1) && !(is_item(m_to + 1) && key_place(lines[m_to + 1]) == m_place))
            ++m_to;
    }

    std::string command()
    {
        for (std::size_t i = m_from; i <= m_to; ++i) {
            if (key_place(m_lines[i]) != m_place) continue;
            const std::string_view key = key_of(m_lines[i]);
            if (key == "image") m_image = plain(value_of(m_lines[i]));
            if (key == "environment" || key == "env") read_variables(i);
            if (key == "entrypoint" || key == "command" || key == "args" || key == "cmd") read_words(i);
        }
        if (m_first > m_last) return {};
        finish();
        std::string out;
        for (const std::string &line : m_out) out += line + '\n';
        return out;
    }

private:
    [[nodiscard]] bool is_item(std::size_t i) const
    {
        const std::size_t at = m_lines[i].find_first_not_of(' ');
        return at < m_place && m_lines[i].substr(at, 2) == "- " && key_place(m_lines[i]) == m_place;
    }
    /// Blank, or as deep as the keys.
    [[nodiscard]] bool inside(std::size_t i) const
    {
        const std::size_t at = m_lines[i].find_first_not_of(' ');
        return at >= m_lines[i].size() || at >= m_place || is_item(i);
    }
    /// Behind the last line of the value whose key stands at `i`.
    [[nodiscard]] std::size_t end_of(std::size_t i) const
    {
        std::size_t end = i + 1;
        for (; end <= m_to; ++end) {
            const std::string_view line = m_lines[end];
            const std::size_t at = std::min(line.find_first_not_of(' '), line.size());
            const bool item = at == m_place && line.substr(at, 2) == "- ";
            if (at < line.size() && at <= m_place && !item) break;
        }
        return end;
    }

    void add(std::size_t line, const std::string &words)
    {
        if (words.empty()) return;
        m_out[line] += (m_out[line].empty() ? "" : " ") + words;
        m_first = std::min(m_first, line);
        m_last = std::max(m_last, line);
    }

    void read_words(std::size_t i)
    {
        const std::string_view value = value_of(m_lines[i]);
        const std::size_t end = end_of(i);
        if (value.starts_with('[')) return read_flow(i, end);
        const bool block = value.starts_with('>') || value.starts_with('|');
        if (!value.empty() && !block && value[0] != '#') return add(i, plain(value));
        for (std::size_t line = i + 1; line < end; ++line) {
            std::string_view text = trimmed(m_lines[line]);
            if (!block && (text.starts_with("- |") || text.starts_with("- >")))
                line = read_script(line, end) - 1;
            else if (!block && text.starts_with("- "))
                add(line, quoted_word(plain(text.substr(2))));
            else if (block && !text.empty() && text[0] != '#') {
                while (text.ends_with('\\')) text = trimmed(text.substr(0, text.size() - 1));
                add(line, std::string(text));
            }
        }
    }

    /// "- |" and the lines of one word below; behind the last of them.
    std::size_t read_script(std::size_t item, std::size_t end)
    {
        const std::size_t dash = m_lines[item].find_first_not_of(' ');
        std::size_t next = item + 1;
        add(item, "'");
        for (; next < end; ++next) {
            const std::size_t at = m_lines[next].find_first_not_of(' ');
            if (at < m_lines[next].size() && at <= dash) break;
            m_out[next] = quoted_line(trimmed(m_lines[next]));
        }
        for (std::size_t line = item; line + 1 < next; ++line) m_raw.insert(line);
        add(next - 1, "'");
        return next;
    }

    /// "[a, 'b c',", over several lines.
    void read_flow(std::size_t i, std::size_t end)
    {
        char quote = '\0';
        std::string word;
        for (std::size_t line = i; line < end; ++line) {
            std::string_view text = line == i ? value_of(m_lines[i]).substr(1) : trimmed(m_lines[line]);
            for (const char c : text) {
                if (quote != '\0' ? c == quote : c == '"' || c == '\'')
                    quote = quote != '\0' ? '\0' : c;
                else if (quote == '\0' && (c == ',' || c == ']'))
                    add(line, quoted_word(trimmed(std::exchange(word, {}))));
                else
                    word += c;
            }
        }
    }

    /// "- NAME=value", "NAME: value", "- name: NAME" with "value: …" below.
    void read_variables(std::size_t i)
    {
        std::string name;
        for (std::size_t line = i + 1; line < end_of(i); ++line) {
            std::string text = plain(trimmed(m_lines[line]).starts_with("- ") ? trimmed(m_lines[line]).substr(2) : m_lines[line]);
            const std::string_view key = key_of(m_lines[line]);
            const std::size_t equals = text.find('=');
            if (key == "name")
                name = plain(value_of(m_lines[line]));
            else if (key == "value")
                set(line, name, plain(value_of(m_lines[line])));
            else if (!key.empty() && key != "valueFrom")
                set(line, std::string(key), plain(value_of(m_lines[line])));
            else if (key.empty() && equals != std::string::npos)
                set(line, text.substr(0, equals), text.substr(equals + 1));
        }
    }

    void set(std::size_t line, const std::string &name, const std::string &value)
    {
        const auto of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        if (!name.empty() && std::ranges::all_of(name, of_name)) m_variables[line] = name + '=' + quoted_word(value);
    }

    /// The image before a first option; variables on their lines where these come before; all words on lines that go on.
    void finish()
    {
        std::string before;
        for (const auto &[line, variable] : m_variables)
            if (line < m_first)
                m_out[line] = "export " + variable;
            else
                before += variable + ' ';
        if (m_out[m_first].starts_with('-') && !m_image.empty())
            before.append("docker run ").append(quoted_word(m_image)).append(1, ' ');
        m_out[m_first].insert(0, before);
        for (std::size_t line = m_first; line < m_last; ++line)
            if (!m_raw.contains(line)) m_out[line] += " \\";
    }

    const YamlLines &m_lines;
    std::vector<std::string> m_out;
    std::map<std::size_t, std::string> m_variables;
    std::set<std::size_t> m_raw; ///< lines that end within a quoted word
    std::string m_image;
    std::size_t m_place, m_from, m_to;
    std::size_t m_first = static_cast<std::size_t>(-1), m_last = 0;
};

} // namespace

std::vector<std::string> commands_of_containers(std::string_view yaml)
{
    constexpr std::size_t most = 16;
    const YamlLines lines = lines_of(yaml);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < lines.size() && out.size() < most; ++i) {
        const std::string_view key = key_of(lines[i]);
        if (key != "image" && key != "cmd") continue;
        if (std::string command = Container(lines, i).command(); !command.empty()) out.push_back(std::move(command));
    }
    return out;
}

} // namespace plimsoll
