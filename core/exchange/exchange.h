// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <cstdint>
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

/// How tools stand together where they are offered.
enum class ExportGroup : std::uint8_t { training, engines, cluster, plan, pytorch };
/// "Training", "Engines", … for people.
[[nodiscard]] std::string title_of(ExportGroup group);

/// A tool that plans are written for.
struct ExportTool {
    std::string_view name;                       ///< as --to takes it: "vllm"
    std::string_view title;                      ///< "vLLM"
    std::string_view ending;                     ///< of a file with it, without the dot: "sh"
    Result<Exported> (*write)(const Plan &plan); ///< the plan as somebody stated it; errors name the field
    Task task = Task::infer;                     ///< of the plans that it carries out
    ExportGroup group = ExportGroup::engines;
};

/// All of them, in the order in which they are offered.
[[nodiscard]] const std::vector<ExportTool> &export_tools();
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

// Tools, a file each.
[[nodiscard]] Result<Exported> write_vllm(const Plan &plan);
[[nodiscard]] Result<Exported> write_sglang(const Plan &plan);
[[nodiscard]] Result<Exported> write_llama_cpp(const Plan &plan);
[[nodiscard]] Result<Exported> write_ollama(const Plan &plan);
[[nodiscard]] Result<Exported> write_trl(const Plan &plan);
[[nodiscard]] Result<Exported> write_accelerate(const Plan &plan);
[[nodiscard]] Result<Exported> write_deepspeed(const Plan &plan);
[[nodiscard]] Result<Exported> write_llama_factory(const Plan &plan);
[[nodiscard]] Result<Exported> write_axolotl(const Plan &plan);
[[nodiscard]] Result<Exported> write_unsloth(const Plan &plan);
[[nodiscard]] Result<Exported> write_ms_swift(const Plan &plan);
[[nodiscard]] Result<Exported> write_skypilot(const Plan &plan);
[[nodiscard]] Result<Exported> write_peft(const Plan &plan);
[[nodiscard]] Result<Exported> write_plimsoll(const Plan &plan);

} // namespace plimsoll
