// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 @ff6d4d12: model/adapter.py (_setup_freeze_tuning), hparams/finetuning_args.py (FreezeArguments)
#include "core/exchange/tools/llama_factory/frozen_layers.h"

#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Count most_layers = 4096; // beyond any model's: a pattern names each

struct Asked {
    Count layers = 2; ///< FreezeArguments.freeze_trainable_layers
    bool spread = false;
    std::vector<std::string> modules, extra; ///< `modules` empty: whole layers
};

Asked asked_of(ConfigReading &reading)
{
    Asked asked;
    asked.layers = as_count(reading.value("freeze_trainable_layers")).value_or(asked.layers);
    asked.spread = as_switch(reading.value("use_llama_pro")).value_or(false);
    asked.modules = as_names(reading.value("freeze_trainable_modules"));
    if (std::ranges::find(asked.modules, std::string("all")) != asked.modules.end()) asked.modules.clear();
    asked.extra = as_names(reading.value("freeze_extra_modules"));
    return asked;
}

/// Numbers of the layers that train; nothing where only the model's own number tells them and it is not known or not divisible.
std::optional<std::vector<Count>> numbers_of(const Asked &asked, const std::optional<Count> &of_model)
{
    std::vector<Count> out;
    if (!asked.spread && asked.layers <= 0) {
        for (Count i = 0; i < std::min(-asked.layers, of_model.value_or(most_layers)); ++i) out.push_back(i);
        return out;
    }
    if (!of_model || asked.layers <= 0 || (asked.spread && *of_model % asked.layers != 0)) return std::nullopt;
    const Count stride = asked.spread ? *of_model / asked.layers : 1;
    const Count first = asked.spread ? stride - 1 : std::max<Count>(0, *of_model - asked.layers);
    for (Count i = first; i < *of_model; i += stride) out.push_back(i);
    return out;
}

std::string either(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out.append(out.empty() ? "" : "|").append(name);
    return '(' + out + ')';
}

/// ".7.mlp" for each number and module, as one pattern.
json patterns_of(const Asked &asked, const std::vector<Count> &numbers)
{
    json out = json::array();
    std::vector<std::string> words;
    for (const Count number : numbers) words.push_back(std::to_string(number));
    if (!words.empty()) out.push_back("\\." + either(words) + "\\." + (asked.modules.empty() ? "" : either(asked.modules)));
    for (const std::string &name : asked.extra) out.push_back(name);
    return out;
}

constexpr const char *keys[] = {"freeze_trainable_layers", "use_llama_pro", "freeze_trainable_modules", "freeze_extra_modules"};

void leave_unsaid(ConfigReading &reading, const std::string &why)
{
    for (const char *key : keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && !is_off(entry->value))
            reading.not_said(*entry, why);
    reading.warn(
        "trainable",
        phrase(QT_TRANSLATE_NOOP("core", "which layers train is told by the number of the model's layers, which is not known "
                                         "here: the plan trains all of them, and takes more")),
        "trainable");
}

} // namespace

void read_frozen_layers(ConfigReading &reading)
{
    const Asked asked = asked_of(reading);
    json trains;
    if (!asked.spread && asked.layers > 0 && asked.modules.empty()) {
        trains = {{"last_layers", asked.layers}};
        if (!asked.extra.empty()) trains["also"] = asked.extra;
    } else {
        const auto numbers = numbers_of(asked, layers_of(reading.plan().model));
        if (!numbers)
            return leave_unsaid(reading, phrase(QT_TRANSLATE_NOOP(
                                             "core", "plans train the last layers whole, or what names meet in all of them")));
        trains = patterns_of(asked, *numbers);
    }
    const ConfigEntry *const count = reading.find("freeze_trainable_layers");
    count != nullptr ? reading.state(*count, "trainable", trains) : reading.state("trainable", trains);
    for (const char *key : keys) understand(reading, {key}, "trainable");
}

} // namespace plimsoll
