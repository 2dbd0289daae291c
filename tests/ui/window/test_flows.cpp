// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/charts/scenario_strip.h"
#include "ui/charts/timeline/timeline_canvas.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTextDocument>
#include <QTextTable>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// What people come to do, from the first look to the exported block, with real widgets and real estimates. Runs offscreen
/// and on a virtual X display.
class TestFlows : public QObject {
    Q_OBJECT
private slots:
    void init() { m = std::make_unique<WindowDriver>(); }
    void cleanup() { m.reset(); }

    void from_the_first_look_to_the_exported_block()
    {
        WindowDriver &w = *m;
        // the first look: an answer
        QVERIFY(w->panes().answer().answer().headline.startsWith(u"Fits on RTX 4090: "_s));
        // another model, by typing a part of its name
        w->actions()["plan.model"]->trigger();
        QTest::keyClicks(w->choosers().model().search(), u"qwen2.5 3b"_s);
        QTest::keyClick(w->choosers().model().search(), Qt::Key_Return);
        QTRY_VERIFY(w->panes().plan().model_button().text().contains(u"3B"_s));
        // precisions side by side, in one gesture
        const int steps = w->document().undo_stack().count();
        w->actions()["plan.compare"]->trigger();
        QTRY_COMPARE(w->panes().chart().data().columns.size(), std::size_t{3});
        QCOMPARE(w->document().undo_stack().count(), steps + 1);
        // the block for a model card
        const QString path = w.file(u"block.md"_s);
        QVERIFY2(w->export_to(path), qPrintable(w->panes().errors().text()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        check_markdown(QString::fromUtf8(file.readAll()));
        w->actions()["edit.copy_block"]->trigger();
        check_markdown(QApplication::clipboard()->text());
    }
    void a_profile_is_of_the_selected_plan_with_its_changes()
    {
        WindowDriver &w = *m;
        const QString path = w.file(u"profile.md"_s);
        QVERIFY2(w->exports().write(path, Exports::Form::profile), qPrintable(w->panes().errors().text()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY2(text.startsWith(u"# ✓ Fits on RTX 4090: "_s), qPrintable(text.left(200)));
        for (const QString &heading :
             {u"\n## Breakdown at the peak\n"_s, u"\n## Recommendations\n"_s, u"\n## LoRA configuration\n"_s})
            QVERIFY2(text.contains(heading), qPrintable(heading));
        QVERIFY(text.contains(u"| Change | saves, bytes |"_s));
    }
    void a_value_typed_is_answered_at_once()
    {
        WindowDriver &w = *m;
        const Bytes before = w->panes().chart().data().columns[0].total;
        QVERIFY(w.type(u"Sequence length"_s, u"4096"_s));
        QCOMPARE(w.plan().sequence_length, Count{4096});
        QTRY_VERIFY(w->panes().chart().data().columns[0].total > before);
        QVERIFY(w.pick(u"Loss"_s, u"Fused (Liger)"_s));
        QTRY_COMPARE(w.plan().loss.kind, LossKind::fused);
        QVERIFY(w.press_segment(u"Method"_s, u"LoRA"_s));
        QCOMPARE(w.plan().method, Method::lora);
        QVERIFY(w.press_segment(u"Task"_s, u"Run"_s));
        QTRY_VERIFY(!w.control<CountBox>(u"Micro batch"_s));
        QVERIFY(w.type(u"Context"_s, u"8192"_s));
        QCOMPARE(w.plan().inference.context, Count{8192});
        QCOMPARE(w->document().undo_stack().count(), 5);
    }
    /// Each segment is one click and one step back, whatever the weights were packed in before.
    void a_method_brings_its_weights_along()
    {
        WindowDriver &w = *m;
        const Plan first = w.plan();
        QVERIFY(w.press_segment(u"Method"_s, u"LoRA"_s));
        QCOMPARE(w.plan().weights.quant, "none");
        QVERIFY(!w.plan().kbit_prepare && !w.plan().has("kbit_prepare"));
        const auto column = [&]() -> const MemoryColumn & { return w->panes().chart().data().columns[0]; };
        const auto weights = [&] { return column().components[static_cast<std::size_t>(Component::weights)]; };
        QTRY_COMPARE(column().title, std::string("LoRA"));
        const Bytes lora = weights();
        QVERIFY(w.press_segment(u"Method"_s, u"Full"_s));
        QCOMPARE(w.plan().method, Method::full);
        QTRY_COMPARE(column().title, std::string("BF16 full"));
        QCOMPARE(weights(), lora);
        QVERIFY(w.press_segment(u"Method"_s, u"QLoRA"_s));
        QCOMPARE(w.plan().method, Method::qlora);
        QTRY_COMPARE(column().title, std::string("QLoRA"));
        QVERIFY(weights() < lora);
        QVERIFY(w.pick(u"Quantise"_s, u"none"_s));
        QCOMPARE(w.plan().method, Method::lora);
        for (int step = 0; step < 4; ++step) w->actions()["edit.undo"]->trigger();
        QCOMPARE(w.plan(), first);
    }
    void reading_the_peak()
    {
        WindowDriver &w = *m;
        // a click on a segment selects it everywhere
        const auto &columns = w->panes().chart().layout_shown().columns;
        const auto segment = std::ranges::find_if(columns[0].segments,
                                                  [](const PlacedSegment &one) { return one.spot.group == Group::logits_loss; });
        QVERIFY(segment != columns[0].segments.end());
        QWidget *plot = w->panes().chart().plot_widget();
        QWidget *target =
            qobject_cast<QAbstractScrollArea *>(plot) ? qobject_cast<QAbstractScrollArea *>(plot)->viewport() : plot;
        QTest::mouseClick(target, Qt::LeftButton, {}, segment->rect.center().toPoint());
        QCOMPARE(w->panes().breakdown().choice().group, Group::logits_loss);
        QVERIFY(w->panes().why().text().contains(u"152,064"_s));
        // the timeline's cursor moves breakdown and explanation with it
        TimelineCanvas *canvas = w->views().timeline().canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(canvas->cursor_index(), std::optional(w->views().timeline().canvas()->layout_shown().first_index));
        const Bytes at_start = w->panes().breakdown().model().breakdown().total();
        QVERIFY(w->panes().why().text().startsWith(u"At "_s));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(w->panes().breakdown().model().breakdown().total() > at_start);
        QVERIFY(!w->panes().why().text().startsWith(u"At "_s));
        // rows are copied in bytes
        w->panes().breakdown().view().setFocus();
        w->panes().breakdown().view().selectAll();
        w->panes().breakdown().copy();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY(copied.startsWith(u"Component\tbytes\n"_s));
        QVERIFY(copied.contains(QString::number(w->panes().breakdown().model().breakdown().total())));
    }
    /// Nothing in the window speaks of the command line's options.
    void advice_without_a_card_asks_for_one()
    {
        Session session = first_session();
        session.cards = {};
        WindowDriver w(session);
        w->views().setCurrentWidget(&w->views().advice());
        const auto says = [&](const QString &text) {
            const auto labels = w->views().advice().findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *one) { return one->isVisible() && one->text() == text; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says(u"Add a card or a budget to see what to change."_s), 20000);
    }
    void advice_is_one_click_and_one_undo()
    {
        WindowDriver small(with_small_card());
        QCOMPARE(small->panes().answer().answer().fits, Fits::no);
        const Session before = small.session();
        small->views().setCurrentWidget(&small->views().advice());
        QTRY_VERIFY_WITH_TIMEOUT(small->views().advice().model().rowCount() > 0, 20000);
        QVERIFY(small->panes().answer().answer().link.contains(u"apply"_s));
        const Advice first = small->views().advice().model().advice(0);
        QCOMPARE(first.fits, Fits::yes);
        QTableView &view = small->views().advice().view();
        const QModelIndex cell = small->views().advice().model().index(0, AdviceModel::apply);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
        QCOMPARE(small->document().undo_stack().count(), 1);
        QTRY_COMPARE(small->panes().answer().answer().fits, Fits::yes);
        QCOMPARE(small->estimation().snapshot().current().estimate->fullest().peak.device, first.device);
        small->actions()["edit.undo"]->trigger();
        QCOMPARE(small.session(), before);
        QTRY_COMPARE(small->panes().answer().answer().fits, Fits::no);
    }
    /// From the menu to a remedy that is taken: each situation tells this plan's figures, and a changed plan is told anew.
    void out_of_memory_is_told_by_situation()
    {
        WindowDriver small(with_small_card());
        small->actions()["tools.oom"]->trigger();
        AdvicePanel &panel = small->views().advice();
        QVERIFY(panel.isVisible());
        QCOMPARE(panel.bar().situation(), OomSituation::running);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 0, 20000);
        const auto need = [&] { return small->estimation().snapshot().current().estimate->fullest().needed(); };
        QVERIFY2(panel.bar().facts().contains(Numbers{}.brief_with_unit(need())), qPrintable(panel.bar().facts()));
        const Bytes before = need();
        int row = 0;
        while (row < panel.model().rowCount() && !panel.model().index(row, 0).data(AdviceModel::applies_role).toBool()) ++row;
        QVERIFY(row < panel.model().rowCount());
        const Advice remedy = panel.model().advice(row);
        QTest::mouseClick(panel.view().viewport(), Qt::LeftButton, {},
                          panel.view().visualRect(panel.model().index(row, AdviceModel::apply)).center());
        QTRY_COMPARE(need(), before - remedy.saves);
        QTRY_VERIFY(panel.bar().facts().contains(Numbers{}.brief_with_unit(need())));
        panel.bar().choose(OomSituation::no_bf16);
        QTRY_VERIFY_WITH_TIMEOUT(panel.bar().facts().startsWith(u"Not here: "_s), 20000);
        QCOMPARE(panel.model().rowCount(), 0);
        panel.bar().choose(std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 0, 20000);
        QVERIFY(panel.bar().facts().isEmpty());
    }
    /// A card is advised where the plan shall stay as it is: it becomes the one that the answer speaks of.
    void an_advised_card_is_taken_with_one_click()
    {
        WindowDriver small(with_small_card());
        const Session before = small.session();
        small->views().setCurrentWidget(&small->views().advice());
        QTRY_VERIFY_WITH_TIMEOUT(small->views().advice().model().rowCount() > 0, 20000);
        AdviceModel &model = small->views().advice().model();
        int row = 0;
        while (row < model.rowCount() && model.advice(row).kind != CostKind::hardware) ++row;
        QVERIFY(row < model.rowCount());
        QTableView &view = small->views().advice().view();
        view.scrollTo(model.index(row, 0));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(model.index(row, AdviceModel::apply)).center());
        QTRY_COMPARE(small->panes().answer().answer().fits, Fits::yes);
        QCOMPARE(small.session().cards.gpus.size(), std::size_t{2});
        QCOMPARE(small.session().cards.gpus.back(), before.cards.gpus.front());
        QCOMPARE(small.plan(), before.current().plan);
        QCOMPARE(small->document().undo_stack().count(), 1);
        small->actions()["edit.undo"]->trigger();
        QCOMPARE(small.session(), before);
    }
    /// The cursor stands in the timeline until it is taken away, and all that it reads speaks of that moment.
    void the_cursor_reads_its_moment_under_edits()
    {
        WindowDriver &w = *m;
        TimelineCanvas *canvas = w->views().timeline().canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Home);
        QTest::keyClick(canvas, Qt::Key_Right);
        const auto place = canvas->cursor_index();
        QVERIFY(place);
        const auto reads_it = [&] {
            const auto &timeline = w->estimation().snapshot().current().estimate->fullest().timeline;
            return w->panes().breakdown().model().breakdown().total() == timeline[*place].allocated &&
                   w->panes().why().text().startsWith(u"At "_s);
        };
        QVERIFY(reads_it());
        w->actions()["plan.pin"]->trigger(); // changes nothing in the timeline
        QCOMPARE(canvas->cursor_index(), place);
        QVERIFY(reads_it());
        const Bytes before = w->panes().breakdown().model().breakdown().total();
        QVERIFY(w.type(u"Sequence length"_s, u"4096"_s)); // the same operations on more tokens
        QTRY_VERIFY(w->panes().breakdown().model().breakdown().total() != before);
        QCOMPARE(canvas->cursor_index(), place);
        QVERIFY(reads_it());
        QVERIFY(w.press_segment(u"Task"_s, u"Run"_s)); // another step: the cursor has no place in it
        QTRY_VERIFY(!canvas->cursor_index());
        QVERIFY(!w->panes().why().text().startsWith(u"At "_s));
    }
    void the_largest_that_fits_is_taken_with_one_press()
    {
        WindowDriver &w = *m;
        QLabel *note = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((note = edge_note()) != nullptr, 20000);
        const QString href = note->text().section(u"href=\""_s, 1).section(u'"', 0, 0);
        QVERIFY(href.startsWith(u"sequence_length="_s));
        emit note->linkActivated(href);
        const Count taken = w.plan().sequence_length;
        QCOMPARE(taken, Count{href.section(u'=', 1).toInt()});
        QTRY_COMPARE(w->estimation().snapshot().session.current().plan.sequence_length, taken);
        QCOMPARE(w->panes().answer().answer().fits, Fits::yes);
        QVERIFY(w.type(u"Sequence length"_s, QString::number(taken + 1)));
        QTRY_VERIFY(w->panes().answer().answer().fits != Fits::yes);
    }
    void scenarios_are_dragged_renamed_and_pinned()
    {
        WindowDriver &w = *m;
        w->actions()["plan.compare"]->trigger();
        QTRY_COMPARE(w->panes().chart().data().columns.size(), std::size_t{3});
        const auto strips = w->panes().chart().findChildren<ScenarioStrip *>();
        const auto shown = std::find_if(strips.begin(), strips.end(), [](auto *one) { return one->isVisible(); });
        QVERIFY(shown != strips.end());
        ScenarioStrip *strip = *shown;
        const auto button = [&](const QString &title) {
            for (auto *one : strip->findChildren<QAbstractButton *>())
                if (one->text() == title && one->isVisible()) return one;
            return static_cast<QAbstractButton *>(nullptr);
        };
        QTRY_VERIFY(button(u"QLoRA"_s));
        QAbstractButton *last = button(u"QLoRA"_s);
        const QPoint from = last->rect().center();
        const QPoint to = last->mapFrom(strip, button(u"FP32 full"_s)->geometry().center() - QPoint(20, 0));
        QTest::mousePress(last, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, last->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(last, &move);
        QTest::mouseRelease(last, Qt::LeftButton, {}, to);
        QCOMPARE(w.session().scenarios[0].name, std::string("QLoRA"));
        QCOMPARE(w.session().selected, 0);
        w->actions()["plan.rename"]->trigger();
        auto *editor = strip->findChild<QLineEdit *>();
        QTRY_VERIFY(editor->isVisible());
        editor->selectAll();
        QTest::keyClicks(editor, u"Mine"_s);
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(w.session().scenarios[0].name, std::string("Mine"));
        w->actions()["plan.pin"]->trigger();
        QCOMPARE(w.session().baseline, std::optional(0));
        w->document().select(1);
        QTRY_COMPARE(w->panes().breakdown().model().columnCount(), 4);
        // the differences, term by term, add up to that of the total
        const BreakdownModel &model = w->panes().breakdown().model();
        Bytes sum = 0;
        for (std::size_t i = 0; i < component_count; ++i) sum += model.breakdown().bytes[i] - (*model.breakdown().baseline)[i];
        QCOMPARE(w->panes().chart().data().columns[1].difference, std::optional(sum));
    }
    void a_sweep_ends_where_the_card_does_and_a_click_takes_its_point()
    {
        WindowDriver &w = *m;
        w->views().setCurrentWidget(&w->views().sweep());
        QTRY_VERIFY_WITH_TIMEOUT(!w->views().sweep().chart().data().cells.empty(), 30000);
        const SweepData &line = w->views().sweep().chart().data();
        QVERIFY(!line.grid());
        QCOMPARE(line.cells[*line.now()].need, w->estimation().snapshot().current().estimate->fullest().peak.device);
        QVERIFY(line.limits[0]);
        for (std::size_t i = 0; i < line.cells.size(); ++i)
            QCOMPARE(line.cells[i].fits[0] == Fits::yes, line.scales[0].values[i] <= *line.limits[0]);
        w->views().sweep().choose(SolveField::sequence_length, SolveField::micro_batch);
        QTRY_VERIFY_WITH_TIMEOUT(w->views().sweep().chart().data().grid(), 60000);
        const SweepChart &chart = w->views().sweep().chart();
        const std::size_t point = chart.data().index(2, 1);
        QTest::mouseClick(&w->views().sweep().chart(), Qt::LeftButton, {}, chart.layout_shown().cells[point].center().toPoint());
        QCOMPARE(w.plan().sequence_length, chart.data().scales[0].values[2]);
        QCOMPARE(w.plan().micro_batch, chart.data().scales[1].values[1]);
        QCOMPARE(w->document().undo_stack().count(), 1);
        QCOMPARE(w->views().sweep().table_model().rowCount(), static_cast<int>(chart.data().rows()));
    }
    void saved_and_opened_again_it_is_the_same()
    {
        WindowDriver &w = *m;
        w->actions()["plan.compare_lora"]->trigger();
        w->actions()["plan.pin"]->trigger();
        QVERIFY(w.type(u"Micro batch"_s, u"2"_s));
        const QString path = w.file(u"mine.plimsoll"_s);
        QVERIFY(w->files().save_to(path));
        QVERIFY(!w->isWindowModified());
        const Session saved = w.session();
        QVERIFY(w.type(u"Micro batch"_s, u"3"_s));
        QVERIFY(w->isWindowModified());
        w->actions()["edit.undo"]->trigger();
        QVERIFY(!w->isWindowModified());
        w->actions()["file.new"]->trigger(); // a saved session stays as well, with its history and what is looked at
        QCOMPARE(w.session(), saved);
        const QPointer<MainWindow> other = window_beside(*w);
        QVERIFY(other);
        QCOMPARE(other->document().session(), first_session());
        QVERIFY(other->files().open(path)); // it is shown where it is
        QCOMPARE(other->document().session(), first_session());
        other->close();
        QVERIFY(w->files().open(path)); // read again
        QCOMPARE(w.session(), saved);
        QCOMPARE(w.settings().recent_files().value(0), path);
    }
    /// Whoever reads charts as tables does so at every start.
    void charts_stay_tables_in_the_next_window()
    {
        WindowDriver &w = *m;
        const auto tables = [&w] {
            int shown = 0;
            for (QWidget *pane : {static_cast<QWidget *>(&w->panes().chart()), static_cast<QWidget *>(&w->views().timeline())})
                for (const auto *table : pane->findChildren<QTableView *>()) shown += table->isVisible() ? 1 : 0;
            return shown;
        };
        const auto start_again = [&w] { w.replace(std::make_unique<MainWindow>(w.parts(), w.session())); };
        QCOMPARE(tables(), 0);
        w->actions()["view.tables"]->trigger();
        QCOMPARE(tables(), 2);
        start_again();
        QVERIFY(w->actions()["view.tables"]->isChecked());
        QCOMPARE(tables(), 2);
        w->actions()["view.tables"]->trigger();
        start_again();
        QCOMPARE(tables(), 0);
    }
    void charts_turn_into_tables_and_back()
    {
        WindowDriver &w = *m;
        w->actions()["view.tables"]->trigger();
        auto *table = w->panes().chart().findChild<QTableView *>();
        QVERIFY(table && table->isVisible());
        w->actions()["edit.copy_chart_table"]->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QString::number(w->panes().chart().data().columns[0].total)));
        w->actions()["view.tables"]->trigger();
        QVERIFY(!table->isVisible());
        w->actions()["edit.copy_svg"]->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(u"<svg"_s));
        w->actions()["edit.copy_chart"]->trigger();
        QVERIFY(!QApplication::clipboard()->image().isNull());
        w->actions()["view.rule"]->trigger();
        QVERIFY(w->panes().chart().data().columns[0].rule_of_thumb);
    }

private:
    static Session with_small_card()
    {
        Session session = first_session();
        session.cards.gpus = {"GeForce RTX 3080"};
        session.cards.budget_bytes.reset();
        return session;
    }
    /// Reads the block as a Markdown viewer would: a table per table, no raw pipe left over.
    static void check_markdown(const QString &text)
    {
        QTextDocument page;
        page.setMarkdown(text, QTextDocument::MarkdownDialectGitHub);
        const QString shown = page.toPlainText();
        QVERIFY(shown.startsWith(u"GPU memory"_s));
        QVERIFY2(!shown.contains(u"|---"_s), qPrintable(shown));
        int tables = 0, scenarios = 0;
        for (QTextFrame *frame : page.rootFrame()->childFrames())
            if (auto *table = qobject_cast<QTextTable *>(frame); table && ++tables == 1) scenarios = table->rows() - 1;
        QVERIFY2(tables >= 3, qPrintable(QString::number(tables)));
        QCOMPARE(scenarios, 3);
        QVERIFY(shown.contains(u"To cite."_s));
        QVERIFY(shown.contains(u"GeForce RTX 4090"_s) || shown.contains(u"RTX 4090"_s));
    }
    QLabel *edge_note()
    {
        for (QLabel *label : (*m)->panes().plan().findChildren<QLabel *>())
            if (label->text().contains(u"href=\"sequence_length="_s) && label->isVisible()) return label;
        return nullptr;
    }

    std::unique_ptr<WindowDriver> m;
};

PLIMSOLL_TEST(TestFlows)
} // namespace PLIMSOLL_FILE
#include "test_flows.moc"
