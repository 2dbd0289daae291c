// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/trl/trl_script_writer.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

constexpr ExperimentalTrainer experimental_trainers[] = {
    {"orpo", "ORPO"}, {"cpo", "CPO"}, {"gkd", "GKD"}, {"online_dpo", "OnlineDPO"}};

/// A key of ModelConfig and what the call that it stands for has in its place.
using Renamed = std::pair<std::string_view, std::string_view>;

constexpr Renamed of_adapter[] = {{"lora_r", "r"},
                                  {"lora_alpha", "lora_alpha"},
                                  {"lora_dropout", "lora_dropout"},
                                  {"lora_target_modules", "target_modules"},
                                  {"lora_target_parameters", "target_parameters"},
                                  {"lora_modules_to_save", "modules_to_save"},
                                  {"use_rslora", "use_rslora"},
                                  {"use_dora", "use_dora"}};
constexpr Renamed of_quantisation[] = {{"load_in_4bit", "load_in_4bit"},
                                       {"load_in_8bit", "load_in_8bit"},
                                       {"bnb_4bit_quant_type", "bnb_4bit_quant_type"},
                                       {"use_bnb_nested_quant", "bnb_4bit_use_double_quant"},
                                       {"bnb_4bit_quant_storage", "bnb_4bit_quant_storage"}};
constexpr Renamed of_model[] = {
    {"dtype", "dtype"}, {"attn_implementation", "attn_implementation"}, {"model_revision", "revision"}};
/// Written elsewhere, or options of `accelerate launch`.
constexpr std::string_view apart[] = {"model_name_or_path", "use_peft", "reward_model_path", "teacher_model_name_or_path"};
constexpr std::string_view of_launch[] = {"accelerate_config", "num_processes"};

std::string python_value(const ordered_json &value)
{
    if (value.is_null()) return "None";
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (value.is_array()) {
        std::string out;
        for (const ordered_json &item : value) out += (out.empty() ? "" : ", ") + python_value(item);
        return '[' + out + ']';
    }
    if (!value.is_object()) return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    std::string out;
    for (const auto &[key, held] : value.items()) out += (out.empty() ? "\"" : ", \"") + key + "\": " + python_value(held);
    return '{' + out + '}';
}

std::string renamed_arguments(const ordered_json &keys, std::span<const Renamed> names)
{
    std::string out;
    for (const auto &[key, name] : names)
        if (const auto found = keys.find(key); found != keys.end())
            out += (out.empty() ? "" : ", ") + std::string(name) + "=" + python_value(*found);
    return out;
}

bool is_trainers_own(const std::string &key)
{
    const auto named = [&key](const Renamed &each) { return each.first == key; };
    return std::ranges::none_of(of_adapter, named) && std::ranges::none_of(of_quantisation, named) &&
           std::ranges::none_of(of_model, named) && std::ranges::find(apart, key) == std::end(apart) &&
           std::ranges::find(of_launch, key) == std::end(of_launch) && key != "env";
}

/// Options of the launcher and variables, as they stand before the script's name.
std::string launched_by(const ordered_json &keys)
{
    std::string before, options;
    if (const auto env = keys.find("env"); env != keys.end() && env->is_object())
        for (const auto &[name, value] : env->items()) before += name + "=" + value.get<std::string>() + " ";
    for (const std::string_view key : of_launch)
        if (const auto found = keys.find(key); found != keys.end())
            options += key == "num_processes" ? " --num_processes " + found->dump() : " --multi_gpu";
    if (before.empty() && options.empty()) return {};
    return "# " + before + "accelerate launch" + options + " THIS_FILE\n";
}

std::string models_of(const ordered_json &keys, bool quantised)
{
    std::string more = renamed_arguments(keys, of_model);
    if (quantised)
        more += (more.empty() ? "" : ", ") + std::string("quantization_config=BitsAndBytesConfig(") +
                renamed_arguments(keys, of_quantisation) + ")";
    return "model = AutoModelForCausalLM.from_pretrained(" + python_value(keys["model_name_or_path"]) +
           (more.empty() ? "" : ", " + more) + ")\n";
}

} // namespace

const ExperimentalTrainer *experimental_trainer(std::string_view objective)
{
    const auto *const found = std::ranges::find(experimental_trainers, objective, &ExperimentalTrainer::objective);
    return found == std::end(experimental_trainers) ? nullptr : found;
}

std::string trl_script(const ordered_json &keys, const ExperimentalTrainer &trainer)
{
    const bool quantised = keys.value("load_in_4bit", false) || keys.value("load_in_8bit", false),
               adapts = keys.value("use_peft", false);
    const std::string name(trainer.name);
    std::string out = launched_by(keys);
    out += std::string("from transformers import AutoModelForCausalLM") + (quantised ? ", BitsAndBytesConfig" : "") + "\n";
    if (adapts) out += "from peft import LoraConfig\n";
    out += "from trl.experimental." + std::string(trainer.objective) + " import " + name + "Config, " + name + "Trainer\n\n";
    out += models_of(keys, quantised) + "args = " + name + "Config(\n";
    for (const auto &[key, value] : keys.items())
        if (is_trainers_own(key)) out += "    " + key + "=" + python_value(value) + ",\n";
    out += ")\ntrainer = " + name + "Trainer(model=model, args=args, train_dataset=dataset";
    if (const auto teacher = keys.find("teacher_model_name_or_path"); teacher != keys.end())
        out += ", teacher_model=" + python_value(*teacher);
    if (const auto reward = keys.find("reward_model_path"); reward != keys.end())
        out += ", reward_funcs=" + python_value(*reward);
    if (adapts) out += ", peft_config=LoraConfig(" + renamed_arguments(keys, of_adapter) + ")";
    return out + ")\ntrainer.train()\n";
}

} // namespace plimsoll
