// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"
#include "core/exchange/tool_format.h"
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A key of a configuration and what became of it.
struct ImportedKey {
    std::string key;
    int line = 0;      ///< from 1
    std::string file;  ///< that another one names; empty: the configuration itself
    std::string field; ///< of understood: the plan's ("adapter.rank"), several with ", " between
    std::string why;   ///< of the others: a sentence without its full stop
    bool operator==(const ImportedKey &) const = default;
};

/// A configuration of another tool as a plan: only what it states, and what the tool's own rule makes of that. Every key is in one of
/// the three lists.
struct Imported {
    std::string tool;
    Plan plan;
    std::vector<ImportedKey> understood, no_effect, not_said;
    std::vector<Warning> warnings; ///< no model, files that were not there, …
    bool operator==(const Imported &) const = default;
};

/// Reads a file that a configuration names, as it is written there; an error where it is not there.
using ConfigReader = std::function<Result<std::string>(const std::string &path)>;

/// What is imported, while it is read: the plan and the lists of all its files.
struct ImportState {
    Imported out;
    ConfigReader read_file;
    std::map<std::string, std::unique_ptr<ConfigText>> files = {};
    int depth = 0;                       ///< files that name files
    std::optional<Count> processes = {}; ///< that a launcher starts, over all machines
    int unknown_keys = 0;                ///< that no tool has, so far
    std::optional<Error> refused = {};   ///< what no plan can say, and without which it would be another training
};

/// "trl | accelerate | …"
[[nodiscard]] std::string import_names();

/// The tool that is surest of a text; null where none knows it.
[[nodiscard]] const ToolFormat *tool_of(const ConfigText &text);

/// Reads a text, in a file that another names or its own, as this tool's.
void read_with(const ToolFormat &tool, const ConfigText &text, ImportState &into, const std::string &file = {});

/// A text as another tool's configuration. `from`: which tool's; empty: as the text itself says. Errors: the text cannot be read, no
/// such tool, or no tool has these keys.
[[nodiscard]] Result<Imported> imported(std::string_view text, std::string_view from = {}, const ConfigReader &read_file = {});

/// docs/schema/import.md.
[[nodiscard]] nlohmann::ordered_json import_to_json(const Imported &imported);
/// The plan's fields and the three lists, a line each.
[[nodiscard]] std::string import_to_text(const Imported &imported);

} // namespace plimsoll
