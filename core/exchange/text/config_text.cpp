// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/config_text.h"

#include "core/exchange/text/text_lines.h"
#include "core/exchange/tools/shared/toml_files.h"
#include "core/ground/ascii.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/utf8.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

/// The first line that says something: no comment, no fence of Markdown.
std::string_view first_line(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && line.front() != '#' && !line.starts_with("```")) return line.substr(0, 400);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

bool is_key_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// "key:" or "key: value", the key quoted or not.
bool looks_like_yaml(std::string_view line)
{
    if (line.starts_with("---") || line.starts_with("- ") || line.starts_with('%')) return true;
    const char quote = line.front() == '"' || line.front() == '\'' ? line.front() : '\0';
    std::size_t i = quote != '\0' ? 1 : 0;
    while (i < line.size() && (is_key_char(line[i]) || line[i] == '-' || line[i] == '<')) ++i;
    if (quote != '\0' && (i >= line.size() || line[i++] != quote)) return false;
    while (i < line.size() && line[i] == ' ') ++i;
    return i > 0 && i < line.size() && line[i] == ':' && (i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == '\t');
}

/// "Name(…", "x = Name(…", "x = value", "x[…] = value", "from … import", "@…", what a script says of itself.
bool looks_like_python(std::string_view line)
{
    if (line.starts_with("from ") && line.find(" import ") != std::string_view::npos) return true;
    for (const std::string_view begins : {"@echo", "@rem", "@set", "@title", "@REM", "@ECHO"}) // cmd's
        if (line.starts_with(begins)) return false;
    for (const std::string_view begins : {"import ", "class ", "@", "\"\"\"", "'''", "r\"\"\""})
        if (line.starts_with(begins)) return true;
    std::size_t i = 0;
    while (i < line.size() && (is_key_char(line[i]) || line[i] == ',' || line[i] == ' ')) {
        if (line[i] == ' ' && i + 1 < line.size() && line[i + 1] == '-') return false; // an option
        ++i;
    }
    if (i >= line.size()) return false;
    if (line[i] == '(') return i > 0 && line[i - 1] != ' ';
    if (line[i] == '[' && i > 0 && line[i - 1] != ' ') { // "os.environ['NAME'] = …"
        const std::size_t close = line.find(']', i);
        return close != std::string_view::npos && (line.substr(close + 1, 2) == " =" || line.substr(close + 1, 1) == "=");
    }
    return line[i] == '=' && i > 0 && line[i - 1] == ' ' && i + 1 < line.size() && line[i + 1] == ' ';
}

/// Variables of the environment that a script sets: os.environ["NAME"] = … as NAME = …, on the same line.
std::string with_named_environment(std::string_view text)
{
    constexpr std::string_view begins = "os.environ[";
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        const char quote = line.starts_with(begins) && line.size() > begins.size() ? line[begins.size()] : '\0';
        const std::size_t from = begins.size() + 1;
        const std::size_t close = quote == '"' || quote == '\'' ? line.find(quote, from) : std::string_view::npos;
        const bool sets = close != std::string_view::npos && line.substr(close + 1).starts_with("]");
        out += sets ? std::string(line.substr(from, close - from)).append(line.substr(close + 2)) : std::string(line);
        text.remove_prefix(end);
    }
    return out;
}

} // namespace

const ConfigEntry *ConfigText::find(std::string_view key) const
{
    const auto found = std::ranges::find(entries.rbegin(), entries.rend(), key, &ConfigEntry::key);
    return found == entries.rend() ? nullptr : &*found;
}

ConfigForm config_form_of(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::string_view line = first_line(text);
    if (line.empty()) return ConfigForm::yaml;
    if (line.front() == '{') return ConfigForm::json;
    std::string word;
    for (const char c : line.substr(0, 5)) word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (word == "FROM " && line.find(" import ") == std::string_view::npos) return ConfigForm::modelfile;
    if (looks_like_yaml(line)) return ConfigForm::yaml;
    return looks_like_python(line) ? ConfigForm::call : ConfigForm::command;
}

Result<ConfigText> config_from_text(std::string_view text)
{
    if (text.size() > largest_config)
        return Error{"configuration", std::to_string(text.size()) + " bytes", std::to_string(largest_config) + " bytes", {}};
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (const std::size_t at = first_not_utf8(text); at != std::string_view::npos) {
        const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
        return Error{"configuration",
                     {},
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "line %1: bytes that are no UTF-8"), {std::to_string(line)})};
    }
    if (is_read_toml(text)) return config_from_toml(text);
    switch (config_form_of(text)) {
    case ConfigForm::json: return config_from_json(text);
    case ConfigForm::command: return config_from_command(text);
    case ConfigForm::call: return config_from_call(with_named_environment(text));
    case ConfigForm::modelfile: return config_from_modelfile(text);
    case ConfigForm::toml: return config_from_toml(text);
    case ConfigForm::yaml: break;
    }
    return config_from_yaml(text);
}

std::size_t bytes_of(const nlohmann::json &value)
{
    constexpr std::size_t each = 48; // of a node, on the average
    std::size_t out = each;
    if (value.is_string()) out += value.get_ref<const std::string &>().size();
    if (value.is_object())
        for (const auto &[key, member] : value.items()) out += key.size() + bytes_of(member);
    if (value.is_array())
        for (const nlohmann::json &item : value) out += bytes_of(item);
    return out;
}

bool add_entry(ConfigText &out, ConfigEntry entry)
{
    if (out.entries.size() >= most_config_keys) return false;
    out.bytes += entry.key.size() + bytes_of(entry.value);
    if (out.bytes > most_entry_bytes) return false;
    out.entries.push_back(std::move(entry));
    return true;
}

Error too_many_keys()
{
    return Error{"configuration",
                 phrase(QT_TRANSLATE_NOOP("core", "too much")),
                 phrase(QT_TRANSLATE_NOOP("core", "at most %1 keys and %2 MiB of them, sections within sections counted again"),
                        {std::to_string(most_config_keys), std::to_string(most_entry_bytes >> 20U)}),
                 {}};
}

bool has_few_keys(std::string_view json)
{
    std::size_t keys = 0;
    outside_strings(json, [&keys](std::size_t, char c) { keys += c == ':' ? 1 : 0; });
    return keys <= most_config_keys;
}

bool add_entries(ConfigText &out, const nlohmann::ordered_json &object, const std::string &prefix,
                 const std::function<int(const std::string &)> &line_of)
{
    for (const auto &[name, value] : object.items()) {
        const std::string key = prefix + name;
        const bool section = value.is_object() && !value.empty();
        if (!add_entry(out, {{}, key, nlohmann::json(value), line_of(key), section, false})) return false;
        if (section && !add_entries(out, value, key + '.', line_of)) return false;
    }
    return true;
}

} // namespace plimsoll
