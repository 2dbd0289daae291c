// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"

#include "core/cards/stored_gpu.h"

#include <algorithm>

namespace plimsoll {
namespace {

template <class T, class Stored>
std::optional<T> known(Stored value)
{
    return value < 0 ? std::nullopt : std::optional(static_cast<T>(value));
}

template <class T>
std::span<const T> between(std::span<const T> all, int first, int end)
{
    return all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
}

Gpu gpu_of(const StoredGpu &stored, const StoredGpus &all)
{
    Gpu gpu;
    gpu.vendor = stored.vendor;
    gpu.name = stored.name;
    for (const std::string_view alias : between(all.aliases, stored.aliases_first, stored.aliases_end))
        gpu.aliases.emplace_back(alias);
    gpu.architecture = stored.architecture;
    gpu.form = stored.form;
    gpu.capability_major = known<int>(stored.capability_major);
    gpu.capability_minor = known<int>(stored.capability_minor);
    gpu.sm_count = known<int>(stored.sm_count);
    gpu.memory_nominal = stored.memory_nominal;
    gpu.memory_reported = known<Bytes>(stored.memory_reported);
    gpu.memory_process = known<Bytes>(stored.memory_process);
    gpu.memory_process_windows = known<Bytes>(stored.memory_process_windows);
    gpu.free_at_start = known<Bytes>(stored.free_at_start);
    gpu.free_at_start_most = known<Bytes>(stored.free_at_start_most);
    gpu.bf16 = stored.bf16;
    gpu.fp16 = known<bool>(stored.fp16);
    gpu.fp8 = known<bool>(stored.fp8);
    gpu.fp4 = known<bool>(stored.fp4);
    gpu.unified_memory = stored.unified_memory;
    gpu.coherent_memory = stored.coherent_memory;
    gpu.aftermarket = stored.aftermarket;
    gpu.year = stored.year;
    gpu.gpus_per_node = known<int>(stored.gpus_per_node);
    gpu.notes = stored.notes;
    gpu.source = stored.source;
    for (const StoredFigure &figure : between(all.figures, stored.figures_first, stored.figures_end))
        gpu.figures.push_back({std::string(figure.field), figure.certainty, std::string(figure.source)});
    return gpu;
}

GpuCatalogue whole_catalogue()
{
    GpuCatalogue shipped;
    const StoredGpus stored = stored_gpus();
    shipped.gpus.reserve(stored.gpus.size());
    for (const StoredGpu &gpu : stored.gpus) shipped.gpus.push_back(gpu_of(gpu, stored));
    return merge_catalogues(std::move(shipped), read_gpu_catalogue(user_catalogue_path()));
}

const GpuCatalogue &catalogue()
{
    static const GpuCatalogue instance = whole_catalogue();
    return instance;
}

} // namespace

GpuCatalogue merge_catalogues(GpuCatalogue base, const GpuCatalogue &own)
{
    for (const Gpu &gpu : own.gpus) {
        const auto known = std::ranges::find(base.gpus, gpu.name, &Gpu::name);
        if (known == base.gpus.end())
            base.gpus.push_back(gpu);
        else
            *known = gpu;
    }
    base.problems.insert(base.problems.end(), own.problems.begin(), own.problems.end());
    return base;
}

GpuCatalogue read_gpu_catalogue(const std::string &path)
{
    const CatalogueFile file = read_catalogue_file(path);
    if (file.text.empty()) return {{}, file.problems};
    return parse_gpu_catalogue(file.text, path);
}

std::string user_catalogue_path() { return user_file_path("gpus.json"); }

const std::vector<Gpu> &gpu_catalogue() { return catalogue().gpus; }

const std::vector<CatalogueProblem> &gpu_catalogue_problems() { return catalogue().problems; }

} // namespace plimsoll
