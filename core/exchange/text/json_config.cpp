// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/config_text.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <map>

namespace plimsoll {

namespace {

/// Where keys stand in a JSON text that is known to be whole. Keys are dotted; those inside of lists are not looked for.
class KeyLines {
public:
    explicit KeyLines(std::string_view text) : m_text(text) { value({}); }
    [[nodiscard]] int line_of(const std::string &key) const
    {
        const auto found = m_lines.find(key);
        return found == m_lines.end() ? 0 : found->second;
    }

private:
    void skip_blanks()
    {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '\n') ++m_line;
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return;
        }
    }
    bool take(char c)
    {
        skip_blanks();
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }
    /// With its quotes.
    std::string_view text()
    {
        const std::size_t begin = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"') m_at += m_text[m_at] == '\\' ? 2 : 1;
        ++m_at;
        return m_text.substr(begin, m_at - begin);
    }
    void object(const std::string &prefix)
    {
        if (take('}')) return;
        do {
            skip_blanks();
            const int line = m_line;
            const nlohmann::json name = nlohmann::json::parse(text(), nullptr, false);
            const std::string key = prefix + (name.is_string() ? name.get<std::string>() : std::string());
            m_bytes += key.size();
            if (m_bytes < most_entry_bytes) m_lines[key] = line;
            take(':');
            value(m_bytes < most_entry_bytes ? key + '.' : std::string());
        } while (take(','));
        take('}');
    }
    void value(const std::string &prefix)
    {
        skip_blanks();
        if (m_at >= m_text.size()) return;
        if (take('{')) return object(prefix);
        if (take('[')) {
            if (take(']')) return;
            do value("\n"); // keys in lists: under a name that no key has
            while (take(','));
            take(']');
            return;
        }
        if (m_text[m_at] == '"') {
            text();
            return;
        }
        while (m_at < m_text.size() && std::string_view(",]} \t\r\n").find(m_text[m_at]) == std::string_view::npos) ++m_at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    std::size_t m_bytes = 0; ///< of the keys
    std::map<std::string, int> m_lines;
};

} // namespace

Result<ConfigText> config_from_json(std::string_view text)
{
    const Result<nlohmann::json> parsed = parse_json(text, "the configuration");
    if (!parsed.ok()) { // DeepSpeed's reader takes commas at the end and comments, as YAML does
        Result<ConfigText> loose = config_from_yaml(text);
        if (!loose.ok()) return parsed.error();
        loose->form = ConfigForm::json;
        return loose;
    }
    if (!parsed->is_object())
        return Error{"configuration", quoted(*parsed), phrase(QT_TRANSLATE_NOOP("core", "keys with values")), {}};
    if (!has_few_keys(text)) return too_many_keys();
    ConfigText out;
    out.form = ConfigForm::json;
    const nlohmann::ordered_json ordered = nlohmann::ordered_json::parse(without_bare_words(text, "1e308"), nullptr, false);
    const KeyLines lines(text);
    const bool all = add_entries(out, ordered.is_object() ? ordered : nlohmann::ordered_json(*parsed), {},
                                 [&lines](const std::string &key) { return lines.line_of(key); });
    if (!all) return too_many_keys();
    for (const std::string &key : repeated_keys(text))
        out.warnings.push_back(
            {"repeated_key", phrase(QT_TRANSLATE_NOOP("core", "%1 stands more than once; the last is read"), {key}), key});
    return out;
}

} // namespace plimsoll
