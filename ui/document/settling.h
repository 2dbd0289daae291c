// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/evaluator.h"
#include "ui/document/plan_editor.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// Makes a plan possible whose stack, engine, task or method somebody has changed: what the new one does not take goes back to its own
/// default, or to the first value that it takes. Each is reported; a few estimates at most.
class Settling {
public:
    /// `before`: the plan that the edits were made on.
    Settling(Evaluator &evaluator, const Target &cards, const Plan &before, const FieldEdits &edits);

    /// `offered`: fields of an example that nobody set. Error: no such plan is possible though the one before was.
    [[nodiscard]] Result<Plan> settle(Plan edited, const std::set<std::string> &offered);
    [[nodiscard]] const std::vector<TakenAlong> &along() const { return m_along; }

private:
    [[nodiscard]] bool edits_path(const std::string &path) const;
    [[nodiscard]] Plan without_offered(Plan plan, const std::set<std::string> &offered) const;
    [[nodiscard]] std::optional<Plan> mended(const Plan &plan, const Error &error);
    [[nodiscard]] ScenarioResult worked_out(const Plan &plan) const { return m_evaluator.evaluate_plan(plan, m_cards, true); }
    void report_defaults(const Plan &edited, const ScenarioResult &result);

    Evaluator &m_evaluator;
    const Target &m_cards;
    const Plan &m_before;
    const FieldEdits &m_edits;
    std::vector<TakenAlong> m_along;
};

} // namespace plimsoll
