// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/split_choice.h"

#include "core/cards/cluster.h"
#include "core/fit/splits/split_ways.h"
#include "core/resolve/gate.h"
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/panels/split_dialog.h"

#include <QFileInfo>

namespace plimsoll {

SplitChoice::SplitChoice(const Desk &desk, Panes &panes) : m_desk(desk), m_panes(panes) {}

void SplitChoice::add_actions(Actions &actions)
{
    actions.add("plan.ranks", tr("Se&veral GPUs"), QKeySequence(Qt::CTRL | Qt::Key_G), [this] {
        const auto &estimate = m_desk.snapshot().current().estimate;
        if (estimate && !applies("parallel.tensor", estimate->plan.plan))
            return m_desk.say(tr("This run is not split over cards."));
        if (m_panes.widget(0)->isHidden()) m_panes.toggle(0);
        m_panes.plan().open_ranks();
    });
    actions.add("plan.split", tr("Find a &split…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), [this] { open(); });
}

void SplitChoice::open()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const Plan &plan = snapshot.session.current().plan;
    if (plan.task != Task::train) return m_desk.say(tr("Splits are looked for of trainings; choose the task Train."));
    QWidget *window = m_panes.window();
    if (auto *other = window->findChild<SplitDialog *>()) other->close(); // one beside each window, which stays usable
    const QString &path = m_desk.document.path();
    const QString folder = path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
    const FindSplits find =
        m_desk.parts.find_splits ? m_desk.parts.find_splits : find_splits_with(m_desk.parts.planner, utf8(folder));
    auto *dialog = new SplitDialog(find, plan, snapshot.known_cards().gpus, numbers_of(snapshot.session), window);
    connect(dialog, &SplitDialog::use_asked, this, &SplitChoice::use);
    dialog->show();
}

void SplitChoice::use(const Split &split)
{
    m_desk.document.apply(with_split(m_desk.document.session(), split), tr("Use split"));
}

Session with_split(const Session &session, const Split &split)
{
    Plan plan = with_parallel(session.current().plan, split.parallel);
    plan.micro_batch = split.micro_batch;
    plan.gradient_accumulation = split.gradient_accumulation;
    plan.given.insert("micro_batch");
    plan.given.insert("gradient_accumulation");
    Session next = with_plan(session, plan);
    const Result<Node> found = find_node(split.gpu);
    if (!found.ok() || !found->card) return next;
    std::vector<std::string> &gpus = next.cards.gpus;
    std::erase_if(gpus, [&](const std::string &name) {
        const Result<Node> one = find_node(name);
        return one.ok() && one->card == found->card;
    });
    next.cards.budget_first = false; // the answer speaks of the split's card
    gpus.insert(gpus.begin(),
                split.cards > 1 ? found->card->name + ":" + std::to_string(split.cards) : std::string(found->card->name));
    return next;
}

} // namespace plimsoll
