// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0: commands/config/config_args.py (ClusterConfig), commands/config/cluster.py
#include "core/exchange/tools/spread_words.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

namespace plimsoll {

namespace {

constexpr TrainingWords words{.title = "accelerate"};

void say_deepspeed_config(TrainingText &text)
{
    const Plan &plan = text.plan();
    text.take("parallel.zero");
    text.say("deepspeed_config.zero_stage", plan.parallel.zero);
    text.say("deepspeed_config.zero3_init_flag", plan.parallel.zero == 3);
    if (text.take("parallel.offload")) {
        const Offload offload = plan.parallel.offload;
        const char *const place = offload == Offload::nvme ? "nvme" : "cpu";
        const bool optimizer = offload != Offload::none && offload != Offload::parameters;
        const bool parameters = offload != Offload::none && offload != Offload::optimizer;
        text.say("deepspeed_config.offload_optimizer_device", optimizer ? place : "none");
        text.say("deepspeed_config.offload_param_device", parameters ? place : "none");
    }
    if (text.take("gradient_accumulation")) text.say("deepspeed_config.gradient_accumulation_steps", plan.gradient_accumulation);
    if (text.take("max_grad_norm")) text.say("deepspeed_config.gradient_clipping", plan.max_grad_norm);
    if (text.take("parallel.deepspeed"))
        text.cannot("parallel.deepspeed",
                    phrase(QT_TRANSLATE_NOOP("core", "DeepSpeed's own file says it (%1)"), {"--to deepspeed"}));
}

/// Sizes of meshes, where there are more than data-parallel ranks.
void say_meshes(TrainingText &text)
{
    const Parallel &p = text.plan().parallel;
    if (p.tensor <= 1 && p.context <= 1 && p.replicate <= 1) return;
    const Count copies = p.data % p.replicate == 0 ? p.replicate : 1;
    text.say("parallelism_config.parallelism_config_dp_replicate_size", copies);
    text.say("parallelism_config.parallelism_config_dp_shard_size", p.data / copies);
    text.say("parallelism_config.parallelism_config_tp_size", p.tensor);
    const bool heads = p.context_backend == ContextBackend::ulysses; // exchanged by DeepSpeed
    text.say(heads ? "parallelism_config.parallelism_config_sp_size" : "parallelism_config.parallelism_config_cp_size",
             p.context);
    for (const char *path : {"parallel.tensor", "parallel.context", "parallel.replicate"}) text.take(path);
    if (p.context > 1) text.take("parallel.context_backend");
    if (copies != p.replicate)
        text.cannot("parallel.replicate", phrase(QT_TRANSLATE_NOOP("core", "the copies do not divide %1"), {"parallel.data"}));
}

const char *kind_of(const std::optional<ParallelEngine> &engine)
{
    using enum ParallelEngine;
    if (!engine) return "NO";
    if (engine == deepspeed) return "DEEPSPEED";
    if (engine == fsdp1 || engine == fsdp2) return "FSDP";
    return engine == megatron ? "MEGATRON_LM" : "MULTI_GPU";
}

} // namespace

Result<Exported> write_accelerate(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    TrainingText text(words, stated);
    const Plan &plan = text.plan();
    const std::optional<ParallelEngine> engine = plan.parallel.engine;
    text.comment("accelerate launch --config_file THIS_FILE train.py ...");
    text.say("compute_environment", "LOCAL_MACHINE");
    text.say("distributed_type", kind_of(engine));
    // its MULTI_GPU is DDP, and with tensor-parallel ranks transformers' own meshes
    if (text.take("parallel.engine") && engine == (plan.parallel.tensor > 1 ? ParallelEngine::ddp : ParallelEngine::native))
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {words.title}));
    text.say("num_machines", 1);
    const Count stages =
        engine == ParallelEngine::megatron ? plan.parallel.pipeline : 1; // nobody else cuts a model into stages here
    text.say("num_processes", plan.parallel.data * plan.parallel.tensor * plan.parallel.context * stages);
    text.take("parallel.data");
    if (text.take("autocast")) text.say("mixed_precision", name_of(plan.autocast) == "none" ? "no" : name_of(plan.autocast));
    if (engine == ParallelEngine::deepspeed) say_deepspeed_config(text);
    if (engine == ParallelEngine::fsdp1 || engine == ParallelEngine::fsdp2)
        say_fsdp(text, "fsdp_config.fsdp_", engine == ParallelEngine::fsdp2);
    if (engine == ParallelEngine::megatron) {
        for (const char *path : {"parallel.tensor", "parallel.pipeline", "parallel.context"}) text.take(path);
        text.say("megatron_lm_config.megatron_lm_tp_degree", plan.parallel.tensor);
        text.say("megatron_lm_config.megatron_lm_pp_degree", plan.parallel.pipeline);
        text.say("megatron_lm_config.megatron_lm_context_parallel_size", plan.parallel.context);
    } else
        say_meshes(text);
    if (text.take("compile") && plan.compile) text.say("dynamo_config.dynamo_backend", "INDUCTOR");
    for (const Field &field : plan_fields()) {
        const bool spreads = field.path.starts_with("parallel.");
        const bool asked = field.path == "name" || field.path == "task" || field.path.starts_with("target.");
        if (asked || !text.take(field.path)) continue;
        text.cannot(field.path, spreads ? phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {words.title})
                                        : phrase(QT_TRANSLATE_NOOP("core", "the script that is launched says it")));
    }
    return std::move(text).as_yaml();
}

Result<Exported> write_deepspeed(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, "DeepSpeed")) return *refused;
    constexpr TrainingWords deepspeed{.title = "DeepSpeed"};
    TrainingText text(deepspeed, stated);
    const Plan &plan = text.plan();
    text.take("parallel.engine");
    if (plan.parallel.engine != ParallelEngine::deepspeed)
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "these are the words of %1"), {"DeepSpeed"}));
    say_deepspeed(text, {}, false);
    for (const Field &field : plan_fields()) {
        const bool asked = field.path == "name" || field.path == "task" || field.path.starts_with("target.");
        if (asked || !text.take(field.path)) continue;
        text.cannot(field.path, phrase(QT_TRANSLATE_NOOP("core", "the script that is launched says it")));
    }
    return std::move(text).as_json();
}

} // namespace plimsoll
