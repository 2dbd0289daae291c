// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/choosers.h"

#include "core/fit/verdict_words.h"
#include "core/model/presets.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/card_items.h"
#include "ui/plan/hub_row.h"
#include "ui/plan/model_items.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace plimsoll {

Choosers::Choosers(const Desk &desk, const Actions &actions, PlanEdits &edits, QWidget &window)
    : m_desk(desk), m_actions(actions), m_edits(edits), m_window(window), m_badges(desk.parts.planner)
{
    connect(&m_badges, &BadgeFinder::found, this, &Choosers::show_badges);
}

void Choosers::follow(PlanPane &pane)
{
    connect(&pane, &PlanPane::model_asked, this, &Choosers::open_model);
    connect(&pane, &PlanPane::card_asked, this, &Choosers::open_card);
}

void Choosers::open_model(QWidget *anchor)
{
    const Settings *settings = m_desk.parts.settings;
    model().set_items(model_items(settings ? settings->recent_models() : QStringList()));
    model().open_below(anchor, 420, id_of(m_desk.document.session().current().plan.model));
    ask_badges();
}

void Choosers::ask_badges()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const Target cards = snapshot.known_cards();
    Plan asked = snapshot.session.current().plan;
    asked.model = {}; // of every preset in turn
    if (m_badged && m_badged->first == asked && m_badged->second == cards) return;
    m_badged.reset();
    const bool named = !cards.gpus.empty() || cards.budget_bytes;
    model().model().set_marks({}, named);
    if (!named) return m_badges.drop();
    m_badged = {std::move(asked), cards};
    m_badges.ask(snapshot.session.current().plan, cards);
}

void Choosers::show_badges(const std::vector<ModelBadge> &badges)
{
    const Numbers numbers = numbers_of(m_desk.document.session());
    ChooserMarks marks;
    for (const ModelBadge &badge : badges) {
        const QString word = qt(title_of(badge.word));
        QString tip = word;
        if (badge.word != Word::unknown)
            tip = tr("%1: %2 of %3 usable, by this plan's method")
                      .arg(word, numbers.brief(badge.need), numbers.brief_with_unit(badge.usable));
        else if (!badge.reason.empty())
            tip = tr("%1: %2").arg(word, qt(badge.reason));
        marks[QStringLiteral("preset:") + qt(badge.preset->name)] = {badge.word, tip};
    }
    model().model().set_marks(std::move(marks), true);
}

void Choosers::look_for(const QString &typed)
{
    m_actions["plan.model"]->trigger();
    model().search()->setText(typed);
}

void Choosers::open_card(QWidget *anchor)
{
    card().set_items(card_items());
    card().open_below(anchor, 460); // names of workstation cards are long
}

Chooser &Choosers::model()
{
    if (!m_model) make_model();
    return *m_model;
}

void Choosers::make_model()
{
    m_model = new Chooser(tr("Search models, or paste org/name, an address, a path"), &m_window);
    m_model->set_typed([this](const QString &query) { return typed_model_items(query, static_cast<bool>(m_desk.parts.fetch)); });
    connect(m_model, &Chooser::chosen, &m_edits, &PlanEdits::choose_model_id);
    m_model->set_nothing(tr("No model has these words. Try org/name."));
    m_model->set_footer(make_file_row());
    auto *hub = new HubRow(m_desk.parts.fetch, m_model);
    m_model->set_footer(hub);
    connect(m_model, &Chooser::typed, hub, &HubRow::set_query);
    connect(m_model, &Chooser::taken_in_place, hub, &HubRow::start);
    connect(hub, &HubRow::fetched, this, [this](const QString &id) {
        m_model->hide();
        m_edits.choose_model_id(QStringLiteral("hub:") + id);
    });
}

QWidget *Choosers::make_file_row()
{
    auto *row = new QWidget(m_model);
    auto *buttons = new QHBoxLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(8);
    const auto add = [&](const QString &text, const char *action) {
        auto *button = new QPushButton(text, row);
        button->setAutoDefault(false);
        button->setAccessibleName(text);
        connect(button, &QPushButton::clicked, this, [this, action] {
            m_model->hide();
            m_actions[action]->trigger();
        });
        buttons->addWidget(button);
    };
    add(tr("Open config.json…"), "file.config");
    add(tr("Open a model's folder…"), "file.model_folder");
    buttons->addStretch(1);
    return row;
}

Chooser &Choosers::card()
{
    if (m_card) return *m_card;
    m_card = new Chooser(tr("Search cards, or type 16 GB, 8x A100"), &m_window);
    m_card->set_typed([this](const QString &typed) { return typed_card_items(typed, m_desk.document.session().unit); });
    m_card->set_nothing(tr("No card has these words. A size such as 16 GB is a budget."));
    connect(m_card, &Chooser::chosen, &m_edits, &PlanEdits::add_card);
    return *m_card;
}

} // namespace plimsoll
