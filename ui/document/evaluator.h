// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"
#include "core/load/load.h"
#include "core/plan/session.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A card or a budget that columns are measured against.
struct CardLine {
    std::string title; ///< "24 GB RTX 4090", "16 GiB budget": a budget in the session's unit
    std::string name;  ///< "RTX 4090", "16 GiB budget": as sentences say it
    Bytes usable = 0;  ///< of one card
    Bytes total = 0;   ///< usable and what the driver keeps
    int count = 1;
    bool budget = false;
    bool known = true; ///< false only in lists of a session's cards: nothing but the name is known of it
    bool operator==(const CardLine &) const = default;
};

/// What one scenario came to.
struct ScenarioResult {
    std::shared_ptr<const Estimate> estimate; ///< null: `error` says why
    Error error;
    std::optional<Plan> refused;   ///< what the error speaks of, every default taken; absent where no model was read
    std::vector<Verdict> verdicts; ///< one per load line, in their order
};

/// Everything that is on screen, as one value: panels show it and keep nothing else.
struct Snapshot {
    Session session;
    std::vector<CardLine> lines;
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

/// What the evaluator asks of core, as values that a test can replace.
struct EvaluatorServices {
    std::function<Result<ArchitectureRef>(const ModelReference &, const std::string &base_directory)> load_model;
    std::function<Result<Estimate>(const ArchitectureRef &, const Plan &, const DeviceFacts &, const EstimateOptions &)> estimate;
    std::function<Result<Node>(std::string_view)> find_node;
    std::function<Verdict(const Estimate &, const Gpu &, int)> verdict_for;
    std::function<Verdict(const Estimate &, Bytes)> verdict_for_budget;
};

/// core's own functions.
[[nodiscard]] EvaluatorServices core_services();

/// Turns sessions into snapshots and remembers what it worked out: an edit costs one estimate, however many columns stand.
class Evaluator {
public:
    explicit Evaluator(EvaluatorServices services);

    /// Where relative paths of models are looked up.
    void set_base_directory(const std::string &directory);

    [[nodiscard]] Snapshot evaluate(const Session &session);
    [[nodiscard]] Result<ArchitectureRef> architecture(const ModelReference &model);
    /// Models from files and from the local cache are read anew: somebody opens them, and they may have changed.
    void forget_files();
    /// One plan against the cards of a session. `detailed` fills timeline and formulas.
    [[nodiscard]] ScenarioResult evaluate_plan(const Plan &plan, const Target &cards, bool detailed);
    /// Estimates worked out since the start, not counting what was remembered.
    [[nodiscard]] int work_done() const { return m_work_done; }

private:
    struct Entry {
        Plan plan;
        DeviceFacts device;
        ScenarioResult result;
    };
    struct Line {
        CardLine line;
        const Gpu *gpu = nullptr;
    };

    [[nodiscard]] std::vector<Line> lines_of(const Target &cards, ByteUnit unit) const;
    [[nodiscard]] ScenarioResult estimate_plan(const Plan &plan, const DeviceFacts &device, bool detailed);
    [[nodiscard]] ScenarioResult work_out(const Plan &plan, const DeviceFacts &device, bool detailed);
    [[nodiscard]] std::vector<Verdict> verdicts_of(const Estimate &estimate, const std::vector<Line> &lines) const;

    EvaluatorServices m_services;
    std::string m_base_directory;
    std::deque<std::pair<ModelReference, Result<ArchitectureRef>>> m_architectures; ///< most recent first
    std::deque<Entry> m_light, m_detailed;                                          ///< most recent first
    int m_work_done = 0;
};

} // namespace plimsoll
