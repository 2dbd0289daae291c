// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evaluator.h"

#include "core/report/sheet.h"
#include "core/resolve/resolve.h"
#include "ui/document/numbers.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr std::size_t remembered_models = 16;
constexpr std::size_t remembered_light = 256;
constexpr std::size_t remembered_detailed = 16; // each holds a whole timeline

/// A context of its own, by which lupdate finds the strings of free functions.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Evaluator)
};

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

DeviceFacts facts_of(const Gpu *gpu) { return gpu ? gpu->facts() : DeviceFacts{}; }

} // namespace

Target Snapshot::known_cards() const
{
    Target out = session.cards;
    for (const std::string &name : unknown_cards) std::erase(out.gpus, name);
    return out;
}

Evaluator::Evaluator(EvaluatorServices services) : m_services(std::move(services)) {}

void Evaluator::set_base_directory(const std::string &directory)
{
    if (directory == m_base_directory) return;
    m_base_directory = directory;
    m_architectures.clear();
    m_light.clear();
    m_detailed.clear();
}

Snapshot Evaluator::evaluate(const Session &session)
{
    Snapshot snapshot;
    snapshot.session = session;
    for (const Line &one : lines_of(session.cards, session.unit)) snapshot.lines.push_back(one.line);
    const auto known = static_cast<std::size_t>(std::ranges::count(snapshot.lines, false, &CardLine::budget));
    for (const std::string &name : session.cards.gpus)
        if (known < session.cards.gpus.size() && !m_services.find_node(name).ok()) snapshot.unknown_cards.push_back(name);
    for (std::size_t i = 0; i < session.scenarios.size(); ++i)
        snapshot.results.push_back(
            evaluate_plan(session.scenarios[i].plan, session.cards, static_cast<int>(i) == session.selected));
    return snapshot;
}

Result<ArchitectureRef> Evaluator::architecture(const ModelReference &model)
{
    if (const auto *known = take_to_front(m_architectures, [&](const auto &one) { return one.first == model; }))
        return known->second;
    auto loaded = m_services.load_model(model, m_base_directory);
    if (!loaded.ok()) return loaded; // a file may be mended and opened again
    m_architectures.emplace_front(model, loaded);
    keep_at_most(m_architectures, remembered_models);
    return loaded;
}

void Evaluator::forget_files()
{
    const auto is_file = [](const ModelReference &model) { return model.preset.empty(); };
    const auto of_file = [&](const Entry &one) { return is_file(one.plan.model); };
    std::erase_if(m_architectures, [&](const auto &one) { return is_file(one.first); });
    std::erase_if(m_light, of_file);
    std::erase_if(m_detailed, of_file);
}

ScenarioResult Evaluator::evaluate_plan(const Plan &plan, const Target &cards, bool detailed)
{
    const std::vector<Line> lines = lines_of(cards, {});
    const auto card = std::find_if(lines.begin(), lines.end(), [](const Line &one) { return one.gpu != nullptr; });
    Plan bare = plan;
    bare.name.clear();
    bare.target = {};
    std::erase_if(bare.given, [](const std::string &path) { return path == "name" || path.rfind("target", 0) == 0; });
    ScenarioResult result = estimate_plan(bare, facts_of(card == lines.end() ? nullptr : card->gpu), detailed);
    if (result.estimate) result.verdicts = verdicts_of(*result.estimate, lines);
    return result;
}

ScenarioResult Evaluator::estimate_plan(const Plan &plan, const DeviceFacts &device, bool detailed)
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

ScenarioResult Evaluator::work_out(const Plan &plan, const DeviceFacts &device, bool detailed)
{
    ScenarioResult result;
    const auto model = architecture(plan.model);
    if (!model.ok()) {
        result.error = model.error();
        return result;
    }
    ++m_work_done;
    EstimateOptions options;
    options.timeline = detailed;
    options.explain = detailed;
    options.threads = detailed ? 2 : 1; // somebody waits for this one
    auto worked_out = m_services.estimate(*model, plan, device, options);
    if (worked_out.ok())
        result.estimate = std::make_shared<const Estimate>(std::move(worked_out).value());
    else {
        result.error = worked_out.error();
        result.refused = with_defaults(plan, **model, device);
    }
    return result;
}

std::vector<Evaluator::Line> Evaluator::lines_of(const Target &cards, ByteUnit unit) const
{
    std::vector<Line> lines;
    for (const std::string &name : cards.gpus) {
        const auto node = m_services.find_node(name);
        if (!node.ok()) continue;
        const Gpu &gpu = *node->card;
        Line one{{report::title_beside(gpu, unit), gpu.short_name(), gpu.usable_bytes(), gpu.memory_nominal, node->count, false},
                 &gpu};
        if (node->count > 1) {
            one.line.title = std::to_string(node->count) + " × " + one.line.title;
            one.line.name = std::to_string(node->count) + " × " + one.line.name;
        }
        one.line.total = std::max(one.line.total, one.line.usable);
        lines.push_back(std::move(one));
    }
    if (cards.budget_bytes) {
        Numbers numbers;
        numbers.unit = unit;
        const std::string name = utf8(Words::tr("%1 budget").arg(numbers.chosen_size(*cards.budget_bytes)));
        lines.push_back({{name, name, *cards.budget_bytes, *cards.budget_bytes, 1, true}, nullptr});
    }
    return lines;
}

std::vector<Verdict> Evaluator::verdicts_of(const Estimate &estimate, const std::vector<Line> &lines) const
{
    std::vector<Verdict> verdicts;
    for (const Line &one : lines)
        verdicts.push_back(one.gpu ? m_services.verdict_for(estimate, *one.gpu, one.line.count)
                                   : m_services.verdict_for_budget(estimate, one.line.usable));
    return verdicts;
}

} // namespace plimsoll
