// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/settling.h"

#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr int most_mended = 12; // fields of one change

/// Whoever changes one of these wants it, whatever else has to give.
constexpr std::array<std::string_view, 4> leading_fields{"task", "stack", "inference.engine", "method"};

bool leads(const FieldEdits &edits)
{
    return std::ranges::any_of(edits, [](const FieldEdit &edit) {
        return std::ranges::find(leading_fields, std::string_view(edit.path)) != leading_fields.end();
    });
}

/// What its library does by itself is the matter, not only what is done.
bool changes_library(const FieldEdits &edits)
{
    return std::ranges::any_of(edits,
                               [](const FieldEdit &edit) { return edit.path == "stack" || edit.path == "inference.engine"; });
}

std::string value_text(const Plan &plan, const std::string &path)
{
    const Field *field = find_field(path);
    if (!field) return {};
    const auto json = field->write(plan);
    return json.is_null() ? std::string() : json.is_string() ? json.get<std::string>() : json.dump();
}

/// "none | fp8", "lora | qlora (or weights.quant none)" word by word.
std::vector<std::string> words_accepted(const std::string &accepted)
{
    std::vector<std::string> out;
    const QString list = qt(accepted).section(QLatin1Char('('), 0, 0);
    for (const QString &word : list.split(QLatin1Char('|'), Qt::SkipEmptyParts))
        if (const QString one = word.trimmed(); !one.isEmpty() && !one.contains(QLatin1Char(' '))) out.push_back(utf8(one));
    return out;
}

/// A sentence of its own, with a capital letter.
std::string sentence_for(const Error &error)
{
    const QString text = qt(error.text);
    return text.isEmpty() ? std::string() : utf8(text.left(1).toUpper() + text.mid(1));
}

} // namespace

Settling::Settling(Evaluator &evaluator, const Target &cards, const Plan &before, const FieldEdits &edits)
    : m_evaluator(evaluator), m_cards(cards), m_before(before), m_edits(edits)
{}

bool Settling::edits_path(const std::string &path) const
{
    return std::ranges::any_of(m_edits, [&](const FieldEdit &edit) { return edit.path == path; });
}

Plan Settling::without_offered(Plan plan, const std::set<std::string> &offered) const
{
    if (!changes_library(m_edits)) return plan;
    const Plan example = first_session().current().plan;
    for (const std::string &path : offered)
        if (path != "model" && path != "method" && path != "task" && !edits_path(path) && plan.has(path) &&
            value_text(plan, path) == value_text(example, path))
            plan = without_field(plan, path);
    return plan;
}

/// The field that an error names goes back to its default, or takes the first value of those that are accepted with which the plan gets
/// further.
std::optional<Plan> Settling::mended(const Plan &plan, const Error &error)
{
    const std::string &path = error.field;
    if (!find_field(path) || path == "model" || edits_path(path)) return std::nullopt;
    const auto gets_further = [&](const Plan &tried) {
        const ScenarioResult result = worked_out(tried);
        return result.estimate || result.error.field != path;
    };
    std::optional<Plan> found;
    if (plan.has(path)) {
        Plan tried = without_field(plan, path);
        if (gets_further(tried)) found = std::move(tried);
    }
    for (const std::string &word : words_accepted(error.accepted)) {
        if (found) break;
        const Result<Plan> tried = with_field(plan, path, word);
        if (tried.ok() && gets_further(*tried)) found = *tried;
    }
    if (found) m_along.push_back({path, value_text(plan, path), {}, sentence_for(error)});
    return found;
}

/// What the tool does by itself where the example did otherwise.
void Settling::report_defaults(const Plan &edited, const ScenarioResult &result)
{
    if (!result.estimate) return;
    const Plan &resolved = result.estimate->plan.plan;
    for (TakenAlong &one : m_along) one.is = value_text(resolved, one.path);
    if (!changes_library(m_edits)) return;
    for (const std::string &path : m_before.given) {
        if (edited.has(path) || edits_path(path) || !find_field(path) || !applies(path, resolved)) continue;
        const bool mended_already = std::ranges::find(m_along, path, &TakenAlong::path) != m_along.end();
        const std::string was = value_text(m_before, path), is = value_text(resolved, path);
        if (!mended_already && was != is && !is.empty()) m_along.push_back({path, was, is, {}});
    }
}

Result<Plan> Settling::settle(Plan edited, const std::set<std::string> &offered)
{
    Plan next = without_offered(std::move(edited), offered);
    ScenarioResult result = worked_out(next);
    const bool was_possible = result.estimate || worked_out(m_before).estimate != nullptr;
    if (!result.estimate && !was_possible) return next; // it gets no worse
    const Error first = result.error;
    for (int round = 0; !result.estimate && leads(m_edits) && round < most_mended; ++round) {
        auto better = mended(next, result.error);
        if (!better) break;
        next = *std::move(better);
        result = worked_out(next);
    }
    if (!result.estimate) {
        m_along.clear();
        return first;
    }
    if (leads(m_edits)) report_defaults(next, result);
    return next;
}

} // namespace plimsoll
