// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/question.h"

#include "core/ground/json_text.h"
#include "core/plan/plan_json.h"
#include "core/plan/settings_of_adapter.h"

namespace plimsoll {

namespace {

/// What the run goes through stands beside the plan's own fields, of which it is none.
Result<ParsedPlan> plan_beside_amount(std::string_view text, RunAmount &amount)
{
    Result<nlohmann::json> whole = parse_json(text, "the plan");
    if (!whole.ok() || !whole->is_object() || !whole->contains("amount")) return plan_from_json(text);
    const nlohmann::json stated = std::move((*whole)["amount"]);
    whole->erase("amount");
    if (!stated.is_null()) {
        Result<RunAmount> read = amount_from_json(stated);
        if (!read.ok()) return read.error();
        amount = std::move(read).value();
    }
    return plan_from_object(*std::move(whole));
}

} // namespace

Result<Question> question_from_json(std::string_view text, const std::string &base_directory, const PlanChange &change)
{
    RunAmount amount;
    Result<ParsedPlan> parsed = plan_beside_amount(text, amount);
    if (!parsed.ok()) return parsed.error();
    Plan plan = std::move(parsed->plan);
    if (change) {
        Result<Plan> changed = change(std::move(plan));
        if (!changed.ok()) return changed.error();
        plan = std::move(changed).value();
    }
    plan = with_settings_of_model(std::move(plan), base_directory, parsed->warnings);
    return Question{.plan = std::move(plan), .base_directory = base_directory, .warnings = std::move(parsed->warnings), .amount = std::move(amount)};
}

} // namespace plimsoll
