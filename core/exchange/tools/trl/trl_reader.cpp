// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: trainer/{base,sft,dpo,grpo,rloo,kto,reward,model}_config.py, scripts/utils.py (ScriptArguments, TrlParser),
// cli/; keys that earlier releases had
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/scripts/trainer_script.h"
#include "core/exchange/tools/shared/known_files.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

/// SFT's: dft needs all logits. Of preferences and rewards: a formula.
void take_loss(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = as_word(value);
    if (word == "chunked_nll")
        reading.state(entry, "loss.kind", "chunked");
    else if (word == "dft")
        reading.state(entry, "loss.kind", "full");
    else if (word == "nll")
        reading.state(entry, "loss.kind", "chunked"); // since 1.7
    else
        take_loss_name(reading, entry, value);
}

/// The weight of the reference model's answers: without it none is held.
void take_beta(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const auto weight = as_real(value);
    if (kind_of(reading.plan().objective).beta && weight)
        reading.state(entry, "rollout.beta", *weight);
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it weighs a term of the loss")));
}

/// Under ZeRO-3: the whole model on each rank while it generates, which is what a plan has.
void take_gathering(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (as_switch(value).value_or(true))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "the whole model is gathered to generate, as in every plan")));
    else
        reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "plans gather the whole model to generate; module by module it "
                                                                 "takes less, and no field says so")));
}

constexpr KeyRule rules[] = {
    {"model_name_or_path", "model", take_model},
    {"max_length", "sequence_length"},
    {"max_seq_length", "sequence_length"},
    {"packing", "padded", take_packing},
    {"dtype", "weights.dtype"},
    {"torch_dtype", "weights.dtype"},
    {"model_dtype", "weights.dtype"},
    {"attn_implementation", "attention"},
    {"model_init_kwargs.dtype", "weights.dtype"},
    {"model_init_kwargs.torch_dtype", "weights.dtype"},
    {"model_init_kwargs.attn_implementation", "attention"},
    {"lora_target_modules", "adapter.targets", take_targets},
    {"loss_type", "loss.kind", take_loss},
    {"beta", {}, take_beta},
    {"ds3_gather_for_generation", {}, take_gathering},
    {"cpo_alpha", "preference.nll", take_likelihood_weight},
};

constexpr Why of_data{QT_TRANSLATE_NOOP("core", "it says which rows are read and in what order")};
constexpr Why of_words{QT_TRANSLATE_NOOP("core", "it says how answers are drawn or scored")};
constexpr Why of_loss{QT_TRANSLATE_NOOP("core", "its formula takes a few numbers a row")};
constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")};
constexpr Why of_generation{QT_TRANSLATE_NOOP("core", "it is about generating, for which the plan read here has no field")};

constexpr KeyGroup groups[] = {
    {no_effect, of_data,
     "dataset_name dataset_config dataset_train_split dataset_test_split dataset_streaming dataset_num_proc dataset_text_field "
     "dataset_kwargs dataset_batch_size datasets streaming test_split_size shuffle_dataset truncation_mode eos_token pad_token "
     "chat_template_path completion_only_loss assistant_only_loss ignore_bias_buffers eval_packing max_prompt_length "
     "label_pad_token_id padding_value remove_unused_columns tools chat_template_kwargs image_size columns chat_template "
     "dataset_mixture dataset_mixer dataset_splits dataset_configs dataset_prompt_column dataset_split "
     "text_column preprocessing_num_workers auto_insert_empty_system_msg system_prompt tokenizer_name_or_path"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "a plan counts rows at their greatest length")},
     "padding_free pad_to_multiple_of packing_strategy num_of_sequences chars_per_token eval_strategy"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says which code or files are read")},
     "model_revision teacher_model_revision trust_remote_code lora_task_type model_init_kwargs.trust_remote_code "
     "model_init_kwargs.revision "
     "model_init_kwargs.device_map model_init_kwargs.low_cpu_mem_usage model_init_kwargs.use_cache model_adapter_name "
     "ref_adapter_name config env hub_model_revision overwrite_hub_revision push_to_hub_revision benchmarks callbacks code_* "
     "e2b_* morph_* "
     "parallel_code_exec_per_proc ioi_provider wandb_entity wandb_project wandb_run_group wandb_log_unique_prompts"},
    {no_effect, of_words,
     "temperature top_p top_k min_p generation_kwargs repetition_penalty num_iterations log_completions log_multimodal "
     "num_completions_to_print log_unique_prompts log_completions_hub_repo wandb_log_unique_prompts reward_weights scale_rewards "
     "mask_truncated_completions importance_sampling_level multi_objective_aggregation normalize_advantages reward_clip_range "
     "epsilon "
     "epsilon_high delta sapo_temperature_neg sapo_temperature_pos vespo_k_pos vespo_lambda_pos vespo_k_neg vespo_lambda_neg "
     "off_policy_mask_threshold use_bias_correction_kl vllm_importance_sampling_correction vllm_importance_sampling_mode "
     "vllm_importance_sampling_clip_max vllm_importance_sampling_clip_min vllm_importance_sampling_cap "
     "vllm_structured_outputs_regex vllm_guided_decoding_regex vllm_server_base_url vllm_server_host vllm_server_port "
     "vllm_server_timeout vllm_group_port vllm_model_impl max_tool_calling_iterations num_generations_eval "
     "reward_funcs reward_model_name_or_path max_new_tokens missing_eos_penalty judge"},
    {no_effect, of_loss,
     "loss_weights ld_alpha f_divergence_type f_alpha_divergence_coef label_smoothing use_weighting discopop_tau "
     "desirable_weight "
     "undesirable_weight center_rewards_coefficient rpo_alpha reference_free force_use_ref_model simpo_gamma "
     "disable_dropout entropy_coef use_adaptive_entropy entropy_coef_min entropy_coef_max entropy_coef_delta entropy_target "
     "top_entropy_quantile alpha lmbda gamma reduction base_model_attribute_name dpo_alpha"},
    {not_said, of_generation,
     "num_generations max_completion_length generation_batch_size steps_per_generation use_vllm vllm_mode vllm_enable_sleep_mode "
     "vllm_gpu_memory_utilization vllm_max_model_length vllm_max_model_len vllm_tensor_parallel_size vllm_device vllm_dtype "
     "vllm_enable_prefix_caching cache_implementation use_transformers_continuous_batching "
     "transformers_continuous_batching_config "
     "use_transformers_paged generate_during_eval num_sample_generations"},
    {not_said, no_field,
     "sync_ref_model ref_model_mixup_alpha ref_model_sync_steps precompute_ref_log_probs precompute_ref_batch_size "
     "router_aux_loss_coef "
     "cast_lm_head_to_fp32 use_logits_to_keep is_encoder_decoder model_init_kwargs ref_model_init_kwargs max_target_length "
     "use_liger_loss teacher_model_name_or_path teacher_model_init_kwargs reward_model_path seq_kd"},
};

constexpr OtherKey others[] = {
    {"block_size", "max_length"},
    {"model_name", "model_name_or_path"},
    {"model", "model_name_or_path"},
    {"eval_batch_size", "per_device_eval_batch_size"},
};

/// LoraConfig's and BitsAndBytesConfig's, which the stack's rows have of transformers.
constexpr std::string_view of_calls =
    "r target_modules target_parameters modules_to_save bias autocast_adapter_dtype bnb_4bit_use_double_quant max_new_tokens";

constinit const ToolWords trl_words{.title = "TRL",
                                    .runner = &stacks::trl,
                                    .rules = rules,
                                    .groups = groups,
                                    .others = others,
                                    .base = &trainer_words,
                                    .lacks = of_calls,
                                    .abbreviates = true};

constexpr std::string_view adapter_keys[] = {
    "lora_r",     "lora_alpha", "lora_dropout", "lora_target_modules", "lora_target_parameters", "lora_modules_to_save",
    "use_rslora", "use_dora"};

/// Adapters, where use_peft asks for them; else their keys say nothing.
void read_adapter(ConfigReading &reading, bool quantised)
{
    const ConfigEntry *const asked = reading.find("use_peft");
    const bool adapter = as_switch(reading.value("use_peft")).value_or(false);
    if (asked != nullptr) reading.state(*asked, "method", !adapter ? "full" : quantised ? "qlora" : "lora");
    if (quantised && !adapter)
        reading.warn(
            "quantised",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "the weights are packed to 4 bits and %1 asks for no adapter: the Trainer refuses to train "
                                     "them; with adapters they are planned"),
                   {"use_peft"}),
            "method");
    for (const std::string_view key : adapter_keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && !adapter)
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_peft"}));
}

constexpr std::string_view trainers[] = {"sft", "dpo", "grpo", "kto", "rloo",   "reward",       "orpo",
                                         "cpo", "gkd", "ppo",  "prm", "online", "distillation", "simpo"};

bool is_trainer(std::string_view name) { return std::ranges::find(trainers, name) != std::end(trainers); }

/// "dpo" of "trl dpo", "scripts/dpo_vlm.py", "scripts/run_dpo.py"; else the first word of the script's name, which may be empty.
std::string trainer_named(const ConfigText &text)
{
    if (text.form != ConfigForm::command || text.programs.empty()) return {};
    std::string name = text.programs.back();
    if (name.starts_with("trl ")) return name.substr(4);
    name = name.substr(name.rfind('/') + 1);
    std::string first;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find_first_of("_.-", at), name.size());
        const std::string word = name.substr(at, end - at);
        if (is_trainer(word)) return word;
        if (first.empty()) first = word;
        at = end + 1;
    }
    return first;
}

/// Losses of DPOConfig.loss_type.
constexpr std::string_view losses_of_dpo[] = {"sigmoid",      "hinge",    "ipo",       "exo_pair", "nca_pair",
                                              "robust",       "bco_pair", "sppo_hard", "aot",      "aot_pair",
                                              "aot_unpaired", "discopop", "apo_zero",  "apo_down", "sigmoid_norm"};

/// Whose configuration the keys are, where no command says it; empty: SFT's, or anybody's.
std::string trainer_by_keys(ConfigReading &reading)
{
    const auto any = [&](std::initializer_list<const char *> keys) {
        return std::ranges::any_of(keys, [&](const char *key) { return reading.find(key) != nullptr; });
    };
    if (any({"teacher_model_name_or_path"})) return any({"lmbda", "seq_kd", "max_new_tokens"}) ? "gkd" : "distillation";
    if (any({"lmbda", "seq_kd"})) return "gkd";
    if (any({"reward_model_path", "missing_eos_penalty"})) return "online";
    if (any({"normalize_advantages", "reward_clip_range"})) return "rloo";
    if (asks_for_rollouts(reading)) return "grpo";
    if (any({"desirable_weight", "undesirable_weight"})) return "kto";
    if (any({"cpo_alpha", "simpo_gamma"})) return "cpo";
    if (any({"center_rewards_coefficient"})) return "reward";
    const std::string loss = as_word(reading.value("loss_type"));
    if (loss == "kto" || loss == "apo_zero_unpaired") return "kto";
    if (loss == "simpo" || loss == "alphapo") return "cpo";
    if (std::ranges::find(losses_of_dpo, std::string_view(loss)) != std::end(losses_of_dpo) ||
        any({"precompute_ref_log_probs", "rpo_alpha", "f_divergence_type", "sync_ref_model", "reference_free", "use_weighting"}))
        return "dpo";
    if (!any({"beta"})) return {};
    reading.warn("objective",
                 phrase(QT_TRANSLATE_NOOP(
                            "core", "%1 is a key of preference trainers, and the text does not say of which: it is read as one "
                                    "of %2, which holds a reference model"),
                        {"beta", "dpo"}),
                 "objective");
    return "dpo";
}

/// The trainer's, where it is not SFT.
void read_objective(ConfigReading &reading)
{
    std::string name = trainer_named(reading.text());
    if (!is_trainer(name)) name = trainer_by_keys(reading);
    if (name.empty() || name == "sft") return;
    read_trainer_objective(reading, name);
    RolloutKeys keys;
    if (name == "rloo") keys.generations = 2;
    if (name.starts_with("online")) keys.share = 0.55; // OnlineDPOConfig
    read_objective_keys(reading, keys);
}

/// Keys that no plain Trainer's script has.
constexpr std::string_view own_keys[] = {"use_peft",
                                         "max_completion_length",
                                         "num_generations",
                                         "use_vllm",
                                         "reward_funcs",
                                         "completion_only_loss",
                                         "assistant_only_loss",
                                         "dataset_train_split",
                                         "use_bnb_nested_quant",
                                         "loss_type",
                                         "lora_task_type",
                                         "vllm_mode"};

} // namespace

static int recognises_trl(const ConfigText &text)
{
    const std::string program = text.programs.empty() ? std::string() : text.programs.back();
    if (program.starts_with("trl ")) return program == "trl vllm-serve" ? 0 : 100;
    if (text.form == ConfigForm::call) return calls_trl(text);
    if (text.form == ConfigForm::modelfile) return 0;
    if (text.form == ConfigForm::command && program.find(".py") == std::string::npos && program.find("trl.") != 0) return 0;
    int known = 0, all = 0;
    for (const ConfigEntry &entry : text.entries) {
        if (entry.scope != program || entry.key.empty() || entry.key.find('.') != std::string::npos) continue;
        ++all;
        known += knows(trl_words, entry.key) ? 1 : 0;
    }
    if (all == 0) return text.form == ConfigForm::command && is_trainer(trainer_named(text)) ? 10 : 0;
    if (known == 0) return 0;
    const bool own = std::ranges::any_of(own_keys, [&](std::string_view key) { return text.has(key); });
    const bool script = program.find("trl/") != std::string::npos || is_trainer(trainer_named(text));
    return 30 * known / all + (own ? 30 : 0) + (script ? 30 : 0) +
           (text.form != ConfigForm::command && text.has("model_name_or_path") ? 5 : 0);
}

namespace {

/// accelerate's options among TRL's keys: what its own parser does not know goes on to `accelerate launch`.
void read_accelerate_beside(ConfigReading &reading)
{
    const ConfigEntry *file = reading.find("accelerate_config");
    if (file == nullptr) file = reading.find("config_file");
    if (file != nullptr) {
        const std::string word = as_word(file->value); // "zero3": a file that comes with TRL
        const KnownFile *const known =
            word.find_first_of("./") == std::string::npos ? known_file("accelerate_configs/" + word + ".yaml") : nullptr;
        if (known == nullptr) {
            read_accelerate_file(reading, *file);
        } else if (const Result<ConfigText> text = config_from_yaml(known->text)) {
            ConfigReading inner(*text, reading.imports()); // its keys are nobody's to list
            read_accelerate_keys(inner, AccelerateKeys::file, true);
            reading.understood(*file, "parallel.engine");
        }
    }
    read_accelerate_keys(reading, AccelerateKeys::beside, true);
}

} // namespace

static void read_trl(ConfigReading &reading)
{
    read_launchers(reading);
    reading.state("stack", "trl");
    if (reading.text().form == ConfigForm::call) return read_trainer_script(reading, trl_words, true);
    const std::string program = program_scope(reading.text());
    reading.look_in(program);
    if (reading.text().form != ConfigForm::command || program.starts_with("trl ")) read_accelerate_beside(reading);
    if (program.starts_with("trl ")) count_visible(reading); // by `accelerate launch`
    read_objective(reading);
    read_adapter(reading, read_bitsandbytes(reading));
    read_trainer(reading, true);
    take_all(reading, environment_words, "environment");
    for (const ConfigEntry &entry : reading.entries()) // set before anything else is read (TrlParser)
        if (entry.key.starts_with("env.")) take_key_as(reading, environment_words, entry, std::string_view(entry.key).substr(4));
    take_all(reading, trl_words, program);
}

constinit const ToolFormat formats::trl{.name = "trl",
                                        .title = "TRL",
                                        .recognises = recognises_trl,
                                        .read = read_trl,
                                        .on_every_card = "trl",
                                        .command = &hf_command,
                                        .ending = "yaml",
                                        .write = write_trl,
                                        .task = Task::train,
                                        .group = ExportGroup::training};

} // namespace plimsoll
