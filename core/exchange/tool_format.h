// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

class ConfigReading;
struct CommandWords;
struct ConfigText;
struct Exported;

/// How tools stand together where they are offered.
enum class ExportGroup : std::uint8_t { training, engines, cluster, plan, pytorch };
/// "Training", "Engines", … for people.
[[nodiscard]] std::string title_of(ExportGroup group);

/// Another tool's configurations and commands: how they are read, how they are written, or both.
struct ToolFormat {
    std::string_view name;  ///< as --from and --to take it: "trl"
    std::string_view title; ///< "TRL"
    /// How much of a text is the tool's own: 0 not at all, 100 beyond doubt; null: it is not read.
    int (*recognises)(const ConfigText &text) = nullptr;
    void (*read)(ConfigReading &reading) = nullptr;
    /// Its commands that start a process for each card that they see, with blanks between.
    std::string_view on_every_card = {};
    const CommandWords *command = nullptr; ///< how its commands are read; null: a word without dashes is whatever it looks like
    std::string_view ending = {};          ///< of a file with it, without the dot: "sh"
    /// The plan as somebody stated it; errors name the field. Null: it is not written.
    Result<Exported> (*write)(const Plan &plan) = nullptr;
    Task task = Task::infer; ///< of the plans that it carries out
    ExportGroup group = ExportGroup::engines;
};

/// Those that are read, and those that are written, in the order in which they are offered. They live as long as the program.
[[nodiscard]] std::vector<const ToolFormat *> tools_read();
[[nodiscard]] std::vector<const ToolFormat *> tools_written();

/// Of that name; null where there is none.
[[nodiscard]] const ToolFormat *tool_format(std::string_view name);

/// One more, which lives as long as the program; before the first question and while nothing else runs.
bool add_tool_format(const ToolFormat &format);

} // namespace plimsoll
