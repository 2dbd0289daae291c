// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/adapters/adapted_modules.h"
#include "core/parallel/fsdp/fully_shard_units.h"
#include "core/parallel/refusals.h"
#include "core/parallel/local_tensor_parallel.h"
#include "core/parallel/tensor_parallel.h"

// from_pretrained(distributed_config=DistributedConfig(…)) of transformers 5.23 (distributed/mixin.py): the model is cut on meta, and
// every rank reads its own share.

namespace plimsoll {

namespace {

/// apply_fully_sharded_data_parallelism (distributed/fsdp.py): embedding, layers and the pair of norm and head are units, parameters
/// stay as they are stored; accelerate leaves what is on a mesh already alone.
Plan as_sharded(const Plan &plan)
{
    Plan out = plan;
    out.parallel.engine = ParallelEngine::fsdp2;
    out.parallel.wrap.kind = Wrap::Kind::layer_ends;
    out.parallel.accumulate_without_sync = false;
    if (out.parallel.param_dtype) out.parallel.reduce_dtype = ParallelDtype::fp32;
    return out;
}

/// Of experts that ranks divide, what is not simulated.
std::optional<Error> refused_experts(const Architecture &architecture, const Parallel &parallel)
{
    const auto refuse = [&parallel](std::string why) {
        return Error{"parallel.expert", std::to_string(parallel.expert), "1", std::move(why)};
    };
    if (parallel.tensor > 1 || parallel.zero != 3)
        return refuse(
            phrase(QT_TRANSLATE_NOOP("core", "experts on other ranks are simulated beside FSDP 2 alone: parallel.zero 3, "
                                             "parallel.tensor 1")));
    for (const LayerSpec &layer : architecture.decoder->kinds)
        if (layer.mlp.kind == MlpKind::moe && (layer.mlp.moe.stacked_rows || layer.mlp.moe.separate.down.out > 0))
            return refuse(
                phrase(QT_TRANSLATE_NOOP("core", "these experts are not stacked in two parameters: the exchange of their "
                                                 "tokens is not simulated")));
    return std::nullopt;
}

/// How the linear layer of that full name is cut.
CutStyle style_of(const Architecture &architecture, std::string_view module)
{
    const std::optional<TensorPlan> plan = tensor_plan(architecture);
    if (!plan) return CutStyle::whole;
    for (const LayerSpec &layer : architecture.decoder->kinds) {
        const AttentionSpec &a = layer.attention;
        const SharedExpertSpec &shared = layer.mlp.moe.shared;
        for (const LinearSpec *linear : {&a.q, &a.k, &a.v, &a.fused, &a.o, &a.latent.q_b, &a.latent.kv_b, &layer.mlp.gate,
                                         &layer.mlp.up, &layer.mlp.down, &shared.gate_proj, &shared.up_proj, &shared.down_proj})
            if (linear->out > 0 && module.ends_with("." + linear->name)) return plan->style_of(layer, linear->name);
    }
    return CutStyle::whole;
}

/// PEFT 0.21.2 (tuners/lora/model.py, add_lora_tp_hooks_dtensor) gives the second half of an adapter on a column-cut matrix the same
/// cut. The first half on a row-cut one is made as wide as the rank's share and then taken for the whole by transformers 5.23
/// (distributed/tensor_parallel.py, _from_local_last_dim_shard).
std::optional<Error> refused_target(const RankCall &call, const AdaptedModule &target)
{
    const Parallel &parallel = call.plan.parallel;
    const auto refuse = [&target](std::string text) {
        return Error{
            "adapter.targets", target.module,
            phrase(QT_TRANSLATE_NOOP("core", "matrices that ranks divide by columns, and those that they do not divide")),
            std::move(text)};
    };
    const CutStyle style = style_of(*call.architecture, target.module);
    if (style == CutStyle::columns || style == CutStyle::whole) return std::nullopt;
    if (style == CutStyle::rows) {
        const Count share = share_of(target.in, parallel.tensor, 0), tokens = call.plan.micro_batch * call.plan.sequence_length;
        return refuse(in_words(
            "peft 0.21.2, transformers 5.23", "shape '[%1, %2]' is invalid for input of size %3",
            {std::to_string(tokens), std::to_string(share_of(share, parallel.tensor, 0)), std::to_string(tokens * share)}));
    }
    return refuse(in_words("peft 0.21.2", "TP plan \"%1\" on the base layer is not supported for LoRA.",
                           {style == CutStyle::rows_split ? "rowwise_split_input" : "colwise_gather_output"}));
}

/// Of adapters beside ranks that divide matrices or experts, what fails or is not simulated.
std::optional<Error> refused_adapters(const RankCall &call)
{
    const Parallel &parallel = call.plan.parallel;
    if (parallel.tensor == 1 && parallel.expert == 1) return std::nullopt;
    if (call.plan.weights.quant != "none")
        return Error{"weights.quant", call.plan.weights.quant, "none",
                     phrase(QT_TRANSLATE_NOOP("core", "packed matrices or experts that ranks divide are not simulated"))};
    if (call.plan.adapter.dora || !call.plan.adapter.target_parameters.empty())
        return Error{"method", "lora", "full",
                     phrase(QT_TRANSLATE_NOOP("core", "of adapters on a model that ranks divide, those on linear layers alone "
                                                      "are simulated"))};
    if (parallel.tensor == 1) return std::nullopt;
    if (parallel.zero == 3)
        return Error{"parallel.zero", "3", "0",
                     phrase(QT_TRANSLATE_NOOP("core", "adapters on matrices that both meshes divide raise in their forward (%1)"),
                            {"peft 0.21.2, transformers 5.23"})};
    const Result<AdaptedModules> targets = adapted_modules(*call.architecture, call.plan.adapter);
    if (!targets) return targets.error();
    for (const AdaptedModule &target : targets->targets)
        if (auto error = refused_target(call, target)) return error;
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<step::Units>> native_meshes(const RankCall &call)
{
    const Parallel &parallel = call.plan.parallel;
    const bool adapters = call.plan.trains_adapter();
    if (adapters) {
        if (auto refused = refused_adapters(call)) return *std::move(refused);
    }
    if (parallel.data > 1 && parallel.zero != 3)
        return Error{"parallel.zero", std::to_string(parallel.zero), "3",
                     phrase(QT_TRANSLATE_NOOP("core", "transformers' own meshes spread data by FSDP 2 (fsdp_size)"))};
    if (parallel.expert > 1) {
        if (auto uneven = refused_experts(*call.architecture, parallel)) return *std::move(uneven);
    }
    std::unique_ptr<step::Units> sharded;
    if (parallel.zero == 3) {
        const Plan plan = as_sharded(call.plan);
        sharded = std::make_unique<step::fully_shard::FullyShard>(
            RankCall{plan, call.rank, false, call.first_layer, call.architecture, call.own_collectives}, adapters);
    }
    if (parallel.tensor == 1) {
        if (sharded) return sharded;
        return std::make_unique<step::Units>();
    }
    if (call.own_collectives) return local_tensor_parallel(call, std::move(sharded));
    return std::unique_ptr<step::Units>(std::make_unique<step::TensorParallel>(call, std::move(sharded)));
}

} // namespace plimsoll
