// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/exchange/spelling.h"
#include "core/exchange/text/config_text.h"
#include "core/runner/runner.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What became of a key. A key is taken once; the keys below a section that was taken are its own.
enum class Taken : std::uint8_t { open, understood, no_effect, not_said };

struct ImportState;

/// A configuration while a tool reads it: its keys, what became of each, and the plan that they make, which a configuration that this
/// one names adds to.
class ConfigReading {
public:
    ConfigReading(const ConfigText &text, ImportState &into, std::string file = {});
    /// Puts what became of every key into the lists; what nobody took cannot be said.
    void finish();

    [[nodiscard]] const ConfigText &text() const { return m_text; }
    [[nodiscard]] Plan &plan(); ///< what was stated so far
    [[nodiscard]] const std::vector<ConfigEntry> &entries() const { return m_text.entries; }
    /// From here on find() and value() look at this scope alone; all of them where nothing is named.
    void look_in(std::optional<std::string> scope) { m_scope = std::move(scope); }
    /// The last entry of a key, dashes as underscores; null where there is none.
    [[nodiscard]] const ConfigEntry *find(std::string_view key) const;
    /// Its value; null where there is no such key, nothing stands there or only a shell could tell.
    [[nodiscard]] nlohmann::json value(std::string_view key) const;
    [[nodiscard]] bool is_open(const ConfigEntry &entry) const;
    /// Of a variable: another entry's value names it.
    [[nodiscard]] bool is_named(const ConfigEntry &variable) const;
    /// Whether it was taken for this field, alone or among others.
    [[nodiscard]] bool is_understood_as(const ConfigEntry &entry, std::string_view field) const;
    /// Of a section: a key in it was taken.
    [[nodiscard]] bool is_taken_in_part(const ConfigEntry &section) const;

    /// Puts a value into the plan and takes the key as understood; not said, with the reason, where the field does not take the value.
    /// Several fields of one key: call it for each.
    bool state(const ConfigEntry &entry, std::string_view path, const nlohmann::json &value);
    /// Puts a value into the plan that no key stands for alone.
    bool state(std::string_view path, const nlohmann::json &value);
    void understood(const ConfigEntry &entry, std::string_view field);
    void no_effect(const ConfigEntry &entry, std::string why);
    void not_said(const ConfigEntry &entry, std::string why);
    /// Whoever looks for a key finds this one no more: it is of a model beside the one that trains. What became of it is said apart.
    void leave_aside(const ConfigEntry &entry);
    /// The key as it is shown, where the text has none of its own ("model (positional)").
    void call_it(const ConfigEntry &entry, std::string name);
    /// No plan says this, and without it the plan would be another training's: the import is this error. The first counts.
    void refuse(Error error);
    void warn(std::string code, std::string text, std::string field = {});

    /// A file that a key names, read by the one who imports; a warning, and nothing, where it is not there or cannot be read.
    [[nodiscard]] const ConfigText *open(const std::string &path);
    [[nodiscard]] ImportState &imports() { return m_into; }

private:
    struct Mark {
        Taken taken = Taken::open;
        std::string field, why, name;
        bool aside = false;
    };
    Mark &mark(const ConfigEntry &entry);
    [[nodiscard]] const Mark &mark_of(const ConfigEntry &entry) const;
    void settle_variables();
    /// Places of the entries of a scope whose keys begin so, by their keys.
    [[nodiscard]] std::span<const std::size_t> beginning(std::string_view scope, std::string_view key) const;

    const ConfigText &m_text;
    ImportState &m_into;
    std::string m_file;
    std::vector<Mark> m_marks;
    std::set<std::string_view> m_named; ///< variables that values name
    std::vector<std::size_t> m_by_name; ///< places of the entries by scope and key
    std::optional<std::string> m_scope;
};

/// One key of a tool and what it is to a plan.
struct KeyRule {
    std::string_view key;
    std::string_view field = {}; ///< read by its type and the tool's spellings
    /// In place of that. `value`: the entry's, or false where the key was said with "no-" before it; never null.
    void (*take)(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value) = nullptr;
    bool takes_nothing = false; ///< `take` is called for null too
};

/// Keys that no field has: without effect on memory, or with one that a plan cannot say.
struct KeyGroup {
    Taken as = Taken::no_effect;
    Why why;
    std::string_view keys;    ///< with blanks between; a section's stands for all below it
    bool off_matters = false; ///< of not_said: also where it is off (false, 0, "none", nothing)
};

/// A key's other name: of an earlier release, or as it is misspelt.
struct OtherKey {
    std::string_view name, key;
};

/// All keys of a tool. A key is looked for in `rules`, in `groups`, and in the rows of `runner` (core/runner/default.h).
struct ToolWords {
    std::string_view title; ///< "TRL"
    const Runner *runner = nullptr;
    std::span<const KeyRule> rules = {};
    std::span<const KeyGroup> groups = {};
    std::span<const Spelling> spellings = {};
    std::span<const Spelling> shared = {}; ///< those of a library that it builds on, behind its own, where the keys are not
    std::span<const OtherKey> others = {};
    const ToolWords *base = nullptr; ///< whose words follow
    std::string_view lacks = {};     ///< keys of the runner's rows and of the base that this tool has not
    bool negates = false;            ///< it has a "disable_KEY" for each "enable_KEY", and the other way round
    bool abbreviates = false;        ///< its parser takes the beginning of an option where one alone begins so (argparse)
};

/// Whether a list with blanks between has this key; "NCCL_*" stands for all that begin so.
[[nodiscard]] bool lists_key(std::string_view keys, std::string_view key);
/// Whether the tool has this key (dashes as underscores), or a section of it.
[[nodiscard]] bool knows(const ToolWords &words, std::string_view key);

/// Takes every open key of a scope; keys that the tool has not are not said, with the nearest that it has.
void take_all(ConfigReading &reading, const ToolWords &words, std::string_view scope = {});
/// Takes a key that a later line of the same place says again, which is the one that counts; false where none does.
bool take_repeated(ConfigReading &reading, const ConfigEntry &entry);
/// Takes one key; false where the tool has none of this name.
bool take_key(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry);
/// The same under another name: of a key in a section that several configurations have, without the section before it.
bool take_key_as(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, std::string_view name);
/// Variables of a command's text that no command of it is given and that are spelt almost as one of the tool's own: not said, with that
/// one.
void say_near_variables(ConfigReading &reading, const ToolWords &words);
/// Not said: the tool has no such key; the nearest that it has.
void say_unknown_key(ConfigReading &reading, const ToolWords &words, const ConfigEntry &entry, std::string_view name);

// Values as command lines, YAML and Python have them; nothing where it is another kind.
[[nodiscard]] std::optional<bool> as_switch(const nlohmann::json &value); ///< true, "yes", "1", …
[[nodiscard]] std::optional<Count> as_count(const nlohmann::json &value);
[[nodiscard]] std::optional<double> as_real(const nlohmann::json &value);
[[nodiscard]] std::string as_word(const nlohmann::json &value); ///< a text as it stands, else its JSON; empty for null
/// Names: a list, one text, or texts with commas between.
[[nodiscard]] std::vector<std::string> as_names(const nlohmann::json &value);
/// Whether it switches nothing on: null, false, 0, "", "none", "no", [], {}.
[[nodiscard]] bool is_off(const nlohmann::json &value);
/// The row that reads this word of a field, the tool's own before its base's; null where none does.
[[nodiscard]] const Spelling *row_that_reads(const ToolWords &words, std::string_view path, std::string_view word);
/// The row that writes this value; null where the tool has no word for it but the plan's own.
[[nodiscard]] const Spelling *row_that_writes(const ToolWords &words, std::string_view path, std::string_view value);
/// What a field takes of another tool's value: by the field's type and the tool's spellings.
[[nodiscard]] nlohmann::json value_for(const ToolWords &words, std::string_view path, const nlohmann::json &value);

} // namespace plimsoll
