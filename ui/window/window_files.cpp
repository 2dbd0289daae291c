// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/plan/model_inspector.h"
#include "ui/plan/model_items.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

namespace plimsoll {
namespace {

QString dropped_file(const QMimeData *mime)
{
    for (const QUrl &url : mime->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

/// Another window in which the file is open.
MainWindow *window_beside(const MainWindow *self, const QString &path)
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget);
            window && window != self && window->isVisible() && window->document().path() == path)
            return window;
    return nullptr;
}

} // namespace

bool MainWindow::open_file(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    m_estimation.evaluator().forget_files();
    auto opened = read_file(path);
    if (!opened.ok()) return refuse(name, opened.error()), false;
    if (const auto *model = std::get_if<ModelReference>(&*opened)) {
        const auto error = choose_model(m_document, m_estimation.evaluator(), *model);
        if (error) return refuse(name, *error), false;
        remember_model(id_of(*model));
        m_error_bar->hide();
        m_estimation.refresh(); // where the plan names the file already
        return true;
    }
    const auto &[session, warnings] = std::get<ParsedSession>(*opened);
    if (MainWindow *other = window_beside(this, QFileInfo(path).absoluteFilePath())) {
        other->raise();
        other->activateWindow();
        return true;
    }
    if (m_parts.settings) m_parts.settings->add_recent_file(QFileInfo(path).absoluteFilePath());
    m_error_bar->hide();
    if (m_document.modified()) {
        // What stands here is not saved: it stays, and the file gets a window of its own.
        open_beside(session, QFileInfo(path).absoluteFilePath())->m_error_bar->show_warnings(name, warnings);
        return true;
    }
    m_document.start(session, QFileInfo(path).absoluteFilePath());
    m_error_bar->show_warnings(name, warnings);
    return true;
}

bool MainWindow::save_to(const QString &path)
{
    if (const auto error = m_document.save(path)) return refuse(QFileInfo(path).fileName(), *error), false;
    if (m_parts.settings) m_parts.settings->add_recent_file(QFileInfo(path).absoluteFilePath());
    say(tr("Saved to %1").arg(QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath())));
    return true;
}

void MainWindow::ask_open()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open"), {}, tr("Sessions, plans and configurations (*.plimsoll *.json);;All files (*)"));
    if (!path.isEmpty()) open_file(path);
}

void MainWindow::ask_config()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a model's config.json"), {}, tr("Configurations (*.json);;All files (*)"));
    if (!path.isEmpty()) open_file(path);
}

void MainWindow::ask_model_folder()
{
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open a model's folder"));
    if (!path.isEmpty()) open_file(path);
}

void MainWindow::ask_replay()
{
    if (m_live.replaying()) return static_cast<void>(replay({}));
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Replay a recording"), {}, tr("Recordings (*.jsonl *.json);;All files (*)"));
    if (!path.isEmpty()) replay(path);
}

bool MainWindow::replay(const QString &path)
{
    complete();
    if (!m_live.replay(path)) return false;
    m_tabs->setCurrentWidget(m_live_panel);
    m_live.set_watched(true);
    return true;
}

void MainWindow::ask_save()
{
    const QString suggestion =
        m_document.path().isEmpty() ? qt(m_document.session().current().name) + QStringLiteral(".plimsoll") : m_document.path();
    QString path = QFileDialog::getSaveFileName(this, tr("Save session"), suggestion, tr("Plimsoll sessions (*.plimsoll)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".plimsoll");
    save_to(path);
}

void MainWindow::start_new()
{
    Session fresh = first_session();
    if (m_parts.settings) fresh.unit = m_parts.settings->unit();
    if (!m_document.modified()) return m_document.start(fresh, {});
    open_beside(fresh, {});
}

MainWindow *MainWindow::open_beside(const Session &session, const QString &path)
{
    auto *other = new MainWindow(m_parts, session, path);
    other->setAttribute(Qt::WA_DeleteOnClose);
    other->move(pos() + QPoint(24, 24));
    other->show();
    return other;
}

void MainWindow::resume_session(const KeptSession &kept)
{
    if (kept.modified) return m_document.recover(kept.session, kept.path);
    // What stood here was what its file held: the file may have changed since.
    const auto opened = kept.path.isEmpty() ? Result<OpenedFile>(Error{}) : read_file(kept.path);
    const auto *read = opened.ok() ? std::get_if<ParsedSession>(&*opened) : nullptr;
    if (!read && !kept.path.isEmpty()) return m_document.recover(kept.session, kept.path);
    m_document.start(read ? read->session : kept.session, kept.path);
    if (read) m_error_bar->show_warnings(QFileInfo(kept.path).fileName(), read->warnings);
}

void MainWindow::resume(SessionKeeper::Taken taken)
{
    m_autosave.take_over(std::move(taken.record));
    resume_session(taken.kept);
    if (taken.crashed && taken.kept.modified)
        m_error_bar->show_note(tr("Plimsoll ended without being closed. This is the session as it stood; save it to keep it."));
}

void MainWindow::reopen(const QString &file)
{
    const auto kept = m_parts.settings ? SessionKeeper(m_parts.settings->sessions_folder()).reopen(file) : std::nullopt;
    if (!kept) return refuse(QFileInfo(file).fileName(), {{}, {}, {}, utf8(tr("It is damaged and cannot be opened."))});
    if (m_document.modified())
        open_beside(kept->session, kept->path)->resume_session(*kept);
    else
        resume_session(*kept);
}

void MainWindow::quit()
{
    QList<MainWindow *> windows;
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible()) windows << window;
    for (MainWindow *window : windows) window->m_quitting = true;
    for (MainWindow *window : windows) window->close();
}

void MainWindow::remember()
{
    if (!m_parts.settings) return;
    m_parts.settings->set_layout(saveGeometry(), m_panes->sizes());
    bool last = true;
    for (const QWidget *widget : QApplication::topLevelWidgets())
        last = last && (widget == this || !widget->isVisible() || !qobject_cast<const MainWindow *>(widget));
    m_quitting || last ? m_autosave.leave() : m_autosave.close();
}

void MainWindow::show_about()
{
    m_error_bar->show_note(
        tr("Plimsoll %1 plans the GPU memory of fine-tuning and inference. GPL-3.0-or-later; uses Qt %2 and Qt Charts.")
            .arg(QStringLiteral(PLIMSOLL_VERSION), QString::fromLatin1(qVersion())));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    take_typed(*this);
    remember();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!dropped_file(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = dropped_file(event->mimeData());
    if (path.isEmpty()) return;
    event->acceptProposedAction();
    take_typed(*this);
    open_file(path);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_error_bar->isVisible()) return m_error_bar->hide();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::inspect_model()
{
    const ModelReference &model = m_document.session().current().plan.model;
    const QString folder = m_document.path().isEmpty() ? QString() : QFileInfo(m_document.path()).absolutePath();
    const Result<ArchitectureRef> read = m_parts.planner->inspect(model, utf8(folder));
    if (!read.ok()) return refuse(tr("Inspect model"), read.error());
    if (auto *other = findChild<ModelInspector *>()) other->close(); // one beside each window, which stays usable
    (new ModelInspector(*read, this))->show();
}

} // namespace plimsoll
