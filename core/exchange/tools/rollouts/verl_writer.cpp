// SPDX-License-Identifier: GPL-3.0-or-later
// verl 0.9.1: trainer/config; the command that starts trainer/main_ppo.py
#include "core/exchange/model_argument.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/tools/rollouts/rollout_command.h"
#include "core/exchange/tools/rollouts/rollout_writer.h"
#include "core/exchange/tools/tools.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"

#include <algorithm>
#include <string>

namespace plimsoll {

namespace {

constexpr std::string_view verl_always[] = {"micro_batch", "sequence_length", "gradient_checkpointing", "rollout.tensor",
                                            "rollout.gpu_memory_utilization"};
constexpr TrainingWords verl_written{.title = "verl", .always = verl_always};

constexpr RolloutWords verl_rollouts{.tool = "verl",
                                     .share = "actor_rollout_ref.rollout.gpu_memory_utilization",
                                     .tensor = "actor_rollout_ref.rollout.tensor_model_parallel_size",
                                     .context = "actor_rollout_ref.rollout.max_model_len",
                                     .sequences = "actor_rollout_ref.rollout.max_num_seqs",
                                     .prompt = "data.max_prompt_length",
                                     .completion = "data.max_response_length",
                                     .generations = "actor_rollout_ref.rollout.n",
                                     .iterations = "actor_rollout_ref.actor.ppo_epochs",
                                     .beta = {}};

/// FSDP's shards of the actor, whose masters are in float32 unless told.
void say_verl_shards(TrainingText &text)
{
    const Parallel &spread = text.plan().parallel;
    const bool second = spread.engine == ParallelEngine::fsdp2 || !spread.engine;
    text.take("parallel.engine");
    text.say("actor_rollout_ref.actor.strategy", second ? "fsdp2" : "fsdp");
    if (spread.engine && !second && spread.engine != ParallelEngine::fsdp1)
        text.cannot("parallel.engine", phrase(QT_TRANSLATE_NOOP("core", "%1 spreads its actor by %2"), {"verl", "FSDP"}));
    only(text, "parallel.zero", spread.zero == 3, verl_written.title);
    const std::string at = "actor_rollout_ref.actor.fsdp_config.";
    const WeightDtype dtype = dtype_of_weights(text);
    text.take("weights.dtype");
    text.say(at + "model_dtype", dtype == WeightDtype::fp32 ? "fp32" : dtype == WeightDtype::fp16 ? "fp16" : "bf16");
    if (dtype == WeightDtype::auto_) text.cannot("weights.dtype", phrase(QT_TRANSLATE_NOOP("core", "a dtype is expected")));
    only(text, "autocast", text.plan().autocast == Autocast::bf16, verl_written.title);
    only(text, "parallel.param_dtype", spread.param_dtype == ParallelDtype::bf16, verl_written.title);
    only(text, "parallel.reduce_dtype", spread.reduce_dtype == ParallelDtype::fp32, verl_written.title);
    if (text.take("parallel.reshard_after_forward")) text.say(at + "reshard_after_forward", spread.reshard_after_forward);
    if (text.take("rollout.offload_trainer")) { // workers/engine/base.py: away between steps
        text.say(at + "param_offload", text.plan().rollout.offload_trainer);
        text.say(at + "optimizer_offload", text.plan().rollout.offload_trainer);
    }
    if (!text.take("parallel.offload")) return;
    const bool steps_there = second && spread.offload == Offload::both;
    if (second) text.say(at + "offload_policy", steps_there);
    if (spread.offload != Offload::none && !steps_there)
        text.cannot("parallel.offload", phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"verl"}));
}

void say_verl_engine(TrainingText &text)
{
    const Rollout &made = text.plan().rollout;
    const std::string_view engine = name_of(made.engine);
    if (text.take("rollout.engine"))
        text.say("actor_rollout_ref.rollout.name", engine == "transformers" ? "hf" : std::string(engine));
    only(text, "rollout.colocated", made.colocated, verl_written.title);
    const Count deepest = text.plan().method != Method::full ? 1 : 2;
    if (text.take("rollout.sleep") && made.sleep) {
        text.say("actor_rollout_ref.rollout.free_cache_engine", *made.sleep > 0);
        if (*made.sleep > 0 && *made.sleep != deepest)
            text.cannot("rollout.sleep",
                        phrase(QT_TRANSLATE_NOOP("core", "it sleeps at level %1, or not at all"), {std::to_string(deepest)}));
    }
    if (!text.take("rollout.beta")) return;
    const double weight = made.beta.value_or(0.0);
    text.say("actor_rollout_ref.actor.use_kl_loss", weight != 0.0);
    if (weight != 0.0) text.say("actor_rollout_ref.actor.kl_loss_coef", weight);
}

/// A mini batch is a step's rows over all ranks, before each prompt is drawn several times.
void say_verl_batch(TrainingText &text)
{
    const Plan &plan = text.plan();
    text.take("micro_batch");
    text.say("actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu", plan.micro_batch);
    if (text.take("rollout.micro_batch_size") && plan.rollout.micro_batch_size)
        for (const char *section : {"rollout", "ref"})
            text.say("actor_rollout_ref." + std::string(section) + ".log_prob_micro_batch_size_per_gpu",
                     *plan.rollout.micro_batch_size);
    const Count ranks = std::max<Count>(plan.parallel.data, 1);
    text.take("parallel.data");
    text.say("trainer.n_gpus_per_node", ranks);
    if (!text.take("gradient_accumulation")) return;
    const Count rows = plan.gradient_accumulation * plan.micro_batch * ranks, samples = plan.rollout.generations.value_or(1);
    if (rows % samples == 0)
        text.say("actor_rollout_ref.actor.ppo_mini_batch_size", rows / samples);
    else
        text.cannot("gradient_accumulation", phrase(QT_TRANSLATE_NOOP("core", "a step has whole groups of completions")));
}

/// A row is the longest prompt and the longest completion.
void say_verl_lengths(TrainingText &text)
{
    const Plan &plan = text.plan();
    const Count completion = plan.rollout.completion_length.value_or(512); // data.max_response_length
    if (!text.take("sequence_length")) return;
    if (!plan.rollout.prompt_length && plan.sequence_length > completion)
        text.say("data.max_prompt_length", plan.sequence_length - completion);
    else if (plan.rollout.prompt_length.value_or(0) + completion != plan.sequence_length)
        text.cannot("sequence_length",
                    phrase(QT_TRANSLATE_NOOP("core", "a row is a prompt and its completion, as long as both")));
}

void say_verl_model(TrainingText &text)
{
    const Plan &plan = text.plan();
    const std::string at = "actor_rollout_ref.model.";
    if (text.take("padded")) text.say(at + "use_remove_padding", !plan.padded);
    if (plan.padded && text.states("padded")) text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "it is up to the data")));
    const Checkpointing &held = plan.gradient_checkpointing;
    text.take("gradient_checkpointing");
    text.say(at + "enable_gradient_checkpointing", held.enabled);
    if (held.offload || held.offload_activations || held.reentrant || held.every > 1 || !held.selective.empty())
        text.cannot("gradient_checkpointing", phrase(QT_TRANSLATE_NOOP("core", "whole layers are recomputed, or none")));
    if (says_adapters(text, false)) say_lora(text, at + "lora_rank", at + "lora_alpha", at + "target_modules");
    const bool whole = plan.loss.kind == LossKind::fused_ce, chunked = plan.loss.kind == LossKind::chunked;
    if (text.states("loss.kind") && (whole || chunked)) text.say("actor_rollout_ref.model.use_fused_kernels", chunked);
    only(text, "loss.kind", whole || chunked, verl_written.title);
    only(text, "keep_outputs", !plan.keep_outputs, verl_written.title);
    if (text.take("max_grad_norm")) text.say("actor_rollout_ref.actor.grad_clip", plan.max_grad_norm);
}

} // namespace

Result<Exported> write_verl(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, verl_written.title)) return *refused;
    if (const auto refused = refuses_to_draw(stated, verl_written.title)) return *refused;
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(verl_written, stated);
    text.take("objective");
    text.say("algorithm.adv_estimator", std::string(kind_of(stated.objective).name));
    text.say("actor_rollout_ref.model.path", model->model);
    say_verl_model(text);
    say_verl_shards(text);
    say_verl_lengths(text);
    say_verl_batch(text);
    say_verl_engine(text);
    say_rollout(text, verl_rollouts);
    text.say_rest();
    std::vector<std::string> line{"python3", "-m", "verl.trainer.main_ppo"};
    const std::vector<std::string> said = key_words(text.keys(), false);
    line.insert(line.end(), said.begin(), said.end());
    return Exported{{}, shell_line(line) + '\n', std::move(text.not_said())};
}

} // namespace plimsoll
