// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/check_trainable.h"

#include "core/ground/phrase.h"
#include "core/model/trained_part.h"
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

/// Recomputed as an autograd.Function (use_reentrant=True), a layer has no gradient where none of its inputs needs one.
std::optional<Error> check_reentrant(const Plan &plan, const Architecture &architecture, const TrainedPart &part)
{
    const bool of_layers = stack_of(plan).loop.input_gradients == InputGradients::of_trained_layers;
    const bool asks = of_layers || asks_for_input_gradients(plan);
    const bool reentrant = plan.gradient_checkpointing.reentrant || older_of(plan).checkpoints_reentrantly;
    if (asks || !plan.gradient_checkpointing.enabled || !reentrant || trains_embedding(architecture, part)) return std::nullopt;
    return Error{
        "gradient_checkpointing", R"({"reentrant": true})",
        phrase(QT_TRANSLATE_NOOP("core", "true, false, or the embedding in %1"), {"trainable"}),
        phrase(QT_TRANSLATE_NOOP("core", "reentrant checkpointing gives no gradients to layers whose input needs none, and "
                                         "below these nothing trains (%1)"),
               {"torch 2.15, utils/checkpoint.py, CheckpointFunction"})};
}

} // namespace

std::optional<Error> check_trainable(const Plan &plan, const Architecture &architecture)
{
    if (!plan.trainable || plan.task != Task::train || plan.method != Method::full) return std::nullopt;
    const auto part = trained_part(architecture, *plan.trainable, stack_of(plan).models.names_meet);
    if (!part) return part.error();
    return check_reentrant(plan, architecture, **part);
}

} // namespace plimsoll
