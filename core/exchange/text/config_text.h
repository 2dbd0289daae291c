// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/resolved_plan.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

enum class ConfigForm : std::uint8_t { yaml, json, command, call, modelfile, toml };

/// One key of another tool's configuration, and what stands there.
struct ConfigEntry {
    /// Whose key it is, where a text holds several owners': "environment", "variable" (the text's own), a launcher ("accelerate launch"), a command ("trl sft"),
    /// a call ("LoraConfig"). Empty in files.
    std::string scope;
    std::string key; ///< "fsdp_config.fsdp_version"; an option without the dashes before it, "" for a word that belongs to none
    /// As the tool's own reader has it; null where nothing stands. Options of a command line: a text, a list where several words follow,
    /// true where none does.
    nlohmann::json value;
    int line = 0;         ///< from 1: the key's own
    bool section = false; ///< what follows and begins with this key and a dot stands in it; value: the whole object
    bool unknown = false; ///< only a shell or an interpreter could tell: value is the text as it stands ("$MODEL")
    std::vector<std::string> variables = {}; ///< of the same text, that the value names
    std::string file = {};                   ///< where it stands, if that is a file which the text names
    bool bare = false;                       ///< of a command: "key=value" without dashes
    int call = -1;                           ///< of calls: the place in `programs` of the one whose argument it is
    std::vector<int> made = {};              ///< of calls: those that made what the value holds, by their places in `programs`
};

/// Scope of variables that a text sets for nobody: no program sees them, and no reader finds them.
inline constexpr std::string_view unseen_scope = "unseen";

/// A configuration as keys in the order in which they stand, of files and of what is pasted. Nothing of it was executed.
struct ConfigText {
    ConfigForm form = ConfigForm::yaml;
    std::vector<std::string>
        programs;             ///< of a command, outermost first: {"accelerate launch", "train.py"}; of calls: their names
    std::string starter = {}; ///< what stands before a command's program and starts it: "uv run", "srun"; scope of its options
    std::vector<ConfigEntry> entries;
    bool of_shell = false;         ///< of a command: as somebody wrote it, not as a program printed its arguments
    std::vector<Warning> warnings; ///< keys that stand twice, commands that were not read, …
    std::size_t bytes = 0;         ///< about what the entries take

    /// The entry of this key (in any scope); null where there is none. The last where a key stands twice.
    [[nodiscard]] const ConfigEntry *find(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
};

/// Most bytes of a configuration, most keys and values in it with what aliases and variables repeat, most keys, and most bytes of
/// its entries: a section's value repeats what stands in it, a dotted key the sections around it.
inline constexpr std::size_t largest_config = 4u << 20;
inline constexpr std::size_t most_config_values = 100'000;
inline constexpr std::size_t most_config_keys = 10'000;
inline constexpr std::size_t most_entry_bytes = 64u << 20;

/// What form a text has, from its own first lines.
[[nodiscard]] ConfigForm config_form_of(std::string_view text);

/// Reads a text of any form. Errors say the line and what was found.
[[nodiscard]] Result<ConfigText> config_from_text(std::string_view text);

// By form.
/// YAML 1.1 as PyYAML's safe loader has it, aliases and merge keys followed; the first document.
[[nodiscard]] Result<ConfigText> config_from_yaml(std::string_view text);
[[nodiscard]] Result<ConfigText> config_from_json(std::string_view text);
/// Shell commands with their options; the words of POSIX sh.
[[nodiscard]] Result<ConfigText> config_from_command(std::string_view text);
/// Python calls with literal arguments.
[[nodiscard]] Result<ConfigText> config_from_call(std::string_view text);
/// Ollama's Modelfile: instructions, and PARAMETERs by their names.
[[nodiscard]] Result<ConfigText> config_from_modelfile(std::string_view text);

/// TOML 1.0; of tables that stand in a list the last one speaks.
[[nodiscard]] Result<ConfigText> config_from_toml(std::string_view text);

/// Adds an entry at the end; false, and nothing is added, where the text has as many as are read.
[[nodiscard]] bool add_entry(ConfigText &out, ConfigEntry entry);
/// About what a value takes.
[[nodiscard]] std::size_t bytes_of(const nlohmann::json &value);
/// A text with more than is read.
[[nodiscard]] Error too_many_keys();
/// Whether a JSON text has no more keys than are read.
[[nodiscard]] bool has_few_keys(std::string_view json);

/// An object as entries: a section for each object in it, its members after it. `line_of` is asked with the dotted key. False: more
/// than is read.
[[nodiscard]] bool add_entries(ConfigText &out, const nlohmann::ordered_json &object, const std::string &prefix,
                               const std::function<int(const std::string &)> &line_of);

} // namespace plimsoll
