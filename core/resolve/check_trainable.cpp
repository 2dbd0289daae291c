// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/check_trainable.h"

#include "core/ground/phrase.h"
#include "core/model/trained_part.h"
#include "core/plan/stack_kinds.h"
#include "core/stacks/stack_defaults.h"

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
    // LLaMA-Factory asks for the gradient of its layers' inputs
    const bool asks = plan.stack == Stack::llama_factory || asks_for_input_gradients(plan);
    const bool reentrant = plan.gradient_checkpointing.reentrant || release_before(plan, "transformers", 5, 0);
    if (asks || !plan.gradient_checkpointing.enabled || !reentrant || trains_embedding(architecture, part)) return std::nullopt;
    return Error{
        "gradient_checkpointing", R"({"reentrant": true})",
        phrase(QT_TRANSLATE_NOOP("core", "true, false, or the embedding in %1"), {"trainable"}),
        phrase(QT_TRANSLATE_NOOP("core", "reentrant checkpointing gives no gradients to layers whose input needs none, and "
                                         "below these nothing trains (%1)"),
               {"torch 2.15, utils/checkpoint.py, CheckpointFunction"})};
}

} // namespace

bool asks_for_input_gradients(const Plan &plan)
{
    if (plan.stack == Stack::llama_factory) return false; // its own function takes the place of transformers'
    return plan.stack == Stack::unsloth || !release_before(plan, "transformers", 5, 0);
}

std::optional<Error> check_trainable(const Plan &plan, const Architecture &architecture)
{
    if (!plan.trainable || plan.task != Task::train || plan.method != Method::full) return std::nullopt;
    const auto part = trained_part(architecture, *plan.trainable, names_meet(plan.stack));
    if (!part) return part.error();
    return check_reentrant(plan, architecture, **part);
}

} // namespace plimsoll
