// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/model_badges.h"

#include "core/api/threads.h"

namespace plimsoll {

namespace {

/// Whether a word told without the replay is what the replay would tell. Of a plan without slack `least` is what no replay comes
/// below.
bool is_told(const Verdict &usual, const Estimate &least, const Node &node)
{
    if (usual.word() == Word::fits || usual.word() == Word::unknown) return true;
    const Room room = room_on(least, node);
    return room.need.interval.low > room.usable + room.usable / 1024; // as the solver has it
}

ModelBadge badge_of(KnownModels &models, Plan plan, const Preset &preset, const Node &node)
{
    ModelBadge out{&preset, Word::unknown, 0, 0, {}};
    plan.model = ModelReference{preset.name, {}, {}, {}};
    const Result<ArchitectureRef> model = models.load_for(plan);
    EstimateOptions quick{.timeline = false, .allocator = false, .usual_slack = true, .explain = false};
    Result<Estimate> made = model ? estimate(*model, plan, node.facts, quick) : Result<Estimate>(model.error());
    if (!made) {
        out.reason = made.error().message();
        return out;
    }
    Verdict verdict = verdict_for(*made, node);
    quick.usual_slack = false;
    if (!made->fullest().engine && verdict.word() != Word::fits && verdict.word() != Word::unknown) {
        const Result<Estimate> least = estimate(*model, plan, node.facts, quick);
        if (!least || !is_told(verdict, without_slack(*least), node)) {
            quick.allocator = true;
            made = estimate(*model, plan, node.facts, quick);
            if (!made) return out;
            verdict = verdict_for(*made, node);
        }
    }
    out.word = verdict.word();
    out.need = verdict.need.device;
    out.usable = verdict.usable;
    out.reason = verdict.left_out;
    return out;
}

} // namespace

std::vector<ModelBadge> model_badges(KnownModels &models, const Plan &plan, const Node &node, const Wanted &wanted,
                                     unsigned threads)
{
    const std::vector<Preset> &all = presets();
    std::vector<ModelBadge> out(all.size());
    for_each_of(all.size(), threads == 0 ? all_threads() : threads, [&](std::size_t at) {
        if (wanted()) out[at] = badge_of(models, plan, all[at], node);
    });
    std::erase_if(out, [](const ModelBadge &one) { return one.preset == nullptr; });
    return out;
}

} // namespace plimsoll
