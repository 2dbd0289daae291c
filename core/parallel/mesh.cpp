// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/mesh.h"

#include "core/ground/card_facts.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>
#include <limits>

namespace plimsoll {

Count Mesh::ranks() const
{
    Count out = 1;
    for (const Count along : {data, tensor, pipeline, context}) // experts lie on ranks that are there anyway
        if (along < 1 || __builtin_mul_overflow(out, along, &out)) return std::numeric_limits<Count>::max();
    return out;
}

Mesh mesh_of(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    return {parallel.data, parallel.tensor, parallel.pipeline, parallel.context, parallel.expert};
}

Count ranks_in_node(const Plan &plan)
{
    return std::min(mesh_of(plan).ranks(), plan.parallel.gpus_per_node.value_or(CardFacts{}.gpus_per_node));
}

std::string words_for(const Parallel &p)
{
    if (!p.spread()) return phrase(QT_TRANSLATE_NOOP("core", "one card"));
    std::string out = p.engine ? std::string(name_of(*p.engine)) : std::string("ddp");
    if (p.engine == ParallelEngine::deepspeed) out += " zero " + std::to_string(p.zero);
    auto add = [&out, begun = false](Count count, const char *way) mutable {
        if (count == 1) return;
        out += (begun ? " × " : ", ") + std::to_string(count) + " " + way;
        begun = true;
    };
    add(p.data, "data");
    add(p.tensor, "tensor");
    add(p.pipeline, "pipeline");
    add(p.context, p.context_backend == ContextBackend::ulysses ? "ulysses" : "context");
    const auto set = [&out](const char *field, std::string_view value) {
        out.append(", ").append(field).append(" ").append(value);
    };
    if (!p.reshard_after_forward) set("reshard_after_forward", "false");
    if (p.expert > 1) set("expert", std::to_string(p.expert));
    if (p.replicate > 1) set("replicate", std::to_string(p.replicate));
    if (p.offload != Offload::none) set("offload", name_of(p.offload));
    return out;
}

} // namespace plimsoll
