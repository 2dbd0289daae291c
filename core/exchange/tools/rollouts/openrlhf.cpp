// SPDX-License-Identifier: GPL-3.0-or-later
// OpenRLHF 0.11.2: cli/train_{ppo_ray,sft,dpo,rm}.py; before 0.10 the same options without their sections ("--zero_stage")
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/objectives/objectives.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

constexpr KeyGroup openrlhf_groups[] = {
    {no_effect, of_data,
     "data input_key output_key label_key apply_chat_template input_template dataset prompt_data prompt_data_probs max_samples "
     "dataset_probs train_split eval_split eval_dataset multiturn tokenizer_chat_template disable_fast_tokenizer "
     "chosen_key rejected_key prompt_key optim muon min_lr_ratio"},
    {no_effect, of_schedule,
     "adam lr_scheduler lr_warmup_ratio learning_rate actor_learning_rate critic_learning_rate max_epochs num_episodes l2 "
     "adam_betas init_kl_coef kl_target kl_horizon kl_estimator use_kl_loss eps_clip eps_clip_low_high gamma lambd "
     "advantage_estimator "
     "algo train.seed train.max_epochs train.num_episodes train.full_determinism_enable actor.adam critic.adam seed beta "
     "label_smoothing "
     "normalize_reward reward_clip_range rollout.temperature rollout.top_p temperature top_p actor.eps_clip "
     "actor.eps_clip_low_high actor.dual_clip dual_clip actor.policy_loss_type policy_loss_type actor.loss_agg_mode "
     "train.ema_beta ema_beta critic.value_clip value_clip critic.freezing_steps freezing_actor_steps reward.normalize_enable "
     "reward.clip_range reward.overlong_buffer_len reward.overlong_penalty_factor reward.stop_properly_penalty_coef "
     "model.beta model.ipo_enable ipo model.nll_loss_coef nll_loss_coef model.margin_loss_enable margin_loss "
     "model.compute_fp32_loss_enable compute_fp32_loss model.loss_type loss_type"},
    {no_effect, of_logs, "logger logging_steps use_wandb wandb_project wandb_run_name wandb_group wandb_org use_tensorboard"},
    {no_effect, of_files,
     "ds.use_universal_ckpt use_ds_universal_ckpt critic.save_value_network save_value_network ckpt save_path ckpt_path "
     "save_steps save_hf_ckpt load_checkpoint max_ckpt_num max_ckpt_mem disable_ds_ckpt use_ms"},
    {no_effect, of_evaluation, "eval eval_steps"},
    {no_effect, of_processes,
     "local_rank vllm_sync_backend vllm.sync_backend vllm_sync_with_ray vllm.sync_with_ray ref.num_nodes ref.num_gpus_per_node "
     "ref_num_nodes "
     "ref_num_gpus_per_node "
     "reward_num_nodes reward_num_gpus_per_node critic_num_nodes critic_num_gpus_per_node remote_rm_url reward.remote_url "
     "reward.num_nodes reward.num_gpus_per_node critic.num_nodes critic.num_gpus_per_node train.async_queue_size "
     "async_queue_size train.partial_rollout_enable partial_rollout train.agent_func_path agent_func_path "
     "enable_prefix_caching vllm.enable_prefix_caching async_train train.async_enable"},
    {not_said, of_objective,
     "reward_pretrain critic_pretrain reward critic ref_pretrain colocate_actor_ref colocate_critic_reward "
     "train.colocate_actor_ref "
     "train.colocate_critic_reward enable_ema train.enable_ema ref_offload reward_offload ref.offload"},
    {not_said, no_field,
     "ds train actor model vllm rollout overlap_comm zpg grad_accum_dtype deepcompile use_liger_kernel "
     "ring_head_stride use_dynamic_batch train_max_tokens_per_gpu enforce_eager "
     "aux_loss_coef entropy_loss_coef rollout_batch_size vllm_generate_batch_size"},
};
constinit const ToolWords openrlhf_words{.title = "OpenRLHF", .groups = openrlhf_groups};

/// An option of today, and of releases before its sections.
struct Name {
    const char *now, *before;
};

class OpenRlhf {
public:
    explicit OpenRlhf(ConfigReading &reading) : m_reading(reading) {}

    void read()
    {
        const std::string program = program_scope(m_reading.text());
        m_reading.state("stack", "deepspeed");
        read_launchers(m_reading);
        m_reading.look_in(program);
        const bool draws = program.find("train_ppo") != std::string::npos;
        read_model(draws);
        read_sharding();
        draws ? read_rollouts() : read_rows(program);
        read_steps();
        take_all(m_reading, environment_words, "environment");
        take_all(m_reading, openrlhf_words, program);
    }

private:
    [[nodiscard]] const ConfigEntry *entry(const Name &name) const
    {
        const ConfigEntry *found = m_reading.find(name.now);
        if (found == nullptr) found = m_reading.find(name.before);
        return found != nullptr && !found->value.is_null() ? found : nullptr;
    }
    [[nodiscard]] bool is_on(const Name &name) const
    {
        const ConfigEntry *const found = entry(name);
        return found != nullptr && as_switch(found->value).value_or(false);
    }
    std::optional<Count> count(const Name &name, std::string_view field)
    {
        const ConfigEntry *const found = entry(name);
        if (found == nullptr) return std::nullopt;
        const auto number = found->unknown ? std::nullopt : as_count(found->value);
        if (number && !field.empty())
            m_reading.state(*found, field, *number);
        else if (!number)
            m_reading.warn(
                "unknown_value",
                phrase(QT_TRANSLATE_NOOP("core", "%1: only what runs the configuration can tell %2; nothing was taken of it"),
                       {found->key, as_word(found->value)}),
                std::string(field));
        return number;
    }
    void take(const Name &name, std::string_view field)
    {
        if (const ConfigEntry *found = entry(name); found != nullptr && m_reading.is_open(*found))
            m_reading.understood(*found, field);
    }

    void read_model(bool draws)
    {
        const ConfigEntry *const named =
            entry(draws ? Name{"actor.model_name_or_path", "pretrain"} : Name{"model.model_name_or_path", "pretrain"});
        if (named != nullptr && !named->unknown)
            take_named_model(m_reading, *named, named->value);
        else if (named != nullptr)
            m_reading.understood(*named, "model");
        const Name dtype{"ds.param_dtype", "param_dtype"}, bf16{"bf16", "bf16"};
        const ConfigEntry *const stated = entry(dtype);
        const std::string word = stated != nullptr ? as_word(stated->value) : "bf16";
        m_reading.state("weights.dtype", word);
        m_reading.state("autocast", word == "fp16" ? "fp16" : "bf16");
        take(dtype, "weights.dtype");
        take(bf16, "weights.dtype");
        const Name flash{"ds.attn_implementation", "attn_implementation"}, old{"flash_attn", "flash_attn"};
        if (const ConfigEntry *attention = entry(flash))
            take_attention(m_reading, *attention, attention->value);
        else
            m_reading.state("attention",
                            is_on(old) || entry(old) == nullptr ? "flash2" : "sdpa"); // flash_attention_2 unless told
        take(old, "attention");
        const Name checkpoints = draws ? Name{"actor.gradient_checkpointing_enable", "gradient_checkpointing"}
                                       : Name{"model.gradient_checkpointing_enable", "gradient_checkpointing"};
        const Name reentrant = draws ? Name{"actor.gradient_checkpointing_reentrant", "gradient_checkpointing_use_reentrant"}
                                     : Name{"model.gradient_checkpointing_reentrant", "gradient_checkpointing_use_reentrant"};
        if (is_on(checkpoints) && is_on(reentrant))
            m_reading.state("gradient_checkpointing", {{"reentrant", true}});
        else
            m_reading.state("gradient_checkpointing", is_on(checkpoints));
        take(checkpoints, "gradient_checkpointing");
        take(reentrant, "gradient_checkpointing");
        if (is_on({"ds.packing_samples", "packing_samples"})) m_reading.state("padded", false);
        take({"ds.packing_samples", "packing_samples"}, "padded");
        m_reading.state("loss.kind", "full");
        read_adapter();
    }

    void read_adapter()
    {
        const Name rank{"ds.lora.rank", "lora_rank"}, four{"ds.load_in_4bit", "load_in_4bit"};
        const bool packs = is_on(four), adapter = count(rank, {}).value_or(0) > 0;
        if (packs) m_reading.state("weights.quant", "nf4");
        take(four, "weights.quant");
        m_reading.state("method", !adapter ? "full" : packs ? "qlora" : "lora");
        if (adapter) {
            static_cast<void>(count(rank, "adapter.rank"));
            if (!count({"ds.lora.alpha", "lora_alpha"}, "adapter.alpha")) m_reading.state("adapter.alpha", 16);
            if (const ConfigEntry *targets = entry({"ds.lora.target_modules", "target_modules"}))
                take_modules(m_reading, *targets, targets->value);
        }
        for (const Name &name : {rank, Name{"ds.lora.alpha", "lora_alpha"}, Name{"ds.lora.target_modules", "target_modules"},
                                 Name{"ds.lora.dropout", "lora_dropout"}})
            take(name, "method");
    }

    void read_sharding()
    {
        m_reading.state("parallel.engine", "deepspeed");
        const Name stage{"ds.zero_stage", "zero_stage"}, states{"ds.adam_offload", "adam_offload"};
        if (!count(stage, "parallel.zero")) m_reading.state("parallel.zero", 2);
        if (is_on(states)) m_reading.state("parallel.offload", "optimizer");
        take(states, "parallel.offload");
        static_cast<void>(count({"ds.tensor_parallel_size", "ds_tensor_parallel_size"}, "parallel.tensor"));
        if (const auto ring = count({"ds.ring_attn_size", "ring_attn_size"}, "parallel.context"); ring.value_or(1) > 1)
            m_reading.state("parallel.context_backend", "ring");
    }

    /// Actors are ranks of their own; with everything on the same cards vLLM sleeps where it is told to.
    void read_rollouts()
    {
        const Name estimator{"algo.advantage.estimator", "advantage_estimator"};
        const std::string how = entry(estimator) != nullptr ? as_word(entry(estimator)->value) : std::string("gae");
        m_reading.state("objective", how == "rloo" ? "rloo" : "grpo");
        take(estimator, "objective");
        const Name nodes{"actor.num_nodes", "actor_num_nodes"}, each{"actor.num_gpus_per_node", "actor_num_gpus_per_node"};
        const auto ranks = count(each, {});
        if (ranks) m_reading.imports().processes = *ranks * count(nodes, {}).value_or(1);
        take(nodes, "parallel.data");
        take(each, "parallel.data");
        const Name all{"train.colocate_all", "colocate_all_models"}, sleeps{"vllm.enable_sleep", "vllm_enable_sleep"};
        const bool colocated = is_on(all);
        m_reading.state("rollout.engine", "vllm");
        m_reading.state("rollout.colocated", colocated);
        take(all, "rollout.colocated");
        m_reading.state("rollout.sleep", colocated && is_on(sleeps) ? 1 : 0); // trainer/ray/vllm_engine.py, LLMRayActor.sleep
        take(sleeps, "rollout.sleep");
        const ConfigEntry *const share = entry({"vllm.gpu_memory_utilization", "vllm_gpu_memory_utilization"});
        const auto part = share ? as_real(share->value) : std::nullopt;
        m_reading.state("rollout.gpu_memory_utilization", part.value_or(0.95));
        take({"vllm.gpu_memory_utilization", "vllm_gpu_memory_utilization"}, "rollout.gpu_memory_utilization");
        static_cast<void>(count({"vllm.tensor_parallel_size", "vllm_tensor_parallel_size"}, "rollout.tensor"));
        read_engines(colocated);
        static_cast<void>(count({"rollout.n_samples_per_prompt", "n_samples_per_prompt"}, "rollout.generations"));
        read_row_length();
        read_models_beside(colocated);
        if (colocated && how == "gae")
            m_reading.warn(
                "critic",
                phrase(QT_TRANSLATE_NOOP("core", "%1 trains a critic beside the actor, with its own weights, gradients and "
                                                 "states: it is not in the plan"),
                       {"advantage_estimator gae"}),
                "objective");
        if (!is_on({"ds.enable_sleep", "deepspeed_enable_sleep"})) return;
        m_reading.not_said(
            *entry({"ds.enable_sleep", "deepspeed_enable_sleep"}),
            phrase(QT_TRANSLATE_NOOP(
                "core", "the optimizer goes to the host while completions are drawn, and no field of a plan says so")));
    }

    /// trainer/ray/vllm_engine.py, create_vllm_engines: so many, each on as many cards as share its tensors; with everything on the same
    /// cards they stand on those of the actor.
    void read_engines(bool colocated)
    {
        const Name engines{"vllm.num_engines", "vllm_num_engines"};
        if (colocated)
            take(engines, "rollout.colocated");
        else
            static_cast<void>(count(engines, "rollout.engines"));
    }

    /// cli/train_ppo_ray.py: a reference where the divergence weighs something, and models that reward; on cards of their own unless
    /// all are placed together.
    void read_models_beside(bool colocated)
    {
        const Name weight{"algo.kl.init_coef", "init_kl_coef"}, judge{"reward.model_name_or_path", "reward_pretrain"};
        if (!colocated && !is_on({"train.colocate_actor_ref", "colocate_actor_ref"})) {
            m_reading.state("rollout.beta", 0.0);
            return;
        }
        const ConfigEntry *const stated = entry(weight);
        const auto number = stated != nullptr ? as_real(stated->value) : std::nullopt;
        if (number)
            m_reading.state(*stated, "rollout.beta", *number);
        else
            m_reading.state("rollout.beta", 0.01);
        take({"train.colocate_actor_ref", "colocate_actor_ref"}, "rollout.beta");
        if (m_reading.plan().rollout.beta != 0.0) m_reading.state("rollout.reference", "model"); // whatever trains
        read_named_reference();
        const ConfigEntry *const rewards = colocated ? entry(judge) : nullptr;
        if (rewards == nullptr || rewards->unknown) return;
        json models = json::array();
        for (const std::string &name : as_names(rewards->value)) models.push_back(model_named(name));
        m_reading.state(*rewards, "rollout.reward_models", models);
    }

    /// A reference of its own beside every training (Actor of cli/train_dpo.py, ReferenceModelActor of trainer/ray/launcher.py).
    void read_named_reference()
    {
        const ConfigEntry *const named = entry({"ref.model_name_or_path", "ref_pretrain"});
        if (named == nullptr || !m_reading.is_open(*named)) return;
        const ConfigEntry *const trained = entry({"model.model_name_or_path", "pretrain"}), *const actor =
                                                                                                entry({"actor.model_name_or_path",
                                                                                                       "pretrain"});
        const std::string own = as_word(named->value);
        const bool same = own.empty() || (trained != nullptr && as_word(trained->value) == own) ||
                          (actor != nullptr && as_word(actor->value) == own);
        if (same) return m_reading.understood(*named, "model");
        m_reading.not_said(*named, phrase(QT_TRANSLATE_NOOP("core", "the reference is another model than the one that trains: a "
                                                                    "plan holds the same one again")));
    }

    /// cli/train_ppo_ray.py: a row and the engine's context are data.max_len, prompt and completion together; before its sections
    /// (0.10) as long as both.
    void read_row_length()
    {
        const auto prompt = count({"prompt_max_len", "prompt_max_len"}, "rollout.prompt_length"),
                   answer = count({"rollout.max_new_tokens", "generate_max_len"}, "rollout.completion_length");
        constexpr Count longest = 2048;
        auto whole = count({"data.max_len", "max_len"}, "sequence_length");
        if (!whole) {
            whole = m_reading.find("rollout.max_new_tokens") != nullptr ? longest : prompt.value_or(1024) + answer.value_or(1024);
            m_reading.state("sequence_length", *whole);
        }
        m_reading.state("rollout.max_model_length", *whole);
        if (!prompt && answer && *answer < *whole) m_reading.state("rollout.prompt_length", *whole - *answer);
    }

    void read_rows(const std::string &program)
    {
        if (!count({"data.max_len", "max_len"}, "sequence_length")) m_reading.state("sequence_length", 2048);
        if (program.find("train_dpo") != std::string::npos) read_pairs();
        if (program.find("train_rm") != std::string::npos) m_reading.state("objective", "reward");
        if (program.find("train_kto") != std::string::npos || program.find("train_kd") != std::string::npos)
            read_trainer_objective(m_reading, program.find("kto") != std::string::npos ? "kto" : "gkd");
    }

    void read_pairs()
    {
        m_reading.state("objective", "dpo");
        m_reading.state("preference.reference", "model");
        read_named_reference();
    }

    /// trainer/ppo_utils/experience_maker.py, split_rollout_samples: rows of a pass without gradients, or as many as fill so many tokens.
    void read_scored(const Name &packs, const Name &most)
    {
        if (!kind_of(m_reading.plan().objective).generates) return;
        const Name rows{"rollout.micro_batch_size", "micro_rollout_batch_size"},
            tokens{"rollout.max_tokens_per_gpu", "rollout_max_tokens_per_gpu"};
        if (!is_on(packs)) {
            if (!count(rows, "rollout.micro_batch_size")) m_reading.state("rollout.micro_batch_size", 1);
            return;
        }
        auto filled = count(tokens, {});
        if (!filled && entry(most) != nullptr) filled = as_count(entry(most)->value);
        const Count whole = filled.value_or(16192) / std::max<Count>(m_reading.plan().sequence_length, 1);
        m_reading.state("rollout.micro_batch_size", std::max<Count>(whole, 1));
        take(tokens, "rollout.micro_batch_size");
        if (const ConfigEntry *stated = entry(rows))
            m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "%1 is on"), {packs.now}));
    }

    void read_steps()
    {
        const Name rows{"train.micro_batch_size", "micro_train_batch_size"}, all{"train.batch_size", "train_batch_size"};
        auto each = count(rows, "micro_batch");
        const auto whole = count(all, {});
        const Name packs{"train.dynamic_batch_enable", "use_dynamic_batch"},
            most{"train.max_tokens_per_gpu", "train_max_tokens_per_gpu"};
        if (const auto tokens = is_on(packs) ? count(most, {}) : std::nullopt; tokens) {
            each = std::max<Count>(*tokens / std::max<Count>(m_reading.plan().sequence_length, 1), 1);
            m_reading.state("micro_batch", *each);
            m_reading.warn(
                "dynamic_batch",
                phrase(QT_TRANSLATE_NOOP("core", "micro batches are filled up to %1 tokens: as many whole rows are planned"),
                       {std::to_string(*tokens)}),
                "micro_batch");
            take(packs, "micro_batch");
            take(most, "micro_batch");
        }
        read_scored(packs, most);
        const Count ranks = m_reading.imports().processes.value_or(0);
        if (each && whole && ranks > 0 && *whole % (*each * ranks) == 0)
            m_reading.state("gradient_accumulation", *whole / (*each * ranks));
        take(all, "gradient_accumulation");
        if (const ConfigEntry *norm = entry({"max_norm", "max_norm"}))
            if (const auto clip = as_real(norm->value)) m_reading.state(*norm, "max_grad_norm", *clip);
    }

    ConfigReading &m_reading;
};

} // namespace

constinit const CommandWords openrlhf_command{.pairs = CommandWords::Pairs::stop, .several = "target_modules"};

static int recognises_openrlhf(const ConfigText &text)
{
    if (text.form != ConfigForm::command) return 0;
    return std::ranges::any_of(text.programs,
                               [](const std::string &program) {
                                   return program.starts_with("openrlhf.cli.train") ||
                                          program.find("openrlhf/cli/train") != std::string::npos;
                               })
               ? 100
               : 0;
}

static void read_openrlhf(ConfigReading &reading) { OpenRlhf(reading).read(); }

constinit const ToolFormat formats::openrlhf{.name = "openrlhf",
                                             .title = "OpenRLHF",
                                             .recognises = recognises_openrlhf,
                                             .read = read_openrlhf,
                                             .command = &openrlhf_command,
                                             .ending = "sh",
                                             .write = write_openrlhf,
                                             .task = Task::train,
                                             .group = ExportGroup::training};

} // namespace plimsoll
