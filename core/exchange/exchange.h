// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tool_format.h"
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a plan states and another tool's words do not carry.
struct NotSaid {
    std::string field; ///< its path: "inference.cache"
    std::string value; ///< as plans spell it: "static"
    std::string why;   ///< a sentence without its full stop
    bool operator==(const NotSaid &) const = default;
};

/// A plan in another tool's words.
struct Exported {
    std::vector<std::string> first; ///< commands to be run once before: a file that has to be made
    std::string text;               ///< the command or the file, with a newline at its end
    std::vector<NotSaid> not_said;
    bool takes_comments = true; ///< "# …" may stand beside the text
    bool operator==(const Exported &) const = default;
};

/// "vllm | sglang | …" as errors and help show it.
[[nodiscard]] std::string export_names();

/// The plan in a tool's words: what it states, and what a tool would do otherwise. Pure; nothing is estimated, and what the engine
/// would refuse is written all the same. Error: no such tool, or a plan that it does not carry out.
[[nodiscard]] Result<Exported> exported(const Plan &plan, std::string_view tool);

/// What is typed into a shell or written into a file: comment lines before ("# first: …"), the text, and after it what was not said
/// ("# not said: …"); the text alone where it takes no comments.
[[nodiscard]] std::string export_to_text(const Exported &exported);
/// "not said: FIELD VALUE (why)", a line each.
[[nodiscard]] std::vector<std::string> not_said_lines(const Exported &exported);
/// docs/schema/export.md.
[[nodiscard]] nlohmann::ordered_json export_to_json(const Exported &exported, std::string_view tool);

} // namespace plimsoll
