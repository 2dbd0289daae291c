// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/sending.h"

#include "core/parallel/communicators.h"
#include "core/parallel/mesh.h"

#include <algorithm>

namespace plimsoll {

namespace {

Count ranks_of(RankGroup group, const Plan &plan)
{
    const Parallel &p = plan.parallel;
    switch (group) {
    case RankGroup::tensor: return p.tensor;
    case RankGroup::pipeline: return 2;
    case RankGroup::context: return p.context;
    case RankGroup::experts: return p.expert;
    case RankGroup::replicas: return p.replicate;
    case RankGroup::expert_data: return std::max<Count>(1, p.data / std::max<Count>(1, p.expert));
    case RankGroup::embeddings: return 2;
    case RankGroup::shards: return std::max<Count>(1, p.data / std::max<Count>(1, p.replicate)) * p.context;
    default: return p.data;
    }
}

/// Ranks side by side that stand between two neighbours of a group: tensor is innermost.
Count stride_of(RankGroup group, const Plan &plan)
{
    const Parallel &p = plan.parallel;
    switch (group) {
    case RankGroup::tensor: return 1;
    case RankGroup::pipeline: return p.tensor * p.context * p.data;
    default: return p.tensor;
    }
}

} // namespace

Sending sending_of(const Estimate &estimate, const CardSpeed &card, const NodeLinks &node, Count layers)
{
    Sending out;
    if (!estimate.run.communication) return out;
    const Plan &plan = estimate.plan.plan;
    const double micro_batches = static_cast<double>(plan.gradient_accumulation);
    for (const SentBytes &line : estimate.run.communication->lines) {
        const Count ranks = ranks_of(line.group, plan);
        if (ranks < 2) continue;
        const Count inside = std::max<Count>(1, node.cards / stride_of(line.group, plan));
        const bool reduces = line.group == RankGroup::tensor || line.group == RankGroup::replicas;
        const GroupSpeed speed = group_speed(card, ranks, {inside, node.topology}, reduces);
        const double collectives = static_cast<double>(ceil_div(layers, plan.parallel.pipeline)) * micro_batches * 2;
        const double seconds = seconds_to_send(speed, static_cast<double>(line.bytes), collectives);
        out.guessed = out.guessed || speed.guessed;
        if (speed.guessed || node.topology) out.widest = std::max(out.widest, std::min(ranks, inside));
        out.between_nodes = out.between_nodes || speed.between_nodes;
        const bool waits =
            line.group == RankGroup::tensor || line.group == RankGroup::experts || line.group == RankGroup::pipeline;
        if (waits) {
            out.exposed += seconds * (1 - line.beside);
            out.hidden += seconds * line.beside;
        } else {
            // the first gather and the last reduction have nothing to hide behind
            const double ends = seconds / static_cast<double>(std::max<Count>(1, layers));
            out.exposed += ends;
            out.hidden += seconds - ends;
        }
    }
    return out;
}

} // namespace plimsoll
