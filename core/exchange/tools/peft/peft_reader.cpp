// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.21: tuners/lora/config.py (LoraConfig), config.py (PeftConfig)
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

/// Modules trained whole; none where the file, which holds every key, says null.
void take_saved(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    reading.state(entry, "adapter.modules_to_save", nlohmann::json(as_names(value)));
}

void take_pattern(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    // a text is a regular expression, or one of PEFT's words
    reading.state(entry, "adapter.targets", value.is_string() ? value : nlohmann::json(as_names(value)));
}

constexpr KeyRule rules[] = {
    {"r", "adapter.rank"},
    {"target_modules", "adapter.targets", take_pattern},
    {"modules_to_save", "adapter.modules_to_save", take_saved, true},
    {"target_parameters", "adapter.target_parameters"},
    {"bias", "adapter.bias"},
    {"base_model_name_or_path", "model", take_model},
};

constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what an adapter holds, and no field of a plan says it")};

constexpr KeyGroup groups[] = {
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says where an adapter comes from, not what it holds")},
     "auto_mapping revision inference_mode task_type peft_version fan_in_fan_out init_lora_weights layers_pattern "
     "megatron_core corda_config eva_config loftq_config lora_ga_config runtime_config model_type base_model_class "
     "parent_library "
     "ensure_weight_tying qalora_group_size"},
    {not_said, no_field,
     "alpha_pattern rank_pattern exclude_modules layers_to_transform layer_replication lora_bias megatron_config "
     "trainable_token_indices "
     "use_qalora alora_invocation_tokens arrow_config use_bdlora monteclora_config velora_config kasa_config"},
};

/// Keys of another method than LoRA: nothing of the adapter can be planned, whatever LoRA would make of the same keys.
void read_other_method(ConfigReading &reading, const ConfigEntry &type)
{
    reading.not_said(type, phrase(QT_TRANSLATE_NOOP("core", "of PEFT's methods plans have %1 alone"), {"LoRA"}));
    constexpr std::string_view ranks[] = {"init_r", "target_r",       "r",   "num_virtual_tokens", "n_frequency",
                                          "hra_r",  "oft_block_size", "rank"};
    for (const ConfigEntry &entry : reading.entries()) {
        if (!reading.is_open(entry)) continue;
        const bool size = std::ranges::find(ranks, std::string_view(entry.key)) != std::end(ranks);
        const bool weight = entry.key == "target_modules" || entry.key == "modules_to_save";
        if ((size || weight) && !is_off(entry.value))
            reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "it belongs to %1"), {as_word(type.value)}));
        else
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it belongs to %1"), {as_word(type.value)}));
    }
}

} // namespace

static int recognises_peft(const ConfigText &text)
{
    if (text.form == ConfigForm::call) return !text.programs.empty() && text.programs.back().ends_with("LoraConfig") ? 70 : 0;
    if (text.form != ConfigForm::json && text.form != ConfigForm::yaml) return 0;
    if (text.has("peft_type")) return 98;
    return text.has("r") && text.has("lora_alpha") ? 80 : 0;
}

constinit const ToolWords lora_words{.title = "PEFT", .runner = &stacks::transformers, .rules = rules, .groups = groups};

static void read_peft(ConfigReading &reading)
{
    const ConfigEntry *const type = reading.find("peft_type");
    if (type != nullptr && as_word(type->value) != "LORA") return read_other_method(reading, *type);
    if (type != nullptr)
        reading.state(*type, "method", "lora");
    else
        reading.state("method", "lora");
    for (const std::string &scope : reading.text().programs) take_all(reading, lora_words, scope.substr(scope.rfind('.') + 1));
    take_all(reading, lora_words);
}

constinit const ToolFormat formats::peft{.name = "peft",
                                         .title = "PEFT",
                                         .recognises = recognises_peft,
                                         .read = read_peft,
                                         .ending = "json",
                                         .write = write_peft,
                                         .task = Task::train,
                                         .group = ExportGroup::training};

} // namespace plimsoll
