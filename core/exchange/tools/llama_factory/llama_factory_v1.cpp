// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 @ff6d4d12, v1/config/{model,training,data,sample}_args.py, v1/plugins (peft.py, quantization.py,
// distributed/interface.py, optimizers, kernels)
#include "core/exchange/tools/llama_factory/llama_factory.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/transformers/trainer_words.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

void take_padding_free(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    if (word.find("padding_free") != std::string::npos)
        reading.state(entry, "padded", false);
    else if (word == "normal")
        reading.understood(entry, "padded");
    else
        reading.not_said(entry, no_field.text());
}

constexpr KeyRule v1_rules[] = {
    {"model", "model", take_named_model},
    {"flash_attn", "attention", take_attention},
    {"micro_batch_size", "micro_batch"},
    {"cutoff_len", "sequence_length"},
    {"max_grad_norm", "max_grad_norm"},
    {"bf16", "autocast"},
    {"batching_strategy", "padded", take_padding_free},
    {"enable_activation_checkpointing", "gradient_checkpointing"},
    {"dp_size", "parallel.data"},
    {"mp_replicate_size", "parallel.replicate"},
    {"cp_size", "parallel.context"},
    {"peft_config.name", "method"},
    {"peft_config.r", "adapter.rank"},
    {"peft_config.lora_alpha", "adapter.alpha"},
    {"peft_config.lora_dropout", "adapter.dropout"},
    {"peft_config.target_modules", "adapter.targets", take_modules},
    {"peft_config.use_rslora", "adapter.rslora"},
    {"peft_config.use_dora", "adapter.dora"},
    {"peft_config.modules_to_save", "adapter.modules_to_save"},
    {"peft_config.freeze_trainable_layers", "trainable"},
    {"peft_config.freeze_trainable_modules", "trainable"},
    {"peft_config.freeze_extra_modules", "trainable"},
    {"quant_config.name", "weights.quant"},
    {"quant_config.quantization_bit", "weights.quant"},
    {"quant_config.quantization_type", "weights.quant"},
    {"quant_config.double_quantization", "weights.double_quant"},
    {"dist_config.name", "parallel.engine"},
    {"dist_config.config_file", "parallel.engine", take_deepspeed},
    {"dist_config.reshard_after_forward", "parallel.reshard_after_forward"},
    {"dist_config.offload_params", "parallel.offload"},
    {"dist_config.ep_size", "parallel.expert"},
    {"peft_config", {}, take_section},
    {"quant_config", {}, take_section},
    {"dist_config", {}, take_section},
    {"optim_config", {}, take_section},
    {"optim_config.name", "optimizer.name", take_optimizer},
};

constexpr KeyGroup v1_groups[] = {
    {no_effect, of_data, "train_dataset eval_dataset template custom_chat_template batching_workers"},
    {no_effect, of_schedule,
     "learning_rate num_train_epochs max_steps lr_scheduler_config seed full_determinism optim_config.wd optim_config.lr "
     "optim_config.momentum optim_config.nesterov optim_config.ns_steps optim_config.adamw_betas optim_config.adamw_eps "
     "pref_loss "
     "pref_beta pref_ftx simpo_gamma dpo_label_smoothing ld_alpha"},
    {no_effect, of_logs, "logging_steps report_to"},
    {no_effect, of_files,
     "output_dir resume_from_checkpoint save_steps save_epochs save_ckpt_as_hf save_total_limit dist_config.dcp_path "
     "peft_config.export_dir peft_config.export_size peft_config.export_hub_model_id peft_config.infer_dtype "
     "peft_config.export_legacy_format"},
    {no_effect, of_code, "trust_remote_code model_class init_config"},
    {no_effect, of_sampling, "sample_backend max_new_tokens"},
    {no_effect, of_processes,
     "dist_timeout dist_config.pin_memory dist_config.ep_dispatcher dist_config.hook_modules mp_shard_size cp_mode "
     "quant_config.compute_dtype peft_config.cast_trainable_params_to_fp32"},
    {not_said, of_kernels, "kernel_config"},
    {not_said, of_shape, "peft_config.adapter_name_or_path"},
    {not_said, of_limits, "global_batch_size dist_config.fsdp_ignored_modules dist_config.fsdp_implementation"},
};

constinit const ToolWords v1_words{.title = "LLaMA-Factory", .rules = v1_rules, .groups = v1_groups};

void read_method(ConfigReading &reading)
{
    const std::string name = as_word(reading.value("peft_config.name"));
    const auto bits = as_count(reading.value("quant_config.quantization_bit"));
    const bool named = reading.find("quant_config.name") != nullptr;
    const bool packs = bits.has_value() || (named && reading.value("quant_config.name") == "bnb");
    if (packs)
        reading.state("weights.quant", bits == 8                                                  ? "int8"
                                       : reading.value("quant_config.quantization_type") == "fp4" ? "fp4"
                                                                                                  : "nf4");
    understand(reading, {"quant_config.name", "quant_config.quantization_bit", "quant_config.quantization_type"},
               "weights.quant");
    const ConfigEntry *const entry = reading.find("peft_config.name");
    if (name == "lora")
        reading.state(*entry, "method", packs ? "qlora" : "lora");
    else if (name == "freeze") {
        reading.state(*entry, "method", "full");
        const Count layers = as_count(reading.value("peft_config.freeze_trainable_layers")).value_or(2);
        const std::vector<std::string> modules = as_names(reading.value("peft_config.freeze_trainable_modules"));
        if (layers > 0 && (modules.empty() || modules[0] == "all")) {
            json trains{{"last_layers", layers}};
            const std::vector<std::string> also = as_names(reading.value("peft_config.freeze_extra_modules"));
            if (!also.empty()) trains["also"] = also;
            reading.state("trainable", trains);
            understand(reading, {"peft_config.freeze_trainable_layers", "peft_config.freeze_trainable_modules"}, "trainable");
            if (!also.empty()) understand(reading, {"peft_config.freeze_extra_modules"}, "trainable");
        }
        dismiss(reading, {"peft_config.freeze_extra_modules"}, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    } else if (!name.empty())
        reading.not_said(*entry, of_shape.text());
    else
        reading.state("method", "full");
}

/// v1/plugins/trainer_plugins/distributed/interface.py
void read_v1_spread(ConfigReading &reading)
{
    const std::string name = as_word(reading.value("dist_config.name"));
    const ConfigEntry *const entry = reading.find("dist_config.name");
    if (name == "fsdp2" || name == "fsdpturbo") {
        reading.state(*entry, "parallel.engine", "fsdp2");
        reading.state("parallel.zero", 3);
    } else if (name == "deepspeed" || name == "ddp")
        reading.state(*entry, "parallel.engine", name);
    if (const ConfigEntry *moves = reading.find("dist_config.offload_params"))
        if (const auto on = as_switch(moves->value)) reading.state(*moves, "parallel.offload", *on ? "both" : "none");
}

} // namespace

bool is_llama_factory_v1(const ConfigText &text)
{
    if (text.form == ConfigForm::call || text.form == ConfigForm::modelfile) return false;
    int own = 0;
    for (const char *key : {"peft_config.name", "dist_config.name", "kernel_config.name", "train_dataset", "model_class",
                            "sample_backend", "quant_config.name", "peft_config.export_dir", "peft_config.adapter_name_or_path"})
        own += text.has(key) ? 1 : 0;
    return text.has("model") && own >= 2;
}

void read_llama_factory_v1(ConfigReading &reading)
{
    read_method(reading);
    read_v1_spread(reading);
    if (const auto bf16 = switch_in(reading, {"bf16"})) {
        reading.state("autocast", *bf16 ? "bf16" : "none");
        understand(reading, {"bf16"}, "autocast");
    }
    if (const auto on = switch_in(reading, {"enable_activation_checkpointing"})) {
        reading.state("gradient_checkpointing", *on);
        understand(reading, {"enable_activation_checkpointing"}, "gradient_checkpointing");
    }
    if (as_word(reading.value("kernel_config.name")).find("liger") != std::string::npos) {
        reading.state("loss.kind", "fused");
        understand(reading, {"kernel_config.name"}, "loss.kind");
    }
    take_all(reading, v1_words, program_scope(reading.text()));
}

} // namespace plimsoll
