// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/extension.h"
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"
#include "core/stacks/torchtitan/torchtitan_model.h"

namespace plimsoll {

namespace {

// torchtitan 0.3.0: config/configs.py, models/llama3/config_registry.py (llama3_8b), distributed/fsdp.py.
constexpr Default torchtitan_defaults[] = {
    {"method", "full", "", "torchtitan 0.3.0 trainer.py"},
    {"weights.dtype", "fp32", "training.dtype", "torchtitan 0.3.0 config/configs.py, TrainingConfig.dtype"},
    {"autocast", "none", "", "torchtitan 0.3.0 trainer.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 casts in its place"), "fully_shard")},
    {"micro_batch", "8", "training.local_batch_size", "torchtitan 0.3.0 config/configs.py, TrainingConfig.local_batch_size"},
    {"sequence_length", "2048", "training.seq_len", "torchtitan 0.3.0 config/configs.py, TrainingConfig.seq_len"},
    {"max_grad_norm", "1.0", "training.max_norm", "torchtitan 0.3.0 config/configs.py, TrainingConfig.max_norm"},
    {"gradient_accumulation", "1", "training.global_batch_size",
     "torchtitan 0.3.0 config/configs.py, TrainingConfig.global_batch_size"},
    {"gradient_checkpointing", "selective=operations", "activation_checkpoint.mode",
     "torchtitan 0.3.0 models/llama3/config_registry.py, SelectiveAC"},
    {"optimizer.name", "adamw", "optimizer.name", "torchtitan 0.3.0 components/optimizer/optimizer.py, default_adamw"},
    {"optimizer.implementation", "fused", "optimizer.implementation",
     "torchtitan 0.3.0 components/optimizer/optimizer.py, default_adamw"},
    {"attention", "sdpa", "", "torchtitan 0.3.0 models/common/attention.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2, which keeps what flash kernels keep"), "varlen_attn")},
    {"loss.kind", "chunked", "loss", "torchtitan 0.3.0 components/loss.py, ChunkedLossWrapper"},
    {"keep_outputs", "false", "", "torchtitan 0.3.0 trainer.py, _forward_backward_body"},
    {"evaluation.micro_batch", "0", "validation.enable", "torchtitan 0.3.0 components/validate.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: off"))},
    {"compile", "", "compile.enable", "torchtitan 0.3.0 config/configs.py, CompileConfig"},
    {"parallel.zero", "3", "", "torchtitan 0.3.0 distributed/fsdp.py, apply_fsdp_to_decoder", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: also on one card"), "fully_shard")},
    {"parallel.data", "", "parallelism.data_parallel_shard_degree", "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.replicate", "", "parallelism.data_parallel_replicate_degree",
     "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.tensor", "", "parallelism.tensor_parallel_degree", "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.context", "", "parallelism.context_parallel_degree", "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.pipeline", "", "parallelism.pipeline_parallel_degree", "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.expert", "", "parallelism.expert_parallel_degree", "torchtitan 0.3.0 config/configs.py, ParallelismConfig"},
    {"parallel.sequence", "true", "parallelism.enable_sequence_parallel",
     "torchtitan 0.3.0 config/configs.py, ParallelismConfig.enable_sequence_parallel"},
    {"parallel.wrap", "layer+ends", "", "torchtitan 0.3.0 distributed/fsdp.py, apply_fsdp_to_decoder"},
    {"parallel.param_dtype", "bf16", "training.mixed_precision_param",
     "torchtitan 0.3.0 config/configs.py, TrainingConfig.mixed_precision_param"},
    {"parallel.reduce_dtype", "fp32", "training.mixed_precision_reduce",
     "torchtitan 0.3.0 config/configs.py, TrainingConfig.mixed_precision_reduce"},
    {"parallel.checkpoint_wrapper", "true", "", "torchtitan 0.3.0 distributed/activation_checkpoint.py"},
    {"parallel.reshard_after_forward", "true", "parallelism.fsdp_reshard_after_forward",
     "torchtitan 0.3.0 config/configs.py, ParallelismConfig.fsdp_reshard_after_forward"},
    {"parallel.offload", "none", "training.enable_cpu_offload",
     "torchtitan 0.3.0 config/configs.py, TrainingConfig.enable_cpu_offload"},
};

constexpr Read torchtitan_read[] = {
    reads::whole_model_trains,
    {"keep_outputs",
     Effect::none,
     {QT_TRANSLATE_NOOP("core", "%1 drops a step's outputs before its backward pass"), "torchtitan"}},
    {"padded", Effect::none, {QT_TRANSLATE_NOOP("core", "%1 fills its rows; positions tell documents apart"), "torchtitan"}},
    {"autocast",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 casts by %2 alone (%3)"), "torchtitan", "parallel.param_dtype", "distributed/fsdp.py"},
     "none"},
    {"weights.quant", Effect::refused, {QT_TRANSLATE_NOOP("core", "%1 trains no packed weights"), "torchtitan"}, "none"},
    {"weights.dtype",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 takes two dtypes (%2)"), "torchtitan", "TrainingConfig.dtype"},
     "fp32 | bf16"},
    {"loss.kind",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 has two losses (%2)"), "torchtitan", "components/loss.py"},
     "chunked | full"},
    {"gradient_checkpointing", Effect::depends},
    {"parallel.sequence", Effect::depends, {}, {}, [](const Plan &plan) { return plan.parallel.tensor > 1; }},
    {"parallel.zero",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 shards by %2 always (%3)"), "torchtitan", "fully_shard", "distributed/fsdp.py"},
     "3"},
    {"parallel.engine",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 shards by %2 always (%3)"), "torchtitan", "fully_shard", "distributed/fsdp.py"},
     "fsdp2 | native",
     [](const Plan &plan) { return plan.parallel.engine.has_value(); }},
    {"parallel.pipeline", Effect::refused, {QT_TRANSLATE_NOOP("core", "stages of %1 are not simulated"), "torchtitan"}, "1"},
    {"parallel.param_dtype", Effect::depends},
    {"parallel.checkpoint_wrapper", Effect::depends},
    {"parallel.reshard_after_forward", Effect::depends},
    {"parallel.reduce_dtype", Effect::depends},
    {"parallel.wrap", Effect::depends},
};

constexpr LibraryUse torchtitan_libraries[] = {{"torchtitan"}};

std::optional<Error> refused_by_torchtitan(const Plan &plan, const Architecture &architecture)
{
    const DecoderExtension *more = architecture.decoder->extension.get();
    if (more && more->sequence)
        return Error{"stack", "torchtitan", phrase(QT_TRANSLATE_NOOP("core", "another stack")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 has decoders only (%2)"), {"torchtitan", "0.3.0, models"})};
    if (plan.parallel.tensor > 1 && !step::torchtitan_model(architecture, plan))
        return Error{"parallel.tensor", std::to_string(plan.parallel.tensor), "1",
                     phrase(QT_TRANSLATE_NOOP("core", "how %1 divides layers unlike Llama 3's and Qwen 3's is not simulated"),
                            {"torchtitan"})};
    return std::nullopt;
}

constexpr Spread torchtitan_allocated{0.98, 1.04, "12 measured peaks of torchtitan 0.3.0: 1.00 of the estimate"};
constexpr Spread torchtitan_reserved{0.97, 1.07, "and what they reserved: 0.98 to 1.07 of the estimate"};
constexpr Spreads torchtitan_spread{{torchtitan_allocated, torchtitan_allocated},
                                    Spreads::Measured{torchtitan_reserved, torchtitan_reserved}};

} // namespace

constinit const Runner stacks::torchtitan{
    .name = "torchtitan",
    .base = &training_step,
    .defaults = torchtitan_defaults,
    .own_keys = true,
    .library = &libraries::torchtitan,
    .reads = torchtitan_read,
    .libraries = torchtitan_libraries,
    .loop = {.trainer = false, .input_gradients = InputGradients::of_none, .recomputes_to_end = true, .own_collectives = true},
    .losses = {.chunked = step::torchtitan_chunked_loss, .whole_logits = step::torchtitan_whole_loss},
    .models = {.own = true, .build = step::torchtitan_model, .measured_as_built = true},
    .refuses = refused_by_torchtitan,
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its defaults, loop, loss and sharding, and its own lines for models like Llama 3 "
                                    "and Qwen 3; others are taken as %2' modules. CUDA graphs of the step are not "
                                    "simulated."),
                  "stack torchtitan", "transformers"}},
    .spread = &torchtitan_spread,
};

} // namespace plimsoll
