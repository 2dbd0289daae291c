// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/training_writer.h"

#include "core/exchange/reading.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/runner/spreading.h"
#include "core/stacks/stacks.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

/// What is asked of a plan, not set in it.
bool is_no_training_setting(std::string_view path)
{
    constexpr std::array<std::string_view, 4> all{"name", "task", "stack", "model"};
    return std::ranges::find(all, path) != all.end() || path.starts_with("target.") || path.starts_with("libraries.");
}

std::string shown(const ordered_json &value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// Whether YAML reads the text back as it stands.
bool is_plain(const std::string &text)
{
    constexpr std::string_view safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@";
    return !text.empty() && text.find_first_not_of(safe) == std::string::npos && text[0] != '-' && text[0] != '@' &&
           yaml_scalar(text).is_string();
}

std::string scalar(const ordered_json &value)
{
    if (value.is_string() && is_plain(value.get_ref<const std::string &>())) return value.get<std::string>();
    if (value.is_number_float()) { // "1e-05" would be a text
        const std::string text = value.dump();
        if (text.find('e') != std::string::npos && text.find('.') == std::string::npos)
            return text.substr(0, text.find('e')) + ".0" + text.substr(text.find('e'));
        return text;
    }
    return to_text(value);
}

void add_yaml(std::string &out, const ordered_json &object, const std::string &indent)
{
    for (const auto &[key, value] : object.items()) {
        const std::string name = indent + (is_plain(key) ? key : to_text(ordered_json(key))) + ':';
        if (value.is_object() && !value.empty()) {
            out += name + '\n';
            add_yaml(out, value, indent + "  ");
        } else
            out += name + ' ' + scalar(value) + '\n';
    }
}

} // namespace

std::string yaml_of(const ordered_json &object)
{
    std::string out;
    add_yaml(out, object, {});
    return out;
}

bool says_adapters(TrainingText &text, bool packs)
{
    const Method method = text.plan().method;
    const bool adapters = method != Method::full;
    if (text.take("method") && adapters && (method == Method::qlora) != packs)
        text.cannot("method",
                    phrase(QT_TRANSLATE_NOOP("core", "adapters on such weights are called %1"), {packs ? "qlora" : "lora"}));
    if (adapters) return true;
    for (const Field &field : plan_fields())
        if (field.path.starts_with("adapter.") && text.take(field.path))
            text.cannot(field.path, phrase(QT_TRANSLATE_NOOP("core", "%1 has no adapter"), {"method full"}));
    return false;
}

void say_packing(TrainingText &text, std::string_view key)
{
    if (!text.take("padded")) return;
    text.say(key, !text.plan().padded);
    if (text.plan().padded) text.cannot("padded", phrase(QT_TRANSLATE_NOOP("core", "it is up to the data")));
}

std::optional<Error> refuses_to_train(const Plan &plan, std::string_view title)
{
    if (plan.task == Task::train) return std::nullopt;
    return Error{"task", std::string(name_of(plan.task)), "train",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 trains a model"), {title})};
}

TrainingText::TrainingText(const TrainingWords &words, const Plan &stated) : m_words(words), m_plan(stated)
{
    if (m_plan.method == Method::qlora && !m_plan.has("weights.quant")) {
        m_plan.weights.quant = "nf4"; // what qlora means
        m_plan.given.insert("weights.quant");
    }
    take_spread();
    take_adapter();
    add_what_differs();
    for (const std::string_view path : words.always) say_always(path);
    if (stated.has("stack") && words.stack != nullptr && name_of(stated.stack) != words.stack->name)
        m_not_said.push_back({"stack", std::string(name_of(stated.stack)),
                              phrase(QT_TRANSLATE_NOOP("core", "these are the words of %1"), {words.title})});
}

/// As the plan's stack has it where nobody says.
void TrainingText::say_always(std::string_view path)
{
    const bool nobodys = (path.starts_with("adapter.") && !m_plan.trains_adapter()) ||
                         (path == "weights.double_quant" && !is_bitsandbytes_4bit(m_plan.weights.quant));
    if (states(path) || nobodys) return;
    const auto taken = default_in(stacks::of(m_plan), path, m_plan);
    const Result<Plan> with = taken ? with_field(m_plan, path, taken->value) : Result<Plan>(m_plan);
    if (with) m_plan = *with;
    m_plan.given.emplace(path);
}

/// An adapter's settings as the plan's stack has them, for writers that say all of it.
void TrainingText::take_adapter()
{
    if (!m_plan.trains_adapter()) return;
    for (const Field &field : plan_fields()) {
        if (!field.path.starts_with("adapter.") || states(field.path)) continue;
        const auto taken = default_in(stacks::of(m_plan), field.path, m_plan);
        const Result<Plan> with = taken ? with_field(m_plan, field.path, taken->value) : Result<Plan>(m_plan);
        if (with) m_plan = *with;
        m_plan.given.erase(std::string(field.path));
    }
}

/// As the plan's stack spreads it, which is what is estimated.
void TrainingText::take_spread()
{
    const Runner &own = stacks::of(m_plan);
    if (const Count ranks = data_ranks_in(own, m_plan); ranks != m_plan.parallel.data) {
        m_plan.parallel.data = ranks;
        m_plan.given.insert("parallel.data");
    }
    m_plan.parallel.engine = engine_in(own, m_plan);
}

/// Rows of both stacks that hold in this plan and name other values.
void TrainingText::add_what_differs()
{
    const Runner &own = stacks::of(m_plan);
    if (m_words.stack == nullptr || (&own == m_words.stack && m_plan.libraries.empty())) return;
    const Plan stated = m_plan;
    Plan known = m_plan; // what is installed where the file is run
    known.libraries.clear();
    for (const Field &field : plan_fields()) {
        if (stated.has(field.path) || key_in(*m_words.stack, field.path).empty()) continue;
        if (field.path.starts_with("adapter.") && !stated.trains_adapter()) continue;
        if (field.path.starts_with("inference.")) continue;
        const auto here = default_in(own, field.path, stated), there = default_in(*m_words.stack, field.path, known);
        if (!here || !there || here->value == there->value) continue;
        const std::string value = here->value == "checkpoint" ? "auto" : std::string(here->value);
        if (const Result<Plan> with = with_field(m_plan, field.path, value)) m_plan = *with;
    }
}

bool TrainingText::take(std::string_view path)
{
    if (!states(path) || m_taken.contains(path)) return false;
    m_taken.emplace(path);
    return true;
}

void TrainingText::say(std::string_view key, ordered_json value)
{
    ordered_json *at = &m_keys;
    for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
        at = &(*at)[std::string(key.substr(0, dot))];
        key.remove_prefix(dot + 1);
    }
    (*at)[std::string(key)] = std::move(value);
}

void TrainingText::cannot(std::string_view path, std::string why)
{
    m_taken.emplace(path);
    const Field *const field = find_field(path);
    m_not_said.push_back({std::string(path), field ? shown(field->write(m_plan)) : std::string(), std::move(why)});
}

bool TrainingText::has_word(std::string_view path, std::string_view value) const
{
    return m_words.words != nullptr && row_that_writes(*m_words.words, path, value) != nullptr;
}

std::string TrainingText::word(std::string_view path, std::string_view value) const
{
    return std::string(has_word(path, value) ? row_that_writes(*m_words.words, path, value)->word : value);
}

void TrainingText::say_row(const Field &field)
{
    if (const ClosedVocabulary *row = row_for(m_words.never, field.path)) return cannot(field.path, row->why.text());
    const std::string_view key = m_words.stack ? key_in(*m_words.stack, field.path) : std::string_view();
    if (key.empty()) {
        const Read *const read = m_words.stack ? read_in(*m_words.stack, field.path, m_plan) : nullptr;
        const bool reason = read != nullptr && read->effect == Effect::none && read->why.english != nullptr;
        return cannot(field.path,
                      reason ? read->why.text() : phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {m_words.title}));
    }
    const ordered_json value = field.write(m_plan);
    const std::string text = shown(value);
    say(key, has_word(field.path, text) ? ordered_json(word(field.path, text)) : value);
}

void TrainingText::say_rest()
{
    for (const Field &field : plan_fields())
        if (!is_no_training_setting(field.path) && take(field.path)) say_row(field);
    for (const auto &[library, version] : m_plan.libraries)
        m_not_said.push_back({"libraries." + library, version,
                              phrase(QT_TRANSLATE_NOOP("core", "%1 runs with what is installed"), {m_words.title})});
}

Exported TrainingText::as_yaml() &&
{
    std::string text;
    for (const std::string &line : m_comments) text += "# " + line + '\n';
    return {{}, text + yaml_of(m_keys), std::move(m_not_said)};
}

Exported TrainingText::as_json() && { return {{}, to_text(m_keys, 2) + '\n', std::move(m_not_said), false}; }

} // namespace plimsoll
