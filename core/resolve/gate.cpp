// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/gate.h"

#include "core/ground/phrase.h"
#include "core/parallel/zero/zero_settings.h"
#include "core/plan/field.h"
#include "core/resolve/check.h"
#include "core/resolve/notes/context_note.h"
#include "core/resolve/library_use.h"
#include "core/resolve/model_kinds.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"
#include "core/resolve/stand_ins.h"
#include "core/resolve/taken_adapter.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::string_view section_of_libraries = "libraries.";

std::string shown(const Field &field, const Plan &plan)
{
    const nlohmann::ordered_json value = field.write(plan);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Whether "dynamic | static" names it.
bool names(std::string_view accepted, std::string_view value)
{
    constexpr std::string_view between = " | ";
    for (std::size_t at = 0; at <= accepted.size();) {
        const std::size_t end = std::min(accepted.find(between, at), accepted.size());
        if (accepted.substr(at, end - at) == value) return true;
        at = end + between.size();
    }
    return false;
}

/// A field that is not read keeps its initial value unless somebody sets it.
bool as_initially(const Field &field, const Plan &plan)
{
    static const Plan fresh;
    return field.write(plan) == field.write(fresh);
}

bool is_idle(std::string_view path, const Plan &plan)
{
    if (path.starts_with(section_of_libraries)) return !uses_library(path.substr(section_of_libraries.size()), plan);
    const Read *const read = read_of(path, plan);
    return read != nullptr && read->effect == Effect::none;
}

std::vector<Warning> idle(const Plan &plan)
{
    std::vector<Warning> out;
    for (const std::string &path : plan.given) {
        const Field *const field = find_field(path);
        if (field == nullptr || !is_idle(path, plan) || as_initially(*field, plan)) continue;
        out.push_back(without_effect(path, decision_on(path, plan)->why));
    }
    if (plan.parallel.engine != ParallelEngine::deepspeed) return out;
    for (const std::string &path : zero_fields_without_effect(plan)) {
        const bool saves = path.find("gather_16bit") != std::string::npos || path.find("gather_fp16") != std::string::npos;
        if (saves && plan.parallel.zero == 3) continue; // of a checkpoint (core/parallel/save.h)
        out.push_back(without_effect(path, phrase(QT_TRANSLATE_NOOP("core", "it takes no memory of a step"))));
    }
    return out;
}

} // namespace

/// Whether set or not: plans made by hand name nothing.
std::optional<Error> refused_by_runner(const Plan &plan)
{
    static const std::vector<const Field *> in_question = [] {
        std::vector<const Field *> out;
        for (const Field &field : plan_fields())
            if (may_be_refused(field.path)) out.push_back(&field);
        return out;
    }();
    for (const Field *field : in_question) {
        const Read *const read = read_of(field->path, plan);
        if (read == nullptr || read->effect != Effect::refused) continue;
        const std::string_view accepted = read->accepted_by(plan);
        if (const std::string value = shown(*field, plan); !names(accepted, value))
            return Error{field->path, value, std::string(accepted), read->why.text()};
    }
    return std::nullopt;
}

std::optional<Decision> decision_on(std::string_view path, const Plan &plan)
{
    if (path.starts_with(section_of_libraries)) {
        const std::string_view library = path.substr(section_of_libraries.size());
        return Decision{uses_library(library, plan) ? Effect::depends : Effect::none, why_library_is_idle(library, plan)};
    }
    const Read *const read = read_of(path, plan);
    if (read == nullptr) return std::nullopt;
    return Decision{read->effect, read->why.text(), std::string(read->accepted_by(plan))};
}

bool applies(std::string_view path, const Plan &plan)
{
    const Read *const read = read_of(path, plan);
    return read != nullptr && read->effect != Effect::none;
}

std::optional<std::string> always_refused(std::string_view path, std::string_view value, const Plan &plan)
{
    const Field *const field = find_field(path);
    Plan with = plan;
    const auto parsed = field == nullptr ? std::nullopt : field->parse(value);
    if (!parsed || !field->read(with, *parsed)) return std::nullopt;
    with.given.emplace(path); // the question is what happens when somebody sets it
    const Read *const read = read_of(path, with);
    if (read == nullptr || read->effect != Effect::refused || names(read->accepted_by(with), shown(*field, with)))
        return std::nullopt;
    return read->why.text();
}

Result<Passage> gate(const Plan &resolved, const Architecture &architecture, const CardFacts &device)
{
    if (auto error = check_plan(resolved, architecture)) return *std::move(error);
    if (auto error = refused_by_runner(resolved)) return *std::move(error);
    if (auto error = check_card(resolved, device)) return *std::move(error);
    if (auto error = refused_adapter(resolved)) return *std::move(error);
    Passage out;
    out.warnings = plan_warnings(resolved, architecture, device);
    const auto add = [&out](std::vector<Warning> more) {
        for (Warning &warning : more) out.warnings.push_back(std::move(warning));
    };
    add(idle(resolved));
    add(simulated_as_another(resolved, &architecture));
    if (std::optional<Warning> note = context_note(resolved, architecture, device)) out.warnings.push_back(*std::move(note));
    add(kind_warnings(architecture, resolved));
    add(rollout_warnings(resolved));
    out.lower_bound_reason = left_out_of_kind(architecture, resolved);
    if (out.lower_bound_reason.empty()) out.lower_bound_reason = left_out_of_rollout(resolved, device);
    if (out.lower_bound_reason.empty()) out.lower_bound_reason = left_out_of_adapter(resolved);
    return out;
}

Warning without_effect(std::string_view path, std::string reason)
{
    std::string text = phrase(QT_TRANSLATE_NOOP("core", "%1: without effect, %2"), {path, reason});
    return {"no_effect", std::move(text), std::string(path), std::move(reason)};
}

std::string idle_fields(const std::vector<Warning> &warnings)
{
    std::vector<std::pair<std::string, std::string>> groups; // reason, fields
    for (const Warning &warning : warnings) {
        if (warning.code != "no_effect") continue;
        const auto found = std::ranges::find(groups, warning.reason, &std::pair<std::string, std::string>::first);
        if (found == groups.end())
            groups.emplace_back(warning.reason, warning.field);
        else
            found->second.append(", ").append(warning.field);
    }
    std::string list;
    for (const auto &[reason, fields] : groups)
        list.append(list.empty() ? "" : "; ").append(phrase(QT_TRANSLATE_NOOP("core", "%1 (%2)"), {fields, reason}));
    return list.empty() ? list : phrase(QT_TRANSLATE_NOOP("core", "Without effect here: %1"), {list});
}

} // namespace plimsoll
