// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plan_edits.h"

#include "core/plan/names.h"
#include "ui/document/text.h"
#include "ui/plan/card_items.h"
#include "ui/plan/field_help.h"
#include "ui/plan/model_inspector.h"
#include "ui/plan/model_items.h"

#include <QFileInfo>
#include <QLocale>

namespace plimsoll {
namespace {

/// A plan's value as people read it.
QString said_value(const std::string &value)
{
    if (value.empty()) return PlanEdits::tr("nothing");
    if (value == "true" || value == "false") return value == "true" ? PlanEdits::tr("on") : PlanEdits::tr("off");
    bool number = false;
    const qlonglong count = qt(value).toLongLong(&number);
    return number ? QLocale().toString(count) : qt(value).remove(QLatin1Char('"'));
}

} // namespace

PlanEdits::PlanEdits(const Desk &desk, Panes &panes) : m_desk(desk), m_panes(panes) {}

void PlanEdits::add_actions(Actions &actions)
{
    constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT;
    const auto add = [&](const char *id, const QString &text, int keys, std::function<void()> run) {
        actions.add(id, text, QKeySequence(keys), std::move(run));
    };
    add("plan.model", tr("Choose &model…"), ctrl | Qt::Key_L,
        [this] { emit m_panes.plan().model_asked(&m_panes.plan().model_button()); });
    add("plan.inspect", tr("&Inspect model…"), ctrl | Qt::Key_I, [this] { inspect_model(); });
    add("plan.compare", tr("&Compare precisions"), ctrl | Qt::Key_P, [this] { compare_precisions(m_desk.document, false); });
    add("plan.compare_lora", tr("Compare precisions, with &LoRA"), ctrl | shift | Qt::Key_P,
        [this] { compare_precisions(m_desk.document, true); });
    add("plan.add_card", tr("&Add card or budget…"), ctrl | shift | Qt::Key_A,
        [this] { emit m_panes.plan().card_asked(&m_panes.plan().cards().add_button()); });
}

void PlanEdits::follow_panes()
{
    connect(&m_panes.plan(), &PlanPane::edited, this, &PlanEdits::edit);
    connect(&m_panes.plan(), &PlanPane::undo_asked, this, [this] { m_desk.document.undo_stack().undo(); });
    connect(&m_panes.plan(), &PlanPane::cards_changed, this, &PlanEdits::change_cards);
    connect(&m_panes.plan(), &PlanPane::amount_changed, this, &PlanEdits::change_amount);
    connect(&m_panes.views().fits(), &FitsPanel::card_chosen, this,
            [this](const QString &name) { add_card(QStringLiteral("gpu:") + name); });
    connect(&m_panes.views().sweep(), &SweepPanel::point_taken, this, &PlanEdits::edit);
}

void PlanEdits::edit(const FieldEdits &edits, const QString &field)
{
    const auto [error, along] = apply_edits(m_desk.document, m_desk.estimation.evaluator(), edits, field);
    if (!error) return say_what_went_along(edits, along);
    PlanPane &pane = m_panes.plan();
    pane.show_snapshot(m_desk.snapshot()); // the fields take back what the plan holds
    Error said = *error;
    if (said.field.empty() && !edits.empty()) said.field = edits.front().path;
    if (!pane.show_problem(said, m_desk.document.session().current().plan, edits)) m_desk.refuse(field, *error);
}

/// "Quantise: none in place of nf4. VLLM 0.33 loads no bitsandbytes." with a link that takes all of it back.
void PlanEdits::say_what_went_along(const FieldEdits &edits, const std::vector<TakenAlong> &along)
{
    if (along.empty() || edits.empty()) return;
    QStringList changed, reasons;
    for (const TakenAlong &one : along) {
        changed << tr("%1: %2 in place of %3").arg(field_title(one.path), said_value(one.is), said_value(one.was));
        if (!one.why.empty()) reasons << qt(one.why);
    }
    constexpr qsizetype most = 4;
    QString text = changed.mid(0, most).join(QStringLiteral("; "));
    if (changed.size() > most) text += tr("; and %n more", nullptr, static_cast<int>(changed.size() - most));
    text += QLatin1Char('.');
    for (QString reason : reasons) {
        if (!reason.endsWith(QLatin1Char('.'))) reason += QLatin1Char('.');
        text += QLatin1Char(' ') + reason;
    }
    m_panes.plan().show_remark(edits.front().path, text, WayOut{tr("undo"), {}, true});
}

void PlanEdits::choose_model_id(const QString &id)
{
    const ModelReference model = model_from_id(id);
    if (const auto error = choose_model(m_desk.document, m_desk.estimation.evaluator(), model))
        return m_desk.refuse(id.section(QLatin1Char(':'), 1), *error);
    const QString tag = tag_of_id(id);
    if (m_desk.parts.settings) m_desk.parts.settings->add_recent_model(tag.isEmpty() ? id : id_of(model));
    if (tag.isEmpty()) return;
    if (m_desk.document.session().current().plan.task == Task::train)
        m_desk.say(tr("%1 is left out: nothing trains on such weights.").arg(tag));
    else
        take_type(utf8(tag));
}

/// By the engine that is chosen, or by the first that loads such weights.
void PlanEdits::take_type(const std::string &quant)
{
    std::vector<FieldEdits> ways{{{"weights.quant", quant}}};
    for (const std::string_view engine : names_of<Engine>())
        ways.push_back({{"inference.engine", std::string(engine)}, {"weights.quant", quant}});
    for (const FieldEdits &way : ways) {
        const auto [error, along] = apply_edits(m_desk.document, m_desk.estimation.evaluator(), way, tr("Quantise"));
        if (!error) return say_what_went_along(way, along);
    }
    edit(ways.front(), tr("Quantise")); // says why not
}

void PlanEdits::add_card(const QString &id) { change_cards(with_card(m_desk.document.session().cards, id), tr("Add card")); }

void PlanEdits::change_cards(const Target &cards, const QString &step)
{
    Session next = m_desk.document.session();
    next.cards = cards;
    m_desk.document.apply(next, step);
}

void PlanEdits::change_amount(const RunAmount &amount)
{
    Session next = m_desk.document.session();
    next.amount = amount;
    m_desk.document.apply(next, tr("Change the amount"), QStringLiteral("amount"));
}

void PlanEdits::inspect_model()
{
    const Document &document = m_desk.document;
    const QString folder = document.path().isEmpty() ? QString() : QFileInfo(document.path()).absolutePath();
    const Result<ArchitectureRef> read = m_desk.parts.planner->inspect(document.session().current().plan.model, utf8(folder));
    if (!read.ok()) return m_desk.refuse(tr("Inspect model"), read.error());
    QWidget *window = m_panes.window();
    if (auto *other = window->findChild<ModelInspector *>()) other->close(); // one beside each window, which stays usable
    (new ModelInspector(*read, window))->show();
}

} // namespace plimsoll
