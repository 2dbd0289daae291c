// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_json.h"
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/window/main_window.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

/// "Three" of the changes that help together; figures where there are more than people say in words.
QString how_many(int parts)
{
    switch (parts) {
    case 2: return MainWindow::tr("Two");
    case 3: return MainWindow::tr("Three");
    case 4: return MainWindow::tr("Four");
    case 5: return MainWindow::tr("Five");
    case 6: return MainWindow::tr("Six");
    default: return QString::number(parts);
    }
}

/// Cards with those of an advice before the others: the answer speaks of the first.
Target led_by(Target cards, const std::vector<std::string> &gpus)
{
    for (const std::string &gpu : gpus) std::erase(cards.gpus, gpu);
    cards.gpus.insert(cards.gpus.begin(), gpus.begin(), gpus.end());
    return cards;
}

/// "Three changes together save 7.9 GiB — apply." as a link, for a plan that does not fit; empty where nothing makes it fit.
QString link_of(const std::vector<Advice> &advice, const Numbers &numbers)
{
    if (advice.empty() || advice.front().fits != Fits::yes || advice.front().change.empty()) return {};
    const Advice &first = advice.front();
    const QString saved = numbers.brief_with_unit(first.saves);
    const QString what = first.parts > 1 ? MainWindow::tr("%1 changes together save %2").arg(how_many(first.parts), saved)
                                         : MainWindow::tr("%1 saves %2").arg(qt(first.title).toHtmlEscaped(), saved);
    return what + MainWindow::tr(" — <a href=\"apply\">apply</a>.");
}

} // namespace

void MainWindow::ask_advice()
{
    const Snapshot &snapshot = estimation().snapshot();
    const ScenarioResult &current = snapshot.current();
    const bool wanted = m_advice_panel->isVisible() || (!current.verdicts.empty() && current.verdicts.front().fits != Fits::yes);
    m_advice.clear();
    if (wanted && current.estimate)
        m_advisor.ask(snapshot.session.current().plan, snapshot.known_cards(), current.estimate->architecture);
}

void MainWindow::show_advice(const std::vector<Advice> &advice, const QString &reason)
{
    m_advice = advice;
    const Snapshot &snapshot = estimation().snapshot();
    const Numbers numbers = numbers_of(snapshot.session);
    m_advice_panel->show_advice(advice, reason, numbers);
    Answer answer = answer_of(snapshot);
    if (answer.fits != Fits::no) return;
    answer.link = link_of(advice, numbers);
    m_answer->show_answer(answer);
}

void MainWindow::apply_advice(const Advice &advice)
{
    const auto patch = nlohmann::json::parse(advice.change, nullptr, false);
    const QString step = tr("Apply: %1").arg(qt(advice.title));
    const auto plan = with_patch(m_document.session().current().plan, patch);
    if (!plan.ok()) return refuse(qt(advice.title), plan.error());
    if (patch.contains("target")) // cards are the session's, and the plan stays as it is
        return change_cards(led_by(m_document.session().cards, plan->plan.target.gpus), step);
    Session next = with_plan(m_document.session(), plan->plan);
    next.scenarios[static_cast<std::size_t>(next.selected)].plan.target = m_document.session().current().plan.target;
    apply(next, step);
}

} // namespace plimsoll
