// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/named_config.h"

#include "core/exchange/reading.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <set>

namespace plimsoll {

namespace {

std::string underscored(std::string_view key)
{
    std::string out(key);
    std::ranges::replace(out, '-', '_');
    return out;
}

bool is_config_file(const ConfigEntry &entry)
{
    if (entry.unknown || !entry.value.is_string()) return false;
    const auto &path = entry.value.get_ref<const std::string &>();
    return std::ranges::any_of(std::initializer_list<std::string_view>{".yaml", ".yml", ".json"},
                               [&path](std::string_view ending) { return path.ends_with(ending); });
}

/// What the command says itself, with what "no_KEY" is the opposite of.
std::set<std::string> said_by(const ConfigText &command, const std::string &scope)
{
    std::set<std::string> out;
    for (const ConfigEntry &entry : command.entries) {
        if (entry.scope != scope || entry.key.empty()) continue;
        std::string key = underscored(entry.key);
        if (key.starts_with("no_")) out.insert(key.substr(3));
        out.insert(std::move(key));
    }
    return out;
}

} // namespace

void add_named_config(ConfigText &text, ImportState &into)
{
    if (text.form != ConfigForm::command || text.programs.empty()) return;
    const std::string scope = text.programs.back();
    const auto named = std::ranges::find_if(text.entries, [&scope](const ConfigEntry &entry) {
        return entry.scope == scope && (entry.key.empty() || entry.key == "config") && is_config_file(entry);
    });
    if (named == text.entries.end()) return;
    const std::string path = as_word(named->value);
    into.out.understood.push_back({named->key.empty() ? path : named->key, named->line, {}, "model", {}});
    text.entries.erase(named);
    const ConfigText *const file = ConfigReading(text, into).open(path);
    if (file == nullptr) return;
    const std::set<std::string> said = said_by(text, scope);
    std::vector<ConfigEntry> keys;
    for (ConfigEntry entry : file->entries) {
        if (said.contains(underscored(entry.key))) {
            into.out.no_effect.push_back(
                {entry.key, entry.line, path, {}, phrase(QT_TRANSLATE_NOOP("core", "the command says otherwise"))});
            continue;
        }
        entry.scope = scope;
        entry.file = path;
        keys.push_back(std::move(entry));
    }
    text.entries.insert(text.entries.begin(), std::make_move_iterator(keys.begin()), std::make_move_iterator(keys.end()));
}

} // namespace plimsoll
