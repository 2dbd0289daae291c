// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/panels/readings.h"
#include "tests/ui/sample.h"
#include "ui/document/scenarios.h"
#include "ui/panels/live/live_panel.h"
#include "ui/panels/live/live_words.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QScrollBar>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

using sample::numbers;
using sample::start_ms;

/// A card of 24 GiB of which one process holds so much, and the desktop half a GiB.
LiveSnapshot reading(std::int64_t after_ms, Bytes held)
{
    LiveSnapshot snapshot;
    snapshot.time_ms = start_ms + after_ms;
    LiveGpu gpu = sample::card_with(held + gib / 2);
    gpu.processes = {sample::process(1804, gib / 2, "gnome-shell"), sample::process(4242, held, "python3")};
    snapshot.gpus.push_back(gpu);
    return snapshot;
}

std::shared_ptr<const Estimate> plan() { return std::make_shared<const Estimate>(sample::planned_peak()); }

} // namespace

/// Readings of the machine beside the plan.
class TestLive : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void five_minutes_are_kept()
    {
        LiveHistory history;
        for (int second = 0; second <= 400; ++second) history.add(reading(second * 1000, second * mib));
        const auto &points = history.of("0");
        QCOMPARE(points.size(), std::size_t{301});
        QCOMPARE(points.front().time_ms, start_ms + 100'000);
        QCOMPARE(points.back().in_process, std::optional<Bytes>(std::max<Bytes>(400 * mib, gib / 2)));
        QVERIFY(history.of("1").empty());
        history.add(reading(400'000, 2 * gib)); // a recording's end, again
        QCOMPARE(history.of("0").size(), std::size_t{301});
        QCOMPARE(history.of("0").back().used, 2 * gib + gib / 2);
        history.add(reading(10'000, gib)); // a clock set back, or another recording
        QCOMPARE(history.of("0").size(), std::size_t{1});
    }
    /// What others hold, what ours holds and what is free are the card.
    void the_card_is_shared_out()
    {
        LiveModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_snapshot(reading(0, 15 * gib), numbers());
        const auto text = [&](int column) { return model.index(0, column).data().toString(); };
        QCOMPARE(text(LiveModel::total), u"24.00"_s);
        QCOMPARE(text(LiveModel::process), u"15.00"_s);
        QCOMPARE(text(LiveModel::others), u"0.50"_s);
        QCOMPARE(text(LiveModel::free_), u"8.50"_s);
        QCOMPARE(model.index(0, LiveModel::process).data(Qt::ToolTipRole).toString(), u"python3 (4242) holds the most."_s);
        LiveSnapshot listless = reading(0, 15 * gib);
        listless.gpus[0].processes.clear();
        listless.gpus[0].processes_reason = "the driver hides them in here";
        model.set_snapshot(listless, numbers());
        QCOMPARE(text(LiveModel::process), u"–"_s);
        QCOMPARE(model.index(0, LiveModel::process).data(Qt::ToolTipRole).toString(), u"the driver hides them in here"_s);
        QCOMPARE(text(LiveModel::others), u"15.50"_s); // as far as is known
    }
    void the_table_gives_way_to_memory()
    {
        LivePanel panel;
        panel.show_readings(reading(0, 15 * gib), numbers(), {});
        panel.show();
        for (const int width : {384, 500, 640, 1200}) {
            panel.resize(width, 260);
            QCoreApplication::processEvents();
            QVERIFY2(panel.view().horizontalScrollBar()->maximum() == 0, qPrintable(QString::number(width)));
            for (const int column : {LiveModel::total, LiveModel::process, LiveModel::others, LiveModel::free_})
                QVERIFY(!panel.view().isColumnHidden(column));
        }
        QVERIFY(!panel.view().isColumnHidden(LiveModel::power));
    }
    void what_is_not_read_leaves_no_point()
    {
        LiveHistory history;
        LiveSnapshot silent = reading(0, gib);
        silent.gpus[0].used = Reading<Bytes>::missing("the driver does not say");
        history.add(silent);
        QVERIFY(history.of("0").empty());
        LiveSnapshot listless = reading(1000, gib);
        listless.gpus[0].processes.clear();
        history.add(listless);
        QCOMPARE(history.of("0").back().in_process, std::optional<Bytes>());
    }
    void a_source_that_slept_leaves_a_gap()
    {
        std::vector<LivePoint> points{{0, gib, {}}, {15'000, gib, {}}, {120'000, gib, {}}, {121'000, gib, {}}};
        QCOMPARE(stretches_of(points), (std::vector<LiveStretch>{{0, 2}, {2, 4}}));
        QVERIFY(stretches_of({}).empty());
    }
    void the_plans_peak_is_the_load_line()
    {
        LiveChartData data;
        data.gpu = u"GPU 0"_s;
        data.process = u"python3 (4242)"_s;
        data.numbers = numbers();
        data.total = 24 * gib;
        data.plan = PlanMark{};
        data.plan->device = 15 * gib;
        for (int second = 0; second <= 300; second += 5) data.points.push_back({start_ms + second * 1000, 13 * gib, 12 * gib});
        const LiveGeometry g = lay_out(data, {640, 150});
        QVERIFY(g.plan_y && std::abs(*g.plan_y - g.y_of(15)) <= 0.5);
        QCOMPARE(g.plan_label->text, u"plan 15.0"_s);
        QVERIFY(g.total_y && *g.total_y < *g.plan_y);
        QCOMPARE(g.used.front().x(), g.plot.left());
        QCOMPARE(g.used.back().x(), g.plot.right());
        QCOMPARE(g.process_label->text, u"python3 (4242) 12.0"_s);
        QCOMPARE(g.point_at(g.plot.right()), std::optional(data.points.size() - 1));
        QCOMPARE(g.point_at(g.plot.left() - 20), std::nullopt);
        data.total = 141 * gib; // far above: named, not drawn
        const LiveGeometry far = lay_out(data, {640, 150});
        QVERIFY(!far.total_y && far.total_label->text.startsWith(u'↑'));
        QVERIFY(std::abs(far.total_label->at.y() - far.plan_label->at.y()) >= 14);
        QVERIFY(!lay_out(LiveChartData(), {640, 150}).plan_y);
    }
    void drift_is_said_in_words()
    {
        const auto said = [](Bytes held) { return drift_text(reading(0, held).gpus[0], *plan(), numbers()); };
        QCOMPARE(said(16 * gib + gib / 2),
                 u"python3 (4242) holds 16.5\u00a0GiB: 1.5\u00a0GiB above the plan's peak at loss backward."_s);
        QCOMPARE(said(15 * gib + gib / 2),
                 u"python3 (4242) holds 15.5\u00a0GiB: 0.50\u00a0GiB above the plan's peak at loss backward, "
                 u"within its interval (14.0 to 16.0)."_s);
        // A process' bytes have no names; what the plan fixes cannot be what is above it.
        Estimate training = *plan();
        for (const auto &[component, bytes] : {std::pair{Component::optimizer, 2 * gib},
                                               {Component::activations, gib},
                                               {Component::logits_loss, 3 * gib},
                                               {Component::allocator_slack, gib + gib / 2},
                                               {Component::context, gib / 2}})
            training.fullest().at_peak.push_back({component, bytes, "f", "n", "s", {}});
        QCOMPARE(growth_text(reading(0, 16 * gib + gib / 2).gpus[0], training, numbers()),
                 u"What can have grown, as planned: Logits and loss (3.0), reserved, not in use (1.5), Activations (1.0)."_s);
        QCOMPARE(growth_text(reading(0, 14 * gib).gpus[0], training, numbers()), QString());
        QCOMPARE(said(9 * gib), u"python3 (4242) holds 9.0\u00a0GiB: 6.0\u00a0GiB below the plan's peak at loss backward."_s);
        QCOMPARE(said(gib), QString()); // less than the weights: nothing that could be the plan
        LiveSnapshot listless = reading(0, 16 * gib);
        listless.gpus[0].processes.clear();
        QVERIFY(drift_text(listless.gpus[0], *plan(), numbers()).startsWith(u"All processes together hold 16.5"_s));
    }
    /// Where the panel is low the chart keeps its room, and the tip has the rest of the words.
    void words_leave_the_chart_its_room()
    {
        Estimate training = *plan();
        training.fullest().at_peak.push_back({Component::logits_loss, 3 * gib, "f", "n", "s", {}});
        const auto estimate = std::make_shared<const Estimate>(training);
        LivePanel panel;
        LiveHistory history;
        history.add(reading(0, 16 * gib + gib / 2));
        for (const auto &[size, whole] : {std::pair{QSize(420, 220), false}, {QSize(900, 600), true}}) {
            panel.resize(size);
            panel.show();
            QVERIFY(QTest::qWaitForWindowExposed(&panel));
            panel.show_readings(reading(0, 16 * gib + gib / 2), numbers(), {});
            panel.show_history(history, estimate);
            QCOMPARE(panel.message() == panel.whole_message(), whole);
            QVERIFY(panel.whole_message().contains(u"Logits and loss (3.0)"_s));
        }
    }
    /// A verdict about what is free is none about the run that takes the rest.
    void what_fits_beside_a_run_is_said_to_be_beside_it()
    {
        LivePanel panel;
        const auto fits = [](const LiveGpu &) { return u"Does not fit."_s; };
        panel.show_readings(reading(0, gib), numbers(), fits);
        panel.show_history({}, plan());
        QVERIFY2(panel.whole_message().contains(u"GPU 0: Does not fit."_s), qPrintable(panel.whole_message()));
        panel.show_readings(reading(0, 15 * gib), numbers(), fits);
        QVERIFY2(panel.whole_message().contains(u" Started beside it: Does not fit."_s), qPrintable(panel.whole_message()));
    }
    void of_many_cards_in_a_low_panel_the_chosen_one_is_spoken_of()
    {
        LiveSnapshot all = reading(0, 16 * gib);
        for (int more = 1; more < 4; ++more) {
            all.gpus.push_back(all.gpus.front());
            all.gpus.back().index = more;
        }
        LivePanel panel;
        panel.resize(600, 240);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.show_readings(all, numbers(), {});
        panel.show_history({}, plan());
        panel.view().setCurrentIndex(panel.model().index(2, 0));
        QVERIFY2(panel.message().startsWith(u"GPU 2: "_s) && !panel.message().contains(u'\n'), qPrintable(panel.message()));
        QCOMPARE(panel.whole_message().count(u"GPU "_s), 4);
    }
    void a_card_nearly_full_is_said()
    {
        const auto said = [](Bytes held) {
            return fullness_text(reading(0, held).gpus[0], {.bytes = {}, .percent = usual_warning});
        };
        QCOMPARE(said(19 * gib), std::string());
        QCOMPARE(said(21 * gib), std::string("89 % of the card is in use."));
        LiveChartData data;
        data.total = 24 * gib;
        QVERIFY(nearly_full(data, {0, 21 * gib, {}}) && !nearly_full(data, {0, 19 * gib, {}}));
        data.total.reset();
        QVERIFY(!nearly_full(data, {0, 21 * gib, {}}));
    }
    void the_panel_shows_line_words_and_table()
    {
        LivePanel panel;
        QAbstractItemModelTester tester(&panel.history_model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.resize(640, 240);
        panel.show();
        LiveHistory history;
        for (int second = 0; second < 60; ++second) history.add(reading(second * 1000, 16 * gib));
        panel.show_readings(reading(59'000, 17 * gib), numbers(), {});
        panel.show_history(history, plan());
        QVERIFY(panel.message().contains(u"above the plan's peak"_s));
        QVERIFY(panel.chart().isVisible());
        QCOMPARE(panel.chart().data().points.size(), std::size_t{60});
        QCOMPARE(panel.note(), u"GPU 0, GiB, last five minutes"_s);
        QVERIFY(panel.chart().accessibleDescription().contains(u"The plan peaks at 15.0\u00a0GiB."_s));
        QTest::keyClick(&panel.chart(), Qt::Key_Left);
        QCOMPARE(panel.chart().cursor(), std::optional<std::size_t>(59));
        QTest::keyClick(&panel.chart(), Qt::Key_Left);
        QVERIFY(panel.chart().accessibleDescription().contains(u"16.0 of it by python3 (4242)"_s));
        QVERIFY(!panel.grab().isNull());
        panel.set_table_shown(true);
        QCOMPARE(panel.history_model().rowCount(), 60);
        QCOMPARE(panel.history_model().index(0, LiveTableModel::to_plan).data().toString(), u"+1.00"_s);
        QVERIFY(!panel.chart().isVisible());
    }
};

PLIMSOLL_TEST(TestLive)
} // namespace PLIMSOLL_FILE
#include "test_live.moc"
