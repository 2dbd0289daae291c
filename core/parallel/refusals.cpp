// SPDX-License-Identifier: GPL-3.0-or-later
// The engines' own checks, in their words: transformers 5.23 distributed/ and trainer.py; accelerate 1.15 state.py, parallelism_config.py
// and utils/; torch 2.15 distributed/fsdp, distributed/pipelining/schedules.py and csrc/distributed/c10d/reducer.cpp; bitsandbytes 0.50;
// DeepSpeed 0.19.8 runtime/zero/; Megatron-LM arguments.py.
#include "core/parallel/refusals.h"

#include "core/ground/phrase.h"
#include "core/model/architecture.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel/engine.h"
#include "core/parallel/zero/zero_settings.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>

namespace plimsoll {

std::string in_words(std::string_view library, const char *words, std::initializer_list<std::string_view> values)
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1: \"%2\""), {library, phrase_in_english(words, values)});
}

namespace {

using enum ParallelEngine;

struct Asked {
    const Plan &plan;
    const Parallel &parallel;
    const Architecture &architecture;
    ParallelEngine engine;
    bool trainer;

    [[nodiscard]] bool fsdp() const { return engine == fsdp1 || engine == fsdp2; }
    [[nodiscard]] const DecoderSpec *decoder() const { return architecture.decoder ? &*architecture.decoder : nullptr; }
    /// Ranks that share one copy of what is not an expert, tensor ranks apart (DistributedConfig.fsdp_size).
    [[nodiscard]] Count sharded() const { return parallel.zero == 3 ? parallel.data / parallel.replicate : 1; }
};

std::string refusals_count(Count number) { return std::to_string(number); }

// ---- Which engine does what ----

std::optional<Error> stage_of_engine(const Asked &of)
{
    const Count zero = of.parallel.zero;
    const auto refuse = [zero](std::string accepted, std::string text) {
        return Error{"parallel.zero", refusals_count(zero), std::move(accepted), std::move(text)};
    };
    if (of.engine == ddp && zero > 0)
        return refuse("0", phrase(QT_TRANSLATE_NOOP("core", "%1 keeps whole copies: it shards nothing"), {"DDP"}));
    if (of.fsdp() && zero < 2)
        return refuse("2 | 3", phrase(QT_TRANSLATE_NOOP("core", "%1 shards parameters, gradients and states: it is stage %2, or "
                                                                "%3 where it keeps what it gathered"),
                                      {"FSDP", "3", "2"}));
    if (of.engine == deepspeed && zero == 0)
        return refuse("1 | 2 | 3", phrase(QT_TRANSLATE_NOOP("core", "%1 partitions nothing at stage %2"), {"DeepSpeed", "0"}));
    if (of.engine == native && zero != 0 && zero != 3)
        return refuse("0 | 3", phrase(QT_TRANSLATE_NOOP("core", "%1's meshes shard by %2, which is stage %3"),
                                      {"transformers", "FSDP 2", "3"}));
    // Megatron-FSDP: stages are cut by it nowhere that anybody published
    if (of.engine == megatron && zero > 1 && of.parallel.pipeline > 1)
        return refuse("0 | 1", phrase(QT_TRANSLATE_NOOP("core", "%1 beside a pipeline is not simulated"), {"Megatron-FSDP"}));
    return std::nullopt;
}

std::optional<Error> ways_of_engine(const Asked &of)
{
    const Parallel &p = of.parallel;
    const bool meshes = of.engine == native || of.engine == megatron;
    const auto meshes_alone = [](const char *field, Count read) {
        return Error{field, refusals_count(read),
                     phrase(QT_TRANSLATE_NOOP("core", "1, or %1"), {"parallel.engine native | megatron"}),
                     phrase(QT_TRANSLATE_NOOP("core", "this engine cuts no matrices and shares out no experts"))};
    };
    if (!meshes && p.tensor > 1) return meshes_alone("parallel.tensor", p.tensor);
    if (!meshes && p.expert > 1) return meshes_alone("parallel.expert", p.expert);
    if (p.pipeline > 1 && of.engine == native && p.data > 1)
        return Error{"parallel.pipeline", refusals_count(p.pipeline), "1",
                     in_words("transformers 5.23", "Combining FSDP with pipeline parallelism is not supported yet")};
    if (p.pipeline > 1 && of.engine != megatron && of.trainer)
        return Error{"parallel.pipeline", refusals_count(p.pipeline),
                     phrase(QT_TRANSLATE_NOOP("core", "1, or %1"), {"stack pytorch | megatron"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 cuts models into stages for inference alone (%2)"),
                            {"transformers", "transformers 5.23, distributed/pipeline_parallel.py"})};
    if (p.pipeline > 1 && of.engine != megatron && (of.engine != ddp || p.data > 1 || p.context > 1))
        return Error{"parallel.pipeline", refusals_count(p.pipeline),
                     phrase(QT_TRANSLATE_NOOP("core", "1, or %1 with nothing beside it"), {"parallel.engine ddp"}),
                     phrase(QT_TRANSLATE_NOOP("core", "a pipeline beside another way of splitting is simulated for %1 alone"),
                            {"Megatron-LM"})};
    return std::nullopt;
}

std::optional<Error> offload_of_engine(const Asked &of)
{
    const Offload offload = of.parallel.offload;
    if (offload == Offload::none) return std::nullopt;
    const auto refuse = [offload](std::string accepted, std::string text) {
        return Error{"parallel.offload", std::string(name_of(offload)), std::move(accepted), std::move(text)};
    };
    const bool keeps = of.engine == ddp || (of.engine == native && of.parallel.zero != 3);
    if (keeps)
        return refuse(phrase(QT_TRANSLATE_NOOP("core", "none, or %1"), {"parallel.engine fsdp2 | deepspeed"}),
                      phrase(QT_TRANSLATE_NOOP("core", "this engine keeps all of its copy on the card")));
    if (of.engine == megatron && offload != Offload::optimizer)
        return refuse("none | optimizer", phrase(QT_TRANSLATE_NOOP("core", "%1 moves the optimizer's states alone (%2)"),
                                                 {"Megatron-LM", "--optimizer-cpu-offload"}));
    if (offload == Offload::nvme && (of.engine != deepspeed || of.parallel.zero < 3))
        return refuse("none | optimizer | parameters | both",
                      phrase(QT_TRANSLATE_NOOP("core", "only stage %1 of %2 reads and writes %3 (%4)"),
                             {"3", "DeepSpeed", "NVMe", "DeepSpeed 0.19.8, runtime/zero/config.py"}));
    return std::nullopt;
}

// ---- Meshes ----

std::optional<Error> mesh(const Asked &of)
{
    const Parallel &p = of.parallel;
    const bool copies = of.fsdp() || (of.engine == native && p.zero == 3);
    if (copies && p.data % p.replicate != 0)
        return Error{"parallel.replicate", refusals_count(p.replicate),
                     phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1, which is %2"), {"parallel.data", refusals_count(p.data)}),
                     phrase(QT_TRANSLATE_NOOP("core", "copies of a sharded group are alike"))};
    if (of.engine == native && p.zero != 3 && p.data > 1)
        return Error{"parallel.zero", refusals_count(p.zero), "3",
                     in_words("transformers 5.23", "The parallel mesh requires %1 processes, but world_size is %2.",
                              {refusals_count(p.tensor * p.pipeline), refusals_count(p.tensor * p.pipeline * p.data)})};
    if (const Count ranks = mesh_of(of.plan).ranks(); p.rank && *p.rank >= ranks)
        return Error{"parallel.rank", refusals_count(*p.rank),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"0", refusals_count(ranks - 1)}),
                     phrase(QT_TRANSLATE_NOOP("core", "the run has %1 ranks"), {refusals_count(ranks)})};
    return std::nullopt;
}

std::optional<Error> context(const Asked &of) { return refused_context({of.plan, of.architecture, of.engine, of.trainer}); }

/// Heads are cut like the columns they are: view(batch, length, -1, head_dim) of what a rank has.
std::optional<Error> heads(const Asked &of)
{
    const Count ranks = of.parallel.tensor;
    if (ranks == 1 || of.decoder() == nullptr) return std::nullopt;
    for (const LayerSpec &layer : of.decoder()->kinds) {
        const AttentionSpec &a = layer.attention;
        if (a.kind != AttentionKind::grouped || !a.fused.name.empty()) continue;
        for (const Count all : {a.heads, a.kv_heads}) {
            if (all % ranks == 0) continue;
            const Count tokens = of.plan.micro_batch * of.plan.sequence_length;
            const Count there = tokens * ((all * a.head_dim + ranks - 1) / ranks);
            return Error{"parallel.tensor", refusals_count(ranks),
                         phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1 heads and of %2 heads of keys and values"),
                                {refusals_count(a.heads), refusals_count(a.kv_heads)}),
                         of.engine == megatron
                             ? phrase(QT_TRANSLATE_NOOP("core", "%1 divides heads among tensor-parallel ranks"), {"Megatron-LM"})
                             : in_words("transformers 5.23", "shape '[%1, %2, -1, %3]' is invalid for input of size %4",
                                        {refusals_count(of.plan.micro_batch), refusals_count(of.plan.sequence_length),
                                         refusals_count(a.head_dim), refusals_count(there)})};
        }
    }
    return std::nullopt;
}

std::optional<Error> experts(const Asked &of)
{
    const Parallel &p = of.parallel;
    if (p.expert == 1 || of.decoder() == nullptr) return std::nullopt;
    Count all = 0;
    for (const LayerSpec &layer : of.decoder()->kinds)
        if (layer.mlp.kind == MlpKind::moe) all = std::max(all, layer.mlp.moe.experts);
    const std::string ranks = refusals_count(p.expert);
    const std::string &name = of.architecture.class_name.empty() ? of.architecture.model_type : of.architecture.class_name;
    if (all == 0)
        return Error{"parallel.expert", ranks, "1",
                     in_words("transformers 5.23", "`ep_size=%1` was requested, but `%2` has no `ep_plan`.", {ranks, name})};
    if (all % p.expert != 0)
        return Error{"parallel.expert", ranks,
                     phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1 experts"), {refusals_count(all)}),
                     in_words("transformers 5.23", "Cannot evenly shard %1 experts across %2 expert-parallel ranks.",
                              {refusals_count(all), ranks})};
    if (of.engine != native) return std::nullopt;
    if (p.expert % p.tensor != 0)
        return Error{
            "parallel.expert", ranks,
            phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1, which is %2"), {"parallel.tensor", refusals_count(p.tensor)}),
            in_words("transformers 5.23", "`ep_size` must be a multiple of `tp_size`.")};
    if (of.sharded() * p.tensor % p.expert != 0)
        return Error{
            "parallel.expert", ranks,
            phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1 sharded ranks"), {refusals_count(of.sharded() * p.tensor)}),
            in_words("transformers 5.23", "`ep_size` must divide `fsdp_size * tp_size`.")};
    return std::nullopt;
}

// ---- Pipelines ----

std::optional<Error> pipeline(const Asked &of)
{
    const Parallel &p = of.parallel;
    if (p.pipeline == 1) return std::nullopt;
    const Count stages = p.pipeline * p.virtual_stages;
    const Count micros = p.micro_batches.value_or(of.plan.gradient_accumulation);
    const bool says_micros = p.micro_batches.has_value();
    const char *const micros_field = says_micros ? "parallel.micro_batches" : "gradient_accumulation";
    // Megatron's outer stages may hold embedding and head alone, which count as a layer each (megatron_chunk())
    const auto too_many = [&](Count layers) { return stages > layers && (of.engine != megatron || stages != layers + 2); };
    if (const DecoderSpec *decoder = of.decoder(); decoder != nullptr && too_many(decoder->layer_count()))
        return Error{
            "parallel.pipeline", refusals_count(p.pipeline),
            phrase(QT_TRANSLATE_NOOP("core", "stages of one layer or more: %1 layers"), {refusals_count(decoder->layer_count())}),
            phrase(QT_TRANSLATE_NOOP("core", "%1 stages have no layer each"), {refusals_count(stages)})};
    if (of.engine == megatron) return std::nullopt; // uneven stages: megatron_chunk()
    if (of.decoder() != nullptr && of.decoder()->tied)
        return Error{"parallel.pipeline", refusals_count(p.pipeline), "1",
                     phrase(QT_TRANSLATE_NOOP("core", "embedding and head of %1 are one tensor, which would lie on two stages"),
                            {of.architecture.model_type})};
    if (p.schedule == PipelineSchedule::gpipe && p.virtual_stages > 1)
        return Error{"parallel.schedule", "gpipe", "1f1b",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 takes one stage a rank"), {"torch ScheduleGPipe"})};
    if (p.schedule == PipelineSchedule::one_f_one_b && p.virtual_stages == 1 && micros < stages)
        return Error{
            micros_field, refusals_count(micros), phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {refusals_count(stages)}),
            in_words("torch 2.15", "Number of microbatches (%1) must be greater than or equal to the number of stages (%2).",
                     {refusals_count(micros), refusals_count(stages)})};
    if (const Count rounds = std::max<Count>(1, micros / p.pipeline); p.virtual_stages > 1 && micros % rounds != 0)
        return Error{
            micros_field, refusals_count(micros), phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1"), {refusals_count(rounds)}),
            in_words(
                "torch 2.15",
                "Interleaved 1F1B requires the number of microbatches to be a multiple of the number of rounds (%1), but got %2.",
                {refusals_count(rounds), refusals_count(micros)})};
    return std::nullopt;
}

// ---- What cannot be sharded ----

std::string accepted_by_flat(const Plan &plan)
{
    return std::string(name_of(plan.weights.dtype == WeightDtype::auto_ ? WeightDtype::bf16 : plan.weights.dtype));
}

std::optional<Error> packed(const Asked &of)
{
    const Weights &weights = of.plan.weights;
    if (!of.fsdp() || weights.quant == "none") return std::nullopt;
    if (weights.quant == "int8")
        return Error{"weights.quant", "int8", "nf4 | fp4 | none",
                     of.engine == fsdp1 ? in_words("torch 2.15", "'Tensor' object has no attribute 'CB'")
                                        : in_words("torch 2.15", "Creating a Parameter from an instance of type Int8Params "
                                                                 "requires that detach() returns an instance of the same type")};
    const bool four_bits = is_bitsandbytes_4bit(weights.quant);
    if (of.engine != fsdp1 || !four_bits) return std::nullopt;
    if (!weights.quant_storage)
        return Error{"weights.quant_storage", "null", accepted_by_flat(of.plan),
                     in_words("torch 2.15", "Cannot flatten integer dtype tensors")};
    const bool uniform = name_of(*weights.quant_storage) == name_of(weights.dtype);
    if (!uniform)
        return Error{"weights.quant_storage", std::string(name_of(*weights.quant_storage)), accepted_by_flat(of.plan),
                     in_words("torch 2.15", "Must flatten tensors with uniform dtype")};
    return std::nullopt;
}

std::optional<Error> optimizer(const Asked &of)
{
    const OptimizerKind &kind = kind_of(of.plan.optimizer);
    if (kind.in_backward)
        return Error{"optimizer.name", std::string(kind.name), optimizers_that(has_torch_forms),
                     phrase(QT_TRANSLATE_NOOP("core", "an engine that reduces gradients steps once all of them are there"))};
    if (of.plan.optimizer.in_backward)
        return Error{"optimizer.in_backward", "true", "false",
                     phrase(QT_TRANSLATE_NOOP("core", "an engine that reduces gradients steps once all of them are there"))};
    const bool dtensors = of.engine == fsdp2 || (of.engine == native && of.parallel.zero == 3);
    if (dtensors && kind.fails_on_dtensors.words)
        return Error{"optimizer.name", std::string(kind.name), optimizers_that(has_torch_forms),
                     in_words(kind.fails_on_dtensors.release, kind.fails_on_dtensors.words)};
    return std::nullopt;
}

std::optional<Error> units(const Asked &of)
{
    if (!of.fsdp()) return std::nullopt;
    const Wrap &wrap = of.parallel.wrap;
    if (wrap.kind == Wrap::Kind::layer_ends && of.engine == fsdp1)
        return Error{"parallel.wrap", "layer+ends", "layer | none",
                     phrase(QT_TRANSLATE_NOOP("core", "only %1 makes units of the ends"), {"fully_shard"})};
    if (wrap.kind != Wrap::Kind::min_params) return std::nullopt;
    const auto refused = [&wrap](std::string why) {
        return Error{"parallel.wrap", "{\"min_params\": " + refusals_count(wrap.min_params) + "}", "layer | none",
                     std::move(why)};
    };
    if (of.engine == fsdp2 && of.trainer)
        return refused(
            in_words("torch 2.15", "fully_shard does not support containers that do not implement forward: ModuleList"));
    if (of.trainer && of.decoder() != nullptr && of.decoder()->tied)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "%1: \"%2\": the embedding is a unit, and the head that is tied to it is "
                                                        "not gathered"),
                              {"torch 2.15", "size mismatch"}));
    // size_based_auto_wrap_policy goes from the leaves up: an MLP that is large enough is a unit, what is left of its layer is not
    return refused(phrase(QT_TRANSLATE_NOOP("core", "units inside a layer are not simulated")));
}

// ---- DDP's reducer ----

std::optional<Error> reducer(const Asked &of)
{
    const Plan &plan = of.plan;
    if (of.engine != ddp || of.parallel.pipeline > 1 || of.parallel.data == 1) return std::nullopt;
    const bool holds_back = plan.gradient_accumulation > 1 && (of.trainer || of.parallel.accumulate_without_sync);
    if (of.parallel.static_graph && holds_back)
        return Error{"parallel.static_graph", "true",
                     phrase(QT_TRANSLATE_NOOP("core", "false, or %1"), {"gradient_accumulation 1"}),
                     in_words("torch 2.15", "expect_autograd_hooks_ INTERNAL ASSERT FAILED")};
    const bool rule = of.trainer && (plan.trains_adapter() || !plan.gradient_checkpointing.enabled);
    const bool finds_unused = of.parallel.find_unused_parameters.value_or(rule) || of.parallel.static_graph;
    if (!finds_unused && plan.method == Method::full && !plan.trainable && of.decoder() != nullptr && of.decoder()->inside_larger)
        return Error{
            "parallel.find_unused_parameters", "false", "true",
            phrase(QT_TRANSLATE_NOOP("core", "%1: \"%2\": text leaves the model's other towers without gradients"),
                   {"torch 2.15", "Expected to have finished reduction in the prior iteration before starting a new one"})};
    return std::nullopt;
}

std::optional<Error> deepspeed_keys(const Asked &of)
{
    if (of.engine != deepspeed) return std::nullopt;
    const Result<ZeroSettings> settings = zero_settings(of.plan, of.trainer);
    return settings ? std::nullopt : std::optional(settings.error());
}

} // namespace

std::optional<Error> refused_by_engine(const Plan &plan, const Architecture &architecture, bool trainer)
{
    if (plan.task != Task::train || !plan.parallel.spread()) return std::nullopt;
    const Asked of{plan, plan.parallel, architecture, parallel_engine(plan), trainer};
    for (const auto check : {stage_of_engine, ways_of_engine, offload_of_engine, mesh, context, heads, experts, pipeline, packed,
                             optimizer, units, reducer, deepspeed_keys})
        if (auto error = check(of)) return error;
    return std::nullopt;
}

} // namespace plimsoll
