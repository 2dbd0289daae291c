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
    const Images &images = subject.plan.images;
    std::vector<RankedName> names;
    for (const AdaptedModule &target : subject.targets->lora.targets) {
        const bool language = Tower::crosses(tower.spec(), target.module);
        const PartTraining part = stands_within(tower.spec().projectors, target.module) ? images.projector : images.tower;
        const bool kept_out = part == PartTraining::frozen;
        if (language || (!kept_out && Tower::has(tower.spec(), target.module))) names.push_back({target.module, target.rank});
    }
    if (!names.empty()) tower.add_adapters(m, names, targets.model_sizes, subject.plan.adapter);
}

Count train_tower(const Subject &subject, Decoder &decoder, std::vector<Leaf *> &parameters)
{
    Tower *tower = decoder.tower();
    const Plan &plan = subject.plan;
    const bool freezes = plan.images.tower == PartTraining::frozen && !plan.trains_adapter();
    if (!tower && freezes && decoder.sequence() && plan.reads_beside_text()) freeze_encoder(*decoder.sequence(), parameters);
    if (!tower) return 0;
    const bool adapters = plan.trains_adapter();
    const bool named = plan.trainable && !adapters;
    const TrainedTower part =
        named ? trained_tower(subject.architecture, *plan.trainable, subject.stack.models.names_meet) : TrainedTower();
    const std::vector<Leaf *> own = tower->make_trainable({.tower = plan.images.tower,
                                                           .projector = plan.images.projector,
                                                           .language = adapters ? PartTraining::adapters : PartTraining::trained,
                                                           .named = named ? &part.names : nullptr});
    parameters.insert(parameters.begin(), own.begin(), own.end());
    const bool asks = subject.stack.loop.input_gradients != InputGradients::of_none;
    const bool in_graph = !subject.stack.pictures.frozen_without_graph || tower->trains();
    tower->hook_inputs(asks && in_graph && plan.images.tower_checkpointing.value_or(plan.gradient_checkpointing.enabled));
    Count values = 0;
    for (const Leaf *leaf : own) values += leaf->value.elements();
    return values;
}

Count trained_language(const Architecture &architecture, const TrainedPart &part, const Tower *tower)
{
    Count out = 0;
    for (std::size_t i = 0; i < architecture.modules.size(); ++i) {
        const Module &module = architecture.modules[i];
        const bool beside = is_unreached(*architecture.decoder, module.name) || (tower && Tower::has(tower->spec(), module.name));
        if (beside) continue;
        for (std::size_t k = 0; k < module.parameters.size(); ++k)
            if (part.trains[i][k]) out += module.parameters[k].elements();
    }
    return out;
}

} // namespace plimsoll::step
