// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/other_programs.h"
#include "app/window/window_app.h"
#include "ui/document/head_start.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_keeper.h"
#include "ui/theme/icons.h"
#include "ui/theme/language.h"
#include "ui/window/language/rebuilt_windows.h"
#include "ui/window/readings/desktop_notice.h"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTimer>

namespace plimsoll {
namespace {

std::vector<SessionKeeper::Taken> sessions_to_resume(const Settings *settings)
{
    if (!settings) return {};
    const SessionKeeper keeper(settings->sessions_folder());
    return settings->reopen() ? keeper.take_over() : keeper.take_crashed();
}

} // namespace

QString why_no_display()
{
#ifdef Q_OS_LINUX
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || qEnvironmentVariableIsSet("DISPLAY") ||
        qEnvironmentVariableIsSet("WAYLAND_DISPLAY"))
        return {};
    return QStringLiteral("neither DISPLAY nor WAYLAND_DISPLAY is set");
#else
    return {};
#endif
}

QString examples_folder()
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const char *place : {"/../share/plimsoll/examples", "/../../../resources/examples"})
        if (const QFileInfo folder(here + QString::fromLatin1(place)); folder.isDir()) return folder.canonicalFilePath();
    return {};
}

WindowParts real_parts(Settings *settings, Theme *theme)
{
    return {settings,
            theme,
            std::make_shared<Planner>(document_parts()),
            [] { return local_live_source(); },
            examples_folder(),
            fetch_with_program(QCoreApplication::applicationDirPath() + QStringLiteral("/plimsoll")),
            ask_program(QStandardPaths::findExecutable(QStringLiteral("llama-fit-params"))),
            {},
            tray_notices(),
            [](const QString &language) { // once the dialog that it was chosen in has closed
                QTimer::singleShot(0, qApp, [language] {
                    rebuild_windows([&language] {
                        change_language(*qApp, language, language_folders());
                        return std::make_shared<Planner>(document_parts());
                    });
                });
            }};
}

std::unique_ptr<MainWindow> open_window(const WindowParts &parts, const QString &file, const std::shared_ptr<Planner> &ahead)
{
    auto taken = sessions_to_resume(parts.settings);
    const bool resumes = file.isEmpty() && !taken.empty();
    Session session = resumes ? taken.front().kept.session : first_session();
    if (!resumes && parts.settings) session.unit = parts.settings->unit();
    WindowParts first = parts;
    if (resumes)
        first.planner = head_start(session);
    else if (file.isEmpty())
        first.planner = ahead;
    auto window = std::make_unique<MainWindow>(first, session);
    if (resumes) window->files().resume(std::move(taken.front()));
    if (!file.isEmpty()) window->files().open(file);
    for (std::size_t i = resumes ? 1 : 0; i < taken.size(); ++i) {
        auto *other = new MainWindow(parts, taken[i].kept.session);
        other->setAttribute(Qt::WA_DeleteOnClose);
        other->files().resume(std::move(taken[i]));
        const int beside = 24 * static_cast<int>(i); // each in sight behind the next
        other->move(window->pos() + QPoint(beside, beside));
        other->show();
    }
    return window;
}

void name_application()
{
    QApplication::setApplicationName(QStringLiteral("plimsoll"));
    QApplication::setApplicationDisplayName(QStringLiteral("Plimsoll"));
    QApplication::setApplicationVersion(QStringLiteral(PLIMSOLL_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.plimsoll_planner.plimsoll"));
    QApplication::setWindowIcon(icon(Icon::mark));
}

std::shared_ptr<Planner> planner_ahead(bool begins)
{
    return begins && is_as_written(QLocale::system()) ? head_start(first_session()) : std::make_shared<Planner>(document_parts());
}

} // namespace plimsoll
