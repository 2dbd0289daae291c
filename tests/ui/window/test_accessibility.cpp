// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"
#include "ui/charts/memory_table.h"
#include "ui/charts/timeline/timeline_canvas.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QDialog>
#include <QSet>
#include <QTableView>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

bool is_control(QAccessible::Role role)
{
    switch (role) {
    case QAccessible::PushButton:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::EditableText:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::List:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::MenuItem:
    case QAccessible::PageTab:
    case QAccessible::PageTabList:
    case QAccessible::Link: return true;
    default: return false;
    }
}

QString described(QAccessibleInterface &one)
{
    const QObject *object = one.object();
    const QObject *parent = object ? object->parent() : nullptr;
    return QStringLiteral("%1 in %2")
        .arg(QString::fromLatin1(object ? object->metaObject()->className() : "?"),
             QString::fromLatin1(parent ? parent->metaObject()->className() : "?"));
}

/// Controls in sight without a name, of a window or a part of one.
void collect_unnamed(QAccessibleInterface *one, QStringList &faults, int depth = 0)
{
    if (!one || !one->isValid() || depth > 24 || one->state().invisible) return;
    const QObject *object = one->object();
    const bool part =
        object && (object->objectName().startsWith(u"qt_"_s) || qobject_cast<const QAbstractSpinBox *>(object->parent()) ||
                   qobject_cast<const QComboBox *>(object->parent()));
    if (is_control(one->role()) && !part && one->text(QAccessible::Name).isEmpty() && !one->state().disabled)
        faults << described(*one);
    if (one->role() == QAccessible::Table || one->role() == QAccessible::Tree || one->role() == QAccessible::List) return;
    for (int i = 0; i < one->childCount(); ++i) collect_unnamed(one->child(i), faults, depth + 1);
}

LiveSnapshot one_gpu(std::int64_t at_ms)
{
    LiveGpu gpu;
    gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
    gpu.total = Reading<Bytes>::of(24 * gib);
    gpu.used = Reading<Bytes>::of(16 * gib);
    gpu.free = Reading<Bytes>::of(8 * gib);
    gpu.processes.push_back({4242, Reading<Bytes>::of(15 * gib), Reading<std::string>::of("python3")});
    return {at_ms, "590.48.01", {gpu}, {}};
}

} // namespace

/// The window for those who hear it, and for those who have no mouse.
class TestAccessibility : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m = std::make_unique<WindowDriver>(with_compared_precisions(first_session(), {true, true}));
        QTRY_VERIFY((*m)->views().timeline().canvas()->layout_shown().samples.size() > 0);
    }
    void cleanup() { m.reset(); }

    void no_control_is_without_a_name()
    {
        QAccessible::setActive(true);
        for (int tab = 0; tab < (*m)->views().count(); ++tab) {
            (*m)->views().setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QStringList faults;
            collect_unnamed(QAccessible::queryAccessibleInterface(&**m), faults);
            QVERIFY2(faults.isEmpty(), qPrintable((*m)->views().tabText(tab) + u": "_s + faults.join(u"; "_s)));
        }
    }
    void nothing_that_opens_is_without_a_name_or_out_of_reach_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("typed");
        QTest::newRow("models") << u"plan.model"_s << QString();
        QTest::newRow("a Hub id") << u"plan.model"_s << u"some-lab/some-model"_s;
        QTest::newRow("no such model") << u"plan.model"_s << u"zzz nothing"_s;
        QTest::newRow("cards") << u"plan.add_card"_s << QString();
        QTest::newRow("a budget") << u"plan.add_card"_s << u"16 GB"_s;
        QTest::newRow("actions") << u"tools.search"_s << QString();
        QTest::newRow("inspector") << u"plan.inspect"_s << QString();
        QTest::newRow("settings") << u"edit.settings"_s << QString();
        QTest::newRow("a name being typed") << u"plan.rename"_s << QString();
        QTest::newRow("another tool's words") << u"export.tool"_s << QString();
        QTest::newRow("about") << u"help.about"_s << QString();
    }
    void nothing_that_opens_is_without_a_name_or_out_of_reach()
    {
        QFETCH(QString, action);
        QFETCH(QString, typed);
        QAccessible::setActive(true);
        (*m)->actions()[action.toLatin1().constData()]->trigger();
        QCoreApplication::processEvents();
        QWidget *top = QApplication::activePopupWidget();
        for (QDialog *dialog : (*m)->findChildren<QDialog *>())
            if (!top && dialog->isVisible()) top = dialog;
        if (!top) top = &**m; // it opened inside the window
        if (!typed.isEmpty()) QTest::keyClicks(top->focusWidget(), typed);
        QCoreApplication::processEvents();
        QStringList faults;
        collect_unnamed(QAccessible::queryAccessibleInterface(top), faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u"; "_s)));
        if (top == &**m) return;
        QVERIFY(top->focusWidget());
        QVERIFY2(!QAccessible::queryAccessibleInterface(top)->text(QAccessible::Name).isEmpty(), "the thing itself has no name");
        const QSet<QWidget *> reached = walk(*top, *top->focusWidget());
        for (QWidget *widget : top->findChildren<QWidget *>())
            if (is_stop(*widget, *top) && !reached.contains(widget))
                faults << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->accessibleName();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u"; "_s)));
        top->close();
    }
    void readings_have_names_and_their_table()
    {
        MainWindow &window = **m;
        window.views().setCurrentWidget(&window.views().live());
        LiveHistory history;
        for (int second = 0; second < 5; ++second) history.add(one_gpu(1000 * (second + 1)));
        window.views().live().show_readings(one_gpu(6000), {}, {});
        window.views().live().show_history(history, window.estimation().snapshot().current().estimate);
        QCoreApplication::processEvents();
        QStringList faults;
        collect_unnamed(QAccessible::queryAccessibleInterface(&window), faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u"; "_s)));
        QVERIFY(window.views().live().chart().accessibleDescription().contains(u"GiB"_s));
        window.actions()["view.tables"]->trigger();
        QCoreApplication::processEvents();
        QVERIFY(window.views().live().history_model().rowCount() > 0);
        QVERIFY(is_table(window.views().live()));
    }
    void tab_goes_round_every_control()
    {
        for (int tab = 0; tab < (*m)->views().count(); ++tab) {
            (*m)->views().setCurrentIndex(tab);
            QCoreApplication::processEvents();
            const QSet<QWidget *> reached = walk();
            QStringList faults;
            for (QWidget *widget : (*m)->findChildren<QWidget *>())
                if (is_stop(*widget, **m) && !reached.contains(widget))
                    faults << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->accessibleName();
            QVERIFY2(faults.isEmpty(), qPrintable((*m)->views().tabText(tab) + u": "_s + faults.join(u"; "_s)));
        }
    }
    void every_stop_of_tab_shows_that_it_has_the_focus_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("high_contrast");
        QTest::newRow("light") << false << false;
        QTest::newRow("high contrast") << false << true;
    }
    void every_stop_of_tab_shows_that_it_has_the_focus()
    {
        QFETCH(bool, high_contrast);
        if (high_contrast) m->theme().choose(ThemeChoice::high_contrast);
        (*m)->document().apply(with_plan(m->session(), *with_edits(m->plan(), {{"sequence_length", "40000"}})), u"Change"_s);
        for (int tab = 0; tab < (*m)->views().count(); ++tab) {
            (*m)->views().setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QStringList faults;
            for (QWidget *stop : walk()) {
                stop->setFocus(Qt::TabFocusReason);
                const QImage with = stop->grab().toImage();
                stop->clearFocus();
                if (stop->grab().toImage() == with)
                    faults << described(*QAccessible::queryAccessibleInterface(stop)) + u": "_s + stop->accessibleName();
            }
            QVERIFY2(faults.isEmpty(), qPrintable((*m)->views().tabText(tab) + u": "_s + faults.join(u"; "_s)));
        }
    }
    void every_chart_has_its_table_with_the_same_figures()
    {
        MainWindow &window = **m;
        window.actions()["view.tables"]->trigger();
        window.views().setCurrentWidget(&window.views().timeline());
        QVERIFY(is_table(window.panes().chart()));
        QVERIFY(is_table(window.views().timeline()));
        window.views().setCurrentWidget(&window.views().sweep());
        QTRY_VERIFY_WITH_TIMEOUT(!window.views().sweep().chart().data().cells.empty(), 150000);
        QVERIFY(is_table(window.views().sweep()));
        const QAbstractItemModel &memory = *window.panes().chart().table_model();
        QCOMPARE(memory.rowCount(), 4);
        for (int row = 0; row < memory.rowCount(); ++row) {
            constexpr int total = 0, first_group = 3; // the interval stands between them
            Bytes sum = 0;
            for (int group = 0; group < static_cast<int>(group_count); ++group)
                sum += memory.index(row, first_group + group).data(Qt::UserRole).toLongLong();
            QCOMPARE(memory.index(row, total).data(Qt::UserRole).toLongLong(), sum);
            QCOMPARE(sum, window.panes().chart().data().columns[static_cast<std::size_t>(row)].total);
        }
    }
    void every_chart_says_its_answer_in_a_sentence()
    {
        MainWindow &window = **m;
        QVERIFY(!window.panes().chart().plot_widget()->accessibleDescription().isEmpty() ||
                !window.panes().chart().accessibleDescription().isEmpty());
        QVERIFY(window.views().timeline().canvas()->accessibleDescription().contains(u"GiB"_s));
        window.views().setCurrentWidget(&window.views().sweep());
        QTRY_VERIFY_WITH_TIMEOUT(!window.views().sweep().chart().data().cells.empty(), 150000);
        QVERIFY(window.views().sweep().chart().accessibleDescription().startsWith(u"Memory over Sequence length."_s));
        window.views().sweep().chart().setFocus();
        QTest::keyClick(&window.views().sweep().chart(), Qt::Key_Right);
        QVERIFY(window.views().sweep().chart().accessibleDescription().contains(u"tokens: "_s));
    }
    void models_of_tables_are_sound()
    {
        using Mode = QAbstractItemModelTester::FailureReportingMode;
        MainWindow &window = **m;
        QAbstractItemModelTester breakdown(&window.panes().breakdown().model(), Mode::QtTest);
        QAbstractItemModelTester memory(window.panes().chart().table_model(), Mode::QtTest);
        QAbstractItemModelTester sweep(&window.views().sweep().table_model(), Mode::QtTest);
        window.actions()["plan.pin"]->trigger();
        window.document().select(0);
        window.views().setCurrentWidget(&window.views().sweep());
        QTRY_VERIFY_WITH_TIMEOUT(window.views().sweep().table_model().rowCount() > 0, 150000);
        window.actions()["plan.remove"]->trigger();
        QCoreApplication::processEvents();
    }
    void cells_of_the_heat_map_can_be_read()
    {
        for (const bool dark : {false, true})
            for (int percent = 0; percent <= 120; ++percent) {
                const Palette &colors = palette_for({dark, false});
                const QColor fill = sweep_fill(colors, percent / 100.0);
                QVERIFY2(contrast(colors.ink_on(fill), fill) >= 4.5, qPrintable(u"%1 at %2 %"_s.arg(fill.name()).arg(percent)));
            }
    }

private:
    /// Every widget that Tab stops at, from the model's button round to it again.
    QSet<QWidget *> walk() { return walk(**m, (*m)->panes().plan().model_button()); }
    static QSet<QWidget *> walk(QWidget &top, QWidget &from)
    {
        QSet<QWidget *> reached;
        from.setFocus();
        for (int i = 0; i < 400; ++i) {
            QWidget *focus = top.focusWidget();
            if (!focus || (i > 0 && focus == &from)) break;
            reached.insert(focus);
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        return reached;
    }
    /// Whether Tab should come to it, in its window.
    static bool is_stop(const QWidget &widget, const QWidget &top)
    {
        if (!widget.isVisible() || !widget.isEnabled() || !(widget.focusPolicy() & Qt::TabFocus) || widget.focusProxy() ||
            widget.window() != &top)
            return false;
        const auto *area = qobject_cast<const QAbstractScrollArea *>(widget.parentWidget());
        return !(qobject_cast<const QLineEdit *>(&widget) && qobject_cast<const QAbstractSpinBox *>(widget.parentWidget())) &&
               !(area && area->viewport() == &widget);
    }
    static bool is_table(QWidget &part)
    {
        for (QTableView *view : part.findChildren<QTableView *>()) {
            if (!view->isVisible() || view->accessibleName().isEmpty()) continue;
            QAccessibleInterface *table = QAccessible::queryAccessibleInterface(view);
            return table && table->tableInterface() && table->tableInterface()->rowCount() > 0;
        }
        return false;
    }

    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestAccessibility)
} // namespace PLIMSOLL_FILE
#include "test_accessibility.moc"
