// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menus.h"

#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/window/lower_views.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace plimsoll {
namespace {

/// The session's own name; its file's where it has none.
QString title_of_example(const QFileInfo &file)
{
    const auto opened = read_file(file.absoluteFilePath());
    const auto *read = opened.ok() ? std::get_if<ParsedSession>(&*opened) : nullptr;
    return read && !read->session.name.empty() ? qt(read->session.name) : file.completeBaseName();
}

} // namespace

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
    m_actions.fill(*bar.addMenu(tr("&Help")), {"help.this", "help.glossary", "help.keys", "-", "help.report", "-", "help.about"});
}

void Menus::fill_file(QMenu &menu)
{
    m_actions.fill(menu, {"file.new", "file.open", "file.config", "file.model_folder", "file.paste"});
    QMenu *recent = menu.addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(*recent); });
    QMenu *examples = menu.addMenu(tr("Open e&xample"));
    connect(examples, &QMenu::aboutToShow, this, [this, examples] {
        if (examples->isEmpty()) fill_examples(*examples); // their titles stand in the files
    });
    m_actions.fill(menu, {"-", "file.save", "file.save_as", "-"});
    QMenu &exports = *menu.addMenu(tr("&Export"));
    m_actions.fill(exports, {"export.markdown", "export.json", "export.png", "export.svg", "export.pdf", "-", "export.chart_png",
                             "export.chart_svg", "-", "export.profile", "-", "export.tool"});
    m_tools.fill(exports);
    m_actions.fill(menu, {"file.card", "-", "file.close", "file.quit"});
}

void Menus::fill_view(QMenu &menu)
{
    m_actions.fill(menu, {"view.plan", "view.breakdown", "view.fold", "view.rule", "view.worksheet", "view.ranks", "view.time",
                          "view.tables", "view.next_pane", "-"});
    for (int tab = 0; tab < LowerViews::titles().size(); ++tab)
        menu.addAction(m_actions[("view.tab" + QByteArray::number(tab + 1)).constData()]);
    m_actions.fill(menu, {"-", "view.unit", "-", "view.system", "view.light", "view.dark", "view.contrast"});
}

void Menus::fill_recent(QMenu &menu)
{
    menu.clear();
    const Settings *settings = m_desk.parts.settings;
    const QStringList files = settings ? settings->recent_files() : QStringList();
    for (const QString &path : files) { // what tells them apart comes first
        const QFileInfo file(path);
        const QString folder = menu.fontMetrics().elidedText(QDir::toNativeSeparators(file.absolutePath()), Qt::ElideMiddle, 320);
        menu.addAction(tr("%1 (%2)").arg(file.fileName(), folder), this, [this, path] { m_files.open(path); })
            ->setToolTip(QDir::toNativeSeparators(path));
    }
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
            menu.addAction(title_of_example(file), this, [this, file = file.absoluteFilePath()] { m_files.open(file); });
    if (menu.isEmpty()) menu.addAction(tr("No examples are installed"))->setEnabled(false);
}

} // namespace plimsoll
