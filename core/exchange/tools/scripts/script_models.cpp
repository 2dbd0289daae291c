// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16: the parameters of trainer/*_trainer.py; PEFT 0.21: peft_model.py (from_pretrained)
#include "core/exchange/tools/scripts/script_models.h"

#include "core/exchange/tools/key_reasons.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace plimsoll {

namespace {

/// PeftModel and PeftModelForCausalLM put adapters on a model that they are handed; AutoPeftModelForCausalLM loads it itself.
bool puts_adapters(std::string_view program)
{
    if (!program.ends_with(".from_pretrained")) return false;
    program.remove_suffix(std::string_view(".from_pretrained").size());
    return program.substr(program.rfind('.') + 1).starts_with("PeftModel");
}

struct HandedAs {
    std::string_view key;
    ModelRole role;
};
constexpr HandedAs parts[] = {
    {"model", ModelRole::trains},
    {"ref_model", ModelRole::refers},
    {"teacher_model", ModelRole::teaches},
    {"reward_funcs", ModelRole::rewards},
    {"reward_model", ModelRole::rewards},
    {"reward_models", ModelRole::rewards},
    {"reward_model_path", ModelRole::rewards},
};

/// Trainers' parameters behind the model, where they take another model there.
struct SecondWord {
    std::string_view trainer;
    ModelRole role;
};
constexpr SecondWord second_words[] = {
    {"OnlineDPOTrainer", ModelRole::refers}, {"DPOTrainer", ModelRole::refers},   {"KTOTrainer", ModelRole::refers},
    {"GRPOTrainer", ModelRole::rewards},     {"RLOOTrainer", ModelRole::rewards}, {"GKDTrainer", ModelRole::teaches},
};

ModelRole role_of(const ConfigEntry &entry, std::size_t words_before)
{
    if (entry.key.empty()) {
        if (words_before == 0) return ModelRole::trains;
        const auto *const row = std::ranges::find(second_words, entry.scope, &SecondWord::trainer);
        return words_before == 1 && row != std::end(second_words) ? row->role : ModelRole::unused;
    }
    const auto *const row = std::ranges::find(parts, entry.key, &HandedAs::key);
    return row == std::end(parts) ? ModelRole::unused : row->role;
}

bool names_model(const ConfigEntry &entry)
{
    return entry.key.empty() || entry.key == "pretrained_model_name_or_path" || entry.key == "model_name";
}

std::string_view field_of(ModelRole role)
{
    return role == ModelRole::refers    ? "preference.reference"
           : role == ModelRole::teaches ? "distillation.teacher"
           : role == ModelRole::rewards ? "rollout.reward_models"
                                        : "";
}

} // namespace

bool is_trainer_call(std::string_view call) { return call.ends_with("Trainer"); }

ScriptModels::ScriptModels(const ConfigText &text)
    : m_text(text), m_arguments(text.programs.size()), m_loaders(text.programs.size(), -1),
      m_handed(text.entries.size(), ModelRole::unused), m_roles(text.programs.size(), ModelRole::unused),
      m_last(text.programs.size()), m_others(text.programs.size(), false)
{
    for (std::size_t i = 0; i < text.entries.size(); ++i)
        if (const int call = text.entries[i].call; call >= 0) m_arguments[static_cast<std::size_t>(call)].push_back(i);
    for (std::size_t call = 0; call < m_loaders.size(); ++call) m_loaders[call] = loader_of(static_cast<int>(call));
    for (std::size_t call = 0; call < m_arguments.size(); ++call) {
        std::size_t words = 0;
        for (const std::size_t i : m_arguments[call]) {
            const ConfigEntry &entry = text.entries[i];
            if (is_trainer_call(entry.scope)) {
                m_last = call;
                m_handed[i] = role_of(entry, words);
                hand(entry, m_handed[i]);
            }
            words += entry.key.empty() ? 1 : 0;
        }
    }
    mark_others();
}

/// What follows trains where a model is handed twice, as the model and as what it is held against.
void ScriptModels::hand(const ConfigEntry &entry, ModelRole role)
{
    if (role == ModelRole::unused) return;
    if (role == ModelRole::trains && !entry.unknown && entry.value.is_string()) m_known = true; // by its name
    for (const int call : entry.made) {
        const int loader = m_loaders[static_cast<std::size_t>(call)];
        if (loader < 0) continue;
        ModelRole &held = m_roles[static_cast<std::size_t>(loader)];
        if (held != ModelRole::trains) held = role;
        m_known = m_known || role == ModelRole::trains;
    }
}

bool ScriptModels::loads_model(int call) const
{
    const std::string_view program = m_text.programs[static_cast<std::size_t>(call)];
    if (!program.ends_with(".from_pretrained") || puts_adapters(program)) return false;
    return std::ranges::none_of(std::initializer_list<std::string_view>{"Tokenizer", "Processor", "FeatureExtractor", "Config"},
                                [&](std::string_view word) { return program.find(word) != std::string_view::npos; });
}

/// From a call that wraps a model (get_peft_model, PeftModel.from_pretrained, prepare_model_for_kbit_training) to the one that loaded
/// it. A chain ends: a call is handed what earlier calls made, or calls in it; `most` bounds what nobody writes.
int ScriptModels::loader_of(int call) const
{
    constexpr int most = 32;
    int out = -1;
    for (int step = 0; step < most && call >= 0; ++step) {
        if (loads_model(call)) out = call;
        const auto &arguments = m_arguments[static_cast<std::size_t>(call)];
        const auto wrapped = std::ranges::find_if(arguments, [&](std::size_t i) {
            const ConfigEntry &entry = m_text.entries[i];
            return (entry.key.empty() || entry.key == "model") && !entry.made.empty();
        });
        call = wrapped == arguments.end() ? -1 : m_text.entries[*wrapped].made.front();
    }
    return out;
}

void ScriptModels::take_first()
{
    std::optional<std::size_t> first;
    for (std::size_t call = 0; call < m_roles.size(); ++call) {
        if (m_loaders[call] != static_cast<int>(call) || m_roles[call] != ModelRole::unused) continue;
        const bool generates = m_text.programs[call].find("ForCausalLM") != std::string::npos;
        if (!first || (generates && m_text.programs[*first].find("ForCausalLM") == std::string::npos)) first = call;
    }
    if (m_known || !first) return;
    m_roles[*first] = ModelRole::trains;
    m_known = true;
    mark_others();
}

/// A model's own call, the configurations that it alone is handed, and the adapters that are put on it.
void ScriptModels::mark_others()
{
    std::vector<bool> own(m_others.size(), false);
    m_others.assign(m_others.size(), false);
    for (std::size_t call = 0; call < m_roles.size(); ++call) {
        if (m_loaders[call] != static_cast<int>(call)) continue;
        const bool other = m_roles[call] == ModelRole::unused ? m_known : m_roles[call] != ModelRole::trains;
        m_others[call] = other;
        for (const std::size_t i : m_arguments[call])
            for (const int made : m_text.entries[i].made) (other ? m_others : own)[static_cast<std::size_t>(made)] = true;
    }
    for (std::size_t call = 0; call < own.size(); ++call) {
        if (own[call]) m_others[call] = false;
        const int loader = m_loaders[call];
        if (puts_adapters(m_text.programs[call]) && loader >= 0) m_others[call] = m_others[static_cast<std::size_t>(loader)];
    }
}

bool ScriptModels::is_of_other(int call) const { return call >= 0 && m_others[static_cast<std::size_t>(call)]; }

void ScriptModels::leave_others(ConfigReading &reading, const ToolWords &words) const
{
    for (std::size_t call = 0; call < m_others.size(); ++call) {
        if (!m_others[call]) continue;
        const bool later = m_roles[call] == ModelRole::unused && call > m_last; // to try what was trained
        for (const std::size_t i : m_arguments[call]) {
            const ConfigEntry &entry = m_text.entries[i];
            const bool states =
                names_model(entry) || std::ranges::find(words.rules, entry.key, &KeyRule::key) != words.rules.end();
            reading.leave_aside(entry);
            if (entry.key.empty()) reading.call_it(entry, "pretrained_model_name_or_path (positional)");
            if (later)
                reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing that was read names it")));
            else if (states || !take_key(reading, words, entry))
                reading.not_said(entry, reasons::of_objective.text());
        }
    }
}

void ScriptModels::name_others(ConfigReading &reading) const
{
    for (std::size_t call = 0; call < m_others.size(); ++call) {
        const std::string field(field_of(m_roles[call]));
        if (!m_others[call] || field.empty() || !reading.plan().has(field)) continue;
        for (const std::size_t i : m_arguments[call])
            if (names_model(m_text.entries[i]) && !m_text.entries[i].unknown) reading.understood(m_text.entries[i], field);
    }
}

std::string ScriptModels::name_of(int call) const
{
    for (const std::size_t i : m_arguments[static_cast<std::size_t>(call)]) {
        const ConfigEntry &entry = m_text.entries[i];
        if (names_model(entry) && !entry.unknown && entry.value.is_string()) return entry.value.get<std::string>();
    }
    return {};
}

ModelRole ScriptModels::handed_as(const ConfigEntry &entry) const
{
    return m_handed[static_cast<std::size_t>(&entry - m_text.entries.data())];
}

std::vector<std::string> ScriptModels::names_in(const ConfigEntry &entry) const
{
    std::vector<std::string> out;
    for (const int call : entry.made) {
        const int loader = m_loaders[static_cast<std::size_t>(call)];
        if (loader >= 0) out.push_back(name_of(loader));
    }
    return out;
}

bool ScriptModels::loads_adapters(ConfigReading &reading) const
{
    bool any = false;
    for (std::size_t call = 0; call < m_loaders.size(); ++call) {
        if (!puts_adapters(m_text.programs[call]) || m_others[call]) continue;
        for (const std::size_t i : m_arguments[call]) {
            const ConfigEntry &entry = m_text.entries[i];
            const bool trains = entry.key == "is_trainable" && as_switch(entry.value).value_or(false);
            if (trains)
                any = reading.state(entry, "method", "lora") || any;
            else if (entry.key == "is_trainable")
                reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
            else if (entry.key.empty() ? !entry.made.empty() : entry.key == "model")
                reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is the model that was loaded")));
            else if (entry.key.empty() || entry.key == "model_id") // the adapters, whose rank stands in their own files
                reading.not_said(entry, reasons::of_shape.text());
            else
                reading.no_effect(entry, reasons::of_code.text());
        }
    }
    return any;
}

} // namespace plimsoll
