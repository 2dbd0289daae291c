// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/charts/timeline/timeline_geometry.h"

#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr QSizeF room{760, 236};

/// The sample's step, beside which an engine has 3 GiB, and 14 GiB in the forward pass.
TimelineData beside_engine()
{
    TimelineData data = samples::timeline();
    data.engine = {{Phase::forward, 14 * gib, 28 * gib}, {Phase::backward, 14 * gib, 17 * gib}};
    data.held = 28 * gib;
    return data;
}

} // namespace

class TestTimelineEngine : public QObject {
    Q_OBJECT
private slots:
    void an_engine_is_a_band_over_each_phase()
    {
        const TimelineData data = beside_engine();
        const TimelineGeometry g = lay_out(data, room);
        QCOMPARE(g.engine.size(), std::size_t(2));
        QVERIFY(g.top_value >= data.numbers.value(28 * gib));
        const auto phase = [&g](Phase which) {
            return *std::ranges::find(g.phases, which, [](const PlacedPhase &one) { return one.run.phase; });
        };
        const QRectF &forward = g.engine[0], &backward = g.engine[1];
        QCOMPARE(forward.left(), phase(Phase::forward).x0);
        QCOMPARE(forward.right(), phase(Phase::forward).x1);
        QVERIFY(std::abs(forward.top() - g.y_of(data.numbers.value(28 * gib))) <= 0.51);
        QVERIFY(std::abs(forward.bottom() - g.y_of(data.numbers.value(14 * gib))) <= 0.51);
        QVERIFY(backward.height() < forward.height() / 3);
        QVERIFY(g.engine_label && forward.contains(g.engine_label->at));
    }

    void what_it_has_is_said_and_listed()
    {
        const TimelineData data = beside_engine();
        const QString said = sentence_of(data);
        QVERIFY2(said.contains(QStringLiteral("fullest in forward: 28.0\u00a0GiB, of which the engine 14.0\u00a0GiB")),
                 qPrintable(said));
        TimelineTableModel table;
        table.set_data(data);
        const int last = table.columnCount() - 1;
        QCOMPARE(table.headerData(last, Qt::Horizontal).toString(), QStringLiteral("Engine"));
        QCOMPARE(table.data(table.index(0, last), Qt::UserRole).toLongLong(), 14 * gib);
        table.set_data(samples::timeline());
        QCOMPARE(table.columnCount(), last); // no column without one
    }

    /// Phases of one stage have what the course says of it; a phase without a stage, and loading, have none.
    void spans_are_the_courses_stages()
    {
        EngineCourse course;
        course.moments.push_back({"load", false, {5, 0, 0, 0, 0}, 1, 2, 10});
        course.moments.push_back({"forward", false, {0, 0, 0, 3, 4}, 10, 20, 30});
        course.moments.push_back({"update", false, {0, 0, 0, 3, 4}, 10, 40, 50});
        std::vector<TimelinePoint> points(4);
        points[0].phase = Phase::load;
        points[1].phase = Phase::forward;
        points[2].phase = Phase::loss;
        points[3].phase = Phase::optimizer_step;
        const auto spans = engine_spans(course, std::make_shared<const std::vector<TimelinePoint>>(points));
        const std::vector<EngineSpan> expected{{Phase::forward, 23, 30}, {Phase::loss, 23, 30}, {Phase::optimizer_step, 43, 50}};
        QVERIFY(spans == expected);
        QVERIFY(engine_spans(std::nullopt, std::make_shared<const std::vector<TimelinePoint>>(points)).empty());
    }
};

PLIMSOLL_TEST(TestTimelineEngine)
} // namespace PLIMSOLL_FILE
#include "test_timeline_engine.moc"
