// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/timeline/timeline_geometry.h"

#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr QSizeF axis_size{760, 236};

/// Operations of three phases, of which the last is short to look at and takes half of the step.
TimelineData timed_step()
{
    std::vector<TimelinePoint> points;
    const auto add = [&points](Phase phase, int count) {
        for (int i = 0; i < count; ++i) {
            points.push_back({});
            points.back().phase = phase;
            points.back().allocated = points.back().components[0] = gib * (1 + i % 3);
        }
    };
    add(Phase::forward, 60);
    add(Phase::backward, 30);
    add(Phase::optimizer_step, 10);
    TimelineData data;
    data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
    data.numbers.locale = QLocale::c();
    data.seconds = {{Phase::forward, 0.5}, {Phase::backward, 1}, {Phase::optimizer_step, 1.5}};
    return data;
}

double width_of(const TimelineGeometry &g, std::size_t phase)
{
    return (g.phases[phase].x1 - g.phases[phase].x0) / g.plot.width();
}

} // namespace

class TestTimeAxis : public QObject {
    Q_OBJECT
private slots:
    void phases_are_as_wide_as_they_take()
    {
        TimelineData data = timed_step();
        const auto timed = lay_out(data, axis_size);
        QCOMPARE(timed.phases.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(std::abs(width_of(timed, i) - data.seconds[i].seconds / 3) < 1e-9);
        QVERIFY(timed.caption.text.contains(QStringLiteral("time")));
        data.seconds.clear();
        const auto by_operation = lay_out(data, axis_size);
        QVERIFY(std::abs(width_of(by_operation, 0) - 0.6) < 1e-9);
        QCOMPARE(timed.peak, by_operation.peak); // nothing else of the answer moves
        QCOMPARE(timed.samples.front().index, by_operation.samples.front().index);
    }

    void seconds_stand_under_the_axis()
    {
        const auto g = lay_out(timed_step(), axis_size);
        QStringList shown;
        for (const PlacedText &text : g.operations) shown << text.text;
        QCOMPARE(shown.first(), QStringLiteral("0.0 s"));
        QVERIFY2(shown.contains(QStringLiteral("1.5 s")), qPrintable(shown.join(u';')));
        for (std::size_t i = 1; i < g.operations.size(); ++i) QVERIFY(g.operations[i].at.x() > g.operations[i - 1].at.x() + 20);
    }

    /// A pointer finds the operation that is drawn there, whole and zoomed.
    void what_is_pointed_at_is_what_is_drawn()
    {
        for (const TimelineView view : {TimelineView{}, TimelineView{40, 95}}) {
            const auto g = lay_out(timed_step(), axis_size, view);
            for (std::size_t operation = 45; operation < 95; operation += 7) {
                const double middle = g.middle_of(operation);
                QCOMPARE(g.index_at(middle), std::optional(operation));
            }
        }
    }

    /// Where a part of the step has no time, there is no axis of it.
    void a_phase_without_a_time_leaves_operations()
    {
        TimelineData data = timed_step();
        data.seconds.pop_back();
        const auto g = lay_out(data, axis_size);
        QVERIFY(g.begins.empty());
        QVERIFY(std::abs(width_of(g, 0) - 0.6) < 1e-9);
        QVERIFY(g.caption.text.contains(QStringLiteral("not time")));
    }
};

PLIMSOLL_TEST(TestTimeAxis)
} // namespace PLIMSOLL_FILE
#include "test_time_axis.moc"
