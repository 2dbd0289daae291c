// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menus.h"

#include "ui/window/lower_views.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace plimsoll {

Menus::Menus(const Desk &desk, const Actions &actions, SessionFiles &files, ToolExports &tools)
    : m_desk(desk), m_actions(actions), m_files(files), m_tools(tools)
{}

void Menus::fill(QMenuBar &bar)
{
    fill_file(*bar.addMenu(tr("&File")));
    m_actions.fill(*bar.addMenu(tr("&Edit")),
                   {"edit.undo", "edit.redo", "-", "edit.copy_block", "edit.copy_command", "edit.copy_chart", "edit.copy_svg",
                    "edit.copy_chart_table", "edit.copy_table", "-", "edit.settings"});
    m_actions.fill(*bar.addMenu(tr("&Plan")), {"plan.model", "plan.inspect", "plan.add_card", "-", "plan.ranks", "plan.split",
                                               "-", "plan.compare", "plan.compare_lora", "-", "plan.duplicate", "plan.rename",
                                               "plan.pin", "plan.left", "plan.right", "-", "plan.remove"});
    fill_view(*bar.addMenu(tr("&View")));
    m_actions.fill(*bar.addMenu(tr("&Tools")), {"tools.search", "tools.live", "tools.follow", "tools.room", "tools.replay", "-",
                                                "tools.oom", "tools.fit_params"});
    m_actions.fill(*bar.addMenu(tr("&Help")), {"help.about"});
}

void Menus::fill_file(QMenu &menu)
{
    m_actions.fill(menu, {"file.new", "file.open", "file.config", "file.model_folder", "file.paste"});
    QMenu *recent = menu.addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(*recent); });
    fill_examples(*menu.addMenu(tr("Open e&xample")));
    m_actions.fill(menu, {"-", "file.save", "file.save_as", "-"});
    QMenu &exports = *menu.addMenu(tr("&Export"));
    m_actions.fill(exports, {"export.markdown", "export.json", "export.png", "export.svg", "export.pdf", "-", "export.profile",
                             "-", "export.tool"});
    m_tools.fill(exports);
    m_actions.fill(menu, {"file.card", "-", "file.close", "file.quit"});
}

void Menus::fill_view(QMenu &menu)
{
    m_actions.fill(menu, {"view.plan", "view.breakdown", "view.fold", "view.rule", "view.worksheet", "view.ranks", "view.tables",
                          "view.next_pane", "-"});
    for (int tab = 0; tab < LowerViews::titles().size(); ++tab)
        menu.addAction(m_actions[("view.tab" + QByteArray::number(tab + 1)).constData()]);
    m_actions.fill(menu, {"-", "view.unit", "-", "view.system", "view.light", "view.dark", "view.contrast"});
}

void Menus::fill_recent(QMenu &menu)
{
    menu.clear();
    const Settings *settings = m_desk.parts.settings;
    const QStringList files = settings ? settings->recent_files() : QStringList();
    for (const QString &path : files) menu.addAction(QDir::toNativeSeparators(path), this, [this, path] { m_files.open(path); });
    if (files.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
    if (!settings) return;
    const auto closed = SessionKeeper(settings->sessions_folder()).closed();
    if (!closed.empty()) menu.addSection(tr("Closed without saving"));
    for (const auto &one : closed)
        menu.addAction(tr("%1, closed %2").arg(one.title, QLocale().toString(one.when, QLocale::ShortFormat)), this,
                       [this, file = one.file] { m_files.reopen(file); });
}

void Menus::fill_examples(QMenu &menu)
{
    const QString &path = m_desk.parts.examples_folder;
    const QDir folder(path);
    if (!path.isEmpty())
        for (const QFileInfo &file : folder.entryInfoList({QStringLiteral("*.plimsoll")}, QDir::Files, QDir::Name))
            menu.addAction(file.completeBaseName(), this, [this, file = file.absoluteFilePath()] { m_files.open(file); });
    if (menu.isEmpty()) menu.addAction(tr("No examples are installed"))->setEnabled(false);
}

} // namespace plimsoll
