// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.21: tuners/lora/config.py (LoraConfig), as adapter_config.json
#include "core/adapters/adapters.h"
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/shared/training_writer.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr TrainingWords words{.title = "PEFT"};

void say_targets(TrainingText &text)
{
    const Adapter &adapter = text.plan().adapter;
    const bool word = adapter.targets.size() == 1 && (adapter.targets_regex || adapter.targets[0] == "all-linear");
    const bool usual = adapter.targets.size() == 1 && adapter.targets[0] == "default";
    text.say("target_modules", word    ? nlohmann::ordered_json(adapter.targets[0])
                               : usual ? nlohmann::ordered_json()
                                       : nlohmann::ordered_json(adapter.targets));
    if (text.take("adapter.targets") && usual)
        text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "it is what PEFT does where nobody says")));
    text.take("adapter.target_parameters");
    if (!adapter.target_parameters.empty()) text.say("target_parameters", adapter.target_parameters);
    text.take("adapter.modules_to_save");
    if (!adapter.modules_to_save.empty()) text.say("modules_to_save", adapter.modules_to_save);
}

} // namespace

Result<Exported> write_peft(const Plan &stated)
{
    if (const auto refused = refuses_to_train(stated, words.title)) return *refused;
    if (stated.method == Method::full)
        return Error{"method", "full", "lora | qlora", phrase(QT_TRANSLATE_NOOP("core", "an adapter's file says nothing else"))};
    const Result<ModelArgument> model = model_argument(stated);
    if (!model) return model.error();
    TrainingText text(words, stated);
    const Adapter adapter = prepared(text.plan().adapter);
    text.say("base_model_name_or_path", model->model);
    if (!model->revision.empty()) text.say("revision", model->revision);
    std::string type(name_of(adapter.type));
    std::ranges::transform(type, type.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    text.say("peft_type", type);
    text.take("adapter.type");
    text.say("task_type", "CAUSAL_LM");
    if (text.take("method") && stated.method == Method::qlora)
        text.cannot("method", phrase(QT_TRANSLATE_NOOP("core", "the script that is launched says it")));
    if (adapter.type == AdapterName{}) {
        text.say("r", adapter.rank);
        text.say("lora_alpha", adapter.alpha);
        text.say("lora_dropout", adapter.dropout);
        say_targets(text);
        text.say("bias", adapter.bias);
        text.say("use_dora", adapter.dora);
        text.say("use_rslora", adapter.rslora);
    } else {
        say_targets(text);
        text.say("bias", adapter.bias);
        if (stated.has("adapter.rank") && !method_of(adapter).rank_key.empty())
            text.say(method_of(adapter).rank_key, adapter.rank);
    }
    const nlohmann::ordered_json settings =
        adapter.settings.empty() ? nlohmann::ordered_json::object() : nlohmann::ordered_json::parse(adapter.settings);
    for (auto item = settings.begin(); item != settings.end(); ++item) text.say(item.key(), item.value());
    text.take("adapter.settings");
    for (const char *path :
         {"adapter.rank", "adapter.alpha", "adapter.dropout", "adapter.bias", "adapter.dora", "adapter.rslora"})
        text.take(path);
    for (const Field &field : plan_fields()) {
        const bool asked = field.path == "name" || field.path == "task" || field.path.starts_with("target.");
        if (asked || field.path == "model" || !text.take(field.path)) continue;
        text.cannot(field.path, phrase(QT_TRANSLATE_NOOP("core", "the script that is launched says it")));
    }
    return std::move(text).as_json();
}

} // namespace plimsoll
