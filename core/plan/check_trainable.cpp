// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/check_trainable.h"

#include "core/model/trained_part.h"
#include "core/phrase.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/stack_defaults.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::string written(const Plan &plan) { return find_field("trainable")->write(plan).dump(); }

/// torchtune 0.7 recipes/full_finetune_single_device.py and LitGPT 0.5.13 finetune/full.py train every parameter.
bool trains_all(Stack stack) { return stack == Stack::torchtune || stack == Stack::litgpt || stack == Stack::megatron; }

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
    return Error{"gradient_checkpointing", R"({"reentrant": true})",
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
    if (!plan.trainable || plan.task != Task::train) return std::nullopt;
    if (plan.method != Method::full)
        return Error{"trainable", written(plan), phrase(QT_TRANSLATE_NOOP("core", "%1, or %2"), {"null", "method full"}),
                     phrase(QT_TRANSLATE_NOOP("core", "with %1 only the adapter trains; what trains whole beside it stands in %2"),
                            {"method " + std::string(name_of(plan.method)), "adapter.modules_to_save"})};
    if (trains_all(plan.stack))
        return Error{"trainable", written(plan), phrase(QT_TRANSLATE_NOOP("core", "null, or another stack")),
                     phrase(QT_TRANSLATE_NOOP("core", "full fine-tuning with %1 trains every parameter"),
                            {std::string(name_of(plan.stack))})};
    const auto part = trained_part(architecture, *plan.trainable, names_meet(plan.stack));
    if (!part) return part.error();
    return check_reentrant(plan, architecture, **part);
}

} // namespace plimsoll
