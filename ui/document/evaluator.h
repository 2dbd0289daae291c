// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/planner.h"
#include "core/plan/session.h"
#include "core/report/chart/load_lines.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What one scenario came to.
struct ScenarioResult {
    std::shared_ptr<const Estimate> estimate; ///< null: `error` says why
    Error error;
    std::optional<Plan> refused;              ///< what the error speaks of, every default taken; absent where no model was read
    std::vector<Verdict> verdicts;            ///< one per load line, in their order
    std::shared_ptr<const PlanAnswer> server; ///< PlanAnswer::server, of the selected scenario; null for others
    /// Of the estimate on the session's cards. Fields that only a run finds without effect are among its warnings once `without_effect_found` is
    /// there.
    Remarks remarks;
    std::shared_ptr<const std::vector<Warning>>
        without_effect_found; ///< null: nobody has looked yet (Planner::fields_without_effect())
};

/// Everything that is on screen, as one value: panels show it and keep nothing else.
struct Snapshot {
    Session session;
    std::vector<LoadLine> lines;
    /// Of the session's cards, in their order, those whose names the catalogue does not have: no line is theirs.
    std::vector<std::string> unknown_cards;
    std::vector<ScenarioResult> results; ///< one per scenario; the selected one's estimate has timeline and formulas

    /// The session's cards and its budget, without cards that are not known.
    [[nodiscard]] Target known_cards() const;
    [[nodiscard]] const ScenarioResult &current() const { return results[static_cast<std::size_t>(session.selected)]; }
    [[nodiscard]] const ScenarioResult *baseline() const
    {
        return session.baseline ? &results[static_cast<std::size_t>(*session.baseline)] : nullptr;
    }
};

/// A scenario as Planner::answer() answers it, looking now for fields without effect where nobody has yet: some estimates. It has an
/// estimate.
[[nodiscard]] PlanAnswer plan_answer(const Snapshot &snapshot, std::size_t scenario);

/// core's own functions behind a planner that keeps the models of a document: a file that could not be read may be mended.
[[nodiscard]] PlannerParts document_parts();

/// Turns sessions into snapshots and remembers what it worked out: an edit costs one estimate, however many columns stand.
class Evaluator {
public:
    explicit Evaluator(std::shared_ptr<Planner> planner);

    /// Where relative paths of models are looked up.
    void set_base_directory(const std::string &directory);

    [[nodiscard]] Snapshot evaluate(const Session &session);
    [[nodiscard]] Result<ArchitectureRef> architecture(const ModelReference &model);
    /// Models from files and from the local cache are read anew: somebody opens them, and they may have changed.
    void forget_files();
    /// What was worked out is asked for anew: something that it rests on has changed.
    void forget_estimates() { m_light.clear(), m_detailed.clear(); }
    /// One plan against the cards of a session. `detailed` fills timeline and formulas.
    [[nodiscard]] ScenarioResult evaluate_plan(const Plan &plan, const Target &cards, bool detailed);
    /// Remembers what was found of an estimate, for the next snapshots and for this one's result of it.
    void found_without_effect(Snapshot &snapshot, const std::shared_ptr<const Estimate> &estimate,
                              std::vector<Warning> without_effect_found);
    /// Estimates worked out since the start, not counting what was remembered.
    [[nodiscard]] int work_done() const { return m_work_done; }

private:
    struct Entry {
        Plan plan;
        CardFacts device;
        ScenarioResult result;
    };
    [[nodiscard]] ScenarioResult evaluate_on(const Cluster &cluster, const Plan &plan, const Target &cards, bool detailed);
    [[nodiscard]] ScenarioResult estimate_plan(const Plan &plan, const CardFacts &device, bool detailed);
    [[nodiscard]] ScenarioResult work_out(const Plan &plan, const CardFacts &device, bool detailed);

    std::shared_ptr<Planner> m_planner;
    std::string m_base_directory;
    std::deque<Entry> m_light, m_detailed; ///< most recent first
    int m_work_done = 0;
};

} // namespace plimsoll
