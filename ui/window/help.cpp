// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help.h"

#include "core/ground/json_text.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/report/estimate_json.h"
#include "ui/document/text.h"
#include "ui/panels/help_dialog.h"
#include "ui/plan/field_form.h"
#include "ui/plan/field_help.h"
#include "ui/plan/help_at.h"
#include "ui/theme/component_words.h"
#include "ui/theme/palette.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

/// A word and what it means, as a row.
QString entry(const QString &word, const QString &meaning)
{
    return QStringLiteral("<p><b>%1</b><br>%2</p>").arg(word.toHtmlEscaped(), meaning.toHtmlEscaped());
}

/// Words of the window that are no field and no component.
QString words_of_the_window()
{
    const std::array<std::pair<QString, QString>, 12> words{{
        {Help::tr("Fits, tight, unlikely, does not fit"),
         Help::tr(
             "Fits: the upper end of the estimate is within what the card has. Tight: the middle of it is, the upper end is not. "
             "Unlikely: only its lower end is. Does not fit: not even that.")},
        {Help::tr("Usable"), Help::tr("What a program can have of a card: its memory less what the driver and a reserve keep.")},
        {Help::tr("Allocated"), Help::tr("Bytes of tensors, as torch.cuda.max_memory_allocated() has them.")},
        {Help::tr("Held"), Help::tr("Bytes that PyTorch has of the card, tensors or not: torch.cuda.max_memory_reserved().")},
        {Help::tr("On the device"), Help::tr("All that nvidia-smi shows of the process: held, and the context of the driver.")},
        {Help::tr("Interval, whisker"), Help::tr("Nine of ten measured runs lie within it; the thin line over a column.")},
        {Help::tr("Claimed"),
         Help::tr("What a server such as vLLM takes of the card when it starts, whatever its requests need.")},
        {Help::tr("Rank"), Help::tr("One process of a run over several cards, with a card of its own.")},
        {Help::tr("Baseline"), Help::tr("The pinned scenario that the others are compared with.")},
        {Help::tr("Rule of thumb"), Help::tr("What the usual sum by parameters says, beside the simulation.")},
        {Help::tr("Stack"),
         Help::tr("The library that trains. A dot at a field says that you set it; without one it is the stack's own.")},
        {Help::tr("Phase"), Help::tr("A part of the step: loading, forward, loss, backward, the optimizer's step.")},
    }};
    QString out;
    for (const auto &[word, meaning] : words) out += entry(word, meaning);
    return out;
}

/// A plan that says nothing of whoever made it.
Plan anonymous(Plan plan, const std::string &folder)
{
    plan.name.clear();
    plan.given.erase("name");
    if (!plan.model.preset.empty()) return plan;
    const Result<std::string> config = config_of(plan.model, folder);
    if (!config.ok()) return plan.model = {}, plan;
    auto json = nlohmann::json::parse(*config, nullptr, false);
    if (json.is_object())
        for (const char *name : {"_name_or_path", "name_or_path", "model_name", "auto_map"}) json.erase(name);
    plan.model = {};
    plan.model.config_text = json.is_object() ? json.dump() : *config;
    return plan;
}

} // namespace

Help::Help(const Desk &desk, const Actions &actions, QWidget &window) : m_desk(desk), m_actions(actions), m_window(window) {}

void Help::add_actions(Actions &actions)
{
    actions.add("help.this", tr("What is &this?"), QKeySequence(Qt::Key_F1), [this] { explain_focus(); });
    actions.add("help.glossary", tr("&Glossary"), QKeySequence(Qt::CTRL | Qt::Key_F1),
                [this] { show_page(tr("Glossary"), glossary()); });
    actions.add("help.keys", tr("&Keyboard shortcuts"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F1),
                [this] { show_page(tr("Keyboard shortcuts"), keys()); });
    actions.add("help.report", tr("&Report a wrong estimate"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F1),
                [this] { copy_report(); });
    actions.add("help.about", tr("&About Plimsoll"), QKeySequence(Qt::SHIFT | Qt::Key_F1), [this] {
        m_desk.offer(
            tr("Plimsoll %1 plans the GPU memory of fine-tuning and inference. GPL-3.0-or-later; uses Qt %2 and Qt Charts.")
                .arg(QStringLiteral(PLIMSOLL_VERSION), QString::fromLatin1(qVersion())),
            tr("Glossary"), [this] { m_actions["help.glossary"]->trigger(); });
    });
}

/// The field that has the focus; all words where none has.
void Help::explain_focus()
{
    if (HelpAt *help = HelpAt::of(QApplication::focusWidget())) return help->show();
    m_actions["help.glossary"]->trigger();
}

void Help::show_page(const QString &title, const QString &html)
{
    if (auto *other = m_window.findChild<HelpDialog *>()) other->close(); // one beside each window, which stays usable
    (new HelpDialog(title, html, &m_window))->show();
}

QString Help::glossary() const
{
    QString out = QStringLiteral("<h3>%1</h3>").arg(tr("Words").toHtmlEscaped()) + words_of_the_window();
    out += QStringLiteral("<h3>%1</h3>").arg(tr("What memory is for").toHtmlEscaped());
    for (std::size_t i = 0; i < component_count; ++i)
        out += entry(title_of(static_cast<Component>(i)), about_of(static_cast<Component>(i)));
    out += QStringLiteral("<h3>%1</h3>").arg(tr("Fields of the plan").toHtmlEscaped());
    const auto &estimate = m_desk.snapshot().current().estimate;
    const Plan plan = estimate ? estimate->plan.plan : m_desk.document.session().current().plan;
    for (const FieldHelp &field : all_field_help()) {
        const QString flags = field_flags(field.path, plan);
        out += entry(field_title(field.path),
                     field_about(field.path) + (flags.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(flags)));
    }
    return out;
}

QString Help::keys() const
{
    QString out = QStringLiteral("<table cellpadding='3'>");
    for (const QAction *action : m_actions.all()) {
        if (action->shortcut().isEmpty()) continue;
        const QString alone = action->property(title_alone).toString();
        QString title = alone.isEmpty() ? action->text() : alone;
        title.remove(QLatin1Char('&'));
        QStringList shortcuts;
        for (const QKeySequence &one : action->shortcuts()) shortcuts << one.toString(QKeySequence::NativeText);
        out += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
                   .arg(shortcuts.join(QStringLiteral(", ")).toHtmlEscaped(), title.toHtmlEscaped());
    }
    out += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
               .arg(QStringLiteral("Shift+F1"), tr("What the control with the focus is"));
    out += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
               .arg(key_of_reset().toString(QKeySequence::NativeText).toHtmlEscaped(),
                    tr("The field with the focus back to its default"));
    return out + QStringLiteral("</table>");
}

QString Help::report() const
{
    const Document &document = m_desk.document;
    const std::string folder = document.path().isEmpty() ? std::string() : utf8(QFileInfo(document.path()).absolutePath());
    Question question;
    question.plan = anonymous(document.session().plan_of(document.session().current()), folder);
    nlohmann::ordered_json out;
    out["plimsoll"] = PLIMSOLL_VERSION;
    out["qt"] = qVersion();
    out["plan"] = plan_to_json(question.plan, true);
    const Result<PlanAnswer> answer = m_desk.parts.planner->answer(question);
    if (answer.ok())
        out["answer"] = estimate_to_json(*answer, TimelineDetail::none);
    else
        out["error"] = answer.error().message();
    return tr("What was measured, and how (nvidia-smi, torch.cuda.max_memory_allocated, …):") +
           QStringLiteral("\n\n\n```json\n%1\n```\n").arg(qt(to_text(out, 2)));
}

void Help::copy_report()
{
    QApplication::clipboard()->setText(report());
    m_desk.offer(
        tr("The plan, its answer and the release are copied, without names and paths. Say beside them what was measured."),
        tr("Copy again"), [this] { copy_report(); });
}

} // namespace plimsoll
