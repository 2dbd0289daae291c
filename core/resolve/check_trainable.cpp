// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/check_trainable.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/towers.h"
#include "core/model/trained_part.h"
#include "core/plan/image_names.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Whether the embedding, where every gradient would have to begin, is in the part.
bool trains_embedding(const Architecture &architecture, const TrainedPart &part)
{
    for (std::size_t i = 0; i < architecture.modules.size(); ++i) {
        const Module &module = architecture.modules[i];
        if (module.kind == ModuleKind::embedding && std::ranges::find(part.trains[i], true) != part.trains[i].end()) return true;
    }
    return false;
}

/// Whether pictures' features, which stand among the embedded tokens, come of something that trains.
bool trains_features(const Plan &plan)
{
    const auto trains = [](PartTraining part) { return part == PartTraining::trained; };
    return plan.reads_beside_text() && (trains(plan.images.tower) || trains(plan.images.projector));
}

/// Recomputed as an autograd.Function (use_reentrant=True), a layer has no gradient where none of its inputs needs one.
std::optional<Error> check_reentrant(const Plan &plan, const Architecture &architecture, const TrainedPart &part)
{
    const bool of_layers = stack_of(plan).loop.input_gradients == InputGradients::of_trained_layers;
    const bool asks = of_layers || asks_for_input_gradients(plan);
    const bool reentrant = plan.gradient_checkpointing.reentrant || older_of(plan).checkpoints_reentrantly;
    if (asks || !plan.gradient_checkpointing.enabled || !reentrant || trains_embedding(architecture, part)) return std::nullopt;
    if (trains_features(plan)) return std::nullopt;
    return Error{
        "gradient_checkpointing", R"({"reentrant": true})",
        phrase(QT_TRANSLATE_NOOP("core", "true, false, or the embedding in %1"), {"trainable"}),
        phrase(QT_TRANSLATE_NOOP("core", "reentrant checkpointing gives no gradients to layers whose input needs none, and "
                                         "below these nothing trains (%1)"),
               {"torch 2.15, utils/checkpoint.py, CheckpointFunction"})};
}

bool has_tower(const Architecture &architecture)
{
    return architecture.decoder && architecture.decoder->extension && architecture.decoder->extension->tower;
}

/// What a plan says of tower and projector beside `trainable` that says otherwise; adapters of full fine-tuning.
std::optional<Error> check_stated_parts(const Plan &plan, const Architecture &architecture)
{
    if (!plan.reads_beside_text() || !has_tower(architecture)) return std::nullopt;
    const bool named = plan.trainable && plan.has("trainable");
    const TrainedTower part =
        named ? trained_tower(architecture, *plan.trainable, stack_of(plan).models.names_meet) : TrainedTower();
    const auto differs = [&](const char *path, PartTraining stated, bool trains) -> std::optional<Error> {
        if (!plan.has(path)) return std::nullopt;
        if (stated == PartTraining::adapters)
            return Error{path, "adapters", "frozen, trained",
                         phrase(QT_TRANSLATE_NOOP("core", "full fine-tuning has no adapters"))};
        if (!named || trains == (stated == PartTraining::trained)) return std::nullopt;
        return Error{path, std::string(name_of(stated)),
                     std::string(name_of(trains ? PartTraining::trained : PartTraining::frozen)),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 says what trains of it"), {"trainable"})};
    };
    if (auto error = differs("images.tower", plan.images.tower, part.tower)) return error;
    return differs("images.projector", plan.images.projector, part.projector);
}

} // namespace

std::optional<Error> check_trainable(const Plan &plan, const Architecture &architecture)
{
    if (plan.task != Task::train || plan.method != Method::full) return std::nullopt;
    if (auto error = check_stated_parts(plan, architecture)) return error;
    if (!plan.trainable) return std::nullopt;
    const auto part = trained_part(architecture, *plan.trainable, stack_of(plan).models.names_meet);
    if (!part) return part.error();
    return check_reentrant(plan, architecture, **part);
}

} // namespace plimsoll
