// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/communicators.h"

#include "core/parallel/megatron_sizes.h"

#include "core/parallel/engine.h"
#include "core/parallel/mesh.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll {

namespace {

using enum ParallelEngine;

/// The mesh's ways, tensor innermost.
struct Ways {
    MeshWay tensor, context, data, pipeline;
};

Ways ways_of(const Mesh &mesh)
{
    Ways out;
    out.tensor = {mesh.tensor, 1};
    out.context = {mesh.context, mesh.tensor};
    out.data = {mesh.data, mesh.tensor * mesh.context};
    out.pipeline = {mesh.pipeline, mesh.tensor * mesh.context * mesh.data};
    return out;
}

class Opened {
public:
    void add(RankGroup group, std::vector<MeshWay> ways, bool sends_only = false)
    {
        std::erase_if(ways, [](const MeshWay &way) { return way.count <= 1; });
        if (!ways.empty()) m_all.push_back({group, std::move(ways), sends_only});
    }
    [[nodiscard]] std::vector<Communicator> take() { return std::move(m_all); }

private:
    std::vector<Communicator> m_all;
};

/// Shards and their copies: fully_shard's mesh, or FSDP1's process groups. Shards lie over context ranks too.
void add_shards(Opened &out, const Parallel &parallel, const Ways &ways)
{
    const MeshWay inner{ways.data.count / parallel.replicate, ways.data.stride};
    if (parallel.replicate > 1) {
        out.add(RankGroup::replicas, {{parallel.replicate, ways.data.stride * inner.count}});
        out.add(RankGroup::shards, {ways.context, inner});
    } else if (ways.context.count > 1) {
        out.add(RankGroup::shards, {ways.context, inner}); // a flattened dimension of the mesh
    }                                                      // else the default group
}

void add_meshes(Opened &out, const Parallel &parallel, const Ways &ways)
{
    out.add(RankGroup::tensor, {ways.tensor});
    if (parallel.zero == 3) {
        const MeshWay inner{ways.data.count / parallel.replicate, ways.data.stride};
        out.add(RankGroup::shards, {inner});
        out.add(RankGroup::replicas, {{parallel.replicate, ways.data.stride * inner.count}});
    }
    if (parallel.expert == 1) return;
    const Count beside = ways.tensor.count * ways.data.count / parallel.replicate / parallel.expert;
    out.add(RankGroup::experts, {{parallel.expert, 1}});
    out.add(RankGroup::expert_data, {{beside, parallel.expert}});
}

/// parallel_state.py initialize_model_parallel: groups of one rank are made too, which open nothing.
void add_megatron(Opened &out, const Parallel &parallel, const Ways &ways)
{
    out.add(RankGroup::data, {ways.data});
    if (ways.context.count > 1) out.add(RankGroup::data, {ways.context, ways.data});
    out.add(RankGroup::context, {ways.context});
    out.add(RankGroup::tensor, {ways.tensor});
    out.add(RankGroup::model, {ways.tensor, ways.pipeline});
    out.add(RankGroup::pipeline, {ways.pipeline}, true);
    if (ways.pipeline.count > 1) out.add(RankGroup::embeddings, {{2, ways.pipeline.stride * (ways.pipeline.count - 1)}});
    if (parallel.expert == 1) return;
    // ranks that cut no expert's matrices hold other experts
    const Count stride = megatron_expert_tensor(parallel) == ways.tensor.count ? ways.data.stride : ways.tensor.stride;
    out.add(RankGroup::experts, {{parallel.expert, stride}});
    out.add(RankGroup::expert_data, {{megatron_expert_copies(parallel), stride * parallel.expert}});
}

} // namespace

std::string_view name_of(RankGroup group)
{
    constexpr std::array<std::string_view, 11> names{"world",   "data",    "shards",      "replicas",   "tensor", "pipeline",
                                                     "context", "experts", "expert_data", "embeddings", "model"};
    return names[static_cast<std::size_t>(group)];
}

Count Communicator::ranks() const
{
    Count out = 1;
    for (const MeshWay &way : ways) out *= way.count;
    return out;
}

std::vector<Count> Communicator::members(Count of) const
{
    Count first = of;
    for (const MeshWay &way : ways) first -= of / way.stride % way.count * way.stride;
    std::vector<Count> out{first};
    for (const MeshWay &way : ways) {
        const std::size_t before = out.size();
        for (Count step = 1; step < way.count; ++step)
            for (std::size_t i = 0; i < before; ++i) out.push_back(out[i] + step * way.stride);
    }
    std::ranges::sort(out);
    return out;
}

std::vector<Communicator> communicators(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    const Mesh mesh = mesh_of(plan);
    const Ways ways = ways_of(mesh);
    const ParallelEngine engine = parallel_engine(plan);
    Opened out;
    out.add(RankGroup::world, {{mesh.ranks(), 1}}, engine == ddp && parallel.pipeline > 1);
    if (engine == megatron) {
        add_megatron(out, parallel, ways);
        return out.take();
    }
    if (engine == native) add_meshes(out, parallel, ways);
    if (engine == fsdp1 || engine == fsdp2) add_shards(out, parallel, ways);
    if (parallel.ulysses() > 1)
        out.add(RankGroup::data, {ways.context, ways.data}); // sequence data parallel, beside the default group
    if (engine != native) out.add(RankGroup::context, {ways.context});
    return out.take();
}

} // namespace plimsoll
