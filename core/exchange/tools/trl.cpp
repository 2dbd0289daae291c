// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: trainer/{base,sft,dpo,grpo,rloo,kto,reward,model}_config.py, scripts/utils.py (ScriptArguments, TrlParser)
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/trainer_words.h"
#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;

void take_model(Reading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    reading.state(entry, "model", value_for(trainer_words, "model", value));
}

constexpr KeyRule rules[] = {
    {"model_name_or_path", "model", take_model}, {"max_length", "sequence_length"}, {"max_seq_length", "sequence_length"},
    {"packing", "padded", take_packing},         {"dtype", "weights.dtype"},        {"torch_dtype", "weights.dtype"},
    {"attn_implementation", "attention"},
};

constexpr Why of_data{QT_TRANSLATE_NOOP("core", "it says which rows are read and in what order")};

constexpr KeyGroup groups[] = {
    {no_effect, of_data,
     "dataset_name dataset_config dataset_train_split dataset_test_split dataset_streaming dataset_num_proc dataset_text_field "
     "dataset_kwargs dataset_batch_size shuffle_dataset truncation_mode eos_token pad_token chat_template_path "
     "completion_only_loss "
     "assistant_only_loss ignore_bias_buffers"},
    {no_effect, {QT_TRANSLATE_NOOP("core", "it says which code or files are read")}, "model_revision trust_remote_code"},
};

constinit const ToolWords trl_words{
    .title = "TRL", .runner = &stacks::trl, .rules = rules, .groups = groups, .base = &trainer_words};

constexpr std::string_view adapter_keys[] = {
    "lora_r",     "lora_alpha", "lora_dropout", "lora_target_modules", "lora_target_parameters", "lora_modules_to_save",
    "use_rslora", "use_dora"};

/// Adapters, where use_peft asks for them; else their keys say nothing.
void read_adapter(Reading &reading, bool quantised)
{
    const ConfigEntry *const asked = reading.find("use_peft");
    const bool adapter = as_switch(reading.value("use_peft")).value_or(false);
    if (asked != nullptr) reading.state(*asked, "method", !adapter ? "full" : quantised ? "qlora" : "lora");
    for (const std::string_view key : adapter_keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && !adapter)
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {"use_peft"}));
}

} // namespace

int recognises_trl(const ConfigText &text)
{
    if (text.form == ConfigForm::command) return !text.programs.empty() && text.programs.back().starts_with("trl ") ? 100 : 0;
    int known = 0;
    for (const ConfigEntry &entry : text.entries) known += knows(trl_words, entry.key) ? 1 : 0;
    return known == 0 ? 0 : 10 + 40 * known / static_cast<int>(text.entries.size());
}

void read_trl(Reading &reading)
{
    reading.state("stack", "trl");
    const bool quantised = read_bitsandbytes(reading);
    read_adapter(reading, quantised);
    read_precision(reading);
    read_checkpointing(reading, true);
    take_all(reading, environment_words, "environment");
    take_all(reading, trl_words,
             reading.text().programs.empty() ? std::string_view() : std::string_view(reading.text().programs.back()));
}

} // namespace plimsoll
