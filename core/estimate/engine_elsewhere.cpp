// SPDX-License-Identifier: GPL-3.0-or-later
// A training with an engine beside it on another card, without its step once more.
#include "core/estimate/learned.h"
#include "core/estimate/rollout_engine.h"
#include "core/estimate/routing.h"
#include "core/torch/labels.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// What stands on the card beside the allocator's bytes while the model trains, and while the engine generates.
struct Beside {
    Bytes training = 0, generating = 0;
};

Beside beside(const ContextBytes &context, const RolloutEngine &engine)
{
    return {context.bytes + engine.training, context.bytes + engine.awake};
}

void move_stages(ProcessEstimate &process, const Beside &here, const Beside &there)
{
    for (StagePeak &stage : process.stages)
        stage.device +=
            stage.stage == name_of(Phase::generate) ? there.generating - here.generating : there.training - here.training;
}

/// Lines of the moment that is told: the context's, and behind it the engine's, which are made anew.
void move_lines(ProcessEstimate &process, const ContextBytes &context)
{
    const auto around = std::ranges::find(process.at_peak, Component::context, &BreakdownLine::component);
    if (around == process.at_peak.end()) return;
    *around = {Component::context, context.bytes, context.formula, context.numbers, context.source, {}};
    process.at_peak.erase(std::next(around), process.at_peak.end());
}

void move_residents(ProcessEstimate &process, const RolloutEngine &engine)
{
    std::erase_if(process.residents, [](const ResidentBytes &one) { return one.resident == "engine"; });
    process.residents.push_back({"engine", engine.awake});
    if (engine.host > 0) process.residents.push_back({"engine", engine.host, true});
}

} // namespace

std::optional<Estimate> with_engine_on(const Estimate &made, const CardFacts &card)
{
    if (!made.beside || !made.beside->plan || leaves_routing_open(made.plan.plan) || !same_training_on(made, card))
        return std::nullopt;
    Estimate out = made;
    out.device = card;
    out.beside.reset();
    std::erase_if(out.warnings, [](const Warning &note) { return note.code == "rollout_refused"; });
    start_beside(out);
    if (!out.beside || !out.beside->plan) return std::nullopt;
    const Plan &plan = out.plan.plan;
    const SpreadFacts facts = spread_facts(plan, *out.architecture);
    const ContextBytes context = context_of(plan, card);
    const Beside here = beside(context_of(plan, made.device), *made.beside), there = beside(context, *out.beside);
    for (ProcessEstimate &process : out.processes) {
        const bool generating = generation_at_peak(process) != nullptr;
        move_stages(process, here, there);
        if (generating != (generation_at_peak(process) != nullptr)) return std::nullopt; // another moment is told
        place_peak(process.peak, out, with_engine(context, out), facts);
        (void)learn(process.peak, plan, card);
        move_residents(process, *out.beside);
        move_lines(process, context);
        add_rollout(out, process, context);
    }
    return out;
}

} // namespace plimsoll
