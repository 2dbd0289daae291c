// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/reading.h"
#include "core/ground/near.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

using nlohmann::json;

std::string_view without_dashes(std::string_view key)
{
    while (key.starts_with('-')) key.remove_prefix(1);
    return key;
}

std::string bare_key(std::string_view key)
{
    std::string out(without_dashes(key));
    std::ranges::replace(out, '-', '_');
    return out;
}

/// Whether a known key is this one: dashes before it do not count, those in it are underscores.
bool is_option_spelt(std::string_view known, std::string_view key)
{
    return std::ranges::equal(without_dashes(known), key, [](char a, char b) { return (a == '-' ? '_' : a) == b; });
}

/// Calls `visit` for each word of a list with blanks between, until it returns true.
template <class Visit>
bool any_word(std::string_view words, Visit visit)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (end > 0 && visit(words.substr(0, end))) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

bool lacks(const ToolWords &words, std::string_view key)
{
    return any_word(words.lacks, [key](std::string_view word) { return word == key; });
}

const KeyRule *rule_of(const ToolWords &words, std::string_view key)
{
    for (const ToolWords *at = &words; at != nullptr; at = at->base) {
        const auto found = std::ranges::find(at->rules, key, &KeyRule::key);
        if (found != at->rules.end()) return &*found;
    }
    return nullptr;
}

const KeyGroup *group_of(const ToolWords &words, std::string_view key)
{
    for (const ToolWords *at = &words; at != nullptr; at = at->base)
        for (const KeyGroup &group : at->groups)
            if (lists_key(group.keys, key)) return &group;
    return nullptr;
}

/// The field whose key in the runner's own configuration this is; empty where there is none.
std::string_view field_of_runner(const ToolWords &words, std::string_view key)
{
    if (lacks(words, key)) return {};
    for (const ToolWords *at = &words; at != nullptr; at = at->base)
        for (const Runner *runner = at->runner; runner != nullptr; runner = runner->own_keys ? nullptr : runner->base)
            for (const Default &row : runner->defaults)
                if (!row.key.empty() && is_option_spelt(row.key, key)) return row.path;
    return {};
}

std::string_view other_name(const ToolWords &words, std::string_view key)
{
    for (const ToolWords *at = &words; at != nullptr; at = at->base) {
        const auto found = std::ranges::find(at->others, key, &OtherKey::name);
        if (found != at->others.end()) return found->key;
    }
    return {};
}

/// A group of the key's own, or of a section around it.
const KeyGroup *group_around(const ToolWords &words, std::string_view key)
{
    while (true) {
        if (const KeyGroup *group = group_of(words, key)) return group;
        const std::size_t dot = key.rfind('.');
        if (dot == std::string_view::npos) return nullptr;
        key = key.substr(0, dot);
    }
}

/// Keys in this section have rules of their own: they are asked for one by one.
bool has_rules_below(const ToolWords &words, std::string_view section)
{
    const std::string prefix = std::string(section) + '.';
    for (const ToolWords *at = &words; at != nullptr; at = at->base)
        for (const KeyRule &rule : at->rules)
            if (rule.key.starts_with(prefix)) return true;
    return false;
}

/// Calls `visit` for every key of the tool, as it is written there, until it returns true.
template <class Visit>
bool any_key(const ToolWords &words, Visit visit)
{
    for (const ToolWords *at = &words; at != nullptr; at = at->base) {
        for (const KeyRule &rule : at->rules)
            if (visit(rule.key)) return true;
        for (const KeyGroup &group : at->groups)
            if (any_word(group.keys, visit)) return true;
        for (const OtherKey &other : at->others)
            if (visit(other.name)) return true;
        for (const Runner *runner = at->runner; runner != nullptr; runner = runner->own_keys ? nullptr : runner->base)
            for (const Default &row : runner->defaults)
                if (!row.key.empty() && visit(row.key) && !lacks(words, bare_key(row.key))) return true;
    }
    return false;
}

std::vector<std::string> all_keys(const ToolWords &words)
{
    std::vector<std::string> out;
    any_key(words, [&out, &words](std::string_view key) {
        if (!lacks(words, bare_key(key))) out.push_back(bare_key(key));
        return false;
    });
    return out;
}

/// The one key that begins so, whatever its names; empty where there are none or several.
std::string begun_by(const ToolWords &words, const std::string &beginning)
{
    std::string out;
    if (beginning.size() < 3) return out;
    for (const std::string &key : all_keys(words)) {
        if (!key.starts_with(beginning) || key == beginning || key.find_first_of(".*") != std::string::npos) continue;
        const std::string_view other = other_name(words, key);
        const std::string meant = other.empty() ? key : std::string(other);
        if (!out.empty() && out != meant) return {};
        out = meant;
    }
    return out;
}

void take_group(ConfigReading &reading, const KeyGroup &group, const ConfigEntry &entry, const json &value)
{
    if (group.as == Taken::no_effect) return reading.no_effect(entry, group.why.text());
    if (group.as == Taken::understood) return reading.understood(entry, {});
    if (!group.off_matters && is_off(value) && !entry.unknown)
        return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    reading.not_said(entry, group.why.text());
}

/// What only a shell could tell: the key is known, its value is not.
void take_unknown(ConfigReading &reading, const ConfigEntry &entry, std::string_view field)
{
    reading.understood(entry, field);
    reading.warn("unknown_value",
                 phrase(QT_TRANSLATE_NOOP("core", "%1: only what runs the configuration can tell %2; nothing was taken of it"),
                        {entry.key, as_word(entry.value)}),
                 std::string(field));
}

bool take_named(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, const std::string &key,
                const json &value)
{
    const KeyRule *const rule = rule_of(words, key);
    if (rule == nullptr) {
        if (entry.section && has_rules_below(words, key)) return false;
        if (const KeyGroup *group = group_around(words, key)) {
            take_group(reading, *group, entry, value);
            return true;
        }
    }
    const std::string_view path = rule != nullptr ? rule->field : field_of_runner(words, key);
    if (rule == nullptr && path.empty()) return false;
    if (take_repeated(reading, entry)) return true;
    if (entry.unknown)
        take_unknown(reading, entry, path);
    else if (value.is_null() && (rule == nullptr || !rule->takes_nothing))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    else if (rule != nullptr && rule->take != nullptr)
        rule->take(reading, entry, value);
    else
        reading.state(entry, path, value_for(words, path, value));
    return true;
}

/// The one of the tool's keys that comes nearest, if one does; of a text with hundreds of others nobody reads that.
std::string near_key(ConfigReading &reading, const ToolWords &words, std::string_view name)
{
    constexpr int most = 200;
    if (++reading.imports().unknown_keys > most) return {};
    std::vector<std::string> near = near_names(bare_key(name), all_keys(words), 1);
    return near.empty() ? std::string() : std::move(near[0]);
}

} // namespace

bool take_repeated(ConfigReading &reading, const ConfigEntry &entry)
{
    const ConfigEntry *const last = reading.find(bare_key(entry.key));
    if (last == nullptr || last == &entry || last->scope != entry.scope || last->file != entry.file) return false;
    reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "line %1 says it again"), {std::to_string(last->line)}));
    return true;
}

bool lists_key(std::string_view keys, std::string_view key)
{
    if (key.empty() || key.find(' ') != std::string_view::npos) return false;
    const auto ends = [keys](std::size_t at) { return at >= keys.size() || keys[at] == ' '; };
    for (std::size_t at = keys.find(key); at != std::string_view::npos; at = keys.find(key, at + 1))
        if ((at == 0 || keys[at - 1] == ' ') && ends(at + key.size())) return true;
    for (std::size_t star = keys.find('*'); star != std::string_view::npos; star = keys.find('*', star + 1)) {
        const std::size_t begin = keys.find_last_of(' ', star) + 1; // npos + 1 is 0
        if (ends(star + 1) && key.starts_with(keys.substr(begin, star - begin))) return true;
    }
    return false;
}

bool knows(const ToolWords &words, std::string_view key)
{
    if (rule_of(words, key) || group_of(words, key) || !field_of_runner(words, key).empty() || !other_name(words, key).empty())
        return true;
    return any_key(words, [key](std::string_view known) {
        known = without_dashes(known);
        return known.size() > key.size() && known[key.size()] == '.' && is_option_spelt(known.substr(0, key.size()), key);
    });
}

void say_unknown_key(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, std::string_view name)
{
    const std::string near = near_key(reading, words, name);
    reading.not_said(
        entry, near.empty() ? phrase(QT_TRANSLATE_NOOP("core", "%1 has no such key"), {words.title})
                            : phrase(QT_TRANSLATE_NOOP("core", "%1 has no such key (did you mean %2?)"), {words.title, near}));
}

void say_near_variables(ConfigReading &reading, const ToolWords &words)
{
    if (reading.text().form != ConfigForm::command) return;
    for (const ConfigEntry &entry : reading.entries()) {
        const bool of_shell = entry.scope == "variable" || entry.scope == unseen_scope;
        if (!of_shell || reading.is_named(entry) || !reading.is_open(entry) || knows(words, entry.key)) continue;
        if (const std::string near = near_key(reading, words, entry.key); !near.empty())
            reading.not_said(entry,
                             phrase(QT_TRANSLATE_NOOP("core", "%1 has no such key (did you mean %2?)"), {words.title, near}));
    }
}

/// vLLM's parser: "--disable-KEY" beside "--enable-KEY", and the other way round.
static bool take_opposite(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, const std::string &key)
{
    constexpr std::string_view on = "enable_", off = "disable_";
    const bool switches_off = key.starts_with(off);
    if (!words.negates || entry.value != true || (!switches_off && !key.starts_with(on))) return false;
    const std::string name = key.substr((switches_off ? off : on).size());
    return take_named(reading, words, entry, std::string(switches_off ? on : off) + name, false) ||
           (switches_off && take_named(reading, words, entry, name, false));
}

bool take_key(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry)
{
    return take_key_as(reading, words, entry, entry.key);
}

bool take_key_as(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, std::string_view name)
{
    const std::string key = bare_key(name);
    if (take_named(reading, words, entry, key, entry.value)) return true;
    if (const std::string_view other = other_name(words, key); !other.empty())
        return take_named(reading, words, entry, std::string(other), entry.value);
    // HfArgumentParser's "--no_KEY", argparse.BooleanOptionalAction's "--no-KEY"
    if (key.starts_with("no_") && entry.value == true && take_named(reading, words, entry, key.substr(3), false)) return true;
    if (take_opposite(reading, words, entry, key)) return true;
    constexpr int most = 200; // no command of a person has more that nobody knows
    const bool option = reading.text().form == ConfigForm::command && entry.file.empty() && words.abbreviates &&
                        reading.imports().unknown_keys < most;
    if (const std::string whole = option ? begun_by(words, key) : std::string(); !whole.empty())
        return take_key_as(reading, words, entry, whole);
    return false;
}

void take_all(ConfigReading &reading, const ToolWords &words, std::string_view scope)
{
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != scope || entry.key.empty() || !reading.is_open(entry)) continue;
        if (take_key(reading, words, entry)) continue;
        if (entry.section && (reading.is_taken_in_part(entry) || knows(words, bare_key(entry.key))))
            continue;                                                    // its keys are asked for one by one
        if (scope == "environment" && reading.is_named(entry)) continue; // what became of the key that names it
        say_unknown_key(reading, words, entry, entry.key);
    }
}

std::optional<bool> as_switch(const json &value)
{
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer() && (value == 0 || value == 1)) return value == 1;
    if (!value.is_string()) return std::nullopt;
    const std::string word = lower(value.get<std::string>());
    if (word == "true" || word == "yes" || word == "on" || word == "1" || word == "t" || word == "y") return true;
    if (word == "false" || word == "no" || word == "off" || word == "0" || word == "f" || word == "n") return false;
    return std::nullopt;
}

std::optional<double> as_real(const json &value)
{
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    std::string_view text = value.get_ref<const std::string &>();
    if (text.starts_with('+')) text.remove_prefix(1);
    double out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

std::optional<Count> as_count(const json &value)
{
    const std::optional<double> real = as_real(value);
    if (!real || std::abs(*real) > 9e15 || std::floor(*real) != *real) return std::nullopt;
    return static_cast<Count>(*real);
}

std::string as_word(const json &value)
{
    if (value.is_string()) return value.get<std::string>();
    return value.is_null() ? std::string() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<std::string> as_names(const json &value)
{
    std::vector<std::string> out;
    if (value.is_array()) {
        for (const json &item : value) out.push_back(as_word(item));
        return out;
    }
    std::string text = as_word(value);
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    std::string word;
    for (const char c : text + ',') {
        if (c == ',') {
            if (!word.empty()) out.push_back(std::exchange(word, {}));
        } else if (c != ' ' && c != '\'' && c != '"')
            word += c;
    }
    return out;
}

bool is_off(const json &value)
{
    if (value.is_null() || value == false || value == 0) return true;
    if (value.is_array() || value.is_object()) return value.empty();
    if (!value.is_string()) return false;
    const std::string word = lower(value.get<std::string>());
    return word.empty() || word == "none" || word == "no" || word == "false" || word == "0" || word == "null" || word == "off";
}

namespace {

template <class Fits>
const Spelling *first_row(const ToolWords &words, const Fits &fits)
{
    for (const ToolWords *at = &words; at != nullptr; at = at->base)
        for (const std::span<const Spelling> rows : {at->spellings, at->shared})
            if (const auto found = std::ranges::find_if(rows, fits); found != rows.end()) return &*found;
    return nullptr;
}

} // namespace

const Spelling *row_that_reads(const ToolWords &words, std::string_view path, std::string_view word)
{
    const std::string small = lower(std::string(word));
    return first_row(words, [&](const Spelling &row) {
        return row.path == path && !row.word.empty() && (row.word == word || row.word == small);
    });
}

const Spelling *row_that_writes(const ToolWords &words, std::string_view path, std::string_view value)
{
    return first_row(words, [&](const Spelling &row) { return row.path == path && row.value == value && row.way == Way::both; });
}

json value_for(const ToolWords &words, std::string_view path, const json &value)
{
    const std::string word = as_word(value);
    const Field *const field = find_field(path);
    if (const Spelling *row = row_that_reads(words, path, word)) {
        const auto meant = field ? field->parse(row->value) : std::nullopt;
        return meant ? *meant : json(std::string(row->value));
    }
    if (field == nullptr) return value;
    switch (field->type) {
    case FieldType::integer:
    case FieldType::size:
        if (const auto count = as_count(value)) return *count;
        return value;
    case FieldType::number:
        if (const auto real = as_real(value)) return *real;
        return value;
    case FieldType::boolean:
        if (const auto on = as_switch(value)) return *on;
        return value;
    case FieldType::list: return as_names(value);
    case FieldType::text:
    case FieldType::choice:
    case FieldType::object: break;
    }
    if (!value.is_string()) return value;
    return field->parse(word).value_or(value);
}

} // namespace plimsoll
