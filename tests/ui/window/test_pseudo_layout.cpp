// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/window_driver.h"
#include "ui/panels/settings_dialog.h"
#include "ui/theme/language.h"
#include "ui/theme/pseudo_language.h"

#include <QScrollBar>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Session edited(Session session, const FieldEdits &edits)
{
    const auto plan = with_edits(session.current().plan, edits);
    return plan.ok() ? with_plan(session, *plan) : session;
}

} // namespace

/// The window in a language whose every string is 40 % longer, from left to right and from right to left.
class TestPseudoLayout : public QObject {
    Q_OBJECT
private slots:
    void init() { QVERIFY(install_language(m_language)); }
    void cleanup()
    {
        remove_language(m_language);
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }

    void longer_words_have_room_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("mirrored");
        QTest::newRow("smallest") << QSize(1024, 700) << false;
        QTest::newRow("smallest, mirrored") << QSize(1024, 700) << true;
        QTest::newRow("reference") << QSize(1280, 800) << false;
        QTest::newRow("reference, mirrored") << QSize(1280, 800) << true;
    }
    void longer_words_have_room()
    {
        QFETCH(QSize, size);
        QFETCH(bool, mirrored);
        if (mirrored) QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        const Session first = with_compared_precisions(first_session(), {true, true});
        const std::pair<QString, Session> states[] = {
            {u"train"_s, first},
            {u"odd"_s, edited(first, {{"stack", "unsloth"}, {"sequence_length", "40000"}, {"gradient_accumulation", "4"}})},
            {u"run"_s, edited(first, {{"task", "infer"}, {"weights.quant", "none"}})},
            {u"extract"_s, edited(first, {{"task", "extract"}})}};
        QStringList faults;
        for (const auto &[name, session] : states) {
            WindowDriver w(session);
            w->resize(size);
            for (int tab = 0; tab < w->views().count(); ++tab) {
                w->views().setCurrentIndex(tab);
                QTest::qWait(100);
                QTRY_VERIFY_WITH_TIMEOUT(!w->working(), 60000);
                QTest::qWait(50);
                static_cast<void>(w->grab()); // tips of what is cut come with the painting
                for (const QString &one : layout_faults(*w)) faults << name + u": "_s + one;
            }
            if (w->size() != size) faults << u"%1: the window is %2 × %3"_s.arg(name).arg(w->width()).arg(w->height());
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    void what_opens_has_room_data()
    {
        QTest::addColumn<QString>("action");
        for (const char *id : {"plan.model", "plan.add_card", "plan.inspect", "edit.settings", "help.about"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void what_opens_has_room()
    {
        QFETCH(QString, action);
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            QGuiApplication::setLayoutDirection(direction);
            WindowDriver w;
            w->resize(1024, 700);
            w->actions()[action.toLatin1().constData()]->trigger();
            QTest::qWait(100);
            QStringList faults;
            for (const QWidget *top : QApplication::topLevelWidgets())
                if (top->isVisible() && top != &*w) faults << layout_faults(*top);
            faults << layout_faults(w->panes().errors());
            QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
        }
    }
    /// Panes stay usable: each has a part of the window, the largest in the middle, and all of them are in sight.
    void panes_share_the_smallest_window()
    {
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            QGuiApplication::setLayoutDirection(direction);
            WindowDriver w;
            w->resize(1024, 700);
            static_cast<void>(w->panes().plan()); // the window whole
            QTest::qWait(50);
            const int centre = w->panes().chart().width();
            QVERIFY2(centre >= 380, qPrintable(QString::number(centre)));
            for (const QWidget *pane :
                 {static_cast<QWidget *>(&w->panes().plan()), static_cast<QWidget *>(&w->panes().breakdown())}) {
                const QRect place(pane->mapTo(&*w, QPoint()), pane->size());
                QVERIFY2(w->rect().adjusted(-1, 0, 1, 0).contains(place),
                         qPrintable(u"%1 to %2 of %3"_s.arg(place.left()).arg(place.right()).arg(w->width())));
                QVERIFY(pane->width() <= centre);
            }
            const bool plan_first = w->panes().plan().mapTo(&*w, QPoint()).x() < w->panes().breakdown().mapTo(&*w, QPoint()).x();
            QCOMPARE(plan_first, direction == Qt::LeftToRight);
        }
    }

private:
    PseudoLanguage m_language;
};

PLIMSOLL_TEST(TestPseudoLayout)
} // namespace PLIMSOLL_FILE
#include "test_pseudo_layout.moc"
