// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/theme/palette.h"

#include <QScrollArea>
#include <QSet>
#include <QTabWidget>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QString name_of(const QWidget &control)
{
    const QString name = control.accessibleName().isEmpty() ? control.objectName() : control.accessibleName();
    return u"%1 \"%2\""_s.arg(QString::fromLatin1(control.metaObject()->className()), name);
}

/// What of `control` looks different with the focus, in pixels that tell at least 3:1 from what was there.
int pixels_of_focus(QWidget &control)
{
    const auto picture = [&control] {
        QWidget *top = control.window();
        const QRect place(control.mapTo(top, QPoint()), control.size());
        return top->grab(place.adjusted(-3, -3, 3, 3)).toImage();
    };
    for (QWidget *around = control.parentWidget(); around; around = around->parentWidget()) // as Tab does from one to the next
        if (auto *area = qobject_cast<QScrollArea *>(around)) area->ensureWidgetVisible(&control);
    control.setFocus(Qt::TabFocusReason);
    const QImage with = picture();
    control.clearFocus();
    const QImage without = picture();
    int seen = 0;
    for (int y = 0; y < with.height(); ++y)
        for (int x = 0; x < with.width(); ++x)
            if (with.pixel(x, y) != without.pixel(x, y) && contrast(with.pixelColor(x, y), without.pixelColor(x, y)) >= 3) ++seen;
    control.setFocus(Qt::TabFocusReason);
    return seen;
}

} // namespace

/// The whole window by Tab alone: every stop shows that it is there, in every colour scheme.
class TestFocus : public QObject {
    Q_OBJECT
private slots:
    void every_stop_shows_the_focus_data()
    {
        QTest::addColumn<ThemeChoice>("colours");
        QTest::newRow("light") << ThemeChoice::light;
        QTest::newRow("dark") << ThemeChoice::dark;
        QTest::newRow("high contrast") << ThemeChoice::high_contrast;
    }
    void every_stop_shows_the_focus()
    {
        QFETCH(ThemeChoice, colours);
        WindowDriver w;
        w.theme().choose(colours);
        w->resize(1280, 800);
        w->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&*w));
        QStringList faults;
        QSet<const QWidget *> stops;
        for (int tab = 0; tab < w->views().count(); ++tab) {
            w->views().setCurrentIndex(tab);
            QTest::qWait(50);
            for (int step = 0; step < 200; ++step) {
                QTest::keyClick(&*w, Qt::Key_Tab);
                QWidget *control = w->focusWidget();
                if (!control || stops.contains(control)) {
                    if (step > 80) break; // round
                    continue;
                }
                stops.insert(control);
                if (const int seen = pixels_of_focus(*control); seen < least_seen)
                    faults << u"%1 shows %2 pixels"_s.arg(name_of(*control)).arg(seen);
            }
        }
        QVERIFY2(stops.size() > 40, qPrintable(QString::number(stops.size())));
        QVERIFY2(faults.isEmpty(), qPrintable(u"\n"_s + faults.join(u'\n')));
    }

private:
    static constexpr int least_seen = 30; ///< around the handle of a slider
};

PLIMSOLL_TEST(TestFocus)
} // namespace PLIMSOLL_FILE
#include "test_focus.moc"
