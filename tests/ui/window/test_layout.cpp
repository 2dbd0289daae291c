// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/window_driver.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// Figures of six digits beside a baseline whose name nobody reads to its end.
static Session beyond_every_card()
{
    const char *text = R"({"schema": "plimsoll.session/1", "selected": 0, "baseline": 1,
      "cards": {"gpus": ["2x H100 SXM5 80GB", "RTX 4090"]}, "scenarios": [
      {"name": "H", "plan": {"model": {"preset": "llama-3.1-70b"}, "method": "full", "weights": {"dtype": "fp32"},
       "sequence_length": 131072, "micro_batch": 64}},
      {"name": "QLoRA with a name that nobody reads to its end, however long they look at it",
       "plan": {"model": {"preset": "qwen2.5-7b"}, "method": "qlora"}}]})";
    return session_from_text(text)->session;
}

/// A saver's difference of four digits, which takes just what its column has.
static Session thousands()
{
    const char *text = R"({"schema": "plimsoll.session/1", "scenarios": [{"name": "A", "plan": {"method": "lora",
      "model": {"preset": "qwen2-vl-7b-instruct"}, "adapter": {"dora": true, "rank": 256}, "weights": {"dtype": "auto"},
      "gradient_checkpointing": true, "sequence_length": 131072, "stack": "trl"}}], "cards": {"gpus": ["RTX 4080"]}})";
    return session_from_text(text)->session;
}

/// Sides of a field's border that have not one colour from end to end in the device's pixels, as "top right".
static QString broken_sides(const QImage &picture, const QRect &box)
{
    const auto one_colour = [&](QPoint from, QPoint to) {
        const QRgb first = picture.pixel(from);
        for (QPoint at = from; at != to; at += QPoint(qBound(-1, to.x() - at.x(), 1), qBound(-1, to.y() - at.y(), 1)))
            if (picture.pixel(at) != first) return false;
        return first != picture.pixel(box.center().x(), box.top() + 3);
    };
    QStringList out;
    if (!one_colour(box.topLeft(), box.topRight())) out << u"top"_s;
    if (!one_colour(box.bottomLeft(), box.bottomRight())) out << u"bottom"_s;
    if (!one_colour(box.topLeft(), box.bottomLeft())) out << u"left"_s;
    if (!one_colour(box.topRight(), box.bottomRight())) out << u"right"_s;
    return out.join(u' ');
}

/// Nothing is cut off in any view of the window, at the scale that the environment says (CTest runs it at 1, between, and at 3).
class TestLayout : public QObject {
    Q_OBJECT
private slots:
    void the_scale_is_the_one_asked_for()
    {
        WindowDriver w;
        QCOMPARE(w->devicePixelRatioF(), qEnvironmentVariable("QT_SCALE_FACTOR", u"1"_s).toDouble());
    }
    void nothing_is_cut_off_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<Session>("session");
        const Session first = with_compared_precisions(first_session(), {true, true});
        QTest::newRow("reference") << QSize(1280, 800) << false << first;
        QTest::newRow("reference, dark") << QSize(1280, 800) << true << first;
        QTest::newRow("large") << QSize(2560, 1440) << false << first;
        QTest::newRow("beyond every card") << QSize(1280, 800) << false << beyond_every_card();
        QTest::newRow("thousands") << QSize(1280, 800) << false << thousands();
    }
    void nothing_is_cut_off()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        QFETCH(Session, session);
        WindowDriver w(session);
        w.parts().theme->choose(dark ? ThemeChoice::dark : ThemeChoice::light);
        w->resize(size);
        QStringList faults;
        for (int tab = 0; tab < w->views().count(); ++tab) {
            w->views().setCurrentIndex(tab);
            QTest::qWait(120); // notes come to stand beside the fields
            faults << layout_faults(*w);
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    void the_smallest_window_cuts_nothing_that_is_needed()
    {
        WindowDriver w(with_compared_precisions(first_session(), {true, true}));
        w->resize(1024, 700);
        const QTabBar &bar = *w->views().tabBar();
        w->views().setCurrentWidget(&w->views().advice());
        QTRY_VERIFY_WITH_TIMEOUT(w->views().advice().model().rowCount() > 0, 20000);
        QCoreApplication::processEvents();
        QVERIFY2(bar.tabRect(bar.count() - 1).right() <= bar.width(), "tabs do not fit");
        const auto &changes = *w->views().advice().findChild<QTableView *>();
        QCOMPARE(changes.horizontalScrollBar()->maximum(), 0); // Apply is in sight
        w->views().setCurrentWidget(&w->views().fits());
        QTRY_VERIFY(w->views().fits().model().rowCount() > 0);
        QCoreApplication::processEvents();
        QCOMPARE(w->views().fits().view().horizontalScrollBar()->maximum(), 0);
        const auto labels = w->panes().answer().findChildren<QLabel *>();
        const QString headline = w->panes().answer().answer().headline;
        QVERIFY2(std::ranges::any_of(labels, [&](const QLabel *one) { return one->text() == headline; }), qPrintable(headline));
        for (const QLabel *label : labels)
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(), qPrintable(label->text()));
    }
    /// Borders stand on whole pixels of the device, wherever a field begins: no side is cut away.
    void every_field_has_its_four_sides()
    {
        WindowDriver w;
        w->resize(1280, 800);
        QTest::qWait(120);
        const QImage picture = w->grab().toImage();
        const double scale = w->devicePixelRatioF();
        int fields = 0;
        QStringList broken;
        for (const QWidget *one : w->panes().plan().findChildren<QWidget *>()) {
            const bool field = qobject_cast<const QComboBox *>(one) || qobject_cast<const QAbstractSpinBox *>(one);
            const QRect place(one->mapTo(&*w, QPoint()), one->size());
            if (!field || one->visibleRegion().boundingRect().size() != one->size() || one->hasFocus()) continue;
            const QRect box(QPoint(qRound(place.left() * scale), qRound(place.top() * scale)),
                            QPoint(qRound((place.right() + 1) * scale) - 1, qRound((place.bottom() + 1) * scale) - 1));
            ++fields;
            if (const QString sides = broken_sides(picture, box); !sides.isEmpty())
                broken << one->accessibleName() + u": "_s + sides;
        }
        QVERIFY2(fields > 8, qPrintable(QString::number(fields)));
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
    }
    /// A picture in device pixels, drawn: no view is left empty at this scale.
    void pictures_have_the_scales_pixels()
    {
        WindowDriver w;
        w->resize(1280, 800);
        for (int tab = 0; tab < w->views().count(); ++tab) {
            w->views().setCurrentIndex(tab);
            QTest::qWait(60);
            const QImage picture = w->grab().toImage();
            QCOMPARE(picture.size(), (QSizeF(w->size()) * w->devicePixelRatioF()).toSize());
            const QRect part(w->views().mapTo(&*w, QPoint()) * w->devicePixelRatioF(),
                             w->views().size() * w->devicePixelRatioF());
            const QImage view = picture.copy(part);
            QSet<QRgb> colours;
            for (int y = 0; y < view.height(); y += 3)
                for (int x = 0; x < view.width(); x += 3) colours.insert(view.pixel(x, y));
            QVERIFY2(colours.size() > 4, qPrintable(w->views().tabText(tab)));
        }
    }
};

PLIMSOLL_TEST(TestLayout)
} // namespace PLIMSOLL_FILE
#include "test_layout.moc"
