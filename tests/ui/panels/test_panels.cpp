// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/panels/readings.h"
#include "tests/ui/sample.h"
#include "ui/controls/chooser.h"
#include "ui/controls/error_bar.h"
#include "ui/controls/segmented.h"
#include "ui/document/scenarios.h"
#include "ui/panels/answer_line.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/fits_panel.h"
#include "ui/panels/live/gpu_corner.h"
#include "ui/panels/live/live_panel.h"
#include "ui/panels/why_panel.h"
#include "ui/plan/plan_pane.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

using sample::numbers;

Snapshot snapshot_of(const Session &session)
{
    Evaluator evaluator(sample::planner());
    return evaluator.evaluate(session);
}

/// The control of a pane that a screen reader would call `name`.
template <class W>
W *named(QWidget &pane, const QString &name)
{
    for (W *one : pane.findChildren<W *>())
        if (one->accessibleName() == name) return one;
    return nullptr;
}

FieldEdits edits_of(const QSignalSpy &spy) { return spy.isEmpty() ? FieldEdits() : spy.last().at(0).value<FieldEdits>(); }

LiveSnapshot one_gpu()
{
    LiveSnapshot snapshot;
    LiveGpu gpu;
    gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
    gpu.total = Reading<Bytes>::of(24 * gib);
    gpu.free = Reading<Bytes>::of(20 * gib);
    gpu.power = Reading<int>::missing("the driver does not say");
    snapshot.gpus.push_back(gpu);
    return snapshot;
}

} // namespace

class TestPanels : public QObject {
    Q_OBJECT
private slots:
    void breakdown_adds_up_to_the_total()
    {
        const Snapshot snapshot = snapshot_of(first_session());
        BreakdownModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_breakdown(breakdown_at_peak(*snapshot.current().estimate, nullptr), numbers());
        qlonglong sum = 0;
        for (int row = 0; row + 1 < model.rowCount(); ++row) {
            const QModelIndex top = model.index(row, 0);
            const qlonglong group = top.data(BreakdownModel::exact_bytes_role).toLongLong();
            sum += group;
            qlonglong parts = 0;
            for (int child = 0; child < model.rowCount(top); ++child)
                parts += model.index(child, 0, top).data(BreakdownModel::exact_bytes_role).toLongLong();
            if (model.rowCount(top) > 0) QCOMPARE(parts, group);
        }
        const QModelIndex total = model.index(model.rowCount() - 1, 0);
        QVERIFY(total.data(BreakdownModel::total_role).toBool());
        QCOMPARE(total.data(BreakdownModel::exact_bytes_role).toLongLong(), sum);
        QCOMPARE(sum, qlonglong{snapshot.current().estimate->fullest().peak.device});
    }
    /// The moment's tensors and PyTorch's own figure part by the rounding of blocks: the tip says so.
    void a_moments_total_names_what_pytorch_counts()
    {
        Estimate estimate = *snapshot_of(first_session()).current().estimate;
        estimate.fullest().peak.allocated = 13 * gib;
        TimelinePoint moment;
        moment.components[static_cast<std::size_t>(Component::weights)] = 12 * gib;
        BreakdownModel model;
        model.set_breakdown(breakdown_at(estimate, moment), Numbers());
        const QModelIndex total = model.index(model.rowCount() - 1, BreakdownModel::bytes);
        QCOMPARE(total.data().toString(), u"12.00"_s);
        QVERIFY(total.data(Qt::ToolTipRole).toString().endsWith(u"13,958,643,712 B at the peak."_s));
        model.set_breakdown(breakdown_at_peak(estimate, nullptr), Numbers());
        QVERIFY(!model.index(model.rowCount() - 1, BreakdownModel::bytes).data(Qt::ToolTipRole).toString().contains(u"torch"_s));
    }
    void breakdown_shows_differences_to_the_baseline()
    {
        Session session = with_compared_precisions(first_session(), {});
        session.baseline = 0;
        BreakdownPanel panel;
        QAbstractItemModelTester tester(&panel.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.show_snapshot(snapshot_of(session));
        QCOMPARE(panel.model().columnCount(), 4);
        QCOMPARE(panel.model().headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), u"to FP32 full"_s);
        session.baseline.reset();
        panel.show_snapshot(snapshot_of(session));
        QCOMPARE(panel.model().columnCount(), 3);
    }
    void breakdown_keeps_what_was_chosen_through_edits()
    {
        BreakdownPanel panel;
        panel.show_snapshot(snapshot_of(first_session()));
        QSignalSpy chosen(&panel, &BreakdownPanel::chosen);
        panel.view().setCurrentIndex(panel.model().index_of(Component::quantization_metadata));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(panel.choice(), (Choice{Group::weights, Component::quantization_metadata}));
        Session session = first_session();
        session.scenarios[0].plan.sequence_length = 512;
        panel.show_snapshot(snapshot_of(session));
        QCOMPARE(panel.view().currentIndex(), panel.model().index_of(Component::quantization_metadata));
        QCOMPARE(chosen.count(), 1);
    }
    void breakdown_copies_exact_bytes()
    {
        BreakdownPanel panel;
        const Snapshot snapshot = snapshot_of(first_session());
        panel.show_snapshot(snapshot);
        panel.copy_all();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(QString::number(snapshot.current().estimate->fullest().peak.device)));
        QVERIFY(text.contains(u"quantization metadata\t104857600"_s));
    }
    void why_shows_formula_numbers_source_and_what_is_alive()
    {
        WhyPanel why;
        why.show_choice(snapshot_of(first_session()), {Group::weights, Component::quantization_metadata});
        for (const QString &part :
             {u"formula of 104857600"_s, u"1 × 104857600"_s, u"104,857,600 B"_s, u"a tensor"_s, u"source"_s})
            QVERIFY2(why.text().contains(part), qPrintable(part));
        why.show_choice(snapshot_of(first_session()), {Group::kv_cache, std::nullopt});
        QVERIFY(why.text().contains(u"Nothing of it"_s));
    }
    void the_answer_says_verdict_card_and_figures()
    {
        const Answer fits = answer_of(snapshot_of(first_session()));
        QCOMPARE(fits.fits, Fits::yes);
        QVERIFY2(fits.headline.startsWith(u"Fits on RTX 4090: "_s), qPrintable(fits.headline));
        QVERIFY2(fits.detail().contains(u"16\u00a0GiB budget"_s), qPrintable(fits.detail()));
        Session session = first_session();
        session.cards.gpus.clear();
        session.unit = ByteUnit::decimal; // where 16 GiB are 17.2 GB: a label has the unit of its line
        const Answer decimal = answer_of(snapshot_of(session));
        QVERIFY2(decimal.headline.startsWith(u"Fits on the 17.2\u00a0GB budget: "_s), qPrintable(decimal.headline));
        session.cards.gpus = {"RTX 3070"};
        session.scenarios[0].plan.micro_batch = 16;
        session.scenarios[0].plan.given.insert("micro_batch");
        QCOMPARE(answer_of(snapshot_of(session)).fits, Fits::no);
        session.cards = {};
        QVERIFY(answer_of(snapshot_of(session)).headline.startsWith(u"Needs "_s));
        session.scenarios[0].plan.model = {};
        session.scenarios[0].plan.model.preset = "no-such-model";
        const Answer unknown = answer_of(snapshot_of(session));
        QCOMPARE(unknown.fits, Fits::unknown);
        QVERIFY(!unknown.detail().isEmpty());
        AnswerLine line;
        line.show_answer(unknown);
        QVERIFY(line.accessibleDescription().contains(unknown.detail()));
    }
    void fields_say_what_people_edit_data()
    {
        QTest::addColumn<QString>("control");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("path");
        QTest::newRow("rank") << u"Rank"_s << 64 << u"adapter.rank"_s;
        QTest::newRow("sequence") << u"Sequence length"_s << 4096 << u"sequence_length"_s;
        QTest::newRow("batch") << u"Micro batch"_s << 4 << u"micro_batch"_s;
        QTest::newRow("accumulation") << u"Gradient accumulation"_s << 8 << u"gradient_accumulation"_s;
    }
    void fields_say_what_people_edit()
    {
        QFETCH(QString, control);
        QFETCH(int, value);
        QFETCH(QString, path);
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        QSignalSpy edited(&pane, &PlanPane::edited);
        auto *box = named<CountBox>(pane, control);
        QVERIFY(box);
        box->setValue(value);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edits_of(edited), (FieldEdits{{path.toStdString(), std::to_string(value)}}));
    }
    void typing_a_number_is_one_edit()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        QSignalSpy edited(&pane, &PlanPane::edited);
        auto *box = named<CountBox>(pane, u"Sequence length"_s);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, u"4096"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edits_of(edited), (FieldEdits{{"sequence_length", "4096"}}));
    }
    void the_wheel_over_a_field_changes_nothing()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        QSignalSpy edited(&pane, &PlanPane::edited);
        auto *box = named<CountBox>(pane, u"Rank"_s);
        QWheelEvent wheel(QPointF(5, 5), box->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(box, &wheel);
        QCOMPARE(edited.count(), 0);
    }
    void showing_a_plan_is_no_edit()
    {
        PlanPane pane;
        QSignalSpy edited(&pane, &PlanPane::edited);
        Session session = first_session();
        pane.show_snapshot(snapshot_of(session));
        session.scenarios[0].plan.adapter.rank = 8;
        session.scenarios[0].plan.micro_batch = 3;
        session.scenarios[0].plan.task = Task::infer;
        session.scenarios[0].plan.given.insert("task");
        pane.show_snapshot(snapshot_of(session));
        QCOMPARE(edited.count(), 0);
    }
    void groups_that_do_not_apply_fold()
    {
        PlanPane pane;
        pane.resize(300, 900);
        pane.show();
        Session session = first_session();
        pane.show_snapshot(snapshot_of(session));
        QVERIFY(named<CountBox>(pane, u"Rank"_s)->isVisible());
        QVERIFY(!named<CountBox>(pane, u"Sequences"_s)->isVisible());
        session.scenarios[0].plan.task = Task::infer;
        session.scenarios[0].plan.given.insert("task");
        pane.show_snapshot(snapshot_of(session));
        QVERIFY(!named<CountBox>(pane, u"Rank"_s)->isVisible());
        QVERIFY(named<CountBox>(pane, u"Sequences"_s)->isVisible());
    }
    void only_four_bits_are_quantised_twice()
    {
        PlanPane pane;
        pane.resize(300, 900);
        pane.show();
        Session session = first_session();
        for (const auto &[quant, shown] : {std::pair{"nf4", true}, {"int8", false}, {"fp4", true}, {"none", false}}) {
            session.scenarios[0].plan = first_session().scenarios[0].plan;
            session.scenarios[0].plan.task = Task::infer;
            session.scenarios[0].plan.weights.quant = quant;
            session.scenarios[0].plan.given.insert({"task", "weights.quant"});
            pane.show_snapshot(snapshot_of(session));
            QCOMPARE(named<QCheckBox>(pane, u"double quantised"_s)->isVisible(), shown);
        }
    }
    void a_given_field_can_be_reset()
    {
        PlanPane pane;
        Session session = first_session();
        session.scenarios[0].plan.attention = AttentionBackend::eager;
        session.scenarios[0].plan.given.insert("attention");
        pane.show_snapshot(snapshot_of(session));
        QSignalSpy edited(&pane, &PlanPane::edited);
        auto *label = named<FieldLabel>(pane, u"Attention: back to the default"_s);
        QVERIFY(label);
        label->click();
        QCOMPARE(edits_of(edited), (FieldEdits{{"attention", std::nullopt}, {"compile", std::nullopt}}));
        QVERIFY(!(label->focusPolicy() & Qt::TabFocus)); // forty of them would stand in the way of Tab
        pane.show();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        auto *box = named<QComboBox>(pane, u"Attention"_s);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Backspace, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(edited.count(), 2);
        QCOMPARE(edits_of(edited), (FieldEdits{{"attention", std::nullopt}, {"compile", std::nullopt}}));
    }
    void a_refused_value_is_explained_under_its_field()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_of(first_session()));
        const Plan plan = first_session().current().plan;
        QVERIFY(pane.show_problem({"adapter.rank", "-3", "1 to 65536", {}}, plan));
        QVERIFY(named<QLabel>(pane, u"Found: -3. Needed: 1 to 65536"_s));
        QVERIFY(!pane.show_problem({"no.such.field", "", "", "text"}, plan));
        pane.show_snapshot(snapshot_of(first_session()));
        QVERIFY(!named<QLabel>(pane, u"Found: -3. Needed: 1 to 65536"_s));
    }
    void the_cards_list_follows_the_session()
    {
        CardsGroup cards;
        QAbstractItemModelTester tester(&cards.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        cards.show_snapshot(snapshot_of(first_session()));
        QCOMPARE(cards.model().rowCount(), 2);
        QCOMPARE(cards.model().index(0).data().toString(), u"24 GB RTX 4090"_s);
        QSignalSpy changed(&cards, &CardsGroup::cards_changed);
        cards.view().setCurrentIndex(cards.model().index(1));
        for (QAction *action : cards.view().actions())
            if (action->shortcut() == QKeySequence(QKeySequence::Delete)) action->trigger();
        QCOMPARE(changed.count(), 1);
        QVERIFY(!changed.last().at(0).value<Target>().budget_bytes);
    }
    void every_card_of_the_catalogue_is_judged()
    {
        FitsPanel panel;
        QAbstractItemModelTester tester(&panel.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester sorted(&panel.sorted(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.resize(640, 300);
        panel.show();
        panel.show_snapshot(snapshot_of(first_session()));
        QCOMPARE(panel.model().rowCount(), static_cast<int>(gpu_catalogue().size()));
        for (int row = 1; row < panel.model().rowCount(); ++row)
            QVERIFY(panel.model().index(row - 1, 0).data(FitsModel::usable_role).toLongLong() <=
                    panel.model().index(row, 0).data(FitsModel::usable_role).toLongLong());
    }
    void the_board_carries_the_largest_values()
    {
        FitsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Snapshot snapshot = snapshot_of(first_session());
        Board board = first_board(*snapshot.current().estimate, gpu_catalogue());
        const int batch = FitsModel::batch, length = FitsModel::length;
        model.set_board(board, numbers(), gib);
        QCOMPARE(model.index(0, batch).data().toString(), u"–"_s);
        for (BoardRow &row : board.rows) row.batch = {3, false}, row.length = {12'288, true};
        model.set_board(board, numbers(), gib);
        QCOMPARE(model.index(0, batch).data().toString(), u"3"_s);
        QCOMPARE(model.index(0, length).data().toString(), u"12,288"_s);
        QCOMPARE(model.index(0, length).data(Qt::UserRole).toLongLong(), 12'288);
        QVERIFY(model.index(0, batch).data(Qt::ForegroundRole).isValid()); // greyed
        QVERIFY(!model.index(0, length).data(Qt::ForegroundRole).isValid());
        QCOMPARE(model.index(0, batch).data(Qt::AccessibleTextRole).toString(), u"Max batch: about 3, being worked out"_s);
        model.set_board(first_board(*snapshot.current().estimate, gpu_catalogue()), numbers(), gib);
        QCOMPARE(model.index(0, length).data().toString(), u"12,288"_s); // until the new one is known
        QVERIFY(model.index(0, length).data(Qt::ForegroundRole).isValid());
        for (BoardRow &row : board.rows) row.length = {0, true};
        model.set_board(board, numbers(), gib);
        QCOMPARE(model.index(0, length).data().toString(), u"none"_s);
    }
    void live_readings_or_what_was_looked_for()
    {
        LivePanel panel;
        QAbstractItemModelTester tester(&panel.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        LiveSnapshot none;
        none.looked_for = {"libnvidia-ml.so.1: not found"};
        panel.show_readings(none, numbers(), {});
        QVERIFY(panel.message().contains(u"libnvidia-ml.so.1: not found"_s));
        panel.show_readings(one_gpu(), numbers(), [](const LiveGpu &) { return u"Fits now."_s; });
        QCOMPARE(panel.model().rowCount(), 1);
        QCOMPARE(panel.model().index(0, LiveModel::total).data().toString(), u"24.00"_s);
        QCOMPARE(panel.model().index(0, LiveModel::power).data().toString(), u"–"_s);
        QCOMPARE(panel.model().index(0, LiveModel::power).data(Qt::ToolTipRole).toString(), u"the driver does not say"_s);
        QVERIFY(panel.message().contains(u"Fits now."_s));
        GpuCorner corner;
        corner.show_readings(none, numbers());
        QCOMPARE(corner.text(), u"No GPU"_s);
        corner.show_readings(one_gpu(), numbers());
        QCOMPARE(corner.text(), u"GPU 0"_s);
    }
    void the_error_bar_closes_with_escape()
    {
        ErrorBar bar;
        bar.show_error(u"x.json"_s, {"hidden_size", "-5", "1 or more", {}});
        QVERIFY(bar.isVisible());
        QVERIFY(bar.text().contains(u"hidden_size"_s));
        QTest::keyClick(&bar, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }
};

PLIMSOLL_TEST(TestPanels)
} // namespace PLIMSOLL_FILE
#include "test_panels.moc"
