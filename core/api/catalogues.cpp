// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/catalogues.h"

#include "core/cards/desktop.h"
#include "core/cards/gpu_catalogue.h"
#include "core/estimate/runtime.h"
#include "core/ground/json_or_null.h"
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/report/csv.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

ordered_json usable_or_null(const std::optional<UsableMemory> &memory)
{
    if (!memory) return nullptr;
    return {{"bytes", memory->bytes}, {"certainty", name_of(memory->certainty)}, {"source", memory->source}};
}

/// What a process can use, with and without a desktop beside it. Apple's stands under the system it is of.
ordered_json usable_of(const Gpu &gpu)
{
    if (gpu.vendor == "Apple") return {{"macos", usable_or_null(gpu.usable())}};
    return {
        {"linux", usable_or_null(gpu.usable())},
        {"linux_desktop", usable_or_null(usable_with_desktop(gpu, Platform::linux_))},
        {"windows", usable_or_null(gpu.vendor == "NVIDIA" ? std::optional(gpu.usable(Platform::windows)) : std::nullopt)},
        {"windows_desktop", usable_or_null(gpu.vendor == "NVIDIA" ? usable_with_desktop(gpu, Platform::windows) : std::nullopt)}};
}

/// Of one process with CUDA's libraries, where the card has them.
ordered_json context_of(const Gpu &gpu)
{
    if (!gpu.capability_major) return nullptr;
    const ContextBytes context = context_bytes(gpu.facts());
    return {{"bytes", context.bytes}, {"interval_bytes", {context.interval.low, context.interval.high}}};
}

ordered_json figures_of(const Gpu &gpu)
{
    ordered_json out = ordered_json::array();
    for (const FigureSource &one : gpu.figures)
        out.push_back({{"field", one.field},
                       {"certainty", name_of(one.certainty)},
                       {"source", one.source.empty() ? gpu.source : one.source}});
    return out;
}

} // namespace

std::string capability_of(const Gpu &gpu)
{
    if (!gpu.capability_major || !gpu.capability_minor) return {};
    return std::to_string(*gpu.capability_major) + "." + std::to_string(*gpu.capability_minor);
}

/// Of one memory with the host.
ordered_json free_of(const Gpu &gpu)
{
    const std::optional<FreeAtStart> free = gpu.at_start();
    if (!free) return nullptr;
    return {
        {"bytes", free->least}, {"most_bytes", free->most}, {"certainty", name_of(free->certainty)}, {"source", free->source}};
}

ordered_json gpus_to_json()
{
    ordered_json out = ordered_json::array();
    for (const Gpu &gpu : gpu_catalogue()) {
        const std::string capability = capability_of(gpu);
        out.push_back({{"name", gpu.name},
                       {"vendor", gpu.vendor},
                       {"architecture", gpu.architecture},
                       {"form", gpu.form},
                       {"memory_bytes", gpu.memory_nominal},
                       {"memory_reported_bytes", or_null(gpu.memory_reported)},
                       {"usable_bytes", gpu.usable_bytes()},
                       {"usable", usable_of(gpu)},
                       {"context", context_of(gpu)},
                       {"compute_capability", capability.empty() ? ordered_json(nullptr) : ordered_json(capability)},
                       {"sm_count", or_null(gpu.sm_count)},
                       {"gpus_per_node", gpu.in_a_node()},
                       {"bf16", gpu.bf16},
                       {"fp16", or_null(gpu.fp16)},
                       {"fp8", or_null(gpu.fp8)},
                       {"fp4", or_null(gpu.fp4)},
                       {"unified_memory", gpu.unified_memory},
                       {"coherent_memory", gpu.coherent_memory},
                       {"free_at_start", free_of(gpu)},
                       {"aliases", gpu.aliases},
                       {"figures", figures_of(gpu)},
                       {"source", gpu.source}});
    }
    return out;
}

std::string gpus_to_csv()
{
    std::string out = csv_line({"name", "vendor", "architecture", "memory_bytes", "usable_bytes", "compute_capability"});
    for (const Gpu &gpu : gpu_catalogue())
        out += csv_line({gpu.name, gpu.vendor, gpu.architecture, std::to_string(gpu.memory_nominal),
                         std::to_string(gpu.usable_bytes()), capability_of(gpu)});
    return out;
}

ordered_json models_to_json()
{
    ordered_json out = ordered_json::array();
    for (const Preset &preset : presets())
        out.push_back({{"name", preset.name},
                       {"title", preset.title},
                       {"family", preset.family},
                       {"hub", preset.hub},
                       {"model_type", preset.model_type},
                       {"parameters", preset.parameters},
                       {"context", preset.context}});
    return out;
}

std::string models_to_csv()
{
    std::string out = csv_line({"name", "title", "family", "hub", "model_type", "parameters", "context"});
    for (const Preset &preset : presets())
        out += csv_line({preset.name, preset.title, preset.family, preset.hub, preset.model_type,
                         std::to_string(preset.parameters), std::to_string(preset.context)});
    return out;
}

} // namespace plimsoll
