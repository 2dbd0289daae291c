// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/exchange.h"

#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

const std::vector<ExportTool> &export_tools()
{
    static const std::vector<ExportTool> all{
        {"trl", "TRL", "yaml", write_trl, Task::train, ExportGroup::training},
        {"accelerate", "accelerate", "yaml", write_accelerate, Task::train, ExportGroup::training},
        {"deepspeed", "DeepSpeed", "json", write_deepspeed, Task::train, ExportGroup::training},
        {"peft", "PEFT", "json", write_peft, Task::train, ExportGroup::training},
        {"llama-factory", "LLaMA-Factory", "yaml", write_llama_factory, Task::train, ExportGroup::training},
        {"axolotl", "Axolotl", "yaml", write_axolotl, Task::train, ExportGroup::training},
        {"unsloth", "Unsloth", "py", write_unsloth, Task::train, ExportGroup::training},
        {"ms-swift", "ms-swift", "sh", write_ms_swift, Task::train, ExportGroup::training},
        {"vllm", "vLLM", "sh", write_vllm},
        {"sglang", "SGLang", "sh", write_sglang},
        {"llama.cpp", "llama.cpp", "sh", write_llama_cpp},
        {"ollama", "Ollama", "sh", write_ollama},
        {"skypilot", "SkyPilot", "yaml", write_skypilot, Task::infer, ExportGroup::cluster},
        {"plimsoll", "Plimsoll", "plimsoll", write_plimsoll, Task::train, ExportGroup::plan},
    };
    return all;
}

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
    for (const ExportTool &tool : export_tools()) out.append(out.empty() ? "" : " | ").append(tool.name);
    return out;
}

Result<Exported> exported(const Plan &plan, std::string_view tool)
{
    const auto found = std::ranges::find(export_tools(), tool, &ExportTool::name);
    if (found == export_tools().end())
        return Error{"to", tool.empty() ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : std::string(tool), export_names(), {}};
    return found->write(plan);
}

std::vector<std::string> not_said_lines(const Exported &exported)
{
    std::vector<std::string> out;
    for (const NotSaid &entry : exported.not_said)
        out.push_back("not said: " + entry.field + ' ' + entry.value + " (" + entry.why + ')');
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
