// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/beside_answer.h"

#include "core/api/hours/run_cost.h"
#include "core/plan/plan_json.h"
#include "ui/controls/time_words.h"
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int delay_ms = 40; // after the painted answer, so that it never waits for them

/// Cards with those of an advice before the others: the answer speaks of the first.
Target led_by(Target cards, const std::vector<std::string> &gpus)
{
    for (const std::string &gpu : gpus) std::erase(cards.gpus, gpu);
    cards.gpus.insert(cards.gpus.begin(), gpus.begin(), gpus.end());
    cards.budget_first = cards.budget_first && gpus.empty();
    return cards;
}

/// "Fused loss kernel + 16-bit embeddings and head: 7.2 GiB — apply." as a link, for a plan that does not fit or may not; empty where
/// nothing makes it fit.
QString link_of(const std::vector<Advice> &advice, const Numbers &numbers)
{
    const Advice *solution = solution_in(advice);
    if (!solution) return {};
    return BesideAnswer::tr("%1: %2 — <a href=\"apply\">apply</a>.")
        .arg(qt(solution->title).toHtmlEscaped(), numbers.brief_with_unit(solution->device));
}

/// Where a set's names have no room: the first row of the advice has them.
QString short_link_of(const std::vector<Advice> &advice, const Numbers &numbers)
{
    const Advice *solution = solution_in(advice);
    if (!solution || solution->parts < 2) return {};
    return BesideAnswer::tr("%n changes together: %1 — <a href=\"apply\">apply</a>.", nullptr, solution->parts)
        .arg(numbers.brief_with_unit(solution->device));
}

} // namespace

BesideAnswer::BesideAnswer(const Desk &desk) : m_desk(desk), m_differences(desk.parts.planner)
{
    connect(&m_advisor, &Advisor::advised, this, &BesideAnswer::show_advice);
    connect(&m_advisor, &Advisor::solved, this, &BesideAnswer::show_solution);
    connect(&m_advisor, &Advisor::guided, this, &BesideAnswer::show_guide);
    connect(&m_largest, &LargestValueFinder::found, this, &BesideAnswer::show_largest_values);
    connect(&m_times, &TimeFinder::found, this, &BesideAnswer::show_times);
    connect(&m_differences, &Differences::found, this, &BesideAnswer::show_differences);
    m_soon.setSingleShot(true);
    m_soon.setInterval(delay_ms);
    connect(&m_soon, &QTimer::timeout, this, &BesideAnswer::ask);
}

void BesideAnswer::show_in(AnswerLine &answer, PlanPane &plan, AdvicePanel &advice)
{
    m_answer = &answer;
    m_plan_pane = &plan;
    m_panel = &advice;
    connect(m_panel, &AdvicePanel::apply_asked, this, &BesideAnswer::apply);
    connect(m_panel, &AdvicePanel::shown, this, &BesideAnswer::ask_advice);
}

void BesideAnswer::begin()
{
    m_advisor.drop();
    m_panel->await_advice();
    m_largest.drop();
    m_times.drop();
    m_differences.drop();
    m_soon.start();
}

bool BesideAnswer::working() const
{
    return m_soon.isActive() || m_advisor.busy() || m_largest.busy() || m_times.busy() || m_differences.busy();
}

void BesideAnswer::apply_first()
{
    const Advice *solution = solution_in(m_advice);
    if (!solution && m_advice.empty() && m_solution) solution = &*m_solution;
    if (solution) apply(Advice(*solution)); // the document's change may clear the list
}

void BesideAnswer::clear()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const Numbers numbers = numbers_of(snapshot.session);
    m_advice.clear();
    m_solution.reset();
    m_panel->show_advice({}, state_of(snapshot.current().error), numbers);
    m_panel->show_guide({}, state_of(snapshot.current().error), numbers);
    m_answer->show_time({}, {});
    m_plan_pane->show_largest_values({});
    m_plan_pane->show_differences(m_changes, {}, numbers);
}

void BesideAnswer::ask()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const auto &estimate = snapshot.current().estimate;
    if (!estimate) return clear();
    m_changes = saver_changes(estimate->plan.plan);
    std::vector<FieldEdits> edits;
    for (const SaverChange &change : m_changes) edits.push_back(change.edits);
    m_differences.ask(*estimate, snapshot.session.current().plan, std::move(edits));
    m_largest.ask(estimate, snapshot.known_cards());
    ask_time();
    ask_advice();
}

/// On the card that the answer speaks of; a budget of no card has no speed.
void BesideAnswer::ask_time()
{
    const ScenarioResult &current = m_desk.snapshot().current();
    const std::size_t lead = spoken_of_first(current.verdicts);
    const bool on_card = lead < current.verdicts.size() && !current.verdicts[lead].gpu.empty();
    const Result<GpuMatch> match = on_card ? find_gpu(current.verdicts[lead].gpu) : Result<GpuMatch>(Error{});
    if (match.ok()) return m_times.ask(current.estimate, {match->gpu->facts()}, m_desk.snapshot().session.amount);
    if (current.estimate->device.name.empty()) return m_answer->show_time({}, {});
    m_times.ask(current.estimate, {current.estimate->device},
                m_desk.snapshot().session.amount); // a budget of a card is as fast as that
}

void BesideAnswer::show_times(const std::vector<std::optional<RunTime>> &times)
{
    const Snapshot &snapshot = m_desk.snapshot();
    if (times.empty() || !times.front() || !snapshot.current().estimate) return m_answer->show_time({}, {});
    RunTime time = *times.front();
    time.cost = cost_of(time, snapshot.current().estimate->plan.plan, snapshot.session.amount);
    m_answer->show_time(time_phrases(time), time_tip(time));
}

void BesideAnswer::ask_advice()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const ScenarioResult &current = snapshot.current();
    const bool wanted = m_panel->isVisible() ||
                        (!current.verdicts.empty() && current.verdicts[spoken_of_first(current.verdicts)].fits != Fits::yes);
    m_advice.clear();
    m_solution.reset();
    if (!current.estimate) return;
    const Plan &plan = snapshot.session.current().plan;
    m_panel->bar().set_task(current.estimate->plan.plan.task);
    if (wanted && !current.verdicts.empty()) m_advisor.ask_solution(plan, snapshot.known_cards(), current.estimate->architecture);
    if (wanted) m_advisor.ask(plan, snapshot.known_cards(), current.estimate->architecture);
    if (m_panel->isVisible() && m_panel->guides())
        m_advisor.ask_guide(plan, snapshot.known_cards(), current.estimate->architecture);
}

void BesideAnswer::show_differences(const std::vector<std::optional<Bytes>> &differences)
{
    m_plan_pane->show_differences(m_changes, differences, numbers_of(m_desk.snapshot().session));
}

void BesideAnswer::show_largest_values(const LargestValues &largest)
{
    Snapshot snapshot = m_desk.snapshot();
    ScenarioResult &current = snapshot.results[static_cast<std::size_t>(snapshot.session.selected)];
    if (!current.estimate || current.verdicts.empty()) return;
    const bool runs = current.estimate->plan.plan.task == Task::infer;
    Verdict &lead = current.verdicts[spoken_of_first(current.verdicts)];
    const SolveField length = runs ? SolveField::context : SolveField::sequence_length;
    const SolveField batch = runs ? SolveField::sequences : SolveField::micro_batch;
    lead.max_sequence_length = value_of(largest, length);
    lead.likely_sequence_length = likely_of(largest, length);
    lead.max_micro_batch = value_of(largest, batch);
    lead.likely_micro_batch = likely_of(largest, batch);
    Answer answer = answer_of(snapshot);
    answer.link = m_answer->answer().link;
    answer.short_link = m_answer->answer().short_link;
    answer.changes = m_answer->answer().changes;
    m_answer->show_answer(answer);
    m_plan_pane->show_largest_values(largest);
}

void BesideAnswer::show_advice(const std::vector<Advice> &advice, const QString &reason)
{
    m_advice = useful_first(advice);
    const Snapshot &snapshot = m_desk.snapshot();
    const Numbers numbers = numbers_of(snapshot.session);
    m_panel->show_advice(with_evaluation(m_advice), reason, numbers);
    propose(advice);
}

/// The list follows, and holds it.
void BesideAnswer::show_solution(const Advice &solution)
{
    if (!m_advice.empty()) return;
    m_solution = solution;
    propose({solution});
}

void BesideAnswer::propose(const std::vector<Advice> &advice)
{
    const Snapshot &snapshot = m_desk.snapshot();
    if (!snapshot.current().estimate || snapshot.current().verdicts.empty()) return;
    const Word word = leading(snapshot.current().verdicts)->word();
    if (word == Word::fits || word == Word::unknown) return;
    const Numbers numbers = numbers_of(snapshot.session);
    Answer answer = m_answer->answer();
    answer.link = link_of(advice, numbers);
    answer.short_link = short_link_of(advice, numbers);
    if (const Advice *solution = solution_in(advice); solution && !answer.short_link.isEmpty())
        answer.changes = qt(solution->title);
    m_answer->show_answer(answer);
}

/// The first crash of many: an evaluation that nobody asked for takes more than the training. It stands behind what helps.
std::vector<Advice> BesideAnswer::with_evaluation(std::vector<Advice> advice) const
{
    const ScenarioResult &current = m_desk.snapshot().current();
    const auto warning = std::ranges::find(current.remarks.warnings, "evaluation", &Warning::code);
    if (advice.empty() || warning == current.remarks.warnings.end()) return advice; // where nothing is advised, the reason stands
    Advice row;
    row.title = utf8(tr("Evaluate one row at a time"));
    row.change = R"({"evaluation": {"micro_batch": 1}})";
    row.cost = warning->text;
    const auto plan = with_patch(m_desk.document.session().current().plan, nlohmann::json::parse(row.change));
    if (!plan.ok()) return advice;
    const ScenarioResult then = m_desk.estimation.evaluator().evaluate_plan(plan->plan, m_desk.document.session().cards, false);
    if (!then.estimate) return advice;
    row.device = then.estimate->shown().needed();
    if (!then.verdicts.empty()) {
        const Verdict &verdict = then.verdicts[spoken_of_first(then.verdicts)];
        row.fits = verdict.fits;
        row.word = verdict.word();
    }
    const auto idle = std::ranges::find_if(advice, [](const Advice &one) { return !one.no_effect.empty(); });
    advice.insert(idle, std::move(row));
    return advice;
}

void BesideAnswer::show_guide(const std::vector<OomCase> &cases, const QString &reason)
{
    m_panel->show_guide(cases, reason, numbers_of(m_desk.snapshot().session));
}

void BesideAnswer::apply(const Advice &advice)
{
    Document &document = m_desk.document;
    const auto patch = nlohmann::json::parse(advice.change, nullptr, false);
    const QString step = tr("Apply: %1").arg(qt(advice.title));
    const auto plan = with_patch(document.session().current().plan, patch);
    if (!plan.ok()) return m_desk.refuse(qt(advice.title), plan.error());
    Session next = document.session();
    if (patch.contains("target")) { // cards are the session's, and the plan stays as it is
        next.cards = led_by(next.cards, plan->plan.target.gpus);
    } else {
        next = with_plan(next, plan->plan);
        next.scenarios[static_cast<std::size_t>(next.selected)].plan.target = document.session().current().plan.target;
    }
    document.apply(next, step);
}

} // namespace plimsoll
