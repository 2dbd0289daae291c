// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.23.0: training_args.py (TrainingArguments, OptimizerNames); keys of 4.x that it dropped
#include "core/exchange/tools/transformers/trainer_words.h"

#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/transformers/trainer_spellings.h"
#include "core/exchange/tools/tools.h"

#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

using enum Taken;

void take_backend(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (is_off(value))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    else
        reading.state(entry, "compile", true); // a backend turns it on
}

/// Which gradients GaLore and APOLLO project: those of all linears, as plans have it.
void take_projected(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (as_word(value) == "all-linear")
        reading.understood(entry, "optimizer.targets");
    else
        reading.state(entry, "optimizer.targets", value);
}

/// "rank=64, update_proj_gap=100, scale=0.10"
void take_optimizer_arguments(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string text = as_word(value);
    const std::size_t at = text.find("rank=");
    if (at == std::string::npos) return static_cast<void>(reading.state(entry, "optimizer.args", text));
    const std::size_t from = at + std::string_view("rank=").size();
    const std::string rank = text.substr(from, text.find_first_not_of("0123456789", from) - from);
    reading.state(entry, "optimizer.rank", as_count(rank) ? nlohmann::json(*as_count(rank)) : nlohmann::json(rank));
}

/// Of Liger's kernels those of the loss: take_liger() reads them.
void take_liger_part(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const bool fused = entry.key.ends_with("fused_linear_cross_entropy");
    const bool liger = as_switch(reading.value("use_liger_kernel")).value_or(false);
    if (liger && !fused && as_switch(value).value_or(false)) reading.state("loss.kind", "fused_ce");
    reading.understood(entry, "loss.kind");
}

/// Of Liger's kernels those of layers: take_liger() reads them.
void take_liger_layer(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json & /*value*/)
{
    reading.understood(entry, "kernels");
}

/// As `kernels` names them: all but those that liger_kernel_config turns off.
std::vector<std::string> liger_layers(const ConfigReading &reading)
{
    const auto on = [&reading](std::string_view key) {
        return as_switch(reading.value(std::string("liger_kernel_config.").append(key))).value_or(true);
    };
    std::vector<std::string> out;
    if (on("rope")) out.emplace_back("liger_rope");
    if (on("rms_norm")) out.emplace_back("liger_rms_norm");
    if (on("swiglu") && on("geglu")) out.emplace_back("liger_glu");
    if (out.size() == 3) return {"liger"};
    return out;
}

constexpr KeyRule trainer_rules[] = {
    {"per_device_train_batch_size", "micro_batch"},
    {"per_gpu_train_batch_size", "micro_batch"},
    {"per_gpu_eval_batch_size", "evaluation.micro_batch"},
    {"optim", "optimizer.name", take_optimizer},
    {"use_liger_kernel", "loss.kind", take_liger},
    {"ddp_find_unused_parameters", "parallel.find_unused_parameters"},
    {"ddp_bucket_cap_mb", "parallel.bucket_mb"},
    {"ddp_static_graph", "parallel.static_graph"},
    {"deepspeed", "parallel.engine", take_deepspeed},
    {"torch_compile_backend", "compile", take_backend},
    {"optim_target_modules", "optimizer.targets", take_projected},
    {"optim_args", "optimizer.rank", take_optimizer_arguments},
    {"liger_kernel_config.fused_linear_cross_entropy", "loss.kind", take_liger_part},
    {"liger_kernel_config.cross_entropy", "loss.kind", take_liger_part},
    {"liger_kernel_config.rope", "kernels", take_liger_layer},
    {"liger_kernel_config.rms_norm", "kernels", take_liger_layer},
    {"liger_kernel_config.swiglu", "kernels", take_liger_layer},
    {"liger_kernel_config.geglu", "kernels", take_liger_layer},
};

constexpr Why of_data{QT_TRANSLATE_NOOP("core", "it says which rows are read and in what order")};
constexpr Why of_schedule{QT_TRANSLATE_NOOP("core", "it changes how long or how fast is learned, not what a step holds")};
constexpr Why of_logs{QT_TRANSLATE_NOOP("core", "it is about logs")};
constexpr Why of_files{QT_TRANSLATE_NOOP("core", "it is about files that are written or read")};
constexpr Why of_processes{QT_TRANSLATE_NOOP("core", "it says how processes find each other or what they compute with")};
constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")};

constexpr KeyGroup trainer_groups[] = {
    {no_effect, of_schedule,
     "num_train_epochs max_steps learning_rate lr_scheduler_type lr_scheduler_kwargs warmup_steps warmup_ratio weight_decay "
     "adam_beta1 "
     "adam_beta2 adam_epsilon seed data_seed full_determinism average_tokens_across_devices neftune_noise_alpha"},
    {no_effect, of_data,
     "dataloader_drop_last dataloader_num_workers dataloader_pin_memory dataloader_persistent_workers dataloader_prefetch_factor "
     "dataloader_multiprocessing_context dataloader_in_order remove_unused_columns label_names train_sampling_strategy "
     "length_column_name group_by_length ignore_data_skip accelerator_config dispatch_batches split_batches do_train do_eval "
     "do_predict"},
    {no_effect, of_logs,
     "logging_strategy logging_steps logging_first_step log_on_each_node logging_nan_inf_filter include_num_input_tokens_seen "
     "include_tokens_per_second log_level log_level_replica disable_tqdm report_to run_name project trackio_space_id "
     "trackio_bucket_id trackio_static_space_id logging_dir debug skip_memory_metrics"},
    {no_effect, of_files,
     "output_dir overwrite_output_dir save_only_model save_strategy save_steps save_on_each_node save_total_limit "
     "save_safetensors "
     "enable_jit_checkpoint push_to_hub hub_token hub_private_repo hub_model_id hub_strategy hub_always_push hub_revision "
     "push_to_hub_token push_to_hub_model_id push_to_hub_organization load_best_model_at_end resume_from_checkpoint "
     "restore_callback_states_from_checkpoint"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "evaluating takes less than training, by its rows alone")},
     "eval_strategy evaluation_strategy eval_steps eval_delay eval_on_start metric_for_best_model greater_is_better "
     "eval_use_gather_object include_for_metrics include_inputs_for_metrics prediction_loss_only eval_do_concat_batches "
     "batch_eval_metrics eval_accumulation_steps bf16_full_eval fp16_full_eval"},
    {no_effect, of_processes,
     "use_cpu no_cuda use_mps_device tf32 ddp_broadcast_buffers ddp_backend ddp_timeout local_rank tpu_num_cores "
     "tpu_metrics_debug "
     "ray_scope xpu_backend use_ipex jit_mode_eval mp_parameters n_gpu _n_gpu fp16_opt_level fp16_backend half_precision_backend "
     "torch_compile_mode past_index"},
    {not_said, no_field,
     "liger_kernel_config.layer_norm liger_kernel_config parallelism_config fsdp_min_num_params "
     "fsdp_transformer_layer_cls_to_wrap "
     "auto_find_batch_size torch_empty_cache_steps label_smoothing_factor sharded_ddp use_cache"},
};

constexpr OtherKey others[] = {
    {"train_batch_size", "per_device_train_batch_size"},
    {"eval_batch_size", "per_device_eval_batch_size"},
    {"gradient_accumulation", "gradient_accumulation_steps"},
    {"adafactor", "optim"},
};

} // namespace

/// List-valued fields of TRL 1.16's and transformers 5.23's dataclasses; scripts may have others, of which only pairs are told.
constinit const CommandWords hf_command{
    .pairs = CommandWords::Pairs::stop,
    .several = "debug include_for_metrics label_names lora_modules_to_save lora_target_modules lora_target_parameters loss_type "
               "loss_weights reward_weights reward_funcs report_to callbacks"};

constinit const ToolWords trainer_words{.title = "TrainingArguments",
                                        .runner = &stacks::transformers,
                                        .rules = trainer_rules,
                                        .groups = trainer_groups,
                                        .spellings = trainer_spellings,
                                        .others = others};

void take_optimizer(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    take_optimizer_of(trainer_words, reading, entry, value);
}

void take_optimizer_of(const ToolWords &words, ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    std::string word = as_word(value);
    constexpr std::string_view layerwise = "_layerwise"; // what Trainer makes of it: stepped in the backward pass
    const bool in_backward = word.ends_with(layerwise);
    if (in_backward) word.resize(word.size() - layerwise.size());
    if (!reading.state(entry, "optimizer.name", value_for(words, "optimizer.name", word))) return;
    if (const Spelling *row = row_that_reads(words, "optimizer.name", word); row != nullptr && row->way == Way::loose)
        reading.warn("no_such_word",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 has no %2 \"%3\" and raises on it; it is planned as %4"),
                            {words.title, entry.key, word, row->value}),
                     "optimizer.name");
    if (const Spelling *row = row_that_reads(words, "optimizer.implementation", word))
        reading.state(entry, row->path, std::string(row->value));
    if (in_backward) reading.state(entry, "optimizer.in_backward", true);
}

void take_liger(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::optional<bool> on = as_switch(value);
    if (!on) {
        return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "%1 or %2 is expected"), {"true", "false"}));
    }
    reading.understood(entry, "loss.kind");
    if (!*on) return;
    std::vector<std::string> layers = liger_layers(reading);
    const bool fused = as_switch(reading.value("liger_kernel_config.fused_linear_cross_entropy")).value_or(true);
    if (fused) reading.state("loss.kind", "fused");
    if (fused && layers.empty()) layers.emplace_back("liger_loss");
    const bool brought = fused && layers.front() == "liger"; // with the loss
    if (!layers.empty() && !brought) reading.state(entry, "kernels", layers);
}

void take_model(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = as_word(value);
    const bool stands_in = word.find_first_of("<>{}") != std::string::npos || word == "...";
    if (stands_in && value.is_string())
        reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a model is expected")));
    else
        reading.state(entry, "model", value_for(trainer_words, "model", value));
}

void take_targets(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (!value.is_array()) {
        reading.state(entry, "adapter.targets", value_for(trainer_words, "adapter.targets", value));
        return;
    }
    std::vector<std::string> names;
    for (const std::string &name : as_names(value)) {
        if (name.find(',') == std::string::npos)
            names.push_back(name);
        else
            reading.warn("targets",
                         phrase(QT_TRANSLATE_NOOP("core", "%1: \"%2\" with its comma names no module, as the shell reads it"),
                                {entry.key, name}),
                         "adapter.targets");
    }
    if (names.size() == 1 && names[0] == "all-linear")
        reading.state(entry, "adapter.targets", names[0]);
    else
        reading.state(entry, "adapter.targets", nlohmann::json(names));
}

void take_packing(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (as_switch(value).value_or(false)) // packed rows hold no padding
        reading.state(entry, "padded", false);
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "a plan counts rows at their greatest length")));
}

} // namespace plimsoll
