// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/recording.h"
#include "core/report/writers.h"
#include "ui/charts/memory_table.h"
#include "ui/charts/table_text.h"
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/panels/settings_dialog.h"
#include "ui/plan/model_inspector.h"
#include "ui/plan/model_items.h"
#include "ui/window/exporter.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
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
    if (m_replaying) return static_cast<void>(replay({}));
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Replay a recording"), {}, tr("Recordings (*.jsonl *.json);;All files (*)"));
    if (!path.isEmpty()) replay(path);
}

bool MainWindow::replay(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    LiveMonitor::MakeSource source = m_parts.live_source;
    if (!path.isEmpty()) {
        auto recording = read_recording(utf8(path));
        if (!recording.ok()) return refuse(name, recording.error()), false;
        source = [recording = *recording] { return std::make_unique<RecordedSource>(recording); };
    }
    m_replaying = !path.isEmpty();
    m_live_history.clear();
    live().set_replayed(name);
    if (source) m_live.read_from(source);
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

void MainWindow::ask_export(const QString &suffix)
{
    const QString suggestion = m_document.title() + QLatin1Char('.') + suffix;
    QStringList filters; // every format, the one that was asked for first
    for (const report::Writer &writer : report::writers()) {
        const QString filter = QStringLiteral("%1 (*.%2)").arg(qt(writer.title), qt(writer.ending));
        qt(writer.ending) == suffix ? filters.prepend(filter) : filters.append(filter);
    }
    QString chosen;
    QString path = QFileDialog::getSaveFileName(this, tr("Export"), suggestion, filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QLatin1Char('.') + (chosen.isEmpty() ? suffix : chosen.section(QStringLiteral("*."), 1).chopped(1));
    export_to(path);
}

bool MainWindow::export_to(const QString &path)
{
    const QFileInfo file(path);
    const auto error = write_export({estimation().snapshot(), m_document.path(), m_advice}, file.suffix().toLower(), path);
    if (error) return refuse(file.fileName(), *error), false;
    say(tr("Written to %1").arg(QDir::toNativeSeparators(file.absoluteFilePath())));
    return true;
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

void MainWindow::copy_block()
{
    const QString block = model_card_block({estimation().snapshot(), m_document.path()});
    if (block.isEmpty()) return say(tr("There is no estimate to copy yet."));
    QApplication::clipboard()->setText(block);
    say(tr("The model-card block is copied; paste it into a README."));
}

void MainWindow::copy_chart()
{
    QApplication::clipboard()->setImage(chart_picture(estimation().snapshot(), 2.0));
    say(tr("The chart is copied as a picture."));
}

void MainWindow::copy_chart_svg()
{
    const QByteArray svg = chart_svg(estimation().snapshot());
    auto *mime = new QMimeData;
    mime->setData(QStringLiteral("image/svg+xml"), svg);
    mime->setText(QString::fromUtf8(svg));
    QApplication::clipboard()->setMimeData(mime);
    say(tr("The chart is copied as SVG."));
}

void MainWindow::copy_chart_table()
{
    QApplication::clipboard()->setText(table_text(*m_memory->table_model()));
    say(tr("The chart is copied as a table of bytes."));
}

void MainWindow::copy_table()
{
    m_breakdown->copy_all();
    say(tr("The breakdown is copied as a table of bytes."));
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

void MainWindow::ask_settings()
{
    if (!m_parts.settings) return;
    const Preferences kept = m_parts.settings->preferences();
    Preferences shown = kept;
    shown.unit = m_document.session().unit; // of a file that came from elsewhere
    auto *dialog = new SettingsDialog(shown, user_places(m_parts.settings->sessions_folder()), this);
    connect(dialog, &SettingsDialog::changed, this, &MainWindow::take_preferences);
    connect(dialog, &QDialog::rejected, this, [this, kept] { m_parts.settings->set_preferences(kept); });
    dialog->open();
}

void MainWindow::take_preferences(const Preferences &preferences)
{
    Preferences next = preferences;
    if (next.unit == m_document.session().unit) next.unit = m_parts.settings->unit();
    m_parts.settings->set_preferences(next);
    choose_unit(preferences.unit);
    choose_theme(theme_named(preferences.theme));
}

void MainWindow::choose_unit(ByteUnit unit)
{
    if (unit == m_document.session().unit) return;
    m_document.set_unit(unit);
    if (m_parts.settings) m_parts.settings->set_unit(unit);
}

void MainWindow::choose_theme(ThemeChoice choice)
{
    if (m_parts.theme && m_parts.theme->choice() != choice) m_parts.theme->choose(choice);
    if (m_parts.settings) m_parts.settings->set_theme(name_of(choice));
}

} // namespace plimsoll
