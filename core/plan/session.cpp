// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/session.h"

#include "core/ground/json_or_null.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/model/checkpoint/other_files.h"
#include "core/plan/field.h"
#include "core/plan/naming/plan_names.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> known_keys{"schema", "name", "scenarios", "selected", "baseline",
                                                     "cards",  "unit", "amount",    "document"};
constexpr std::size_t most_scenarios = 1000;

Error refused(std::string field, const json &read, std::string accepted)
{
    return {std::move(field), quoted(read), std::move(accepted), {}};
}

/// An optional member of an object: nothing where it is absent or null.
const json *member(const json &object, const char *key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<Error> read_text(const json &object, const char *key, const std::string &where, std::string &out)
{
    const json *value = member(object, key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) return refused(where + key, *value, phrase(QT_TRANSLATE_NOOP("core", "a text")));
    out = value->get<std::string>();
    return std::nullopt;
}

std::optional<Error> read_whole(const json &object, const char *key, const std::string &where, std::optional<std::int64_t> &out)
{
    const json *value = member(object, key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number_integer() || (value->is_number_unsigned() && value->get<std::uint64_t>() > (std::uint64_t{1} << 62)) ||
        value->get<std::int64_t>() < 0)
        return refused(where + key, *value, phrase(QT_TRANSLATE_NOOP("core", "a whole number, 0 or more")));
    out = value->get<std::int64_t>();
    return std::nullopt;
}

class SessionReader {
public:
    Result<ParsedSession> read(const json &object)
    {
        const json *schema = member(object, "schema");
        if (schema == nullptr) return refused("schema", nullptr, std::string(session_schema));
        if (*schema != session_schema) return other_schema(*schema);
        for (auto error : {read_text(object, "name", {}, m_out.session.name), read_scenarios(object), read_places(object),
                           read_cards(object), read_unit(object), read_amount(object), read_document(object)})
            if (error) return *std::move(error);
        keep_unknown(object);
        return std::move(m_out);
    }

private:
    ParsedSession m_out;

    static Error other_schema(const json &schema)
    {
        const bool newer = schema.is_string() && schema.get_ref<const std::string &>().starts_with("plimsoll.session/");
        return {"schema", quoted(schema), std::string(session_schema),
                newer ? phrase(QT_TRANSLATE_NOOP("core", "the session was written by a newer version of Plimsoll")) : ""};
    }

    std::optional<Error> read_scenarios(const json &object)
    {
        const json *list = member(object, "scenarios");
        if (list == nullptr || !list->is_array() || list->empty() || list->size() > most_scenarios)
            return refused(
                "scenarios", list == nullptr ? json() : *list,
                phrase(QT_TRANSLATE_NOOP("core", "a list of %1 to %2 scenarios"), {"1", std::to_string(most_scenarios)}));
        for (std::size_t i = 0; i < list->size(); ++i)
            if (auto error = read_scenario((*list)[i], "scenarios[" + std::to_string(i) + "]")) return error;
        name_the_nameless();
        return std::nullopt;
    }

    void name_the_nameless()
    {
        std::vector<const Plan *> plans;
        for (const Scenario &one : m_out.session.scenarios) plans.push_back(&one.plan);
        const std::vector<std::string> names = automatic_names(plans);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (std::string &name = m_out.session.scenarios[i].name; name.empty()) name = names[i];
    }

    std::optional<Error> read_scenario(const json &object, const std::string &where)
    {
        const json *plan = object.is_object() ? member(object, "plan") : nullptr;
        if (plan == nullptr)
            return refused(where, object, phrase(QT_TRANSLATE_NOOP("core", "an object with %1 and %2"), {"name", "plan"}));
        Scenario scenario;
        if (auto error = read_text(object, "name", where + ".", scenario.name)) return error;
        Result<ParsedPlan> parsed = plan_from_object(*plan, where + ".plan.");
        if (!parsed.ok()) {
            Error error = parsed.error();
            error.field = where + ".plan" + (error.field == "plan" ? "" : "." + error.field);
            return error;
        }
        for (Warning &warning : parsed->warnings) m_out.warnings.push_back({warning.code, std::move(warning.text)});
        scenario.plan = std::move(parsed->plan);
        if (scenario.name.empty()) scenario.name = scenario.plan.name;
        m_out.session.scenarios.push_back(std::move(scenario));
        return std::nullopt;
    }

    std::optional<Error> read_places(const json &object)
    {
        std::optional<std::int64_t> selected;
        std::optional<std::int64_t> baseline;
        if (auto error = read_whole(object, "selected", {}, selected)) return error;
        if (auto error = read_whole(object, "baseline", {}, baseline)) return error;
        const auto count = static_cast<std::int64_t>(m_out.session.scenarios.size());
        for (const auto &[key, place] : {std::pair("selected", selected), std::pair("baseline", baseline)})
            if (place && *place >= count)
                return Error{key,
                             std::to_string(*place),
                             phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"0", std::to_string(count - 1)}),
                             {}};
        m_out.session.selected = static_cast<int>(selected.value_or(0));
        if (baseline) m_out.session.baseline = static_cast<int>(*baseline);
        return std::nullopt;
    }

    /// {"gpus": […], "budget_bytes": …, "reserve_fraction": …}, read as a plan's target; or just the list of cards.
    std::optional<Error> read_cards(const json &object)
    {
        const json *cards = member(object, "cards");
        if (cards == nullptr) return std::nullopt;
        if (!cards->is_object() && !cards->is_array())
            return refused(
                "cards", *cards,
                phrase(QT_TRANSLATE_NOOP("core", "an object with %1 and %2, or a list of cards"), {"gpus", "budget_bytes"}));
        Result<ParsedPlan> parsed = plan_from_object({{"target", cards->is_array() ? json{{"gpus", *cards}} : *cards}});
        if (!parsed.ok()) {
            Error error = parsed.error();
            error.field.replace(0, std::string_view("target").size(), "cards");
            return error;
        }
        m_out.session.cards = std::move(parsed->plan.target);
        return std::nullopt;
    }

    std::optional<Error> read_unit(const json &object)
    {
        const json *unit = member(object, "unit");
        if (unit != nullptr && *unit != "GiB" && *unit != "GB") return refused("unit", *unit, "GiB | GB");
        if (unit != nullptr && *unit == "GB") m_out.session.unit = ByteUnit::decimal;
        return std::nullopt;
    }

    std::optional<Error> read_amount(const json &object)
    {
        const json *amount = member(object, "amount");
        if (amount == nullptr) return std::nullopt;
        const Result<RunAmount> read = amount_from_json(*amount);
        if (!read.ok()) return read.error();
        m_out.session.amount = *read;
        return std::nullopt;
    }

    std::optional<Error> read_document(const json &object)
    {
        const json *value = member(object, "document");
        if (value == nullptr) return std::nullopt;
        if (!value->is_object())
            return refused(
                "document", *value,
                phrase(QT_TRANSLATE_NOOP("core", "an object with %1, %2, %3 and %4"), {"title", "source", "unit", "figures"}));
        SourceDocument document;
        for (auto error :
             {read_text(*value, "title", "document.", document.title), read_text(*value, "source", "document.", document.source),
              read_text(*value, "unit", "document.", document.unit)})
            if (error) return error;
        if (document.unit != "GiB" && document.unit != "GB") return refused("document.unit", document.unit, "GiB | GB");
        const json *figures = member(*value, "figures");
        if (figures != nullptr && !figures->is_array())
            return refused("document.figures", *figures, phrase(QT_TRANSLATE_NOOP("core", "a list of figures")));
        for (std::size_t i = 0; figures != nullptr && i < figures->size(); ++i)
            if (auto error = read_figure((*figures)[i], "document.figures[" + std::to_string(i) + "].", document.figures))
                return error;
        m_out.session.document = std::move(document);
        return std::nullopt;
    }

    static std::optional<Error> read_figure(const json &object, const std::string &where, std::vector<DocumentFigure> &out)
    {
        if (!object.is_object())
            return refused(where.substr(0, where.size() - 1), object,
                           phrase(QT_TRANSLATE_NOOP("core", "an object with %1 and %2 or %3"), {"term", "bytes", "count"}));
        DocumentFigure figure;
        for (auto error : {read_text(object, "scenario", where, figure.scenario), read_text(object, "term", where, figure.term),
                           read_text(object, "note", where, figure.note), read_text(object, "quantity", where, figure.quantity),
                           read_whole(object, "bytes", where, figure.bytes), read_whole(object, "count", where, figure.count)})
            if (error) return error;
        if (figure.bytes.has_value() == figure.count.has_value())
            return refused(where + "bytes", object, phrase(QT_TRANSLATE_NOOP("core", "either %1 or %2"), {"bytes", "count"}));
        if (figure.count && figure.quantity != "trainable" && figure.quantity != "total")
            return refused(where + "quantity", figure.quantity, "trainable | total");
        if (const json *components = member(object, "components")) {
            if (!components->is_array() || !std::ranges::all_of(*components, [](const json &item) { return item.is_string(); }))
                return refused(where + "components", *components,
                               phrase(QT_TRANSLATE_NOOP("core", "a list of components of an estimate")));
            figure.components = components->get<std::vector<std::string>>();
        }
        out.push_back(std::move(figure));
        return std::nullopt;
    }

    void keep_unknown(const json &object)
    {
        ordered_json unknown = ordered_json::object();
        for (const auto &[key, value] : object.items()) {
            if (std::ranges::find(known_keys, key) != known_keys.end()) continue;
            unknown[key] = ordered_json(value);
            m_out.warnings.push_back(
                {"unknown_field", phrase(QT_TRANSLATE_NOOP("core", "%1: not known to this version, kept as it is"), {key})});
        }
        if (!unknown.empty()) m_out.session.unknown = to_text(unknown);
    }
};

ordered_json cards_json(const Target &cards)
{
    Plan holder;
    holder.target = cards;
    return plan_to_json(holder)["target"];
}

ordered_json document_json(const SourceDocument &document)
{
    ordered_json out{{"title", document.title}, {"source", document.source}, {"unit", document.unit}};
    out["figures"] = ordered_json::array();
    for (const DocumentFigure &figure : document.figures) {
        ordered_json one;
        if (!figure.scenario.empty()) one["scenario"] = figure.scenario;
        one["term"] = figure.term;
        if (figure.bytes) one["bytes"] = *figure.bytes;
        if (figure.count) one["count"] = *figure.count;
        if (!figure.quantity.empty()) one["quantity"] = figure.quantity;
        if (!figure.components.empty()) one["components"] = figure.components;
        if (!figure.note.empty()) one["note"] = figure.note;
        out["figures"].push_back(std::move(one));
    }
    return out;
}

ParsedSession session_of_one(ParsedPlan parsed)
{
    ParsedSession out;
    out.warnings = std::move(parsed.warnings);
    out.session.cards = parsed.plan.target;
    for (const char *path :
         {"target.gpus", "target.budget_bytes", "target.budget_first", "target.reserve_fraction", "target.process_bytes"})
        parsed.plan = without_field(parsed.plan, path);
    const std::string name = parsed.plan.name.empty() ? automatic_name(parsed.plan) : parsed.plan.name;
    out.session.scenarios.push_back({name, std::move(parsed.plan)});
    return out;
}

/// A file of something else, which is named rather than read as a plan without a word that it knows.
std::optional<Error> refuse_other(std::string_view text)
{
    const std::optional<OtherFile> kind = other_file(text);
    if (!kind || *kind == OtherFile::plan || *kind == OtherFile::session) return std::nullopt;
    const auto says = [&](const char *way) {
        return Error{"session", name_of(*kind), phrase(way, {std::string(plan_schema), "--model", "plimsoll import"}), {}};
    };
    switch (*kind) {
    case OtherFile::model:
    case OtherFile::adapter:
    case OtherFile::gguf:
    case OtherFile::safetensors: return says(QT_TRANSLATE_NOOP("core", "a plan in JSON, schema %1; models are named with %2"));
    case OtherFile::lfs_pointer:
        return Error{"session", name_of(*kind), phrase(QT_TRANSLATE_NOOP("core", "a plan in JSON, schema %1"), {plan_schema}),
                     phrase(QT_TRANSLATE_NOOP("core", "the file itself is not here, %1 brings it"), {"`git lfs pull`"})};
    case OtherFile::estimate:
        return says(QT_TRANSLATE_NOOP("core", "a plan in JSON, schema %1, such as stands in it under \"plan\""));
    default: return says(QT_TRANSLATE_NOOP("core", "a plan in JSON, schema %1; %3 makes one of other tools' configurations"));
    }
}

} // namespace

Plan Session::plan_of(const Scenario &scenario) const
{
    Plan out = scenario.plan;
    out.name = scenario.name;
    if (!out.has("target.gpus") && !out.has("target.budget_bytes")) out.target = cards;
    return out;
}

Result<ParsedSession> session_from_text(std::string_view text)
{
    if (auto error = refuse_other(text)) return *std::move(error);
    const Result<json> parsed = parse_json(text, "session");
    if (!parsed.ok()) return parsed.error();
    if (!parsed->is_object())
        return refused("session", *parsed,
                       phrase(QT_TRANSLATE_NOOP("core", "an object, a plan or of schema %1"), {session_schema}));
    const json *schema = member(*parsed, "schema");
    const bool says_session =
        schema != nullptr && schema->is_string() && schema->get_ref<const std::string &>().starts_with("plimsoll.session/");
    if (says_session || parsed->contains("scenarios")) return SessionReader().read(*parsed);
    Result<ParsedPlan> plan = plan_from_object(*parsed);
    if (!plan.ok()) return plan.error();
    return session_of_one(std::move(plan).value());
}

std::string session_to_text(const Session &session)
{
    ordered_json out{{"schema", session_schema}};
    if (!session.name.empty()) out["name"] = session.name;
    out["scenarios"] = ordered_json::array();
    for (const Scenario &scenario : session.scenarios)
        out["scenarios"].push_back({{"name", scenario.name}, {"plan", plan_to_json(scenario.plan, true)}});
    out["selected"] = session.selected;
    out["baseline"] = or_null(session.baseline);
    out["cards"] = cards_json(session.cards);
    out["unit"] = session.unit == ByteUnit::decimal ? "GB" : "GiB";
    if (session.amount != RunAmount{}) out["amount"] = amount_to_json(session.amount);
    if (session.document) out["document"] = document_json(*session.document);
    const ordered_json unknown =
        session.unknown.empty() ? ordered_json::object() : ordered_json::parse(session.unknown, nullptr, false);
    if (unknown.is_object()) out.update(unknown);
    return to_text(out, 2) + "\n";
}

} // namespace plimsoll
