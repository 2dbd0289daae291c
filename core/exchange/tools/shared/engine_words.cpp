// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/engine_words.h"

#include "core/exchange/model_argument.h"
#include "core/exchange/shell_words.h"
#include "core/ground/bytes.h"
#include "core/ground/phrase.h"
#include "core/model/presets.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace plimsoll {

namespace {

std::string shown(const Field &field, const Plan &plan)
{
    const nlohmann::ordered_json value = field.write(plan);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// What is asked of a plan, not set in it: a command has its own place for it, or none.
bool is_no_engine_setting(std::string_view path)
{
    constexpr std::array<std::string_view, 6> all{"name", "model", "task", "stack", "inference.engine", "method"};
    return std::ranges::find(all, path) != all.end() || path.starts_with("target.") || path.starts_with("libraries");
}

bool among(std::span<const std::string_view> paths, std::string_view path)
{
    return std::ranges::find(paths, path) != paths.end();
}

const Spelling *spelling_in(const EngineWords &words, std::string_view path, std::string_view value)
{
    const auto found = std::ranges::find_if(
        words.spellings, [&](const Spelling &row) { return row.path == path && row.value == value && row.way == Way::both; });
    return found == words.spellings.end() ? nullptr : &*found;
}

class Speaker {
public:
    Speaker(const EngineWords &words, const Plan &plan) : m_words(words), m_plan(plan) {}

    void say(const Field &field)
    {
        const bool stated = m_plan.has(field.path);
        if (is_no_engine_setting(field.path) || among(m_words.by_hand, field.path)) return;
        if (!stated && !among(m_words.always, field.path)) return;
        const std::string value = shown(field, m_plan);
        if (const std::string why = why_not(field, value); !why.empty()) {
            m_out.not_said.push_back({field.path, value, why});
            return;
        }
        set(field, value);
    }

    [[nodiscard]] Sayings take() && { return std::move(m_out); }

private:
    [[nodiscard]] const Spelling *spelling(const Field &field, std::string_view value) const
    {
        return spelling_in(m_words, field.path, value);
    }

    [[nodiscard]] std::string why_not(const Field &field, const std::string &value) const
    {
        if (const ClosedVocabulary *row = row_for(m_words.never, field.path)) return row->why.text();
        if (key_in(m_words.engine, field.path).empty()) return no_key(field);
        const ClosedVocabulary *const row = row_for(m_words.only_these, field.path);
        return row != nullptr && spelling(field, value) == nullptr ? row->why.text() : std::string();
    }

    [[nodiscard]] std::string no_key(const Field &field) const
    {
        const Read *const read = read_in(m_words.engine, field.path, m_plan);
        const bool has_reason = read != nullptr && read->effect == Effect::none && read->why.english != nullptr;
        return has_reason ? read->why.text() : phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {m_words.title});
    }

    void set(const Field &field, const std::string &value)
    {
        const std::string key(key_in(m_words.engine, field.path));
        if (field.type == FieldType::boolean) {
            if (value != "true") return; // as it is without
            m_out.settings.push_back({key});
            return add_beside(field, {});
        }
        const Spelling *const row = spelling(field, value);
        const std::string word = row != nullptr ? std::string(row->word) : value;
        if (word.empty()) return; // as it is without
        m_out.settings.push_back({key, word});
        add_beside(field, word);
    }

    void add_beside(const Field &field, const std::string &word)
    {
        for (const Beside &row : m_words.beside)
            if (row.path == field.path && (row.word.empty() || row.word == word))
                m_out.settings.push_back({std::string(row.key), row.value.empty() ? word : std::string(row.value)});
    }

    const EngineWords &m_words;
    const Plan &m_plan;
    Sayings m_out;
};

/// Libraries that the plan names: an engine's own release is installed, no option says one.
void say_libraries(const EngineWords &words, const Plan &plan, Sayings &out)
{
    for (const auto &[library, version] : plan.libraries)
        out.not_said.push_back({"libraries." + library, version,
                                phrase(QT_TRANSLATE_NOOP("core", "%1 runs with what is installed"), {words.title})});
}

} // namespace

std::string shown_value(std::string_view path, const Plan &plan)
{
    const Field *const field = find_field(path);
    return field == nullptr ? std::string() : shown(*field, plan);
}

Result<Plan> as_run_by(const EngineWords &words, const Plan &plan)
{
    if (plan.has("task") && plan.task != Task::infer)
        return Error{"task", std::string(name_of(plan.task)), "infer",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 runs a model and trains none"), {words.title})};
    Plan out = plan;
    out.task = Task::infer;
    out.inference.engine = *plan_enum<Engine>(words.engine.name);
    return out;
}

Sayings said_in(const EngineWords &words, const Plan &plan, const Plan &stated)
{
    Speaker speaker(words, plan);
    for (const Field &field : plan_fields()) speaker.say(field);
    Sayings out = std::move(speaker).take();
    if (stated.has("inference.engine") && stated.inference.engine != plan.inference.engine)
        out.not_said.insert(out.not_said.begin(),
                            {"inference.engine", std::string(name_of(stated.inference.engine)),
                             phrase(QT_TRANSLATE_NOOP("core", "these are the words of %1"), {words.title})});
    say_libraries(words, plan, out);
    return out;
}

void say_offloaded(const Plan &plan, bool whole, Sayings &out)
{
    const Bytes bytes = plan.inference.cpu_offload_bytes.value_or(0);
    if (bytes <= 0) return;
    if (bytes % gib == 0) return out.settings.push_back({"--cpu-offload-gb", std::to_string(bytes / gib)});
    if (whole)
        return out.not_said.push_back(
            {"inference.cpu_offload_bytes", std::to_string(bytes),
             phrase(QT_TRANSLATE_NOOP("core", "a whole number of GiB: %1 has no parts of one"), {"--cpu-offload-gb"})});
    out.settings.push_back({"--cpu-offload-gb", nlohmann::json(static_cast<double>(bytes) / static_cast<double>(gib)).dump()});
}

std::string word_in(const EngineWords &words, std::string_view path, std::string_view value)
{
    const Spelling *const row = spelling_in(words, path, value);
    return std::string(row != nullptr ? row->word : value);
}

void say_served_adapters(const EngineWords &words, const Plan &plan, Sayings &out)
{
    const Count places = plan.inference.lora.max_loras;
    if (!plan.has("inference.lora.max_loras") || places == 0) return;
    out.settings.push_back({"--enable-lora"});
    out.settings.push_back({std::string(key_in(words.engine, "inference.lora.max_loras")), std::to_string(places)});
}

std::string drafter_named(const Plan &plan)
{
    const auto &model = plan.inference.speculative.model;
    if (!model) return {};
    if (const Preset *preset = model->preset.empty() ? nullptr : find_preset(model->preset)) return preset->hub;
    return !model->hub.empty() ? model->hub : !model->config_path.empty() ? model->config_path : model->preset;
}

Result<Exported> server_command(const EngineWords &words, const Plan &stated, std::vector<std::string> begins,
                                void (*more)(const Plan &plan, Sayings &out))
{
    const Result<Plan> plan = as_run_by(words, stated);
    if (!plan) return plan.error();
    const Result<ModelArgument> model = model_argument(*plan);
    if (!model) return model.error();
    Sayings said = said_in(words, *plan, stated);
    more(*plan, said);
    begins.push_back(model->model);
    if (!model->revision.empty()) said.settings.insert(said.settings.begin(), {"--revision", model->revision});
    append_options(begins, said.settings);
    return Exported{{}, shell_line(begins) + '\n', std::move(said.not_said)};
}

void append_options(std::vector<std::string> &words, const std::vector<Setting> &settings)
{
    for (const Setting &setting : settings) {
        words.push_back(setting.key);
        if (!setting.value.empty()) words.push_back(setting.value);
    }
}

} // namespace plimsoll
