// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/stand_ins.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {
namespace {

using Warnings = std::vector<Warning>;

void add_warning(Warnings &out, const char *field, std::string text) { out.push_back({"not_simulated", std::move(text), field}); }

void unchecked_optimizer(const Plan &plan, Warnings &out)
{
    constexpr const char *field = "optimizer.name";
    const OptimizerKind &kind = kind_of(plan.optimizer);
    if (kind.unchecked == nullptr) return;
    add_warning(out, field, phrase(kind.unchecked, {"optimizer " + std::string(kind.name), kind.library}));
}

void unchecked_checkpoints(const Checkpointing &checkpointing, Warnings &out)
{
    constexpr const char *field = "gradient_checkpointing";
    if (checkpointing.offload_activations)
        add_warning(out, field,
                    phrase(QT_TRANSLATE_NOOP("core", "%1: what autograd keeps goes to the host at once; the few tensors still on "
                                                     "their way over a second stream are not counted."),
                           {"gradient_checkpointing {\"offload\": \"activations\"}"}));
    if (checkpointing.enabled && !checkpointing.selective.empty() && checkpointing.selective != costly_operations)
        add_warning(out, field,
                    phrase(QT_TRANSLATE_NOOP("core", "%1: %2 around each layer's %3 block, projections included."),
                           {"gradient_checkpointing selective", "torch.utils.checkpoint", checkpointing.selective}));
}

void unchecked_objective(const Plan &plan, Warnings &out)
{
    constexpr const char *field = "objective";
    const ObjectiveKind &kind = objective_of(plan);
    if (kind.head == ObjectiveHead::score && kind.rows > 1 && stack_of(plan).models.scores_beside_head)
        return add_warning(out, field,
                           phrase(QT_TRANSLATE_NOOP("core", "%1: a linear \"%2\" of one output beside the language head, whose "
                                                            "logits of every token are made in float32 and dropped; %3 counts "
                                                            "pairs, so twice the rows go through the model."),
                                  {"objective " + std::string(kind.name), "v_head", "micro_batch"}));
    if (kind.stand_in != nullptr) add_warning(out, field, kind.stand_in({plan, generates_by_engine(plan)}));
}

/// What torch.compile changes of the step that is simulated (core/run/simulate.cpp, fuse_as_inductor).
std::string said_of_compiling(const Architecture *built)
{
    if (built != nullptr && (!built->decoder || (built->decoder->extension && built->decoder->extension->sequence)))
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "%1: what inductor fuses in a model of this kind is not simulated: the peak is that "
                                        "of a step that is not compiled, and the interval is wider."),
                      {"compile"});
    const auto sparse = [](const LayerSpec &layer) { return layer.mlp.kind == MlpKind::moe; };
    if (built != nullptr && std::ranges::any_of(built->decoder->kinds, sparse))
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "%1: what inductor fuses in attention, in norms and in the loss is simulated; what it "
                                        "fuses in routers and experts is not, and the interval is wider."),
                      {"compile"});
    return phrase(QT_TRANSLATE_NOOP("core", "%1: what inductor fuses in the layers of a dense decoder and in its loss is "
                                            "simulated; what it reuses within a kernel's graph is not, and the interval is "
                                            "wider."),
                  {"compile"});
}

} // namespace

std::vector<Warning> simulated_as_another(const Plan &plan, const Architecture *built)
{
    Warnings out;
    const bool trains = plan.task == Task::train;
    const StandIn &stand_in = stack_of(plan).stand_in;
    if (trains && stand_in.why.english != nullptr && (stand_in.when == nullptr || stand_in.when(plan)))
        add_warning(out, "stack", stand_in.why.text());
    if (plan.compile) add_warning(out, "compile", said_of_compiling(built));
    if (!trains) return out;
    unchecked_optimizer(plan, out);
    unchecked_checkpoints(plan.gradient_checkpointing, out);
    unchecked_objective(plan, out);
    return out;
}

} // namespace plimsoll
