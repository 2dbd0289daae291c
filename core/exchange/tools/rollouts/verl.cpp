// SPDX-License-Identifier: GPL-3.0-or-later
// verl 0.9.1: trainer/config (ppo_trainer.yaml, sft_trainer.yaml and what they name), workers/fsdp_workers.py, workers/engine/fsdp
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

constexpr std::string_view actor = "actor_rollout_ref.actor.", rollout = "actor_rollout_ref.rollout.",
                           model = "actor_rollout_ref.model.", reference = "actor_rollout_ref.ref.";

constexpr KeyGroup verl_groups[] = {
    {no_effect, of_data,
     "data reward_manager custom_reward_function reward.custom_reward_function reward.reward_manager reward.num_workers "
     "reward.sandbox_fusion sandbox_fusion transfer_queue ray_kwargs ray_init hydra defaults config_path config_name"},
    {no_effect, of_schedule,
     "algorithm optim actor_rollout_ref.actor.optim actor_rollout_ref.actor.clip_ratio actor_rollout_ref.actor.clip_ratio_low "
     "actor_rollout_ref.actor.clip_ratio_high actor_rollout_ref.actor.clip_ratio_c actor_rollout_ref.actor.kl_loss_coef "
     "actor_rollout_ref.actor.kl_loss_type actor_rollout_ref.actor.use_kl_loss actor_rollout_ref.actor.ppo_epochs "
     "actor_rollout_ref.actor.shuffle actor_rollout_ref.actor.loss_agg_mode actor_rollout_ref.actor.policy_loss "
     "actor_rollout_ref.actor.data_loader_seed actor_rollout_ref.actor.tau_pos actor_rollout_ref.actor.tau_neg "
     "actor_rollout_ref.actor.fsdp_config.seed"},
    {no_effect, of_processes, "actor_rollout_ref.nccl_timeout actor_rollout_ref.rollout.prometheus"},
    {no_effect, of_files,
     "actor_rollout_ref.actor.checkpoint actor_rollout_ref.rollout.load_format actor_rollout_ref.model.trust_remote_code "
     "actor_rollout_ref.model.external_lib actor_rollout_ref.model.use_shm actor_rollout_ref.hybrid_engine"},
    {no_effect, of_sampling,
     "actor_rollout_ref.rollout.temperature actor_rollout_ref.rollout.top_k actor_rollout_ref.rollout.top_p "
     "actor_rollout_ref.rollout.val_kwargs actor_rollout_ref.rollout.mode actor_rollout_ref.rollout.do_sample "
     "actor_rollout_ref.rollout.ignore_eos actor_rollout_ref.rollout.multi_turn actor_rollout_ref.rollout.agent "
     "actor_rollout_ref.rollout.calculate_log_probs actor_rollout_ref.rollout.disable_log_stats actor_rollout_ref.rollout.trace "
     "actor_rollout_ref.rollout.seed actor_rollout_ref.rollout.full_determinism actor_rollout_ref.rollout.scheduling_policy "
     "actor_rollout_ref.rollout.skip_tokenizer_init"},
    {no_effect, of_logs,
     "trainer global_profiler profiler actor_rollout_ref.actor.profiler actor_rollout_ref.rollout.profiler "
     "actor_rollout_ref.ref.profiler critic.profiler"},
    {not_said, of_objective, "critic reward_model reward distillation actor_rollout_ref.ref"},
    {not_said, no_field, "actor_rollout_ref model engine skip"},
};
constinit const ToolWords verl_words{.title = "verl", .groups = verl_groups};

class Verl {
public:
    explicit Verl(ConfigReading &reading) : m_reading(reading) {}

    void read()
    {
        m_reading.state("stack", "pytorch");
        const bool reinforces = has_below("actor_rollout_ref.");
        read_ranks();
        reinforces ? read_reinforcement() : read_supervised();
        take_all(m_reading, environment_words, "environment");
        rest();
    }

private:
    [[nodiscard]] bool has_below(std::string_view prefix) const
    {
        return std::ranges::any_of(m_reading.entries(), [prefix](const ConfigEntry &e) { return e.key.starts_with(prefix); });
    }
    [[nodiscard]] const ConfigEntry *entry(std::string_view section, std::string_view key) const
    {
        const ConfigEntry *const found = m_reading.find(std::string(section) + std::string(key));
        return found != nullptr && !found->value.is_null() ? found : nullptr;
    }
    [[nodiscard]] json value(std::string_view section, std::string_view key) const
    {
        return m_reading.value(std::string(section) + std::string(key));
    }
    [[nodiscard]] bool is_on(std::string_view section, std::string_view key, bool otherwise) const
    {
        return as_switch(value(section, key)).value_or(otherwise);
    }
    void understood(std::string_view section, std::initializer_list<std::string_view> keys, std::string_view field)
    {
        for (const std::string_view key : keys)
            if (const ConfigEntry *found = entry(section, key); found != nullptr && m_reading.is_open(*found))
                m_reading.understood(*found, field);
    }
    std::optional<Count> count(std::string_view section, std::string_view key, std::string_view field)
    {
        const ConfigEntry *const found = entry(section, key);
        if (found == nullptr) return std::nullopt;
        const auto number = found->unknown ? std::nullopt : as_count(found->value);
        if (number)
            m_reading.state(*found, field, *number);
        else
            unknown(*found, field);
        return number;
    }
    void unknown(const ConfigEntry &found, std::string_view field)
    {
        m_reading.understood(found, field);
        m_reading.warn(
            "unknown_value",
            phrase(QT_TRANSLATE_NOOP("core", "%1: only what runs the configuration can tell %2; nothing was taken of it"),
                   {found.key, as_word(found.value)}),
            std::string(field));
    }

    void read_ranks()
    {
        m_reading.look_in(std::nullopt);
        read_launchers(m_reading);
        const auto each = as_count(value("trainer.", "n_gpus_per_node"));
        if (each) m_reading.imports().processes = *each * as_count(value("trainer.", "nnodes")).value_or(1);
        for (const char *key : {"n_gpus_per_node", "nnodes"})
            if (const ConfigEntry *found = entry("trainer.", key))
                found->unknown ? unknown(*found, "parallel.data") : m_reading.understood(*found, "parallel.data");
    }

    void read_model(std::string_view section, std::string_view key)
    {
        if (const ConfigEntry *found = entry(section, key)) {
            if (found->unknown)
                unknown(*found, "model");
            else
                take_named_model(m_reading, *found, found->value);
        }
        m_reading.state("gradient_checkpointing", is_on(section, "enable_gradient_checkpointing", true));
        understood(section, {"enable_gradient_checkpointing"}, "gradient_checkpointing");
        const char *const key_of_rank = entry(section, "lora.rank") != nullptr ? "lora.rank" : "lora_rank";
        const Count rank = as_count(value(section, key_of_rank)).value_or(0);
        m_reading.state("method", rank > 0 ? "lora" : "full");
        if (rank > 0) {
            m_reading.state(*entry(section, key_of_rank), "adapter.rank", rank);
            auto alpha = as_real(value(section, "lora_alpha"));
            if (!alpha) alpha = as_real(value(section, "lora.alpha"));
            m_reading.state("adapter.alpha", alpha.value_or(16));
            understood(section, {"lora_alpha", "lora.alpha"}, "adapter.alpha");
            if (const ConfigEntry *targets = entry(section, "target_modules")) take_modules(m_reading, *targets, targets->value);
        } else
            understood(section, {"lora_rank", "lora.rank", "lora.alpha", "lora_alpha", "target_modules"}, "method");
        if (const ConfigEntry *liger = entry(section, "use_liger"))
            m_reading.no_effect(*liger,
                                phrase(QT_TRANSLATE_NOOP("core", "its kernels are those of layers; the loss is verl's own")));
    }

    /// By the strategy, or by the file of defaults that is named ("ppo_megatron_trainer").
    [[nodiscard]] bool runs_megatron(std::string_view section, std::string_view strategy) const
    {
        const ConfigEntry *named = m_reading.find("config-name");
        if (named == nullptr) named = m_reading.find("config_name");
        return as_word(value(section, strategy)) == "megatron" ||
               (named != nullptr && as_word(named->value).find("megatron") != std::string::npos) ||
               has_below(std::string(section) + "megatron.");
    }

    /// Masters in float32 unless told, computed with in 16 bits.
    void read_shards(std::string_view section, std::string_view strategy, std::string_view config)
    {
        const bool megatron = runs_megatron(section, strategy), second = as_word(value(section, strategy)) == "fsdp2";
        m_reading.state("parallel.engine", megatron ? "megatron" : second ? "fsdp2" : "fsdp1");
        if (megatron)
            m_reading.state("stack", "megatron");
        else
            m_reading.state("parallel.zero", 3);
        understood(section, {strategy}, "parallel.engine");
        const std::string at = std::string(section) + std::string(config);
        const std::string dtype = as_word(value(at, "model_dtype"));
        m_reading.state("weights.dtype", dtype == "bf16" || dtype == "bfloat16" ? "bf16" : dtype == "fp16" ? "fp16" : "fp32");
        understood(at, {"model_dtype"}, "weights.dtype");
        m_reading.state("autocast", "bf16");
        if (!megatron && !second) m_reading.state("parallel.use_orig_params", is_on(at, "use_orig_params", false));
        understood(at, {"use_orig_params"}, "parallel.use_orig_params");
        if (!megatron) {
            m_reading.state("parallel.param_dtype", "bf16");
            m_reading.state("parallel.reduce_dtype", "fp32");
        }
        read_offload(at, second);
        if (const ConfigEntry *found = entry(at, "reshard_after_forward"))
            m_reading.state(*found, "parallel.reshard_after_forward", is_on(at, "reshard_after_forward", true));
        read_sequence({std::string(section), at, std::string()});
        for (const auto &[key, field] :
             {std::pair<const char *, const char *>{"megatron.tensor_model_parallel_size", "parallel.tensor"},
              {"megatron.pipeline_model_parallel_size", "parallel.pipeline"},
              {"megatron.context_parallel_size", "parallel.context"},
              {"megatron.expert_model_parallel_size", "parallel.expert"}})
            static_cast<void>(count(section, key, field));
    }

    /// FSDP's own policies step on the host: of its second alone (workers/engine/fsdp/transformer_impl.py, which takes the first's
    /// from the actor), and of verl's trainer of rows before 0.5, fsdp_sft_trainer.py.
    void read_offload(const std::string &at, bool second)
    {
        const ConfigEntry *const policy = entry(at, "offload_policy"), *const before = entry(at, "offload_params");
        const bool steps_there = second && is_on(at, "offload_policy", false);
        if (steps_there || is_on(at, "offload_params", false)) m_reading.state("parallel.offload", "both");
        if (policy != nullptr && !second && is_on(at, "offload_policy", false))
            m_reading.no_effect(*policy, phrase(QT_TRANSLATE_NOOP("core", "%1 alone reads it"), {"fsdp2"}));
        else if (policy != nullptr)
            m_reading.understood(*policy, "parallel.offload");
        if (before != nullptr) m_reading.understood(*before, "parallel.offload");
        read_waiting(at, steps_there);
    }

    /// workers/engine/base.py, BaseEngineCtx: shards and states come back to the card for a whole step, and go when it ends, so that
    /// they are away while completions are drawn.
    void read_waiting(const std::string &at, bool steps_there)
    {
        const bool weights = is_on(at, "param_offload", false), states = is_on(at, "optimizer_offload", false);
        if (weights && states && !steps_there && has_below("actor_rollout_ref."))
            m_reading.state("rollout.offload_trainer", true);
        for (const char *key : {"param_offload", "optimizer_offload"}) {
            const ConfigEntry *const found = entry(at, key);
            if (found == nullptr) continue;
            if (steps_there)
                m_reading.no_effect(*found, phrase(QT_TRANSLATE_NOOP("core", "%1 is on"), {"offload_policy"}));
            else if (!has_below("actor_rollout_ref."))
                m_reading.no_effect(*found,
                                    phrase(QT_TRANSLATE_NOOP("core", "what it moves is back on the card for every step")));
            else if (weights != states && is_on(at, key, false))
                m_reading.not_said(
                    *found,
                    phrase(QT_TRANSLATE_NOOP("core", "what it moves is back on the card for every step, and away only while "
                                                     "completions are drawn: a plan says that of weights and states together")));
            else
                m_reading.understood(*found, "rollout.offload_trainer");
        }
    }

    /// Ranks of a sequence exchange heads; a plan has that of DeepSpeed alone, and each holds the same part of the rows in a ring.
    void read_sequence(std::initializer_list<std::string> sections)
    {
        for (const std::string &where : sections) {
            const ConfigEntry *const stated = entry(where, "ulysses_sequence_parallel_size");
            const auto ranks = stated != nullptr && !stated->unknown ? as_count(stated->value) : std::nullopt;
            if (!ranks) continue;
            m_reading.state(*stated, "parallel.context", *ranks);
            if (*ranks == 1) continue;
            m_reading.state("parallel.engine", "fsdp2"); // a ring's engine
            m_reading.state("attention", "sdpa");
            m_reading.warn(
                "context",
                phrase(QT_TRANSLATE_NOOP("core",
                                         "%1 ranks share each sequence by exchanging heads; they are planned as a ring, which "
                                         "holds as much of the activations"),
                       {std::to_string(*ranks)}),
                "parallel.context");
        }
    }

    void read_lengths()
    {
        const Count prompt = count("data.", "max_prompt_length", "rollout.prompt_length").value_or(512),
                    answer = count("data.", "max_response_length", "rollout.completion_length").value_or(512);
        m_reading.state("rollout.prompt_length", prompt);
        m_reading.state("rollout.completion_length", answer);
        m_reading.state("sequence_length", prompt + answer);
        if (is_on(model, "use_remove_padding", true)) m_reading.state("padded", false);
        understood(model, {"use_remove_padding"}, "padded");
    }

    void read_batch()
    {
        auto rows = count(actor, "ppo_micro_batch_size_per_gpu", "micro_batch");
        const auto tokens = as_count(value(actor, "ppo_max_token_len_per_gpu"));
        if (is_on(actor, "use_dynamic_bsz", false)) {
            const Count length = m_reading.plan().sequence_length;
            rows = std::max<Count>(tokens.value_or(16384) / std::max<Count>(length, 1), 1);
            m_reading.state("micro_batch", *rows);
            understood(actor, {"use_dynamic_bsz", "ppo_max_token_len_per_gpu"}, "micro_batch");
            m_reading.warn(
                "dynamic_batch",
                phrase(QT_TRANSLATE_NOOP("core", "micro batches are filled up to %1 tokens: as many whole rows are planned"),
                       {std::to_string(tokens.value_or(16384))}),
                "micro_batch");
        }
        const auto mini = as_count(value(actor, "ppo_mini_batch_size"));
        const Count samples = as_count(value(rollout, "n")).value_or(1), ranks = m_reading.imports().processes.value_or(0);
        if (mini && rows && ranks > 0 && *mini * samples % (ranks * *rows) == 0)
            m_reading.state("gradient_accumulation", *mini * samples / (ranks * *rows));
        understood(actor, {"ppo_mini_batch_size"}, "gradient_accumulation");
    }

    /// config/rollout/rollout.yaml and config/ref/ref.yaml: rows of the passes without gradients, or as many as fill so many tokens where
    /// the actor's are filled up. A plan has one number for both.
    [[nodiscard]] std::optional<Count> scored_rows(std::string_view section) const
    {
        const Count length = std::max<Count>(m_reading.plan().sequence_length, 1),
                    ranks = m_reading.imports().processes.value_or(0);
        if (is_on(section, "log_prob_use_dynamic_bsz", is_on(actor, "use_dynamic_bsz", false))) {
            auto tokens = as_count(value(section, "log_prob_max_token_len_per_gpu"));
            if (!tokens) tokens = as_count(value(actor, "ppo_max_token_len_per_gpu"));
            return std::max<Count>(tokens.value_or(16384) / length, 1);
        }
        if (const auto each = as_count(value(section, "log_prob_micro_batch_size_per_gpu"))) return each;
        const auto all = as_count(value(section, "log_prob_micro_batch_size"));
        return all && ranks > 0 ? std::optional(std::max<Count>(*all / ranks, 1)) : std::nullopt;
    }

    void read_scored()
    {
        const bool asks = m_reading.plan().rollout.beta.value_or(0.0) != 0.0;
        const auto rows = std::max(scored_rows(rollout), asks ? scored_rows(reference) : std::nullopt); // none is the least
        if (rows) m_reading.state("rollout.micro_batch_size", *rows);
        for (const std::string_view section : {rollout, reference})
            for (const char *key : {"log_prob_micro_batch_size_per_gpu", "log_prob_micro_batch_size", "log_prob_use_dynamic_bsz",
                                    "log_prob_max_token_len_per_gpu"}) {
                const ConfigEntry *const found = entry(section, key);
                if (found == nullptr) continue;
                if (section == reference && !asks)
                    m_reading.no_effect(*found, phrase(QT_TRANSLATE_NOOP("core", "no reference is asked")));
                else if (rows && scored_rows(section) && scored_rows(section) != rows)
                    m_reading.not_said(*found, phrase(QT_TRANSLATE_NOOP("core", "a plan has one number of rows for passes of the "
                                                                                "actor and of the reference: the larger one")));
                else
                    found->unknown ? unknown(*found, "rollout.micro_batch_size")
                                   : m_reading.understood(*found, "rollout.micro_batch_size");
            }
    }

    void read_engine()
    {
        const std::string name = as_word(value(rollout, "name"));
        m_reading.state("rollout.engine", name == "sglang" ? "sglang" : name == "hf" ? "transformers" : "vllm");
        understood(rollout, {"name"}, "rollout.engine");
        m_reading.state("rollout.colocated", true);
        const auto share = as_real(value(rollout, "gpu_memory_utilization"));
        m_reading.state("rollout.gpu_memory_utilization", share.value_or(0.5));
        understood(rollout, {"gpu_memory_utilization"}, "rollout.gpu_memory_utilization");
        const bool adapters = m_reading.plan().method != Method::full;
        m_reading.state("rollout.sleep", is_on(rollout, "free_cache_engine", true) ? adapters ? 1 : 2 : 0);
        understood(rollout, {"free_cache_engine"}, "rollout.sleep");
        if (!count(rollout, "tensor_model_parallel_size", "rollout.tensor")) m_reading.state("rollout.tensor", 2);
        static_cast<void>(count(rollout, "n", "rollout.generations"));
        static_cast<void>(count(rollout, "max_model_len", "rollout.max_model_length"));
        static_cast<void>(count(actor, "ppo_epochs", "rollout.iterations"));
        if (!count(rollout, "max_num_seqs", "rollout.max_num_seqs")) m_reading.state("rollout.max_num_seqs", 256);
    }

    void read_reinforcement()
    {
        m_reading.state("objective", as_word(value("algorithm.", "adv_estimator")) == "rloo" ? "rloo" : "grpo");
        read_model(model, "path");
        read_shards(actor, "strategy", "fsdp_config.");
        read_lengths();
        read_batch();
        read_engine();
        read_loss();
        if (const ConfigEntry *clip = entry(actor, "grad_clip"))
            if (const auto norm = as_real(clip->value)) m_reading.state(*clip, "max_grad_norm", *norm);
        const std::string estimator = as_word(value("algorithm.", "adv_estimator"));
        understood("algorithm.", {"adv_estimator"}, "objective");
        if (estimator.empty() || estimator == "gae")
            m_reading.warn(
                "critic",
                phrase(QT_TRANSLATE_NOOP("core",
                                         "%1 trains a critic beside the actor, with its own weights, gradients and states: it "
                                         "is not in the plan"),
                       {"algorithm.adv_estimator gae"}),
                "objective");
        read_reference();
        read_scored();
    }

    /// workers/engine/fsdp/transformer_impl.py, prepare_model_outputs: logits of all tokens, of which flash-attn's cross entropy makes
    /// their gradient in place (utils/torch_functional.py, inplace_backward); in pieces where fused kernels are on.
    void read_loss()
    {
        const bool fused = is_on(model, "use_fused_kernels", false), megatron = runs_megatron(actor, "strategy");
        m_reading.state("loss.kind", fused || megatron ? "chunked" : "fused_ce");
        if (!fused && !megatron) m_reading.state("keep_outputs", false); // forward_step() returns, and its logits go
        understood(model, {"use_fused_kernels"}, "loss.kind");
        if (megatron && !fused)
            m_reading.warn(
                "whole_logits",
                phrase(QT_TRANSLATE_NOOP("core",
                                         "verl holds the logits of a micro batch whole, two bytes for each of its tokens and "
                                         "words of the vocabulary; they are planned in chunks, so that these bytes are "
                                         "missing where the loss is the peak"),
                       {}),
                "loss.kind");
    }

    /// trainer/ppo/utils.py, need_reference_policy: a model of its own in full training, the actor without its adapters beside them.
    void read_reference()
    {
        const bool asked = is_on(actor, "use_kl_loss", false) || is_on("algorithm.", "use_kl_in_reward", false);
        const double weight = as_real(value(actor, "kl_loss_coef")).value_or(0.001);
        m_reading.state("rollout.beta", !asked ? 0.0 : weight != 0.0 ? weight : 0.001); // it is asked whatever it weighs
        understood(actor, {"use_kl_loss", "kl_loss_coef"}, "rollout.beta");
        understood("algorithm.", {"use_kl_in_reward"}, "rollout.beta");
    }

    void read_supervised()
    {
        read_model("model.", entry("model.", "partial_pretrain") != nullptr ? "partial_pretrain" : "path");
        read_shards("model.", "strategy", "fsdp_config.");
        if (!count("data.", "max_length", "sequence_length")) m_reading.state("sequence_length", 1024);
        const auto rows = count("data.", "micro_batch_size_per_gpu", "micro_batch");
        if (!rows) m_reading.state("micro_batch", 4);
        const auto all = as_count(value("data.", "train_batch_size"));
        const Count ranks = m_reading.imports().processes.value_or(0), each = rows.value_or(4);
        if (all && ranks > 0 && *all % (ranks * each) == 0) m_reading.state("gradient_accumulation", *all / (ranks * each));
        understood("data.", {"train_batch_size"}, "gradient_accumulation");
        if (is_on("", "use_remove_padding", false)) m_reading.state("padded", false);
        understood("", {"use_remove_padding"}, "padded");
    }

    /// Each key by the nearest section that is spoken of.
    void rest()
    {
        const std::string scope = program_scope(m_reading.text());
        for (const ConfigEntry &each : m_reading.entries()) {
            if (each.scope != scope || each.key.empty() || each.section || !m_reading.is_open(each)) continue;
            if (take_repeated(m_reading, each)) continue;
            if (!take_key(m_reading, verl_words, each)) say_unknown_key(m_reading, verl_words, each, each.key);
        }
    }

    ConfigReading &m_reading;
};

} // namespace

static int recognises_verl(const ConfigText &text)
{
    const bool command = text.form == ConfigForm::command;
    if (command && !text.programs.empty() && text.programs.back().starts_with("verl.")) return 100;
    if (!command && text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    const auto below = [&](std::string_view prefix) {
        return std::ranges::any_of(text.entries, [prefix](const ConfigEntry &entry) { return entry.key.starts_with(prefix); });
    };
    return below("actor_rollout_ref.") ? 100 : below("model.partial_pretrain") ? 96 : 0;
}

static void read_verl(ConfigReading &reading) { Verl(reading).read(); }

constinit const ToolFormat formats::verl{.name = "verl",
                                         .title = "verl",
                                         .recognises = recognises_verl,
                                         .read = read_verl,
                                         .ending = "sh",
                                         .write = write_verl,
                                         .task = Task::train,
                                         .group = ExportGroup::training};

} // namespace plimsoll
