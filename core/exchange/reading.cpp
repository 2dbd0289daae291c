// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/reading.h"

#include "core/exchange/tools/shared/known_files.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace plimsoll {

namespace {

/// Dashes of the first count as underscores.
bool is_key_spelt(std::string_view key, std::string_view as)
{
    return std::ranges::equal(key, as, [](char a, char b) { return (a == '-' ? '_' : a) == b; });
}

} // namespace

ConfigReading::ConfigReading(const ConfigText &text, ImportState &into, std::string file)
    : m_text(text), m_into(into), m_file(std::move(file)), m_marks(text.entries.size()), m_by_name(text.entries.size())
{
    for (const ConfigEntry &entry : text.entries)
        for (const std::string &variable : entry.variables)
            if (variable != entry.key) m_named.insert(variable);
    std::iota(m_by_name.begin(), m_by_name.end(), std::size_t{0});
    std::ranges::stable_sort(m_by_name, {}, [this](std::size_t i) {
        return std::pair<std::string_view, std::string_view>(m_text.entries[i].scope, m_text.entries[i].key);
    });
}

std::span<const std::size_t> ConfigReading::beginning(std::string_view scope, std::string_view key) const
{
    const auto name = [&](std::size_t i) {
        const ConfigEntry &entry = m_text.entries[i];
        return std::pair(std::string_view(entry.scope), std::string_view(entry.key).substr(0, key.size()));
    };
    const auto found = std::ranges::equal_range(m_by_name, std::pair(scope, key), {}, name);
    return {found.begin(), found.end()};
}

Plan &ConfigReading::plan() { return m_into.out.plan; }

ConfigReading::Mark &ConfigReading::mark(const ConfigEntry &entry)
{
    return m_marks[static_cast<std::size_t>(&entry - m_text.entries.data())];
}

const ConfigReading::Mark &ConfigReading::mark_of(const ConfigEntry &entry) const
{
    return m_marks[static_cast<std::size_t>(&entry - m_text.entries.data())];
}

const ConfigEntry *ConfigReading::find(std::string_view key) const
{
    for (std::size_t i = m_text.entries.size(); i-- > 0;) {
        const ConfigEntry &entry = m_text.entries[i];
        if (entry.scope == unseen_scope || m_marks[i].aside) continue;
        if ((!m_scope || entry.scope == *m_scope) && is_key_spelt(entry.key, key)) return &entry;
    }
    return nullptr;
}

nlohmann::json ConfigReading::value(std::string_view key) const
{
    const ConfigEntry *const entry = find(key);
    return entry == nullptr || entry->unknown ? nlohmann::json() : entry->value;
}

bool ConfigReading::is_open(const ConfigEntry &entry) const
{
    if (mark_of(entry).taken != Taken::open) return false;
    for (std::size_t dot = entry.key.find('.'); dot != std::string::npos; dot = entry.key.find('.', dot + 1))
        for (const std::size_t i : beginning(entry.scope, std::string_view(entry.key).substr(0, dot))) {
            if (m_text.entries[i].key.size() > dot) break; // the section's own name is the first of those
            if (m_text.entries[i].section && m_marks[i].taken != Taken::open) return false;
        }
    return true;
}

bool ConfigReading::is_taken_in_part(const ConfigEntry &section) const
{
    return std::ranges::any_of(beginning(section.scope, section.key + '.'),
                               [this](std::size_t i) { return m_marks[i].taken != Taken::open; });
}

bool ConfigReading::state(std::string_view path, const nlohmann::json &value)
{
    const Field *const field = find_field(path);
    if (field == nullptr || value.is_null() || !field->read(plan(), value)) return false;
    plan().given.insert(field->path);
    return true;
}

bool ConfigReading::state(const ConfigEntry &entry, std::string_view path, const nlohmann::json &value)
{
    if (state(path, value)) {
        understood(entry, path);
        return true;
    }
    const Field *const field = find_field(path);
    const std::string refused = field != nullptr && field->refuses ? field->refuses(value) : std::string();
    not_said(entry, !refused.empty() || field == nullptr
                        ? refused
                        : phrase(QT_TRANSLATE_NOOP("core", "%1 takes %2, and here stands %3"),
                                 {path, field->takes.text(), quoted(value.is_null() ? entry.value : value)}));
    return false;
}

void ConfigReading::understood(const ConfigEntry &entry, std::string_view field)
{
    Mark &held = mark(entry);
    const bool again = held.taken == Taken::understood && !held.field.empty() && !field.empty();
    held.taken = Taken::understood;
    held.why.clear();
    held.field = again ? held.field + ", " + std::string(field) : std::string(field);
}

bool ConfigReading::is_understood_as(const ConfigEntry &entry, std::string_view field) const
{
    const Mark &held = mark_of(entry);
    if (held.taken != Taken::understood) return false;
    for (std::string_view all = held.field; !all.empty();) {
        const std::size_t end = std::min(all.find(", "), all.size());
        if (all.substr(0, end) == field) return true;
        all.remove_prefix(std::min(end + 2, all.size()));
    }
    return false;
}

void ConfigReading::no_effect(const ConfigEntry &entry, std::string why)
{
    mark(entry).taken = Taken::no_effect;
    mark(entry).why = std::move(why);
}

void ConfigReading::not_said(const ConfigEntry &entry, std::string why)
{
    mark(entry).taken = Taken::not_said;
    mark(entry).why = std::move(why);
}

void ConfigReading::leave_aside(const ConfigEntry &entry) { mark(entry).aside = true; }

void ConfigReading::call_it(const ConfigEntry &entry, std::string name) { mark(entry).name = std::move(name); }

void ConfigReading::refuse(Error error)
{
    if (!m_into.refused) m_into.refused = std::move(error);
}

void ConfigReading::warn(std::string code, std::string text, std::string field)
{
    m_into.out.warnings.push_back({std::move(code), std::move(text), std::move(field)});
}

const ConfigText *ConfigReading::open(const std::string &path)
{
    constexpr int most_depth = 4;
    const auto missing = [&](const std::string &why) {
        warn("file",
             phrase(QT_TRANSLATE_NOOP("core", "%1 was not read (%2); what it says is missing from the plan"), {path, why}));
        return nullptr;
    };
    if (const auto held = m_into.files.find(path); held != m_into.files.end()) return held->second.get();
    if (m_into.depth >= most_depth) return missing(phrase(QT_TRANSLATE_NOOP("core", "it is not at hand")));
    Result<std::string> read =
        m_into.read_file ? m_into.read_file(path) : Error{path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "it is not at hand"))};
    if (const KnownFile *const known = read.ok() ? nullptr : known_file(path)) {
        warn("known_file",
             phrase(QT_TRANSLATE_NOOP("core", "%1 is not at hand: it is taken as the file of this name that %2 ships"),
                    {path, known->owner}));
        read = std::string(known->text);
    }
    if (!read.ok()) return missing(m_into.read_file ? read.error().message() : read.error().text);
    Result<ConfigText> config = config_from_text(*read);
    if (!config.ok()) return missing(config.error().message());
    for (Warning &warning : config->warnings) m_into.out.warnings.push_back(std::move(warning));
    return (m_into.files[path] = std::make_unique<ConfigText>(*std::move(config))).get();
}

bool ConfigReading::is_named(const ConfigEntry &variable) const { return m_named.contains(variable.key); }

/// Variables of the text: what became of the key that says them.
void ConfigReading::settle_variables()
{
    std::unordered_map<std::string_view, std::vector<std::size_t>> names; // a variable: who says it, the first two
    for (std::size_t k = 0; k < m_text.entries.size(); ++k)
        for (const std::string &variable : m_text.entries[k].variables)
            if (std::vector<std::size_t> &who = names[variable]; who.size() < 2 && (who.empty() || who[0] != k)) who.push_back(k);
    for (std::size_t i = m_text.entries.size(); i-- > 0;) {
        const ConfigEntry &variable = m_text.entries[i];
        const bool of_text = variable.scope == "variable" || (variable.scope == "environment" && is_named(variable));
        if (!of_text || m_marks[i].taken != Taken::open) continue;
        m_marks[i] = {Taken::no_effect, {}, phrase(QT_TRANSLATE_NOOP("core", "nothing that was read names it")), {}};
        for (const std::size_t k : names[variable.key]) {
            if (k == i) continue;
            m_marks[i] = m_marks[k];
            m_marks[i].name.clear();
            break;
        }
    }
}

void ConfigReading::finish()
{
    settle_variables();
    const std::string unread = phrase(QT_TRANSLATE_NOOP("core", "there is no such key that is known of"));
    for (std::size_t i = 0; i < m_text.entries.size(); ++i) {
        const ConfigEntry &entry = m_text.entries[i];
        Mark &held = m_marks[i];
        if (held.taken == Taken::open) {
            if (!is_open(entry) || (entry.section && is_taken_in_part(entry))) continue;
            if (!m_text.starter.empty() && entry.scope == m_text.starter)
                no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it says where a process runs or how it talks")));
            else if (entry.scope == unseen_scope)
                no_effect(entry,
                          phrase(QT_TRANSLATE_NOOP("core", "it is set in the shell and not exported: no program sees it")));
            else if (entry.key.empty() && entry.unknown)
                not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "who calls it adds what stands here: only that can tell")));
            else
                not_said(entry, unread);
        }
        const std::string shown = held.name.empty() ? entry.key.empty() ? as_word(entry.value) : entry.key : held.name;
        ImportedKey key{shown, entry.line, entry.file.empty() ? m_file : entry.file, held.field, held.why};
        Imported &out = m_into.out;
        (held.taken == Taken::understood  ? out.understood
         : held.taken == Taken::no_effect ? out.no_effect
                                          : out.not_said)
            .push_back(std::move(key));
    }
}

} // namespace plimsoll
