// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/splits/split_ways.h"

#include "core/plan/names.h"

#include <array>

namespace plimsoll {

namespace {

constexpr std::array<Count, 3> widths{2, 4, 8}; ///< of tensor, pipeline and context

Parallel way(ParallelEngine engine, Count data, Count zero)
{
    Parallel out;
    out.engine = engine;
    out.data = data;
    out.zero = zero;
    return out;
}

void add_with_offload(std::vector<Parallel> &out, Parallel plain, Offload offload)
{
    out.push_back(plain);
    plain.offload = offload;
    out.push_back(std::move(plain));
}

void add_data(std::vector<Parallel> &out, Count cards, Count in_node)
{
    using enum ParallelEngine;
    if (cards > 1) out.push_back(way(ddp, cards, 0));
    if (cards > 1) out.push_back(way(deepspeed, cards, 1));
    add_with_offload(out, way(deepspeed, cards, 2), Offload::optimizer);
    add_with_offload(out, way(deepspeed, cards, 3), Offload::both);
    if (cards == 1) return;
    add_with_offload(out, way(fsdp2, cards, 3), Offload::both);
    Parallel kept = way(fsdp2, cards, 3);
    kept.reshard_after_forward = false;
    out.push_back(kept);
    if (in_node == 1 || cards <= in_node || cards % in_node != 0) return;
    Parallel hybrid = way(fsdp2, cards, 3);
    hybrid.replicate = cards / in_node;
    out.push_back(hybrid);
}

void add_parts(std::vector<Parallel> &out, Count cards, Count width, Count in_node)
{
    using enum ParallelEngine;
    for (const Count zero : {Count{0}, Count{3}}) {
        if (width > in_node || (zero == 3 && cards == width)) continue;
        Parallel tensor = way(native, cards / width, zero);
        tensor.tensor = width;
        out.push_back(tensor);
    }
    Parallel context = way(fsdp2, cards / width, 3);
    context.context = width;
    out.push_back(context);
    Parallel stages = way(ddp, cards / width, 0);
    stages.pipeline = width;
    out.push_back(stages);
}

void add_megatron(std::vector<Parallel> &out, Count cards, Count in_node)
{
    for (Count tensor = 1; tensor <= in_node && cards % tensor == 0; tensor *= 2)
        for (Count pipeline = 1; tensor * pipeline <= cards && cards % (tensor * pipeline) == 0; pipeline *= 2) {
            Parallel one = way(ParallelEngine::megatron, cards / tensor / pipeline, 1);
            one.tensor = tensor;
            one.pipeline = pipeline;
            one.sequence = tensor > 1;
            out.push_back(one);
        }
}

} // namespace

std::vector<Parallel> split_ways(const Plan &plan, Count cards, Count in_node)
{
    std::vector<Parallel> out;
    if (name_of(plan.stack) == "megatron") {
        add_megatron(out, cards, in_node);
        return out;
    }
    if (cards == 1) out.emplace_back(); // as it is
    add_data(out, cards, in_node);
    for (const Count width : widths)
        if (cards >= width && cards % width == 0) add_parts(out, cards, width, in_node);
    return out;
}

Plan with_parallel(Plan plan, const Parallel &parallel)
{
    // of the machines, whatever is split over them
    constexpr std::string_view node = "parallel.gpus_per_node", links = "parallel.topology";
    std::erase_if(plan.given,
                  [&](const std::string &path) { return path.starts_with("parallel.") && path != node && path != links; });
    const std::optional<Count> in_node = plan.has(std::string(node)) ? plan.parallel.gpus_per_node : std::nullopt;
    const std::optional<Topology> topology = plan.parallel.topology;
    plan.parallel = parallel;
    plan.parallel.gpus_per_node = in_node;
    plan.parallel.topology = topology;
    if (parallel == Parallel{}) return plan;
    for (const char *path : {"parallel.engine", "parallel.data", "parallel.zero", "parallel.tensor", "parallel.pipeline",
                             "parallel.context", "parallel.offload", "parallel.sequence"})
        plan.given.insert(path);
    if (parallel.replicate > 1) plan.given.insert("parallel.replicate");
    if (!parallel.reshard_after_forward) plan.given.insert("parallel.reshard_after_forward");
    return plan;
}

} // namespace plimsoll
