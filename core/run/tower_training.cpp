// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/tower_training.h"

#include "core/model/towers.h"
#include "core/run/seen_pictures.h"

#include <algorithm>
#include <optional>
#include <string>

namespace plimsoll::step {

namespace {

/// Of a model whose encoder is its tower (Whisper).
void freeze_encoder(SequenceModel &model, std::vector<Leaf *> &parameters)
{
    if (model.spec().decoder_layers == 0) return;
    const std::string encoder = model.spec().base + "encoder.";
    std::vector<Leaf *> frozen;
    model.each_module([&](const Module &module, LinearModule *linear, NormModule *norm, Leaf *leaf) {
        if (!module.name.starts_with(encoder)) return;
        if (linear) linear->collect(frozen);
        if (norm) norm->collect(frozen);
        if (leaf) frozen.push_back(leaf);
    });
    for (Leaf *leaf : frozen) set_trains(*leaf, false);
    std::erase_if(parameters, [&frozen](const Leaf *leaf) { return std::ranges::find(frozen, leaf) != frozen.end(); });
}

} // namespace

void look_at_pictures(const Subject &subject, Decoder &decoder, UnreachedModules &unreached)
{
    const std::optional<SeenPictures> seen = seen_pictures(subject.architecture, subject.plan);
    if (!seen) return;
    decoder.see(*seen);
    unreached.leave_to(decoder.tower()->spec());
}

void adapt_tower(const Subject &subject, const AdapterTargets &targets, Tower &tower, Machine &m)
{
    const bool kept_out = subject.plan.images.tower == PartTraining::frozen;
    std::vector<RankedName> names;
    for (const AdaptedModule &target : subject.targets->lora.targets) {
        const bool language = Tower::crosses(tower.spec(), target.module);
        if (language || (!kept_out && Tower::has(tower.spec(), target.module))) names.push_back({target.module, target.rank});
    }
    if (!names.empty()) tower.add_adapters(m, names, targets.model_sizes, subject.plan.adapter);
}

Count train_tower(const Subject &subject, Decoder &decoder, std::vector<Leaf *> &parameters)
{
    Tower *tower = decoder.tower();
    const Plan &plan = subject.plan;
    const bool freezes = plan.images.tower == PartTraining::frozen && !plan.trains_adapter();
    if (!tower && freezes && decoder.sequence() && plan.images.per_row + plan.audio.per_row > 0)
        freeze_encoder(*decoder.sequence(), parameters);
    if (!tower) return 0;
    const std::vector<Leaf *> own = tower->make_trainable(plan.images.tower, plan.images.projector,
                                                          plan.trains_adapter() ? PartTraining::adapters : PartTraining::trained);
    parameters.insert(parameters.begin(), own.begin(), own.end());
    const bool asks = subject.stack.loop.input_gradients != InputGradients::of_none;
    tower->hook_inputs(asks && plan.images.tower_checkpointing.value_or(plan.gradient_checkpointing.enabled));
    Count values = 0;
    for (const Leaf *leaf : own) values += leaf->value.elements();
    return values;
}

} // namespace plimsoll::step
