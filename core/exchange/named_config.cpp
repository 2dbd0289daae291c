// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/named_config.h"

#include "core/exchange/reading.h"
#include "core/ground/phrase.h"

#include <algorithm>

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

/// Whether the command says this key of the file itself, or its opposite.
bool says(const ConfigText &command, const std::string &scope, std::string_view key)
{
    const std::string plain = underscored(key);
    return std::ranges::any_of(command.entries, [&](const ConfigEntry &entry) {
        const std::string name = underscored(entry.key);
        return entry.scope == scope && (name == plain || name == "no_" + plain);
    });
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
    std::vector<ConfigEntry> keys;
    for (ConfigEntry entry : file->entries) {
        if (says(text, scope, entry.key)) {
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
