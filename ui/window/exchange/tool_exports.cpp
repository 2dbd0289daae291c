// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/tool_exports.h"

#include "core/api/runs/run_export.h"
#include "ui/document/text.h"
#include "ui/window/exchange/write_out.h"

#include <QFileInfo>

namespace plimsoll {

void ToolExports::add_actions(Actions &actions)
{
    actions.add("export.tool", tr("For another &tool…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E), [this] { open(); })
        ->setProperty(title_alone, tr("Export for another tool"));
}

Question ToolExports::question() const
{
    const Session &session = m_desk.document.session();
    const QString &path = m_desk.document.path();
    return {.name = session.current().name,
            .plan = session.plan_of(session.current()),
            .base_directory = path.isEmpty() ? std::string() : utf8(QFileInfo(path).absolutePath())};
}

std::vector<OfferedExport> ToolExports::offers() const
{
    const Question asked = question();
    std::vector<OfferedExport> out;
    for (const ExportOffer &offer : export_offers()) {
        const std::optional<Error> why_not = refuses_export(asked.plan, offer.name);
        out.push_back({offer, why_not ? qt(why_not->message()) : QString()});
    }
    return out;
}

void ToolExports::fill(QMenu &menu)
{
    QStringList groups;
    for (const ExportOffer &offer : export_offers())
        if (const QString group = qt(title_of(offer.group)); !groups.contains(group)) groups << group;
    for (const QString &group : groups) {
        QMenu *const tools = menu.addMenu(group);
        tools->setToolTipsVisible(true);
        connect(tools, &QMenu::aboutToShow, this, [this, tools, group] { fill_group(*tools, group); });
    }
}

void ToolExports::fill_group(QMenu &menu, const QString &group)
{
    menu.clear();
    for (const OfferedExport &offer : offers()) {
        if (offer.group() != group) continue;
        QAction *const action =
            menu.addAction(tr("%1…").arg(offer.title()), this, [this, name = std::string(offer.as.name)] { open(name); });
        action->setObjectName(QStringLiteral("export.tool.") + qt(offer.as.name));
        action->setEnabled(offer.why_not.isEmpty());
        action->setToolTip(offer.why_not);
        action->setStatusTip(offer.why_not);
    }
}

void ToolExports::open(const std::string &name)
{
    if (auto *other = m_window.findChild<ExportDialog *>()) other->close();
    const auto make = [planner = m_desk.parts.planner, asked = question()](const std::string &tool) {
        return exported_as(planner->models(), asked, tool);
    };
    auto *dialog =
        new ExportDialog(offers(), make, qt(m_desk.document.session().current().name), write_out(m_desk, m_window), &m_window);
    if (!name.empty()) dialog->choose(name);
    dialog->show();
}

} // namespace plimsoll
