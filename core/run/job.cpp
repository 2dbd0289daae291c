// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/job.h"

#include "core/adapters/adapter_run.h"
#include "core/engines/assisted.h"
#include "core/engines/inference.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/parallel/engine.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"
#include "core/run/loaded_model.h"
#include "core/run/precision.h"
#include "core/run/seen_pictures.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

std::optional<Error> unsupported(const Architecture &architecture, const ResolvedPlan &resolved)
{
    if (!architecture.decoder)
        return Error{"model", architecture.model_type, phrase(QT_TRANSLATE_NOOP("core", "a model type whose step is known")),
                     architecture.no_decoder_reason};
    const DecoderSpec &decoder = *architecture.decoder;
    if (decoder.kinds.empty() && !(decoder.extension && decoder.extension->sequence))
        return Error{"num_hidden_layers", "0", phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"1"}),
                     phrase(QT_TRANSLATE_NOOP("core", "a language model without layers makes no step"))};
    for (const LayerSpec &layer : decoder.kinds) {
        const bool attention = layer.attention.kind == AttentionKind::grouped || layer.attention.kind == AttentionKind::latent ||
                               layer.attention.kind == AttentionKind::none;
        const bool mlp = layer.mlp.kind == MlpKind::none || layer.mlp.kind == MlpKind::gated ||
                         layer.mlp.kind == MlpKind::gated_fused || layer.mlp.kind == MlpKind::plain ||
                         (layer.mlp.kind == MlpKind::moe && ExpertsModule::known(layer.mlp));
        if (!attention || !mlp)
            return Error{
                "model", architecture.model_type, phrase(QT_TRANSLATE_NOOP("core", "dense decoders with grouped attention")),
                phrase(attention ? QT_TRANSLATE_NOOP("core", "the step of this kind of mixture of experts is not known yet")
                                 : QT_TRANSLATE_NOOP("core", "the step of this kind of attention is not known yet"))};
    }
    return unsupported_quant(resolved);
}

/// What is run in the place of `given`; null where it is the same.
std::shared_ptr<const Architecture> built_for(const Architecture &given, const Plan &plan,
                                              const std::shared_ptr<const LoadedWeights> &loaded)
{
    const Models &models = stack_of(plan).models;
    const auto laid_out = loaded ? with_layouts(given, loaded) : nullptr;
    if (models.build == nullptr || (loaded && models.own)) return laid_out;
    auto built = models.build(laid_out ? *laid_out : given, plan);
    return built ? built : laid_out;
}

std::optional<Error> unsupported_call(const Job &job)
{
    const DecoderSpec &decoder = *job.released->decoder;
    if (auto error = unsupported_inference(decoder, job.pass)) return error;
    return unsupported_assistant(decoder, job.asked->assistant.get(), job.pass);
}

/// Megatron-LM's own layers have other matrices: what of them is adapted says core/parallel/megatron_sizes.h.
bool own_layers(const Job &job) { return job.spread && parallel_engine(*job.spread) == ParallelEngine::megatron; }

std::optional<Error> find_targets(Job &job)
{
    job.targets = std::make_shared<FoundTargets>();
    if (job.pass.task != Task::train || !job.pass.trains_adapter() || own_layers(job)) return std::nullopt;
    auto found = targets_for(*job.released, job.pass.adapter);
    if (!found) return found.error();
    if (auto error = unsupported_targets(**found)) return error;
    const auto beside = stack_of(job.pass).models.adapts_experts;
    const bool folds = beside == nullptr || !beside(*job.released);
    if (auto error = folds ? unsupported_packed_targets(*job.model->decoder, (*found)->adapter) : std::nullopt) return error;
    job.targets = *std::move(found);
    return std::nullopt;
}

std::optional<Error> choose_part(Job &job)
{
    const Plan &plan = job.pass;
    if (plan.task != Task::train || !plan.trainable || plan.method != Method::full) return std::nullopt;
    const auto part = trained_part(*job.released, *plan.trainable, stack_of(plan).models.names_meet);
    if (!part) return part.error();
    job.chosen = *part;
    auto leaves = std::make_shared<const TrainedLeaves>(*job.released, **part);
    if (!leaves->all_train()) job.part = std::move(leaves); // else only towers are frozen, which text does not reach
    return std::nullopt;
}

/// What one pass takes of the plan's rows: its objective's, those of one prompt's completions, a learned prompt before each row.
Plan pass_of(const Plan &plan)
{
    const std::optional<Plan> own = plan_of_pass(plan);
    Plan pass = own ? *own : plan;
    if (stack_of(plan).loop.steps_each_pass && objective_of(plan).generates && plan.rollout.generations) {
        pass.micro_batch = std::min(pass.micro_batch, *plan.rollout.generations);
        pass.gradient_accumulation = ceil_div(*plan.rollout.generations, pass.micro_batch);
    }
    if (plan.trains_adapter()) pass.sequence_length += virtual_tokens(plan.adapter);
    return pass;
}

} // namespace

Result<Job> make_job(const ArchitectureRef &architecture, const ResolvedPlan &plan, const CardFacts &device)
{
    Job job{architecture, architecture, architecture, plan, device, {}, {}};
    if (claims_memory(plan.plan)) return job;
    job.pass = pass_of(plan.plan);
    if (job.pass.task == Task::train && job.pass.parallel.spread()) {
        job.spread = job.pass;
        job.pass = plan_of_rank(*job.spread, stack_of(*job.spread).loop.trainer);
    }
    if (ArchitectureRef released = built_by_release(*architecture, job.pass)) job.released = job.model = std::move(released);
    if (auto error = unsupported(*job.released, plan)) return *std::move(error);
    if (auto error = unsupported_pictures(*job.released, job.pass)) return *std::move(error);
    if (ArchitectureRef built = built_for(*job.released, job.pass, plan.loaded)) job.model = std::move(built);
    if (job.pass.task != Task::train)
        if (auto error = unsupported_call(job)) return *std::move(error);
    if (auto error = find_targets(job)) return *std::move(error);
    if (auto error = choose_part(job)) return *std::move(error);
    return job;
}

} // namespace plimsoll::step
