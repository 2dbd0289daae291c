// SPDX-License-Identifier: GPL-3.0-or-later
// OpenRLHF 0.11.2: cli/train_ppo_ray.py
#include "core/exchange/model_argument.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/tools/rollouts/rollout_command.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/tools.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"

#include <algorithm>
#include <string>

namespace plimsoll {

namespace {

constexpr std::string_view openrlhf_always[] = {"micro_batch", "sequence_length", "gradient_checkpointing", "attention",
                                                "rollout.gpu_memory_utilization"};
constexpr TrainingWords openrlhf_written{.title = "OpenRLHF", .always = openrlhf_always};

constexpr RolloutWords openrlhf_rollouts{.tool = "OpenRLHF",
                                         .share = "vllm.gpu_memory_utilization",
                                         .tensor = "vllm.tensor_parallel_size",
                                         .engines = "vllm.num_engines",
                                         .completion = "rollout.max_new_tokens",
                                         .generations = "rollout.n_samples_per_prompt",
                                         .beta = "algo.kl.init_coef",
                                         .reward_models = "reward.model_name_or_path"};

void say_openrlhf_model(TrainingText &text)
{
    const Plan &plan = text.plan();
    const WeightDtype dtype = dtype_of_weights(text);
    if (text.take("weights.dtype") && dtype != WeightDtype::bf16 && dtype != WeightDtype::fp16)
        text.cannot("weights.dtype", phrase(QT_TRANSLATE_NOOP("core", "it is %1 or %2"), {"bf16", "fp16"}));
    const bool half = dtype == WeightDtype::fp16;
    text.say("ds.param_dtype", half ? "fp16" : "bf16");
    only(text, "autocast", plan.autocast == (half ? Autocast::fp16 : Autocast::bf16), openrlhf_written.title);
    text.take("attention");
    constexpr std::string_view kernels[] = {"eager", "sdpa", "flash_attention_2", "flash_attention_3"};
    const auto kernel = static_cast<std::size_t>(plan.attention);
    if (kernel < std::size(kernels)) text.say("ds.attn_implementation", std::string(kernels[kernel]));
    const Checkpointing &held = plan.gradient_checkpointing;
    text.take("gradient_checkpointing");
    text.say("actor.gradient_checkpointing_enable", held.enabled);
    if (held.reentrant) text.say("actor.gradient_checkpointing_reentrant", true);
    if (held.offload || held.offload_activations || held.every > 1 || !held.selective.empty())
        text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
    if (text.take("padded")) text.say("ds.packing_samples", !plan.padded);
    if (plan.padded && text.states("padded")) text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "it is up to the data")));
    const bool packs = plan.weights.quant == "nf4";
    if (text.take("weights.quant")) {
        text.say("ds.load_in_4bit", packs);
        if (!packs && plan.weights.quant != "none")
            text.cannot("weights.quant", phrase(QT_TRANSLATE_NOOP("core", "a checkpoint in this format says it itself")));
    }
    if (says_adapters(text, packs)) say_lora(text, "ds.lora.rank", "ds.lora.alpha", "ds.lora.target_modules");
    only(text, "loss.kind", plan.loss.kind == LossKind::full, openrlhf_written.title);
    if (text.take("max_grad_norm")) text.say("max_norm", plan.max_grad_norm);
}

void say_openrlhf_shards(TrainingText &text)
{
    const Parallel &spread = text.plan().parallel;
    only(text, "parallel.engine", spread.engine == ParallelEngine::deepspeed, openrlhf_written.title);
    text.take("parallel.zero");
    text.say("ds.zero_stage", spread.zero);
    if (text.take("parallel.offload")) {
        text.say("ds.adam_offload", spread.offload == Offload::optimizer);
        if (spread.offload != Offload::optimizer && spread.offload != Offload::none)
            text.cannot("parallel.offload", phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"OpenRLHF"}));
    }
    if (text.take("parallel.tensor")) text.say("ds.tensor_parallel_size", spread.tensor);
    if (text.take("parallel.context")) text.say("ds.ring_attn_size", spread.context);
    if (spread.context > 1)
        only(text, "parallel.context_backend", spread.context_backend == ContextBackend::ring, openrlhf_written.title);
}

void say_openrlhf_engine(TrainingText &text)
{
    const Rollout &made = text.plan().rollout;
    const bool beside = name_of(made.engine) == "vllm";
    if (text.take("rollout.engine") && !beside)
        text.cannot("rollout.engine", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such engine beside it"), {"OpenRLHF"}));
    text.take("rollout.colocated");
    text.say("train.colocate_all", made.colocated);
    if (!made.colocated && made.beta.value_or(0) != 0) text.say("train.colocate_actor_ref", true);
    if (!made.colocated && text.take("rollout.reward_models")) // an actor of its own
        text.cannot("rollout.reward_models",
                    phrase(QT_TRANSLATE_NOOP("core", "models beside the one that trains stand on other cards")));
    if (made.reference == HeldAs::model && made.beta.value_or(0) != 0) text.take("rollout.reference"); // always
    if (!text.take("rollout.sleep") || !made.sleep) return;
    text.say("vllm.enable_sleep", *made.sleep > 0);
    if (*made.sleep == 2 || (*made.sleep > 0 && !made.colocated))
        text.cannot("rollout.sleep",
                    phrase(QT_TRANSLATE_NOOP("core", "it sleeps at level %1, or not at all"), {std::string("1")}));
}

void say_openrlhf_batch(TrainingText &text)
{
    const Plan &plan = text.plan();
    const Count ranks = std::max<Count>(plan.parallel.data, 1);
    text.take("parallel.data");
    text.say("actor.num_nodes", 1);
    text.say("actor.num_gpus_per_node", ranks);
    text.take("micro_batch");
    text.say("train.micro_batch_size", plan.micro_batch);
    if (text.take("rollout.micro_batch_size") && plan.rollout.micro_batch_size)
        text.say("rollout.micro_batch_size", *plan.rollout.micro_batch_size);
    if (text.take("gradient_accumulation")) text.say("train.batch_size", plan.gradient_accumulation * plan.micro_batch * ranks);
    text.take("sequence_length");
    text.say("data.max_len", plan.sequence_length);
    const Rollout &made = plan.rollout; // a row is both, and the engine's context
    if (made.max_model_length == plan.sequence_length) text.take("rollout.max_model_length");
    if (made.prompt_length && made.completion_length && *made.prompt_length + *made.completion_length == plan.sequence_length)
        text.take("rollout.prompt_length");
}

} // namespace

Result<Exported> write_openrlhf(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, openrlhf_written.title)) return *refused;
    if (const auto refused = refuses_to_draw(stated, openrlhf_written.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(openrlhf_written, stated);
    const ObjectiveKind &aim = kind_of(stated.objective);
    text.take("objective");
    text.say("actor.model_name_or_path", model->model);
    text.say("algo.advantage.estimator", std::string(word_of(aim, "estimator", aim.name)));
    say_openrlhf_model(text);
    say_openrlhf_shards(text);
    say_openrlhf_batch(text);
    say_openrlhf_engine(text);
    say_rollout(text, openrlhf_rollouts);
    text.say_rest();
    std::vector<std::string> line{"python3", "-m", "openrlhf.cli.train_ppo_ray"};
    const std::vector<std::string> said = key_words(text.keys(), true);
    line.insert(line.end(), said.begin(), said.end());
    return Exported{{}, shell_line(line) + '\n', std::move(text.not_said())};
}

} // namespace plimsoll
