// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/unplanned_setting.h"

#include "core/adapters/ranks_by_name.h"
#include "core/adapters/tied_targets.h"
#include "core/adapters/token_rows.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

/// Whether a key that is not planned stands at what the library has anyway: the list says "key=value" of it.
bool is_usual(const AdapterUse &use, std::string_view unplanned, const std::string &key)
{
    const std::string word = use.word(key);
    return !word.empty() && has_word(unplanned, key + "=" + word);
}

/// Whether the list has the key, with a usual value or without.
bool has_key(std::string_view unplanned, const std::string &key)
{
    return has_word(unplanned, key) || (" " + std::string(unplanned)).find(" " + key + "=") != std::string::npos;
}

} // namespace

bool has_word(std::string_view words, const std::string &word)
{
    return (" " + std::string(words) + " ").find(" " + word + " ") != std::string::npos;
}

std::optional<Error> unplanned_setting(const AdapterUse &use, const AdapterMethod &method)
{
    constexpr std::string_view of_choice = "exclude_modules layers_to_transform layers_pattern";
    const bool listed = !method.unplanned.empty() || !method.without_bytes.empty();
    for (const std::string &key : use.keys()) {
        const bool ranks = key == "rank_pattern", unplanned = ranks && method.ranks_by_name == RanksByNameAre::unplanned;
        if (unplanned ? use.counts_by_name(key).empty() : ranks || !listed) continue;
        if (has_word(method.without_bytes, key) || has_word(of_choice, key) || (method.ties_targets && key == tying_setting) ||
            (method.takes_tied_head && key == token_rows_setting))
            continue;
        if (use.is_off(key) || is_usual(use, method.unplanned, key)) continue;
        if (unplanned || has_key(method.unplanned, key))
            return Error{"adapter.settings",
                         key,
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "it changes what trains in a way that is not planned"))};
        return Error{"adapter.settings", key,
                     phrase(QT_TRANSLATE_NOOP("core", "keys of %1's configuration"), {phrase(method.title)}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 has no such key"), {"PEFT"})};
    }
    return std::nullopt;
}

} // namespace plimsoll
