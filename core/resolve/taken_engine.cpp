// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_engine.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/parallel/mesh.h"
#include "core/plan/names.h"
#include "core/plan/parallel_engine.h"
#include "core/resolve/runners.h"
#include "core/runner/spreading.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Why engine_in() answers so.
std::string why(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    switch (*parallel.engine) {
    case ParallelEngine::ddp:
        return phrase(parallel.pipeline > 1 ? QT_TRANSLATE_NOOP("core", "nothing is sharded; the stages are %1's")
                                            : QT_TRANSLATE_NOOP("core", "nothing is sharded: each process has a whole copy"),
                      {"torch.distributed.pipelining"});
    case ParallelEngine::fsdp1:
    case ParallelEngine::fsdp2:
        return phrase(QT_TRANSLATE_NOOP("core", "%1 is version %2 where nobody says (%3)"),
                      {"FSDP", parallel.engine == ParallelEngine::fsdp1 ? "1" : "2",
                       "transformers " + std::string(parallel.engine == ParallelEngine::fsdp1 ? "4" : "5")});
    case ParallelEngine::deepspeed:
        return phrase(parallel.zero < 3 ? QT_TRANSLATE_NOOP("core", "stages 1 and 2 of %1 are %2's")
                                        : QT_TRANSLATE_NOOP("core", "stage 3 of %1 is %2's in this stack"),
                      {"ZeRO", "DeepSpeed"});
    case ParallelEngine::native:
        return phrase(QT_TRANSLATE_NOOP("core", "ranks of %1 are %2's own meshes"),
                      {parallel.tensor > 1 ? "parallel.tensor" : "parallel.expert", "transformers"});
    case ParallelEngine::megatron: return phrase(QT_TRANSLATE_NOOP("core", "%1 spreads a training itself"), {"Megatron-LM"});
    }
    return {};
}

/// One line where the ranks need more than one node.
template <class Say>
void take_node(Plan &plan, const CardFacts &card, const Say &say)
{
    if (plan.has("parallel.gpus_per_node")) return;
    plan.parallel.gpus_per_node.reset();
    if (!plan.parallel.several()) return;
    plan.parallel.gpus_per_node = card.gpus_per_node;
    if (mesh_of(plan).ranks() <= card.gpus_per_node) return;
    say("parallel.gpus_per_node", std::to_string(card.gpus_per_node),
        card.name.empty() ? phrase(QT_TRANSLATE_NOOP("core", "as most servers have"))
                          : phrase(QT_TRANSLATE_NOOP("core", "as machines with %1 have"), {card.name}));
}

/// Of launchers that start a process on each card.
template <class Say>
void take_ranks(Plan &plan, const Say &say)
{
    const Count ranks = data_ranks_in(stack_of(plan), plan);
    if (ranks == plan.parallel.data) return;
    const Count others = mesh_of(plan).ranks() / plan.parallel.data;
    plan.parallel.data = ranks;
    say("parallel.data", std::to_string(ranks),
        others > 1 ? phrase(QT_TRANSLATE_NOOP("core", "the target names %1 cards, and each group of %2 holds a copy together"),
                            {std::to_string(ranks * others), std::to_string(others)})
                   : phrase(QT_TRANSLATE_NOOP("core", "as many as the target has cards")));
}

} // namespace

std::optional<TakenContext> engines_context(const Plan &plan, const Architecture &architecture, const CardFacts &card)
{
    const auto rule = plan.task == Task::infer ? engine_of(plan).models.context : nullptr;
    return rule == nullptr ? std::nullopt : rule(plan, architecture, card);
}

void take_parallel_engine(Plan &plan, const CardFacts &card, std::vector<std::string> &assumptions)
{
    Parallel &parallel = plan.parallel;
    const auto say = [&assumptions](std::string_view path, std::string_view value, const std::string &reason) {
        assumptions.push_back(std::string(path) + ": " + std::string(value) + " — " + reason);
    };
    take_ranks(plan, say);
    take_node(plan, card, say);
    if (!parallel.spread() && !(parallel.engine && is_fsdp(*parallel.engine))) return;
    if (!parallel.engine) {
        parallel.engine = engine_in(stack_of(plan), plan);
        say("parallel.engine", name_of(*parallel.engine), why(plan));
    }
    if (plan.optimizer.in_backward && !plan.has("optimizer.in_backward")) {
        plan.optimizer.in_backward = false;
        say("optimizer.in_backward", "false",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "the stack's default is of one card: an engine that reduces gradients steps once all of "
                                     "them are there")));
    }
    if (!is_fsdp(*parallel.engine)) return;
    const bool four_bit = is_bitsandbytes_4bit(plan.weights.quant);
    if (parallel.engine == ParallelEngine::fsdp1 && four_bit && !plan.weights.quant_storage &&
        !plan.has("weights.quant_storage")) {
        plan.weights.quant_storage = plan_enum<ParallelDtype>(name_of(plan.weights.dtype));
        say("weights.quant_storage", name_of(plan.weights.dtype),
            phrase(QT_TRANSLATE_NOOP("core", "%1 flattens parameters of one dtype only: without it there is no such run"),
                   {"FSDP 1"}));
    }
    if (parallel.engine == ParallelEngine::fsdp1 && four_bit && plan.kbit_prepare) {
        plan.kbit_prepare = false;
        std::erase_if(assumptions, [](const std::string &line) { return line.starts_with("kbit_prepare: "); });
        say("kbit_prepare", "false",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "%1 would make the norms float32, and %2 raises \"%3\"; TRL leaves it out for sharded "
                                     "4-bit models"),
                   {"prepare_model_for_kbit_training", "FSDP 1", "Must flatten tensors with uniform dtype"}));
    }
    if (!plan.has("parallel.zero") && parallel.zero == 0) {
        parallel.zero = 3;
        say("parallel.zero", "3", phrase(QT_TRANSLATE_NOOP("core", "%1 shards parameters, gradients and states"), {"FSDP"}));
    }
    if (parallel.offload == Offload::optimizer || parallel.offload == Offload::parameters) {
        parallel.offload = Offload::both;
        say("parallel.offload", "both",
            phrase(QT_TRANSLATE_NOOP("core", "%1 keeps shards, gradients and states on the host, or none of them"), {"FSDP"}));
    }
    if (parallel.zero == 2 && !plan.has("parallel.reshard_after_forward")) {
        parallel.reshard_after_forward = false;
        say("parallel.reshard_after_forward", "false",
            phrase(QT_TRANSLATE_NOOP("core", "%1 keeps what it gathered (%2)"), {"ZeRO 2", "SHARD_GRAD_OP"}));
    }
}

namespace {

void take_share_on_policy(Plan &plan, std::vector<std::string> &assumptions)
{
    const ObjectiveKind &objective = objective_of(plan);
    if (plan.has("distillation.on_policy") || !objective.on_policy) return;
    plan.distillation.on_policy = *objective.on_policy;
    assumptions.push_back("distillation.on_policy: " + fixed(*objective.on_policy, 1) + " — TRL 1.16, " +
                          std::string(objective.name) + "_config.py");
}

void take_whole_logits(Plan &plan, std::vector<std::string> &assumptions)
{
    const ObjectiveKind &objective = objective_of(plan);
    const bool whole = objective.whole_logits || objective.pairs_completions || objective.teaching == Teaching::whole;
    if (!whole || plan.has("loss.kind") || plan.loss.kind != LossKind::chunked) return;
    plan.loss.kind = LossKind::full;
    std::erase_if(assumptions, [](const std::string &line) { return line.starts_with("loss.kind: "); });
    assumptions.push_back("loss.kind: full — " +
                          phrase(QT_TRANSLATE_NOOP("core", "%1 compares the logits that the model returns"),
                                 {"objective " + std::string(objective.name)}));
}

void take_reference_weight(Plan &plan, std::vector<std::string> &assumptions)
{
    const ObjectiveKind &objective = objective_of(plan);
    if (plan.rollout.beta || !objective.beta) return;
    plan.rollout.beta = objective.beta;
    assumptions.push_back("rollout.beta: " + std::string(fixed(*objective.beta, 2)) + " — TRL 1.16, " +
                          std::string(objective.name) + "_config.py");
}

/// GRPOConfig.__post_init__: a generation is the micro batches of one step, unless somebody says otherwise.
void take_steps_of_generation(Plan &plan, std::vector<std::string> &assumptions)
{
    const Loop &loop = stack_of(plan).loop;
    if (plan.has("rollout.steps_per_generation")) return;
    plan.rollout.steps_per_generation.reset();
    if (!objective_of(plan).beta || !loop.trainer || loop.steps_each_pass || !tells_completions(plan)) return;
    plan.rollout.steps_per_generation = plan.gradient_accumulation;
    assumptions.push_back("rollout.steps_per_generation: " + std::to_string(plan.gradient_accumulation) + " — " +
                          phrase(QT_TRANSLATE_NOOP("core", "%1: as %2"), {"TRL 1.16, grpo_config.py", "gradient_accumulation"}));
}

} // namespace

void take_objective(Plan &plan, std::vector<std::string> &assumptions)
{
    if (plan.task != Task::train) return;
    take_reference_weight(plan, assumptions);
    take_share_on_policy(plan, assumptions);
    take_whole_logits(plan, assumptions);
    take_steps_of_generation(plan, assumptions);
}

std::string fill_generations(Plan &plan)
{
    const ObjectiveKind &objective = objective_of(plan);
    if (!stack_of(plan).loop.fills_generations || !objective.generates || plan.has("rollout.steps_per_generation")) return {};
    const Count each = std::max<Count>(1, plan.rollout.generations.value_or(objective.generations));
    const Count rows = plan.micro_batch * plan.gradient_accumulation * std::max<Count>(1, plan.parallel.data);
    if (rows % each == 0) return {};
    plan.micro_batch = each;
    return "micro_batch: " + std::to_string(each) + " — " +
           phrase(QT_TRANSLATE_NOOP("core", "%1 takes %2, of which %3 rows of a step are no multiple"),
                  {"unsloth models/rl.py", "rollout.generations", std::to_string(rows)});
}

} // namespace plimsoll
