// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/exchange.h"

#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

std::string title_of(ExportGroup group)
{
    switch (group) {
    case ExportGroup::training: return phrase(QT_TRANSLATE_NOOP("core", "Training"));
    case ExportGroup::engines: return phrase(QT_TRANSLATE_NOOP("core", "Engines"));
    case ExportGroup::cluster: return phrase(QT_TRANSLATE_NOOP("core", "Cluster"));
    case ExportGroup::plan: return "Plimsoll";
    case ExportGroup::pytorch: break;
    }
    return "PyTorch";
}

std::string export_names()
{
    std::string out;
    for (const ToolFormat *tool : tools_written()) out.append(out.empty() ? "" : " | ").append(tool->name);
    return out;
}

Result<Exported> exported(const Plan &plan, std::string_view tool)
{
    const ToolFormat *const found = tool_format(tool);
    if (found == nullptr || found->write == nullptr)
        return Error{"to", tool.empty() ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : std::string(tool), export_names(), {}};
    if (plan.has("sequence_length") || !kind_of(plan.objective).generates || !tells_completions(plan)) return found->write(plan);
    Plan whole = plan; // a row is a prompt and its completion
    whole.sequence_length = *plan.rollout.prompt_length + *plan.rollout.completion_length;
    whole.given.emplace("sequence_length");
    return found->write(whole);
}

std::vector<std::string> not_said_lines(const Exported &exported)
{
    std::vector<std::string> out;
    for (const NotSaid &entry : exported.not_said)
        out.push_back(phrase(QT_TRANSLATE_NOOP("core", "not said: %1 %2 (%3)"), {entry.field, entry.value, entry.why}));
    return out;
}

std::string export_to_text(const Exported &exported)
{
    if (!exported.takes_comments) return exported.text;
    std::string out;
    for (const std::string &line : exported.first) out += "# first: " + line + '\n';
    out += exported.text;
    for (const std::string &line : not_said_lines(exported)) out += "# " + line + '\n';
    return out;
}

nlohmann::ordered_json export_to_json(const Exported &exported, std::string_view tool)
{
    nlohmann::ordered_json out;
    out["schema"] = "plimsoll.export/1";
    out["tool"] = tool;
    out["command"] = exported.text;
    out["first"] = exported.first;
    out["not_said"] = nlohmann::ordered_json::array();
    for (const NotSaid &entry : exported.not_said)
        out["not_said"].push_back({{"field", entry.field}, {"value", entry.value}, {"why", entry.why}});
    return out;
}

} // namespace plimsoll
