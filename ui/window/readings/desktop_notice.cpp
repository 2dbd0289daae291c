// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/readings/desktop_notice.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHash>
#include <QPointer>
#include <QSystemTrayIcon>
#include <QTimer>

namespace plimsoll {
namespace {

constexpr int shown_ms = 10'000, apart_ms = 60'000;

/// The icon and what was said last.
struct Tray {
    QPointer<QSystemTrayIcon> icon; ///< the application's
    QHash<QString, QElapsedTimer> said;

    void show(const QString &title, const QString &text)
    {
        if (const auto before = said.constFind(title); before != said.constEnd() && !before->hasExpired(apart_ms)) return;
        said[title].start();
        if (!icon) icon = new QSystemTrayIcon(QApplication::windowIcon(), qApp);
        icon->setToolTip(title);
        icon->show();
        icon->showMessage(title, text, QSystemTrayIcon::Warning, shown_ms);
        QTimer::singleShot(shown_ms, icon.data(), [shown = icon.data()] { shown->hide(); });
    }
};

} // namespace

DesktopNotices tray_notices()
{
    const auto tray = std::make_shared<Tray>();
    return {[] { return QSystemTrayIcon::isSystemTrayAvailable() && QSystemTrayIcon::supportsMessages(); },
            [tray](const QString &title, const QString &text) { tray->show(title, text); }};
}

} // namespace plimsoll
