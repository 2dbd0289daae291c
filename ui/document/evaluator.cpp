// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evaluator.h"

#include "core/api/hours/run_cost.h"
#include "core/api/server_answer.h"
#include "core/api/time_fields.h"
#include "core/clock/run_time.h"
#include "core/resolve/resolve.h"
#include "ui/document/finders/time_finder.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr std::size_t remembered_models = 16;
constexpr std::size_t remembered_light = 256;
constexpr std::size_t remembered_detailed = 16; // each holds a whole timeline

template <class Entries, class Same>
auto take_to_front(Entries &entries, Same same) -> decltype(&entries.front())
{
    const auto found = std::find_if(entries.begin(), entries.end(), same);
    if (found == entries.end()) return nullptr;
    std::rotate(entries.begin(), found, found + 1);
    return &entries.front();
}

template <class Entries>
void keep_at_most(Entries &entries, std::size_t limit)
{
    while (entries.size() > limit) entries.pop_back();
}

Cluster cluster_of_known(const Target &cards)
{
    Target known = cards;
    std::erase_if(known.gpus, [](const std::string &name) { return !find_node(name).ok(); });
    const Result<Cluster> cluster = cluster_of(known);
    return cluster.ok() ? *cluster : Cluster{};
}

Remarks remarks_of(const ScenarioResult &result, const Cluster &cluster)
{
    return Planner::remarks(*result.estimate, cluster,
                            result.without_effect_found ? *result.without_effect_found : std::vector<Warning>());
}

} // namespace

Target Snapshot::known_cards() const
{
    Target out = session.cards;
    for (const std::string &name : unknown_cards) std::erase(out.gpus, name);
    return out;
}

PlanAnswer plan_answer(const Snapshot &snapshot, std::size_t scenario)
{
    const ScenarioResult &result = snapshot.results[scenario];
    PlanAnswer out{snapshot.session.scenarios[scenario].name, *result.estimate, result.verdicts};
    const Remarks remarks = result.without_effect_found
                                ? result.remarks
                                : Planner::remarks(*result.estimate, cluster_of_known(snapshot.session.cards),
                                                   Planner::fields_without_effect(*result.estimate, [] { return true; }));
    out.estimate.assumptions = remarks.assumptions;
    out.estimate.warnings = remarks.warnings;
    out.server = result.server ? result.server : server_of(out.estimate, out.estimate.warnings, snapshot.known_cards());
    out.time = own_time(*result.estimate);
    add_cost(out, snapshot.session.amount);
    if (out.time) tell_what_changes_time(out.estimate.warnings, out.estimate, *out.time);
    if (out.time)
        for (const std::string &line : out.time->assumptions) out.estimate.assumptions.push_back(line);
    else if (!out.estimate.device.name.empty())
        out.estimate.assumptions.push_back(why_no_time(out.estimate, out.estimate.device));
    return out;
}

PlannerParts document_parts() { return {.keeping = {.most = remembered_models, .errors = false}}; }

Evaluator::Evaluator(std::shared_ptr<Planner> planner) : m_planner(std::move(planner)) {}

void Evaluator::set_base_directory(const std::string &directory)
{
    if (directory == m_base_directory) return;
    m_base_directory = directory;
    m_light.clear();
    m_detailed.clear();
}

Snapshot Evaluator::evaluate(const Session &session)
{
    Snapshot snapshot;
    snapshot.session = session;
    snapshot.lines = load_lines(session.cards, session.unit);
    const Cluster cluster = cluster_of_known(session.cards);
    const auto known = static_cast<std::size_t>(std::ranges::count(snapshot.lines, false, &LoadLine::budget));
    for (const std::string &name : session.cards.gpus)
        if (known < session.cards.gpus.size() && !find_node(name).ok()) snapshot.unknown_cards.push_back(name);
    for (std::size_t i = 0; i < session.scenarios.size(); ++i)
        snapshot.results.push_back(
            evaluate_on(cluster, session.scenarios[i].plan, session.cards, static_cast<int>(i) == session.selected));
    if (const auto selected = static_cast<std::size_t>(session.selected); selected < snapshot.results.size()) {
        ScenarioResult &result = snapshot.results[selected];
        std::vector<Warning> said; // plan_answer() says it
        if (result.estimate) result.server = server_of(*result.estimate, said, snapshot.known_cards());
    }
    return snapshot;
}

Result<ArchitectureRef> Evaluator::architecture(const ModelReference &model)
{
    return m_planner->models().load(model, m_base_directory);
}

void Evaluator::forget_files()
{
    const auto of_file = [](const Entry &one) { return one.plan.model.preset.empty(); };
    m_planner->models().forget_files();
    std::erase_if(m_light, of_file);
    std::erase_if(m_detailed, of_file);
}

ScenarioResult Evaluator::evaluate_plan(const Plan &plan, const Target &cards, bool detailed)
{
    return evaluate_on(cluster_of_known(cards), plan, cards, detailed);
}

void Evaluator::found_without_effect(Snapshot &snapshot, const std::shared_ptr<const Estimate> &estimate,
                                     std::vector<Warning> without_effect_found)
{
    const auto found = std::make_shared<const std::vector<Warning>>(std::move(without_effect_found));
    for (auto *entries : {&m_light, &m_detailed})
        for (Entry &one : *entries)
            if (one.result.estimate == estimate) one.result.without_effect_found = found;
    const Cluster cluster = cluster_of_known(snapshot.session.cards);
    for (ScenarioResult &result : snapshot.results) {
        if (result.estimate != estimate) continue;
        result.without_effect_found = found;
        result.remarks = remarks_of(result, cluster);
    }
}

/// What is estimated names no cards, so that it is remembered while they move; what is kept free of them and what a process may
/// take it does, for all who judge the estimate.
ScenarioResult Evaluator::evaluate_on(const Cluster &cluster, const Plan &plan, const Target &cards, bool detailed)
{
    Plan bare = plan;
    bare.name.clear();
    bare.target = {};
    bare.target.reserve_fraction = cards.reserve_fraction;
    bare.target.process_bytes = cards.process_bytes;
    std::erase_if(bare.given, [](const std::string &path) { return path == "name" || path.rfind("target", 0) == 0; });
    ScenarioResult result = estimate_plan(bare, cluster.device(), detailed);
    if (!result.estimate) return result;
    result.verdicts = Planner::verdicts(*result.estimate, cluster);
    result.remarks = remarks_of(result, cluster);
    return result;
}

ScenarioResult Evaluator::estimate_plan(const Plan &plan, const CardFacts &device, bool detailed)
{
    const auto same = [&](const Entry &one) { return one.plan == plan && one.device == device; };
    if (const Entry *known = take_to_front(m_detailed, same)) return known->result;
    if (!detailed)
        if (const Entry *known = take_to_front(m_light, same)) return known->result;
    ScenarioResult result = work_out(plan, device, detailed);
    auto &entries = detailed ? m_detailed : m_light;
    entries.push_front({plan, device, result});
    keep_at_most(m_light, remembered_light);
    keep_at_most(m_detailed, remembered_detailed);
    return result;
}

ScenarioResult Evaluator::work_out(const Plan &plan, const CardFacts &device, bool detailed)
{
    ScenarioResult result;
    const auto model = m_planner->models().load_for(plan, m_base_directory);
    if (!model.ok()) {
        result.error = model.error();
        return result;
    }
    ++m_work_done;
    EstimateOptions options;
    options.timeline = detailed;
    options.explain = detailed;
    options.threads = detailed ? 2 : 1; // somebody waits for this one
    auto worked_out = m_planner->estimate(*model, plan, device, options);
    if (worked_out.ok())
        result.estimate = std::make_shared<const Estimate>(std::move(worked_out).value());
    else {
        result.error = worked_out.error();
        result.refused = with_defaults(plan, **model, device);
    }
    return result;
}

} // namespace plimsoll
