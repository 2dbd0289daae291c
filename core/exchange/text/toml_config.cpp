// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/config_text.h"
#include "core/ground/phrase.h"

#include <cctype>
#include <map>
#include <optional>

// TOML 1.0 as configurations of trainers are written in it: tables, keys with dots, texts, numbers, switches, lists.

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

class TomlLines {
public:
    explicit TomlLines(std::string_view text) : m_text(text) {}

    Result<ConfigText> read()
    {
        for (skip(true); m_at < m_text.size(); skip(true)) {
            const int line = m_line;
            if (!(m_text[m_at] == '[' ? table() : pair(m_table))) return wrong(line);
            skip(false);
            if (m_at < m_text.size() && m_text[m_at] != '\n' && m_text[m_at] != '\r') return wrong(line);
        }
        ConfigText out;
        out.form = ConfigForm::toml;
        const auto line_of = [this](const std::string &key) { return m_lines.contains(key) ? m_lines.at(key) : 0; };
        if (!add_entries(out, m_root, {}, line_of)) return too_many_keys();
        return out;
    }

private:
    [[nodiscard]] static Error wrong(int line)
    {
        return Error{"configuration", {}, {}, phrase(QT_TRANSLATE_NOOP("core", "line %1: no TOML"), {std::to_string(line)})};
    }

    /// Blanks and comments, and with `lines` the ends of lines.
    void skip(bool lines)
    {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '#')
                while (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n') ++m_at;
            else if (c == '\n' && lines)
                ++m_line;
            else if (c != ' ' && c != '\t' && !(lines && c == '\r'))
                return;
        }
    }

    bool take(char c)
    {
        skip(m_depth > 0);
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }

    /// A name or a quoted text.
    std::optional<std::string> word()
    {
        skip(m_depth > 0);
        if (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'')) return quoted();
        const std::size_t begin = m_at;
        const auto of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; };
        while (m_at < m_text.size() && of_name(m_text[m_at])) ++m_at;
        if (m_at == begin) return std::nullopt;
        return std::string(m_text.substr(begin, m_at - begin));
    }

    std::optional<std::string> quoted()
    {
        const char quote = m_text[m_at];
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\n')
            end += m_text[end] == '\\' && quote == '"' ? 2 : 1;
        if (end >= m_text.size() || m_text[end] != quote) return std::nullopt;
        const std::string_view all = m_text.substr(m_at, end + 1 - m_at);
        m_at = end + 1;
        if (quote == '\'') return std::string(all.substr(1, all.size() - 2));
        const auto read = nlohmann::json::parse(all, nullptr, false);
        return read.is_string() ? std::optional(read.get<std::string>()) : std::nullopt;
    }

    std::optional<std::vector<std::string>> keys()
    {
        std::vector<std::string> out;
        do {
            auto one = word();
            if (!one || out.size() == 32) return std::nullopt;
            out.push_back(*std::move(one));
        } while (take('.'));
        return out;
    }

    /// [a.b] and [[a.b]], of which the last one speaks.
    bool table()
    {
        ++m_at;
        const bool list = take('[');
        const auto names = keys();
        if (!names || !take(']') || (list && !take(']'))) return false;
        m_table = *names;
        ordered_json *at = place(m_table, m_line);
        return at != nullptr && (at->is_object() || list);
    }

    /// What stands at these names below the root, made where nothing does; null: something else stands on the way.
    ordered_json *place(const std::vector<std::string> &names, int line)
    {
        ordered_json *at = &m_root;
        std::string key;
        for (const std::string &name : names) {
            if (!at->is_object()) return nullptr;
            key += (key.empty() ? "" : ".") + name;
            m_lines.try_emplace(key, line);
            at = &(*at)[name];
            if (at->is_null()) *at = ordered_json::object();
        }
        return at;
    }

    bool pair(std::vector<std::string> names)
    {
        const int line = m_line;
        const auto own = keys();
        if (!own || !take('=')) return false;
        names.insert(names.end(), own->begin(), own->end());
        ordered_json value;
        if (!read_value(value)) return false;
        ordered_json *at = place(names, line);
        if (at == nullptr || ++m_values > most_config_values) return false;
        *at = std::move(value);
        return true;
    }

    bool read_value(ordered_json &out)
    {
        skip(m_depth > 0);
        if (m_at >= m_text.size() || m_depth > 32) return false;
        const char c = m_text[m_at];
        if (c == '"' || c == '\'') {
            auto text = quoted();
            if (text) out = *std::move(text);
            return text.has_value();
        }
        if (c == '[' || c == '{') return read_many(out, c == '[');
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::string_view(",]}#\n\r \t").find(m_text[m_at]) == std::string_view::npos) ++m_at;
        return read_plain(out, m_text.substr(begin, m_at - begin));
    }

    bool read_many(ordered_json &out, bool list)
    {
        ++m_at;
        ++m_depth;
        out = list ? ordered_json::array() : ordered_json::object();
        const char end = list ? ']' : '}';
        bool good = true;
        while (good && !take(end)) {
            ordered_json value;
            std::optional<std::string> name = list ? std::optional<std::string>(std::string()) : word();
            good = name && (list || take('=')) && read_value(value) && ++m_values <= most_config_values;
            if (good && list) out.push_back(std::move(value));
            if (good && !list) out[*name] = std::move(value);
            if (good && !take(',')) {
                good = take(end);
                break;
            }
        }
        --m_depth;
        return good;
    }

    /// true, false, numbers; what else stands there is a text (dates).
    static bool read_plain(ordered_json &out, std::string_view word)
    {
        if (word.empty()) return false;
        std::string digits;
        for (const char c : word)
            if (c != '_') digits += c;
        if (digits.starts_with('+')) digits.erase(0, 1);
        const auto read = ordered_json::parse(digits, nullptr, false);
        if (read.is_boolean() || read.is_number())
            out = read;
        else
            out = std::string(word);
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0, m_values = 0;
    int m_line = 1, m_depth = 0;
    std::vector<std::string> m_table;
    ordered_json m_root = ordered_json::object();
    std::map<std::string, int> m_lines;
};

} // namespace

Result<ConfigText> config_from_toml(std::string_view text) { return TomlLines(text).read(); }

} // namespace plimsoll
