// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/objective_head.h"

#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll {

namespace {

void drop_head(Architecture &out, DecoderSpec &spec)
{
    std::erase_if(out.modules, [&spec](const Module &module) { return module.name == spec.head.name; });
    out.output_embedding.clear();
    out.generates = false;
}

void put_score(Architecture &out, DecoderSpec &spec)
{
    spec.head = linear("score", spec.hidden, 1);
    spec.tied = false;
    Module score;
    score.name = spec.head.name;
    score.kind = ModuleKind::linear;
    score.parameters.push_back({.name = "weight", .shape = {1, spec.hidden}});
    out.modules.push_back(std::move(score));
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->scores_sequence = true;
    spec.extension = std::move(around);
}

ArchitectureRef built(const Architecture &architecture, Objective objective)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    drop_head(out, spec);
    if (objective == Objective::embedding)
        spec.tied = true; // nothing of its own: nobody runs it
    else
        put_score(out, spec);
    out.config_sha256 += objective == Objective::embedding ? " without a head" : " with a score";
    out.all_parameters = out.total_parameters();
    out.active_parameters = architecture.active_parameters - (architecture.all_parameters - out.all_parameters);
    return std::make_shared<const Architecture>(std::move(out));
}

} // namespace

ArchitectureRef built_for_objective(const ArchitectureRef &architecture, const Plan &plan)
{
    const Objective objective = plan.objective;
    const bool other =
        objective == Objective::embedding || objective == Objective::classification || objective == Objective::reranker;
    const auto &decoder = architecture->decoder;
    if (plan.task != Task::train || !other || !decoder || decoder->kinds.empty()) return nullptr;
    if (decoder->extension && (decoder->extension->scores_sequence || decoder->extension->sequence)) return nullptr;
    struct Last {
        ArchitectureRef from, made;
        bool score = false;
    };
    thread_local Last last;
    const bool score = objective != Objective::embedding;
    if (last.from != architecture || last.score != score) last = {architecture, built(*architecture, objective), score};
    return last.made;
}

} // namespace plimsoll
