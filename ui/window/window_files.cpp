// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/panels/wording.h"
#include "ui/window/exporter.h"
#include "ui/window/main_window.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QMimeData>

namespace plimsoll {
namespace {

QString dropped_file(const QMimeData *mime)
{
    for (const QUrl &url : mime->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

} // namespace

bool MainWindow::open_file(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    auto opened = read_file(path);
    if (!opened.ok()) return refuse(name, opened.error()), false;
    if (const auto *model = std::get_if<ModelReference>(&*opened)) {
        const auto error = choose_model(m_document, m_estimation.evaluator(), *model);
        if (error) return refuse(name, *error), false;
        m_error_bar->hide();
        return true;
    }
    const Session &session = std::get<Session>(*opened);
    if (m_parts.settings) m_parts.settings->add_recent_file(QFileInfo(path).absoluteFilePath());
    m_error_bar->hide();
    if (m_document.modified()) {
        // What stands here is not saved: it stays, and the file gets a window of its own.
        auto *other = new MainWindow(m_parts, session, QFileInfo(path).absoluteFilePath());
        other->setAttribute(Qt::WA_DeleteOnClose);
        other->show();
        return true;
    }
    m_document.start(session, QFileInfo(path).absoluteFilePath());
    return true;
}

bool MainWindow::save_to(const QString &path)
{
    if (const auto error = m_document.save(path)) return refuse(QFileInfo(path).fileName(), *error), false;
    if (m_parts.settings) m_parts.settings->add_recent_file(QFileInfo(path).absoluteFilePath());
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
    QString path = QFileDialog::getSaveFileName(this, tr("Export"), suggestion, QStringLiteral("*.") + suffix);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1Char('.') + suffix;
    export_to(path);
}

bool MainWindow::export_to(const QString &path)
{
    const QFileInfo file(path);
    const auto error = write_export({m_estimation.snapshot(), m_document.path(), m_advice}, file.suffix().toLower(), path);
    if (error) return refuse(file.fileName(), *error), false;
    return true;
}

void MainWindow::start_new()
{
    if (!m_document.modified()) return m_document.start(first_session(), {});
    auto *other = new MainWindow(m_parts, first_session());
    other->setAttribute(Qt::WA_DeleteOnClose);
    other->show();
}

void MainWindow::remember()
{
    if (!m_parts.settings) return;
    m_parts.settings->set_layout(saveGeometry(), m_panes->sizes());
    m_parts.settings->set_last_session(m_document.session(), m_document.path());
}

void MainWindow::copy_block()
{
    QGuiApplication::clipboard()->setText(model_card_block({m_estimation.snapshot(), m_document.path()}));
}

void MainWindow::copy_chart() { QGuiApplication::clipboard()->setImage(chart_picture(m_estimation.snapshot(), 2.0)); }

void MainWindow::copy_table() { m_breakdown->copy(); }

void MainWindow::show_about()
{
    m_error_bar->show_note(
        tr("Plimsoll %1 plans the GPU memory of fine-tuning and inference. GPL-3.0-or-later; uses Qt %2 and Qt Charts.")
            .arg(QStringLiteral(PLIMSOLL_VERSION), QString::fromLatin1(qVersion())));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
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
    open_file(path);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_error_bar->isVisible()) return m_error_bar->hide();
    QMainWindow::keyPressEvent(event);
}

} // namespace plimsoll
