// SPDX-License-Identifier: GPL-3.0-or-later
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

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QString described(const QWidget &one, const QString &text, int has, int needs)
{
    return u"%1 \"%2\" has %3 px, needs %4"_s.arg(QString::fromLatin1(one.metaObject()->className()), text).arg(has).arg(needs);
}

/// What a control needs for its words; nothing for what elides them on purpose or has none.
std::optional<QSize> needed_by(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        if (label->text().isEmpty()) return std::nullopt;
        if (label->wordWrap()) return QSize(0, label->heightForWidth(label->width()));
        return label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored ? QSize(0, label->sizeHint().height())
                                                                              : label->sizeHint();
    }
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    if (!button || button->text().isEmpty()) return std::nullopt;
    if (const auto *tool = qobject_cast<const QToolButton *>(button); tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
        return std::nullopt;
    // their text alone: a button may be narrower than it would like to be
    return QSize(button->fontMetrics().horizontalAdvance(button->text().remove(u'&')), button->fontMetrics().height());
}

/// The entry in sight, beside the chevron.
std::optional<QSize> needed_by(const QComboBox &box)
{
    constexpr int chevron = 20;
    return QSize(box.fontMetrics().horizontalAdvance(box.currentText()) + chevron, box.fontMetrics().height());
}

void look_at(const QWidget &widget, const QWidget &window, QStringList &faults)
{
    if (!widget.isVisible() || widget.window() != &window) return;
    const auto *box = qobject_cast<const QComboBox *>(&widget);
    if (const auto needs = box ? needed_by(*box) : needed_by(widget)) {
        const QString text = box ? box->currentText() : widget.property("text").toString();
        if (needs->width() > widget.width()) faults << described(widget, text, widget.width(), needs->width());
        if (needs->height() > widget.height())
            faults << u"height: "_s + described(widget, text, widget.height(), needs->height());
    }
    const QWidget *parent = widget.parentWidget();
    if (parent && !widget.isWindow() && !parent->inherits("QAbstractScrollArea") &&
        !(parent->parentWidget() && parent->parentWidget()->inherits("QAbstractScrollArea")) &&
        !parent->rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()))
        faults << u"outside of its parent: "_s + described(widget, widget.accessibleName(), parent->width(), widget.width());
}

/// Headers whose words do not fit, of tables that are in sight.
void look_at_headers(const QTableView &view, QStringList &faults)
{
    const QHeaderView &header = *view.horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
        if (header.isSectionHidden(column)) continue;
        const int needs = header.fontMetrics().horizontalAdvance(title) + 4;
        if (needs > header.sectionSize(column))
            faults << u"header: "_s + described(view, title, header.sectionSize(column), needs);
    }
}

} // namespace

/// Nothing is cut off in any view of the window, at the scale that the environment says (CTest runs it at 1 and at 3).
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
        QTest::newRow("reference") << QSize(1280, 800) << false;
        QTest::newRow("reference, dark") << QSize(1280, 800) << true;
        QTest::newRow("large") << QSize(2560, 1440) << false;
    }
    void nothing_is_cut_off()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        WindowDriver w(with_compared_precisions(first_session(), {true, true}));
        w.parts().theme->choose(dark ? ThemeChoice::dark : ThemeChoice::light);
        w->resize(size);
        QStringList faults;
        for (int tab = 0; tab < w->tabs().count(); ++tab) {
            w->tabs().setCurrentIndex(tab);
            QTest::qWait(120); // notes come to stand beside the fields
            for (const QWidget *one : w->findChildren<QWidget *>()) look_at(*one, *w, faults);
            for (const QTableView *view : w->findChildren<QTableView *>())
                if (view->isVisible()) look_at_headers(*view, faults);
            const QTabBar &bar = *w->tabs().tabBar();
            if (bar.tabRect(bar.count() - 1).right() > bar.width()) faults << u"tabs do not fit"_s;
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    void the_smallest_window_cuts_nothing_that_is_needed()
    {
        WindowDriver w(with_compared_precisions(first_session(), {true, true}));
        w->resize(1024, 700);
        const QTabBar &bar = *w->tabs().tabBar();
        w->tabs().setCurrentWidget(&w->advice());
        QTRY_VERIFY_WITH_TIMEOUT(w->advice().model().rowCount() > 0, 20000);
        QCoreApplication::processEvents();
        QVERIFY2(bar.tabRect(bar.count() - 1).right() <= bar.width(), "tabs do not fit");
        const auto &changes = *w->advice().findChild<QTableView *>();
        QCOMPARE(changes.horizontalScrollBar()->maximum(), 0); // Apply is in sight
        w->tabs().setCurrentWidget(&w->fits());
        QTRY_VERIFY(w->fits().model().rowCount() > 0);
        QCoreApplication::processEvents();
        QCOMPARE(w->fits().view().horizontalScrollBar()->maximum(), 0);
        for (const QLabel *label : w->answer_line().findChildren<QLabel *>())
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(), qPrintable(label->text()));
    }
    /// A picture in device pixels, drawn: no view is left empty at this scale.
    void pictures_have_the_scales_pixels()
    {
        WindowDriver w;
        w->resize(1280, 800);
        for (int tab = 0; tab < w->tabs().count(); ++tab) {
            w->tabs().setCurrentIndex(tab);
            QTest::qWait(60);
            const QImage picture = w->grab().toImage();
            QCOMPARE(picture.size(), (QSizeF(w->size()) * w->devicePixelRatioF()).toSize());
            const QRect part(w->tabs().mapTo(&*w, QPoint()) * w->devicePixelRatioF(), w->tabs().size() * w->devicePixelRatioF());
            const QImage view = picture.copy(part);
            QSet<QRgb> colours;
            for (int y = 0; y < view.height(); y += 3)
                for (int x = 0; x < view.width(); x += 3) colours.insert(view.pixel(x, y));
            QVERIFY2(colours.size() > 4, qPrintable(w->tabs().tabText(tab)));
        }
    }
};

QTEST_MAIN(TestLayout)
#include "test_layout.moc"
