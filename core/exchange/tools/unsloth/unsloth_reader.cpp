// SPDX-License-Identifier: GPL-3.0-or-later
// Unsloth 2026.10.9: studio/backend/assets/configs, unsloth_cli/config.py, studio/backend/models/training.py (Studio's YAML); models/loader.py
// (from_pretrained), models/llama.py and models/vision.py (get_peft_model)
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/scripts/frozen_statements.h"
#include "core/exchange/tools/scripts/script_models.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/peft_settings.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/exchange/tools/unsloth/unsloth_rows.h"
#include "core/exchange/tools/unsloth/unsloth_targets.h"
#include "core/model/lora/scoped_targets.h"
#include "core/objectives/objectives.h"
#include "core/stacks/stacks.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

/// "unsloth" moves checkpoints to the host.
void take_checkpointing(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (const auto on = as_switch(value))
        reading.state(entry, "gradient_checkpointing", *on);
    else if (is_off(value))
        reading.state(entry, "gradient_checkpointing", false);
    else
        reading.state(entry, "gradient_checkpointing", "offload");
}

/// None: by the card.
void take_loaded_dtype(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    take_dtype(reading, entry, value.is_null() || value == "None" ? json("auto") : value);
}

/// Finetuned modules by kind: all of them unless switched off.
void take_part(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (as_switch(value).value_or(true))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "as it is unless said")));
    else
        reading.not_said(entry, of_shape.text());
}

/// models/vision.py, get_peft_model: which parts of a model get adapters, and which blocks of them. `leaves`: names that are asked for
/// besides; none: every linear layer there.
void read_scope(ConfigReading &reading, bool by_part)
{
    const auto on = [&reading](const char *key) { return as_switch(reading.value(key)).value_or(true); };
    const ScopedTargets scope{on("finetune_vision_layers"), on("finetune_language_layers"), on("finetune_attention_modules"),
                              on("finetune_mlp_modules")};
    const ConfigEntry *const named = reading.find("target_modules");
    const std::vector<std::string> leaves =
        named != nullptr && !named->unknown ? as_names(named->value) : std::vector<std::string>();
    const bool all = leaves.empty() || (leaves.size() == 1 && leaves[0] == "all-linear");
    const bool wide = scope == ScopedTargets{} || (!leaves.empty() && all);                // "all-linear" switches everything on
    const bool works = (scope.vision || scope.language) && (scope.attention || scope.mlp); // else it raises
    if (!works || (wide && !(by_part && all))) return;
    const std::string text = all ? text_of(wide ? ScopedTargets{} : scope) : pattern_of(scope, leaves);
    if (named != nullptr && !leaves.empty())
        reading.state(*named, "adapter.targets", text);
    else
        reading.state("adapter.targets", text);
    understand(reading,
               {"finetune_vision_layers", "finetune_language_layers", "finetune_attention_modules", "finetune_mlp_modules"},
               "adapter.targets");
}

/// models/rl.py: the shorter of the configuration's and of the loaded model's, which from_pretrained makes 2048 where nobody says.
void take_length(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    constexpr Count usual = 2048;
    const std::vector<std::string> &calls = reading.text().programs;
    const bool loads = std::ranges::any_of(calls, [](const std::string &call) { return call.ends_with(".from_pretrained"); });
    const auto asked = as_count(value);
    if (!asked || *asked < 1) return static_cast<void>(reading.state(entry, "sequence_length", value));
    const Plan &plan = reading.plan();
    const Count most = plan.has("sequence_length") ? plan.sequence_length : loads ? usual : *asked;
    reading.state(entry, "sequence_length", std::min(*asked, most));
}

/// models/llama.py: whole logits, and its own kernel over them.
void take_whole_logits(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (as_word(value) == "1")
        reading.state(entry, "loss.kind", "fused_ce");
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
}

void take_no_effect(ConfigReading &reading, const ConfigEntry &entry, const json & /*value*/)
{
    reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it changes what adapters begin with, not what they take")));
}

constexpr KeyRule studio_rules[] = {
    {"model", "model", take_named_model},
    {"model_name", "model", take_named_model},
    {"training.training_type", "method"},
    {"training.load_in_4bit", "weights.quant"},
    {"training.max_seq_length", "sequence_length"},
    {"training.batch_size", "micro_batch"},
    {"training.gradient_accumulation_steps", "gradient_accumulation"},
    {"training.gradient_checkpointing", "gradient_checkpointing", take_checkpointing},
    {"training.optim", "optimizer.name", take_optimizer},
    {"training.packing", "padded", take_packing},
    {"training.max_grad_norm", "max_grad_norm"},
    {"lora.lora_r", "adapter.rank"},
    {"lora.lora_alpha", "adapter.alpha"},
    {"lora.lora_dropout", "adapter.dropout"},
    {"lora.target_modules", "adapter.targets", take_modules},
    {"lora.vision_all_linear", "adapter.targets"},
    {"lora.modules_to_save", "adapter.modules_to_save"},
    {"lora.use_rslora", "adapter.rslora"},
    {"lora.use_dora", "adapter.dora"},
    {"lora.use_loftq", {}, take_no_effect},
    {"lora.finetune_vision_layers", {}, take_part},
    {"lora.finetune_language_layers", {}, take_part},
    {"lora.finetune_attention_modules", {}, take_part},
    {"lora.finetune_mlp_modules", {}, take_part},
};
constexpr KeyGroup studio_groups[] = {
    {no_effect, of_data, "data training.train_on_completions training.random_seed"},
    {no_effect, of_schedule,
     "training.num_epochs training.learning_rate training.embedding_learning_rate training.warmup_steps training.warmup_ratio "
     "training.max_steps training.weight_decay training.lr_scheduler_type training.max_grad_value training.max_grad_leaf_norm"},
    {no_effect, of_logs, "logging"},
    {no_effect, of_files, "training.output_dir training.save_steps training.eval_steps training.resume_from_checkpoint"},
    {no_effect, of_sampling, "inference"},
    {no_effect, of_code, "trust_remote_code audio_type audio_input"},
    {not_said, no_field, "training.cast_norm_output_to_input_dtype"},
    {not_said, of_limits, "training.gpu_ids"},
};
constinit const ToolWords studio_words{.title = "Unsloth Studio", .rules = studio_rules, .groups = studio_groups};

constexpr KeyRule loader_rules[] = {
    {"model_name", "model", take_named_model}, {"dtype", "weights.dtype", take_loaded_dtype, true},
    {"load_in_8bit", "weights.quant"},         {"load_in_16bit", "weights.quant"},
    {"load_in_fp8", "weights.quant"},          {"use_gradient_checkpointing", "gradient_checkpointing", take_checkpointing},
};
constexpr KeyGroup loader_groups[] = {
    {no_effect, of_code,
     "token revision trust_remote_code fix_tokenizer use_exact_model_name auto_model whisper_language whisper_task "
     "on_model_resolved "
     "disable_log_stats random_state return_logits cache_dir"},
    {no_effect, of_processes, "fullgraph unsloth_force_compile tokenizer_name"},
    {not_said, of_shape, "rope_scaling resize_model_vocab qat_scheme text_only num_labels"},
    {not_said, of_objective, "fast_inference gpu_memory_utilization float8_kv_cache max_lora_rank unsloth_vllm_standby"},
    {not_said, of_limits, "device_map device_map_planner_kwargs max_memory"},
    {not_said, no_field, "offload_embedding unsloth_tiled_mlp float32_mixed_precision quantization_config attn_implementation"},
};
constinit const ToolWords loader_words{
    .title = "Unsloth", .runner = &stacks::unsloth, .rules = loader_rules, .groups = loader_groups};

constexpr KeyRule peft_rules[] = {
    {"target_modules", "adapter.targets", take_modules},
    {"use_gradient_checkpointing", "gradient_checkpointing", take_checkpointing},
    {"use_dora", "adapter.dora"},
    {"finetune_vision_layers", {}, take_part},
    {"finetune_language_layers", {}, take_part},
    {"finetune_attention_modules", {}, take_part},
    {"finetune_mlp_modules", {}, take_part},
};
constexpr KeyGroup peft_groups[] = {
    {no_effect, of_schedule, "random_state init_lora_weights loftq_config lora_bias"},
    {no_effect, of_code, "temporary_location task_type model max_seq_length"}, // of the last: "not used anymore"
    // what is said of these goes to adapter.settings before: here they are empty, or off
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "nothing stands there")},
     "layers_to_transform layers_pattern rank_pattern alpha_pattern ensure_weight_tying"},
    {not_said, of_shape, "finetune_last_n_layers finetune_audio_layers qat_scheme"},
    {not_said, no_field, "offload_layers checkpoint_skip_layers prefetch_depth"},
};
constinit const ToolWords peft_words{.title = "Unsloth", .runner = &stacks::unsloth, .rules = peft_rules, .groups = peft_groups};

constexpr KeyRule config_rules[] = {
    {"packing", "padded", take_packing},
    {"max_length", "sequence_length", take_length},
    {"max_seq_length", "sequence_length", take_length},
    {"padding_free", "padded", take_packing},
    {"optim", "optimizer.name", take_optimizer},
    {"gradient_checkpointing", "gradient_checkpointing", take_checkpointing},
    {"loss_type", "preference.loss_type", take_loss_name},
    {"cpo_alpha", "preference.nll", take_likelihood_weight},
};
constexpr KeyGroup config_groups[] = {
    {no_effect, of_data,
     "dataset_text_field dataset_num_proc dataset_kwargs train_dataset eval_dataset tokenizer processing_class data_collator "
     "model args assistant_only_loss completion_only_loss "
     "formatting_func peft_config callbacks compute_metrics"},
    {no_effect, of_schedule,
     "embedding_learning_rate beta label_smoothing loss_weights desirable_weight undesirable_weight simpo_gamma epsilon "
     "epsilon_high delta scale_rewards reward_weights mask_truncated_completions importance_sampling_level rpo_alpha"},
    {no_effect, of_sampling,
     "temperature top_p top_k min_p repetition_penalty generation_kwargs vllm_sampling_params max_prompt_length reward_funcs "
     "log_completions num_completions_to_print"},
    {no_effect, {QT_TRANSLATE_NOOP("core", "Unsloth does not read it any more")}, "unsloth_num_chunks"},
    {not_said, no_field, "unsloth_grpo_mini_batch unsloth_logit_chunk_multiplier"},
};
constinit const ToolWords config_words{.title = "TrainingArguments",
                                       .runner = &stacks::unsloth,
                                       .rules = config_rules,
                                       .groups = config_groups,
                                       .base = &trainer_words};

constexpr KeyRule variable_rules[] = {
    {"UNSLOTH_RETURN_LOGITS", "loss.kind", take_whole_logits},
};
constexpr KeyGroup variable_groups[] = {
    {no_effect, of_processes, "UNSLOTH_VLLM_STANDBY"}, // where an engine draws, it was read before
    {not_said, no_field, "UNSLOTH_CE_LOSS_TARGET_GB UNSLOTH_CE_LOSS_N_CHUNKS UNSLOTH_CE_FP32_HEAD_GRAD UNSLOTH_LOGPROB_CHUNK_GB"},
};
constinit const ToolWords variable_words{.title = "Unsloth", .rules = variable_rules, .groups = variable_groups};

/// A script's own variables, among which stand those that it sets in its environment.
void take_variables(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == "variable" && reading.is_open(entry) && knows(variable_words, entry.key))
            take_key(reading, variable_words, entry);
}

bool is_on(ConfigReading &reading, std::string_view key) { return as_switch(reading.value(key)).value_or(false); }

void read_studio(ConfigReading &reading)
{
    const std::string type = as_word(reading.value("training.training_type"));
    const auto four = switch_in(reading, {"training.load_in_4bit"});
    const bool full = type == "full";
    if (const ConfigEntry *entry = reading.find("training.training_type"); entry != nullptr && !type.empty())
        reading.state(*entry, "method", full ? "full" : four.value_or(true) ? "qlora" : "lora");
    if (four) reading.state("weights.quant", *four && !full ? "nf4" : "none");
    understand(reading, {"training.load_in_4bit"}, "weights.quant");
    if (full) {
        for (const ConfigEntry &entry : reading.entries())
            if (entry.key.starts_with("lora.") && reading.is_open(entry))
                reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing gets an adapter")));
    } else if (is_on(reading, "lora.vision_all_linear")) {
        reading.state("adapter.targets", "all-linear");
        understand(reading, {"lora.target_modules", "lora.vision_all_linear"}, "adapter.targets");
    } else
        understand(reading, {"lora.vision_all_linear"}, "adapter.targets");
    take_all(reading, studio_words);
}

/// from_pretrained packs to 4 bits unless told otherwise.
void read_loader(ConfigReading &reading)
{
    const bool full = is_on(reading, "full_finetuning"), eight = is_on(reading, "load_in_8bit"),
               whole = is_on(reading, "load_in_16bit"), fp8 = is_on(reading, "load_in_fp8");
    const bool four = switch_in(reading, {"load_in_4bit"}).value_or(true) && !eight && !whole && !full && !fp8;
    reading.state("weights.quant", four ? "nf4" : eight ? "int8" : fp8 ? "fp8" : "none");
    reading.state("method", full ? "full" : four || eight ? "qlora" : "lora");
    understand(reading, {"load_in_4bit", "load_in_8bit", "load_in_16bit", "load_in_fp8"}, "weights.quant");
    understand(reading, {"full_finetuning"}, "method");
    const std::string scope = "from_pretrained";
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == scope && entry.key.empty() && reading.is_open(entry) && !entry.unknown) {
            take_named_model(reading, entry, entry.value);
            reading.call_it(entry, "model_name (positional)");
        }
    take_all(reading, loader_words, scope);
    add_revision(reading, {"revision"});
}

/// Whether its loader is that of models which may see.
bool sees(const ConfigText &text)
{
    return std::ranges::any_of(text.programs, [](const std::string &call) {
        return call.starts_with("FastVisionModel.") || call.starts_with("FastModel.");
    });
}

bool is_config(const std::string &scope)
{
    return scope == "TrainingArguments" || scope == "UnslothTrainingArguments" || scope.ends_with("Config") ||
           scope.ends_with("Trainer");
}

/// Trainers by the names of their calls; fast_inference is vLLM in the training's process, which reads the same weights.
void read_objective(ConfigReading &reading)
{
    for (const std::string &program : reading.text().programs) {
        const std::string call = program.substr(program.rfind('.') + 1);
        for (const std::string_view name : {"GRPO", "DPO", "ORPO", "KTO", "RLOO", "Reward", "CPO"}) {
            if (call != std::string(name) + "Config" && call != std::string(name) + "Trainer") continue;
            std::string word(name);
            std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            if (reading.plan().has("objective")) continue;
            read_trainer_objective(reading, word);
            reading.look_in(std::nullopt);
            RolloutKeys keys{.prompt = 0};
            const std::string loss = as_word(reading.value("loss_type")); // models/rl.py: dapo and dr_grpo weigh no reference
            if (word == "rloo") keys.generations = 2;
            if (word == "grpo" && !loss.empty() && loss != "dapo" && loss != "dr_grpo") keys.beta = 0.001;
            read_objective_keys(reading, keys);
        }
    }
    if (!is_on(reading, "fast_inference") || !kind_of(reading.plan().objective).generates) return;
    reading.state(*reading.find("fast_inference"), "rollout.engine", "vllm");
    reading.state("rollout.colocated", true);
    const ConfigEntry *const share = reading.find("gpu_memory_utilization");
    const auto part = share != nullptr ? as_real(share->value) : std::nullopt;
    if (part)
        reading.state(*share, "rollout.gpu_memory_utilization", *part);
    else
        reading.state("rollout.gpu_memory_utilization", 0.5); // from_pretrained
    for (const char *key : {"unsloth_vllm_standby", "UNSLOTH_VLLM_STANDBY"})
        if (const ConfigEntry *standby = reading.find(key))
            if (const auto on = as_switch(standby->value)) reading.state(*standby, "rollout.sleep", *on ? 1 : 0);
}

void read_call(ConfigReading &reading)
{
    const ScriptModels models(reading.text());
    models.leave_others(reading, loader_words);
    read_processor(reading);
    read_loader(reading);
    read_collator(reading);
    read_frozen_statements(reading);
    read_objective(reading);
    models.name_others(reading);
    read_scored_rows(reading);
    take_variables(reading);
    std::vector<std::string> scopes;
    for (const ConfigEntry &entry : reading.entries())
        if (std::ranges::find(scopes, entry.scope) == scopes.end()) scopes.push_back(entry.scope);
    for (const std::string &scope : scopes) {
        const bool config = is_config(scope);
        if (!config && scope != "get_peft_model") continue;
        for (const ConfigEntry &entry : reading.entries())
            if (entry.scope == scope && entry.key.empty() && reading.is_open(entry)) {
                reading.call_it(entry, as_word(entry.value));
                reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is the model that was loaded")));
            }
        reading.look_in(scope);
        config ? read_precision(reading) : read_scope(reading, sees(reading.text()));
        if (!config) take_peft_settings(reading, lora_choices);
        if (!config) read_embedding_targets(reading);
        reading.look_in(std::nullopt);
        take_all(reading, config ? config_words : peft_words, scope);
    }
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope != "variable" && reading.is_open(entry))
            reading.no_effect(entry,
                              phrase(QT_TRANSLATE_NOOP("core", "%1 is not a call that says what is trained"), {entry.scope}));
}

constexpr std::string_view own_script = "unsloth-cli.py";

constexpr KeyRule script_rules[] = {
    {"model_name", "model", take_named_model},
    {"dtype", "weights.dtype", take_loaded_dtype, true},
    {"use_gradient_checkpointing", "gradient_checkpointing", take_checkpointing},
};
constexpr KeyGroup script_groups[] = {
    {no_effect, of_data, "dataset raw_text_file chunk_size stride"},
    {no_effect, of_files,
     "save_model save_method save_gguf save_path quantization quantization_method push_model push_gguf hub_path hub_token"},
};
constinit const ToolWords script_words{
    .title = "unsloth-cli.py", .rules = script_rules, .groups = script_groups, .base = &config_words};

/// Its script's options, named as the calls' arguments; weights are packed where it is asked to, as argparse has a switch.
void read_script(ConfigReading &reading)
{
    const bool four = is_on(reading, "load_in_4bit");
    reading.state("weights.quant", four ? "nf4" : "none");
    reading.state("method", four ? "qlora" : "lora");
    understand(reading, {"load_in_4bit"}, "weights.quant");
    const std::string scope = reading.text().programs.back();
    read_launchers(reading);
    take_all(reading, environment_words, "environment");
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == scope && !entry.key.empty() && reading.is_open(entry) && !take_key(reading, script_words, entry) &&
            !take_key(reading, peft_words, entry))
            say_unknown_key(reading, script_words, entry, entry.key);
}

} // namespace

constinit const CommandWords unsloth_command{.pairs = CommandWords::Pairs::stop, .several = "target_modules lora_target_modules"};

static int recognises_unsloth(const ConfigText &text)
{
    if (text.form == ConfigForm::command) return !text.programs.empty() && text.programs.back().ends_with(own_script) ? 100 : 0;
    if (text.form == ConfigForm::call) {
        for (const std::string &program : text.programs)
            if (program.starts_with("Fast") && program.find(".from_pretrained") != std::string::npos) return 100;
        for (const std::string &program : text.programs)
            if (program.starts_with("Fast") && program.find(".get_peft_model") != std::string::npos) return 100;
        return 0;
    }
    if (text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    int own = 0;
    for (const char *key :
         {"training.max_seq_length", "training.training_type", "training.batch_size", "lora.lora_r", "lora.target_modules"})
        own += text.has(key) ? 1 : 0;
    return own >= 2 ? 95 : 0;
}

static void read_unsloth(ConfigReading &reading)
{
    reading.state("stack", "unsloth");
    if (reading.text().form == ConfigForm::call)
        read_call(reading);
    else if (reading.text().form == ConfigForm::command)
        read_script(reading);
    else
        read_studio(reading);
}

constinit const ToolFormat formats::unsloth{.name = "unsloth",
                                            .title = "Unsloth",
                                            .recognises = recognises_unsloth,
                                            .read = read_unsloth,
                                            .command = &unsloth_command,
                                            .ending = "py",
                                            .write = write_unsloth,
                                            .task = Task::train,
                                            .group = ExportGroup::training};

} // namespace plimsoll
