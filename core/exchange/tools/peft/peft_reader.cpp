// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.21: tuners/lora/config.py (LoraConfig), config.py (PeftConfig)
#include "core/exchange/tools/shared/peft_settings.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/model/adapter_names.h"
#include "core/stacks/stacks.h"

#include <optional>

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
    // what is said of these is taken before (shared/peft_settings.h): here they are empty, or off
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "nothing stands there")},
     "alpha_pattern rank_pattern exclude_modules layers_to_transform ensure_weight_tying lora_bias trainable_token_indices"},
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "it says where an adapter comes from, not what it holds")},
     "auto_mapping revision inference_mode task_type peft_version fan_in_fan_out init_lora_weights layers_pattern "
     "megatron_core corda_config eva_config loftq_config lora_ga_config runtime_config model_type base_model_class "
     "parent_library "
     "qalora_group_size"},
    {not_said, no_field,
     "layer_replication megatron_config use_qalora alora_invocation_tokens arrow_config use_bdlora monteclora_config "
     "velora_config kasa_config"},
};

} // namespace

constinit const ToolWords lora_words{.title = "PEFT", .runner = &stacks::transformers, .rules = rules, .groups = groups};

namespace {

/// A file of a method that no plan has.
void refuse_method(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries())
        if (reading.is_open(entry))
            reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "plans have no such method of %1"), {"PEFT"}));
}

/// The last call of PEFT's configurations.
std::optional<AdapterName> method_of_calls(const ConfigText &text)
{
    return text.programs.empty() ? std::nullopt : adapter_of_config_class(text.programs.back());
}

} // namespace

static int recognises_peft(const ConfigText &text)
{
    if (text.form == ConfigForm::call) return method_of_calls(text) ? 70 : 0;
    if (text.form != ConfigForm::json && text.form != ConfigForm::yaml) return 0;
    if (text.has("peft_type")) return 98;
    return text.has("r") && text.has("lora_alpha") ? 80 : 0;
}

static void read_peft(ConfigReading &reading)
{
    const ConfigEntry *const type = reading.find("peft_type");
    const auto method = type != nullptr ? adapter_of_peft_type(as_word(type->value)) : method_of_calls(reading.text());
    if (type != nullptr && !method) return refuse_method(reading);
    type != nullptr ? reading.state(*type, "method", "lora") : reading.state("method", "lora");
    const bool other = method.value_or(AdapterName{}) != AdapterName{};
    if (!other) take_peft_settings(reading, lora_choices);
    for (const std::string &program : reading.text().programs) {
        const std::string scope = program.substr(program.rfind('.') + 1);
        if (const auto called = adapter_of_config_class(scope); called.value_or(AdapterName{}) != AdapterName{})
            read_peft_method(reading, *called, nullptr, scope);
        else
            take_all(reading, lora_words, scope);
    }
    if (other) read_peft_method(reading, *method, type, {});
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
