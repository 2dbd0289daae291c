// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"

#include <QTabBar>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// Where two pictures part, as text for a person.
QString difference(const QImage &a, const QImage &b)
{
    if (a.size() != b.size()) return u"sizes"_s;
    int left = a.width(), top = a.height(), right = -1, bottom = -1;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (a.pixel(x, y) != b.pixel(x, y)) {
                left = std::min(left, x), right = std::max(right, x);
                top = std::min(top, y), bottom = std::max(bottom, y);
            }
    return right < 0 ? QString() : u"%1, %2 to %3, %4"_s.arg(left).arg(top).arg(right).arg(bottom);
}

} // namespace

/// Colours that change while the window stands: it then looks as one that opened in them.
class TestColours : public QObject {
    Q_OBJECT
private slots:
    void a_window_changes_its_colours_whole_data()
    {
        QTest::addColumn<ThemeChoice>("from");
        QTest::addColumn<ThemeChoice>("to");
        QTest::newRow("to dark") << ThemeChoice::light << ThemeChoice::dark;
        QTest::newRow("to light") << ThemeChoice::dark << ThemeChoice::light;
        QTest::newRow("to high contrast") << ThemeChoice::dark << ThemeChoice::high_contrast;
    }
    void a_window_changes_its_colours_whole()
    {
        QFETCH(ThemeChoice, from);
        QFETCH(ThemeChoice, to);
        Session session = with_compared_precisions(first_session(), {true, true});
        session = with_plan(session, *with_edits(session.current().plan, {{"sequence_length", "40000"}}));
        for (const int tab : {0, 2}) {
            const QImage began = picture(session, to, to, tab), changed = picture(session, from, to, tab);
            const QString where = difference(began, changed);
            QVERIFY2(where.isEmpty(), qPrintable(u"tab %1: %2"_s.arg(tab).arg(where)));
        }
    }

private:
    static QImage picture(const Session &session, ThemeChoice from, ThemeChoice to, int tab)
    {
        WindowDriver w(session, sample::planner());
        w.theme().choose(from);
        w.replace(std::make_unique<MainWindow>(w.parts(), session));
        w->resize(1280, 900);
        w->views().setCurrentIndex(tab);
        QTest::qWait(100);
        const auto bars = w->findChildren<WorkingBar *>();
        const auto idle = [&] {
            return !w->working() && std::ranges::none_of(bars, [](const WorkingBar *bar) { return bar->isVisible(); });
        };
        if (!QTest::qWaitFor(idle, 60000)) return {};
        QTest::qWait(300); // a bar comes in sight late
        if (!QTest::qWaitFor(idle, 60000)) return {};
        QTest::qWait(100);
        w->views().tabBar()->setFocus();
        if (to != from) {
            static_cast<void>(w->grab());
            w.theme().choose(to);
        }
        QTest::qWait(50);
        return w->grab().toImage();
    }
};

PLIMSOLL_TEST(TestColours)
} // namespace PLIMSOLL_FILE
#include "test_colours.moc"
