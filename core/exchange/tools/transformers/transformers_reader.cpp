// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.23.0: TrainingArguments, of files (JSON of to_dict() included), calls and commands; arguments of its example scripts
// (examples/pytorch/language-modeling) and of PEFT's (examples/sft/train.py)
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/scripts/trainer_script.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

void take_flash(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (as_switch(value).value_or(false))
        reading.state(entry, "attention", "flash2");
    else
        reading.understood(entry, "attention");
}

/// LLaVA's and its heirs': 16 of float weights, else bitsandbytes'.
void take_bits(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const auto bits = as_count(value);
    if (bits == 4)
        reading.state(entry, "weights.quant", reading.value("quant_type") == "fp4" ? "fp4" : "nf4");
    else if (bits == 8)
        reading.state(entry, "weights.quant", "int8");
    else
        reading.understood(entry, "weights.quant");
}

void take_no_flash(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    reading.state(entry, "attention", as_switch(value).value_or(true) ? "sdpa" : "flash2");
}

constexpr KeyRule rules[] = {
    {"deepspeed_config", "parallel.engine", take_deepspeed},
    {"bits", "weights.quant", take_bits},
    {"quant_type", "weights.quant"},
    {"double_quant", "weights.double_quant"},
    {"disable_flash_attn2", "attention", take_no_flash},
    {"flash_attn", "attention", take_flash},
    {"model_name_or_path", "model", take_model},
    {"model_name", "model", take_model},
    {"model_id", "model", take_model},
    {"pretrained_model_name_or_path", "model", take_model},
    {"block_size", "sequence_length"},
    {"max_seq_length", "sequence_length"},
    {"max_length", "sequence_length"},
    {"model_max_length", "sequence_length"},
    {"dtype", "weights.dtype"},
    {"torch_dtype", "weights.dtype"},
    {"attn_implementation", "attention"},
    {"use_flash_attn", "attention", take_flash},
    {"use_flash_attention_2", "attention", take_flash},
    {"packing", "padded", take_packing},
    {"lora_r", "adapter.rank"},
    {"lora_rank", "adapter.rank"},
    {"lora_alpha", "adapter.alpha"},
    {"lora_dropout", "adapter.dropout"},
    {"lora_target_modules", "adapter.targets", take_targets},
    {"lora_modules_to_save", "adapter.modules_to_save"},
    {"use_dora", "adapter.dora"},
    {"use_rslora", "adapter.rslora"},
    {"freeze_llm", "trainable"},
    {"freeze_vision_tower", "trainable"},
    {"freeze_merger", "trainable"},
    {"freeze_backbone", "trainable"},
    {"freeze_mlp", "trainable"},
    {"tune_mm_vision", "trainable"},
    {"tune_mm_mlp", "trainable"},
    {"tune_mm_llm", "trainable"},
};

constexpr KeyGroup groups[] = {
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says which rows are read and in what order")},
     "dataset_name dataset_config_name dataset_config dataset_text_field train_file validation_file test_file max_train_samples "
     "max_eval_samples max_predict_samples streaming overwrite_cache validation_split_percentage preprocessing_num_workers "
     "keep_linebreaks trust_remote_code splits chat_template_format add_special_tokens append_concat_token dataset dataset_split "
     "data_path data_dir text_column num_workers dataset_num_proc pad_to_max_length padding_free pad_to_multiple_of "
     "split_batches tokenizer_name config_name cache_dir use_fast_tokenizer model_revision token use_auth_token model_type "
     "low_cpu_mem_usage config_overrides use_loftq use_loftq_callback lazy_preprocess image_folder video_folder eval_path "
     "eval_image_folder group_by_modality_length version is_multimodal image_aspect_ratio eval_data_path num_warmup_steps "
     "mm_projector_lr vision_lr merger_lr head_lr"},
    {not_said,
     {QT_TRANSLATE_NOOP("core", "it changes what the model or its adapters are, and no field of a plan says it")},
     "vision_tower mm_* pretrain_mm_mlp_adapter tune_mm_mlp_adapter freeze_mm_mlp_adapter image_min_pixels image_max_pixels "
     "video_min_pixels video_max_pixels fps nframes vision_lora "
     "lora_namespan_exclude num_lora_modules unfreeze_topk_llm unfreeze_topk_vision num_labels"},
    {not_said,
     {QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")},
     "use_unsloth max_source_length max_target_length"},
};

constinit const ToolWords words{.title = "transformers",
                                .runner = &stacks::transformers,
                                .rules = rules,
                                .groups = groups,
                                .base = &trainer_words,
                                .abbreviates = true};

/// Whether one of these switches is on; all of them are taken as `field`.
bool any_on(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field)
{
    bool on = false;
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key)) {
            on = on || as_switch(entry->value).value_or(false);
            reading.understood(*entry, field);
        }
    return on;
}

/// PEFT's example: use_peft_lora, use_4bit_quantization, use_nested_quant.
void read_adapter(ConfigReading &reading)
{
    bool quantised = read_bitsandbytes(reading);
    if (any_on(reading, {"use_4bit_quantization", "use_4bit"}, "weights.quant")) {
        const nlohmann::json kind = reading.value("bnb_4bit_quant_type");
        quantised = reading.state("weights.quant", kind == "fp4" ? "fp4" : "nf4");
        if (const ConfigEntry *entry = reading.find("bnb_4bit_quant_type")) reading.understood(*entry, "weights.quant");
        for (const char *key : {"use_nested_quant", "bnb_4bit_use_double_quant"})
            if (const ConfigEntry *entry = reading.find(key))
                reading.state(*entry, "weights.double_quant", as_switch(entry->value).value_or(false));
        if (const ConfigEntry *entry = reading.find("bnb_4bit_quant_storage_dtype"))
            reading.state(*entry, "weights.quant_storage", value_for(trainer_words, "weights.quant_storage", entry->value));
    }
    if (any_on(reading, {"use_8bit_quantization", "use_8bit_qunatization"}, "weights.quant"))
        reading.state("weights.quant", "int8");
    for (const char *key : {"use_nested_quant", "bnb_4bit_quant_storage_dtype"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry))
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_4bit_quantization"}));
    quantised = as_count(reading.value("bits")).value_or(16) == 4 || quantised;
    const bool packed = any_on(reading, {"q_lora"}, "method"); // the checkpoint or the script says how
    if (any_on(reading, {"use_peft_lora", "use_peft", "use_lora", "lora_enable"}, "method") || packed)
        reading.state("method", quantised || packed ? "qlora" : "lora");
}

/// Its own key for what others have in gradient_checkpointing_kwargs.
void read_reentrant(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("use_reentrant");
    if (entry == nullptr) return;
    if (as_switch(entry->value).value_or(false) && reading.plan().gradient_checkpointing.enabled &&
        reading.plan().has("gradient_checkpointing"))
        reading.state("gradient_checkpointing", {{"reentrant", true}});
    reading.understood(*entry, "gradient_checkpointing");
}

/// Words of the scripts of Qwen-VL, InternVL and their heirs, which say what is frozen or what is tuned.
void read_frozen_parts(ConfigReading &reading)
{
    const auto freezes = [&](std::initializer_list<std::string_view> frozen, std::string_view tuned) {
        const bool any =
            std::ranges::any_of(frozen, [&](std::string_view key) { return as_switch(reading.value(key)).value_or(false); });
        return any || !as_switch(reading.value(tuned)).value_or(true);
    };
    freeze_parts(reading,
                 {freezes({"freeze_vision_tower", "freeze_backbone"}, "tune_mm_vision"),
                  freezes({"freeze_merger", "freeze_mlp"}, "tune_mm_mlp"), freezes({"freeze_llm"}, "tune_mm_llm")},
                 {"freeze_vision_tower", "freeze_backbone", "freeze_merger", "freeze_mlp", "freeze_llm", "tune_mm_vision",
                  "tune_mm_mlp", "tune_mm_llm"});
}

} // namespace

static int recognises_transformers(const ConfigText &text)
{
    if (text.form == ConfigForm::modelfile || text.entries.empty()) return 0;
    const std::string program = program_scope(text);
    if (text.form == ConfigForm::call) return calls_transformers(text);
    if (text.form == ConfigForm::command && program.find(".py") == std::string::npos) return 0;
    int known = 0, all = 0;
    for (const ConfigEntry &entry : text.entries) {
        if (entry.scope != program || entry.key.empty() || entry.key.find('.') != std::string::npos) continue;
        ++all;
        known += knows(words, entry.key) ? 1 : 0;
    }
    const bool example = text.has("use_peft_lora") || text.has("block_size") || text.has("use_4bit_quantization") ||
                         text.has("_n_gpu") || (text.has("fsdp") && text.has("fsdp_config"));
    // a script of nobody known is more often a plain Trainer's
    return all == 0 ? 0 : 30 * known / all + (example ? 20 : 0) + (text.form == ConfigForm::command ? 2 : 0);
}

static void read_transformers(ConfigReading &reading)
{
    read_launchers(reading);
    reading.state("stack", "transformers");
    const std::vector<std::string> &calls = reading.text().programs;
    if (reading.text().form == ConfigForm::call && calls.size() > 1) return read_trainer_script(reading, words, false);
    const std::string program = program_scope(reading.text());
    reading.look_in(program);
    read_adapter(reading);
    read_frozen_parts(reading);
    read_trainer(reading, false);
    read_reentrant(reading);
    take_all(reading, environment_words, "environment");
    take_all(reading, words, program);
}

constinit const ToolFormat formats::transformers{.name = "transformers",
                                                 .title = "transformers",
                                                 .recognises = recognises_transformers,
                                                 .read = read_transformers,
                                                 .command = &hf_command};

} // namespace plimsoll
