// SPDX-License-Identifier: GPL-3.0-or-later
// Python 3.11 argparse (one word an option, what is left is "unrecognized arguments"), transformers 5.23 hf_argparser.py ("Some specified
// arguments are not used"), OmegaConf 2.3 from_cli (LLaMA-Factory hparams/parser.py, behind a file alone)
#include "core/exchange/shells/bare_words.h"

#include "core/exchange/reading.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace plimsoll {

namespace {

using BarePairs = CommandWords::Pairs;

std::string with_underscores(std::string_view key)
{
    std::string out(key);
    std::ranges::replace(out, '-', '_');
    return out;
}

/// "name=value" of an option's name.
bool is_option_pair(std::string_view word)
{
    const std::size_t end = word.find('=');
    if (end == 0 || end == std::string_view::npos || std::isalpha(static_cast<unsigned char>(word[0])) == 0) return false;
    return std::ranges::all_of(word.substr(0, end),
                               [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; });
}

bool is_bare(const ConfigEntry &entry) { return entry.bare || entry.key.empty(); }

std::string shown_word(const ConfigEntry &entry)
{
    return entry.key.empty() ? as_word(entry.value) : entry.key + '=' + as_word(entry.value);
}

class Settling {
public:
    Settling(ConfigText &command, const ToolFormat &tool, Imported &out)
        : m_text(command), m_words(*tool.command), m_title(tool.title), m_out(out), m_scope(command.programs.back())
    {}

    void settle(bool behind_file)
    {
        m_pairs_count = m_words.pairs == BarePairs::options || (m_words.pairs == BarePairs::behind_file && behind_file) ||
                        (m_scope.ends_with(".py") && !has_options()); // a script with Hydra's
        const bool dashes_stop = m_words.pairs == BarePairs::behind_file && behind_file;
        std::vector<ConfigEntry> all = std::exchange(m_text.entries, {});
        for (ConfigEntry &entry : all) {
            if (entry.scope != m_scope || !entry.file.empty() || entry.section ||
                (!entry.bare && entry.key.find('.') != std::string::npos))
                m_text.entries.push_back(std::move(entry));
            else if (is_bare(entry))
                word(std::move(entry));
            else if (dashes_stop)
                refuse_option(entry);
            else
                option(std::move(entry));
        }
    }

private:
    /// Options with dashes, but for those that Hydra has itself.
    [[nodiscard]] bool has_options() const
    {
        constexpr std::string_view of_hydra = "config_name cn config_path cp config_dir cd multirun m cfg c package p info run r";
        return std::ranges::any_of(m_text.entries, [&](const ConfigEntry &entry) {
            return entry.scope == m_scope && !is_bare(entry) && !lists_key(of_hydra, with_underscores(entry.key));
        });
    }

    void word(ConfigEntry entry)
    {
        const bool pair = entry.bare || (entry.value.is_string() && is_option_pair(entry.value.get_ref<const std::string &>()));
        const bool read = pair ? m_pairs_count : entry.unknown || m_words.words < 0 || m_read++ < m_words.words;
        if (read)
            m_text.entries.push_back(std::move(entry));
        else
            refuse(shown_word(entry), entry.line);
    }

    void option(ConfigEntry entry)
    {
        const std::string key = with_underscores(entry.key);
        const bool turned = m_words.whole && lists_key(m_words.switches, key);
        if (turned && entry.value.is_string() && !entry.unknown && !as_switch(entry.value)) {
            const std::string text = entry.value.get<std::string>();
            return keep_with(std::move(entry), true, {text});
        }
        if (!entry.value.is_array() || lists_key(m_words.several, key)) return m_text.entries.push_back(std::move(entry));
        std::vector<std::string> kept, rest;
        for (const nlohmann::json &each : entry.value) {
            const std::string text = as_word(each);
            const bool own = !turned && (kept.empty() || (!m_words.whole && !is_option_pair(text)));
            (own ? kept : rest).push_back(text);
        }
        const nlohmann::json value = kept.empty()       ? nlohmann::json(true)
                                     : kept.size() == 1 ? nlohmann::json(kept[0])
                                                        : nlohmann::json(kept);
        keep_with(std::move(entry), value, rest);
    }

    /// The option with what it takes, and the words behind it as those of no option.
    void keep_with(ConfigEntry entry, const nlohmann::json &value, const std::vector<std::string> &rest)
    {
        ConfigEntry own = entry;
        own.value = value;
        own.unknown = entry.unknown && as_word(value).find('$') != std::string::npos;
        m_text.entries.push_back(std::move(own));
        for (const std::string &text : rest) {
            ConfigEntry each{m_scope,        {}, text, entry.line, false, entry.unknown && text.find('$') != std::string::npos,
                             entry.variables};
            if (is_option_pair(text)) {
                each.key = text.substr(0, text.find('='));
                each.value = nlohmann::json(yaml_scalar(text.substr(text.find('=') + 1)));
                each.bare = true;
            }
            word(std::move(each));
        }
    }

    void refuse(const std::string &text, int line)
    {
        m_out.not_said.push_back({text, line, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "no dashes stand before it"))});
        m_out.warnings.push_back(
            {"bare_word",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "line %1: %2 has no dashes before it, and %3 takes no such word: it stops there and "
                                      "starts nothing. What the word says is left out"),
                    {std::to_string(line), text, m_title}),
             {}});
    }

    void refuse_option(const ConfigEntry &entry)
    {
        m_out.not_said.push_back({entry.key, entry.line, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "dashes stand before it"))});
        m_out.warnings.push_back(
            {"bare_word",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "line %1: behind a file %2 takes %3 alone; at %4 it stops and starts nothing. What the "
                                      "option says is left out"),
                    {std::to_string(entry.line), m_title, with_underscores(entry.key) + "=…", "--" + entry.key}),
             {}});
    }

    ConfigText &m_text;
    const CommandWords &m_words;
    std::string_view m_title;
    Imported &m_out;
    std::string m_scope;
    bool m_pairs_count = true;
    int m_read = 0;
};

} // namespace

bool begins_with_file(const ConfigText &command)
{
    if (command.form != ConfigForm::command || command.programs.empty()) return false;
    const auto first = std::ranges::find(command.entries, command.programs.back(), &ConfigEntry::scope);
    if (first == command.entries.end() || !first->key.empty() || !first->value.is_string()) return false;
    const auto &word = first->value.get_ref<const std::string &>();
    return word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json");
}

void settle_bare_words(ConfigText &command, const ToolFormat &tool, bool behind_file, Imported &out)
{
    if (!command.of_shell || command.programs.empty() || tool.command == nullptr) return;
    Settling(command, tool, out).settle(behind_file);
}

} // namespace plimsoll
