// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_json.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/other_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

Error refused(const Field &field, const json &value)
{
    return {field.path, quoted(value), field.takes.text(), field.refuses ? field.refuses(value) : std::string()};
}

void reset(Plan &plan, const Field &field)
{
    static const Plan fresh;
    const json value = json(field.write(fresh));
    if (field.read(plan, value)) {
        // null empties what may be absent
    } else if (field.path == "model")
        plan.model = {};
    else if (field.path == "inference.assistant")
        plan.inference.assistant.reset();
    else if (field.path == "inference.speculative.model")
        plan.inference.speculative.model.reset();
    else if (field.path == "distillation.teacher")
        plan.distillation.teacher.reset();
    else if (field.path == "trainable")
        plan.trainable.reset();
    else if (field.path == "optimizer.implementation")
        plan.optimizer.implementation.reset();
    else
        std::erase_if(plan.libraries, [&](const auto &library) { return "libraries." + library.first == field.path; });
    plan.given.erase(field.path);
}

void reset_section(Plan &plan, const std::string &section)
{
    for (const Field &field : plan_fields())
        if (field.path.starts_with(section + '.')) reset(plan, field);
}

/// "rank" of "adapter".
std::string first_field_of(const std::string &section)
{
    const auto inside = [&section](const Field &field) { return field.path.starts_with(section + '.'); };
    const auto found = std::ranges::find_if(plan_fields(), inside);
    return found == plan_fields().end() ? std::string() : found->path.substr(section.size() + 1);
}

/// `where` stands before the path in what people read.
Warning unknown_field(const std::string &where, const std::string &path, const std::optional<Meant> &meant)
{
    const char *const text = !meant ? QT_TRANSLATE_NOOP("core", "%1: no such field, ignored")
                             : meant->takes_no_memory()
                                 ? QT_TRANSLATE_NOOP("core", "%1: no such field, ignored: it takes no memory")
                                 : QT_TRANSLATE_NOOP("core", "%1: no such field, ignored (did you mean %2?)");
    return {"unknown_field", phrase(text, {where + path, meant ? meant->in_plan() : std::string()}), path};
}

/// Keys of a field that is an object itself; no others are known in it.
std::span<const std::string_view> keys_of(std::string_view path)
{
    static constexpr std::array<std::string_view, 3> model{"preset", "config", "hub"};
    static constexpr std::array<std::string_view, 3> trainable{"last_layers", "also", "frozen"};
    static constexpr std::array<std::string_view, 4> checkpointing{"every", "selective", "reentrant", "offload"};
    static constexpr std::array<std::string_view, 1> wrap{"min_params"};
    if (path == "parallel.wrap") return wrap;
    if (path == "model" || path == "inference.assistant" || path == "inference.speculative.model" ||
        path == "distillation.teacher")
        return model;
    if (path == "gradient_checkpointing") return checkpointing;
    if (path == "trainable") return trainable;
    return {};
}

/// Such an object without its unknown keys, which warn, and without what is null.
json known_part(ParsedPlan &parsed, const std::string &where, const std::string &path, const json &value)
{
    const std::span<const std::string_view> known = keys_of(path);
    if (known.empty() || !value.is_object()) return value;
    json out = json::object();
    for (const auto &[key, held] : value.items()) {
        if (std::ranges::find(known, key) == known.end())
            parsed.warnings.push_back(unknown_field(where, path + '.' + key, std::nullopt));
        else if (!held.is_null())
            out[key] = held;
    }
    return out;
}

/// A section for which one value may stand: `"sleep": true` is vLLM's first level.
std::optional<json> short_form(const std::string &path, const json &value)
{
    if (path != "inference.sleep" || !(value.is_boolean() || value.is_number_integer())) return std::nullopt;
    return json{{"level", value.is_boolean() ? json(value.get<bool>() ? 1 : 0) : value}};
}

/// Reads an object's members into the plan; `prefix` is "" or "adapter.". `where`: as in unknown_field().
std::optional<Error> read_members(ParsedPlan &parsed, const json &object, const std::string &prefix, const std::string &where)
{
    for (const auto &[key, value] : object.items()) {
        const std::string path = prefix + key;
        if (path == "schema") {
            if (!value.is_null() && value != plan_schema) return Error{path, quoted(value), std::string(plan_schema), {}};
        } else if (const Field *field = find_field(path)) {
            if (value.is_null())
                reset(parsed.plan, *field);
            else if (field->read(parsed.plan, known_part(parsed, where, path, value)))
                parsed.plan.given.insert(path);
            else
                return refused(*field, value);
        } else if (is_section(path)) {
            if (value.is_null())
                reset_section(parsed.plan, path);
            else if (const auto whole = short_form(path, value)) {
                if (auto error = read_members(parsed, *whole, path + '.', where)) return error;
            } else if (!value.is_object())
                return Error{path, quoted(value), phrase(QT_TRANSLATE_NOOP("core", "an object with its fields")), {}};
            else if (auto error = read_members(parsed, value, path + '.', where))
                return error;
        } else {
            parsed.warnings.push_back(unknown_field(where, path, meant_by(path)));
        }
    }
    return std::nullopt;
}

Result<ParsedPlan> read_into(ParsedPlan parsed, const json &object, const std::string &where = {})
{
    if (!object.is_object())
        return Error{"plan", quoted(object), phrase(QT_TRANSLATE_NOOP("core", "an object, schema %1"), {plan_schema}), {}};
    if (auto error = read_members(parsed, object, "", where)) return *std::move(error);
    return parsed;
}

} // namespace

Result<ParsedPlan> plan_from_json(std::string_view text)
{
    const Result<json> parsed = parse_json(text, "plan");
    if (!parsed.ok()) return parsed.error();
    return plan_from_object(*parsed);
}

Result<ParsedPlan> plan_from_object(const json &object, const std::string &where) { return read_into({}, object, where); }

Result<ParsedPlan> with_patch(const Plan &plan, const json &patch) { return read_into({plan, {}}, patch); }

ordered_json plan_to_json(const Plan &plan, bool only_given)
{
    ordered_json out;
    out["schema"] = plan_schema;
    for (const Field &field : plan_fields()) {
        if (only_given && !plan.has(field.path)) continue;
        ordered_json *at = &out;
        std::size_t from = 0;
        const bool of_library = field.path.starts_with("libraries."); // "llama.cpp" has a dot of its own
        for (std::size_t dot = field.path.find('.'); dot != std::string::npos && !(of_library && from > 0);
             dot = field.path.find('.', from)) {
            at = &(*at)[field.path.substr(from, dot - from)];
            from = dot + 1;
        }
        (*at)[field.path.substr(from)] = field.write(plan);
    }
    return out;
}

namespace {

constexpr const char *field_of = QT_TRANSLATE_NOOP("core", "a field of %1");
constexpr const char *no_field = QT_TRANSLATE_NOOP("core", "there is no such field");

/// A whole section as typed: the JSON object of its fields, each as in a plan, or null.
Result<Plan> with_section(const Plan &plan, const std::string &section, std::string_view value)
{
    const std::string first = first_field_of(section);
    const Result<json> typed = parse_json(value, section);
    if (!typed.ok() || (!typed->is_object() && !typed->is_null()))
        return Error{section,
                     quoted(json(std::string(value))),
                     phrase(QT_TRANSLATE_NOOP("core", "an object with its fields, such as %1, or one of them: %2"),
                            {"{\"" + first + "\": …}", section + '.' + first}),
                     {}};
    Result<ParsedPlan> read = with_patch(plan, json{{section, *typed}});
    if (!read.ok()) return read.error();
    if (!read->warnings.empty())
        return Error{section, read->warnings.front().field, phrase(field_of, {section}), phrase(no_field)};
    return std::move(read->plan);
}

} // namespace

Result<Plan> with_field(const Plan &plan, std::string_view path, std::string_view value)
{
    const Field *field = find_field(path);
    if (field == nullptr && is_section(path)) return with_section(plan, std::string(path), value);
    if (field == nullptr) {
        const std::optional<Meant> meant = meant_by(path);
        if (meant && meant->takes_no_memory())
            return Error{
                "field", std::string(path), {}, phrase(QT_TRANSLATE_NOOP("core", "there is no such field: it takes no memory"))};
        return Error{"field", std::string(path), meant ? meant->in_plan() : phrase(field_of, {plan_schema}), phrase(no_field)};
    }
    if (value == "null" && path != "name") return without_field(plan, path);
    Plan out = plan;
    const auto parsed = field->parse(value);
    if (!parsed || !field->read(out, *parsed)) return refused(*field, json(std::string(value)));
    out.given.insert(field->path);
    return out;
}

Plan without_field(const Plan &plan, std::string_view path)
{
    Plan out = plan;
    if (const Field *field = find_field(path)) reset(out, *field);
    return out;
}

} // namespace plimsoll
