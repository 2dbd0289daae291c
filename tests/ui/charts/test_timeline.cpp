// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/places.h"
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/charts/timeline/timeline_measured.h"
#include "ui/charts/timeline/timeline_paint.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr QSizeF canvas_size(640, 236);

TimelineData long_step(std::size_t operations, std::size_t spike)
{
    std::vector<TimelinePoint> points(operations);
    for (std::size_t i = 0; i < operations; ++i) {
        points[i].phase = i < operations / 2 ? Phase::forward : Phase::backward;
        points[i].components[0] = gib * static_cast<Bytes>(i == spike ? 9 : 1 + i % 3);
        points[i].allocated = points[i].components[0];
    }
    TimelineData data;
    data.points = std::make_shared<const std::vector<TimelinePoint>>(std::move(points));
    data.numbers.locale = QLocale::c();
    return data;
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void axis_has_round_decimal_steps()
    {
        QCOMPARE(decimal_axis(15.16), (AxisRange{20, 5, 4}));
        QCOMPARE(decimal_axis(0), AxisRange{});
        for (double need = 0.01; need < 5000; need *= 1.11) {
            const auto axis = decimal_axis(need);
            QVERIFY2(axis.top >= 1.12 * need && axis.top <= 2.0 * need, qPrintable(QString::number(need)));
        }
    }

    void a_real_run_has_its_line_over_the_step()
    {
        TimelineData data = long_step(1000, 700);
        Measured run;
        run.phases = {{1, "forward", 8 * gib, {}, {}}, {2, "forward", 2 * gib, {}, {}}, {2, "backward", 12 * gib, {}, {}}};
        const std::vector<Bytes> course{gib, 2 * gib, 12 * gib, gib};
        data.measured = courses_over(data, run, {{}, {}, course});
        QCOMPARE(data.measured,
                 (std::vector<MeasuredCourse>{{0, 500, {2 * gib}}, {500, 700, {gib, 2 * gib}}, {700, 1000, {12 * gib, gib}}}));
        const TimelineGeometry g = lay_out(data, canvas_size);
        QCOMPARE(g.measured.size(), std::size_t{1}); // from phase to phase without a gap
        QCOMPARE(g.measured[0].size(), qsizetype{10});
        QCOMPARE(g.measured[0].front(), QPointF(g.plot.left(), std::round(g.y_of(2))));
        QVERIFY(g.top_value > 12); // the run is above the plan and in sight
        QVERIFY(g.caption.text.contains(QStringLiteral("measured, 12")));
        QCOMPARE(fullest_of(data, "backward"), std::optional<std::size_t>(700));
        QVERIFY(!fullest_of(data, "optimizer_step"));
        run.phases.pop_back();
        data.measured = courses_over(data, run, {});
        QCOMPARE(data.measured.size(), std::size_t{1}); // what was not measured has no line
    }

    void loading_is_left_out_of_a_step_and_shown_of_a_start()
    {
        const auto data = samples::timeline();
        const auto runs = phase_runs(data);
        QCOMPARE(runs.size(), std::size_t{5});
        QCOMPARE(runs.front().phase, Phase::forward);
        QCOMPARE(title_of(runs[2].phase), QStringLiteral("loss backward"));
        const auto start = phase_runs(samples::start());
        QCOMPARE(start.front().phase, Phase::load);
        QCOMPARE(start.back().phase, Phase::serve);
        QVERIFY(phase_runs({}).empty());
    }

    void downsampling_keeps_the_largest_of_every_pixel()
    {
        for (const std::size_t spike : {0ul, 1ul, 77ul, 4999ul, 54321ul, 99998ul, 99999ul}) {
            const auto g = lay_out(long_step(100'000, spike), canvas_size);
            QVERIFY(g.samples.size() <= static_cast<std::size_t>(g.plot.width()));
            QVERIFY2(std::ranges::any_of(g.samples, [&](const auto &s) { return s.index == spike; }),
                     qPrintable(QString::number(spike)));
            QCOMPARE(*g.peak, spike);
            double x = g.plot.left();
            for (const auto &sample : g.samples) {
                QCOMPARE(sample.x0, x);
                x = sample.x1;
            }
            QCOMPARE(x, g.plot.right());
        }
    }

    void bands_stack_to_what_is_allocated()
    {
        const auto data = samples::timeline();
        const auto g = lay_out(data, canvas_size);
        for (std::size_t i = 0; i < g.samples.size(); ++i) {
            const double allocated = data.numbers.value((*data.points)[g.samples[i].index].allocated);
            QVERIFY(std::abs(g.bands.back().tops[i] - g.y_of(allocated)) <= 0.51);
            for (std::size_t b = 1; b < g.bands.size(); ++b) QVERIFY(g.bands[b].tops[i] <= g.bands[b - 1].tops[i]);
        }
        auto expanded = data;
        expanded.expanded = {Group::weights};
        QCOMPARE(lay_out(expanded, canvas_size).bands.size(), group_count + 2);
        QCOMPARE(lay_out(expanded, canvas_size).bands.back().tops, g.bands.back().tops);
    }

    void narrow_phases_are_named_in_the_upper_row()
    {
        const auto g = lay_out(samples::timeline(), canvas_size);
        QVERIFY(!g.phases[0].upper_row);
        QVERIFY(g.phases[1].upper_row && g.phases[2].upper_row);
        QVERIFY(g.phases[1].name->at.x() + 20 < g.phases[2].name->at.x());
        QCOMPARE(g.peak_label.text, QStringLiteral("13.0\u00a0GiB allocated, the peak"));
        QCOMPARE(g.held_label->text, QStringLiteral("held: 15.2\u00a0GiB"));
        QVERIFY(g.lines[0].above_axis);
        QVERIFY(!g.lines[1].above_axis);
    }

    /// One figure for one thing: a band that goes on over the peak says what breakdown and column say of it there.
    void bands_say_what_they_are_at_the_peak()
    {
        auto data = samples::timeline();
        auto points = *data.points;
        constexpr auto weights = static_cast<std::size_t>(Component::weights);
        const auto peak = *lay_out(data, canvas_size).peak;
        points[peak - 1].components[weights] += gib, points[peak - 1].allocated = 0; // more of them, yet not the peak
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        const auto g = lay_out(data, canvas_size);
        QCOMPARE(*g.peak, peak);
        QVERIFY(g.bands[0].label);
        QCOMPARE(g.bands[0].label->text,
                 QStringLiteral("Weights ") +
                     data.numbers.brief(points[peak].components[weights] +
                                        points[peak].components[static_cast<std::size_t>(Component::quantization_metadata)]));
    }

    /// A card's line anywhere in the weights: their label stands above or below it.
    void no_line_runs_through_a_label()
    {
        auto data = samples::timeline();
        const Bytes weights = data.points->front().components[static_cast<std::size_t>(Component::weights)];
        for (int percent = 5; percent <= 95; percent += 5) {
            data.lines = {{"card", "card", weights * percent / 100, 0, true}};
            const auto g = lay_out(data, canvas_size);
            QVERIFY(g.bands[0].label);
            QVERIFY2(std::abs(g.bands[0].label->at.y() - g.lines[0].y) >= 9, qPrintable(QString::number(percent)));
        }
    }

    void the_peaks_label_stays_in_sight()
    {
        for (double width = 260; width < 700; width += 20) {
            const auto g = lay_out(samples::timeline(), {width, 236});
            const double text = text_width(ui_font(TextSize::caption, true), g.peak_label.text), x = g.peak_label.at.x();
            const double left = g.peak_label.align & Qt::AlignRight ? x - text : x;
            QVERIFY2(left >= 0 && left + text <= width, qPrintable(g.peak_label.text));
        }
    }

    void the_part_in_view_is_drawn_larger()
    {
        const auto whole = lay_out(samples::timeline(), canvas_size);
        const auto part = lay_out(samples::timeline(), canvas_size, {81, 98});
        QVERIFY(part.samples.size() == 17);
        QCOMPARE(part.samples.front().index, part.first_index + 81);
        QVERIFY(part.phases[1].x1 - part.phases[1].x0 > 10 * (whole.phases[1].x1 - whole.phases[1].x0));
        QVERIFY(!part.operations.empty());
        QCOMPARE(part.index_at(part.plot.left() + 1), std::optional(part.first_index + 81));
        QVERIFY(!part.index_at(part.plot.left() - 5));
    }

    /// Zoomed in, every operation with room has a name: without what its phase says already, and in the end cut.
    void operations_are_named_as_far_as_there_is_room()
    {
        auto data = long_step(8, 5);
        auto points = *data.points;
        for (auto &point : points) {
            point.phase = Phase::loss_backward;
            point.label = "log_softmax_backward";
        }
        points[2].label = "an_operation_with_a_name_that_is_too_long";
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        const auto g = lay_out(data, {760, 236});
        QCOMPARE(g.operations.size(), std::size_t{8});
        QCOMPARE(g.operations[0].text, QStringLiteral("log_softmax"));
        QVERIFY(g.operations[2].text.startsWith(QStringLiteral("an_")) && g.operations[2].text.endsWith(QChar(0x2026)));
    }
    /// Where names of short phases have no room side by side, those of the longer ones stay.
    void the_longer_phases_keep_their_names()
    {
        std::vector<TimelinePoint> points;
        for (int pass = 0; pass < 8; ++pass)
            for (const Phase phase : {Phase::forward, Phase::loss, Phase::loss_backward, Phase::backward})
                for (int i = 0; i < (phase == Phase::forward || phase == Phase::backward ? 6 : 2) * (pass + 1); ++i) {
                    points.push_back({});
                    points.back().phase = phase;
                    points.back().allocated = points.back().components[0] = gib;
                }
        TimelineData data;
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        data.numbers.locale = QLocale::c();
        const auto g = lay_out(data, canvas_size);
        const auto named = std::ranges::count_if(g.phases, [](const PlacedPhase &one) { return one.name.has_value(); });
        QVERIFY2(named > 4 && named < 32, qPrintable(QString::number(named)));
        QVERIFY(g.phases.back().name);
    }
    /// What reads pictures has parts of its own in forward and backward, named; its weights' updates and loading have none.
    void a_towers_passes_stand_apart()
    {
        std::vector<TimelinePoint> points;
        const auto add = [&](Phase phase, int layer) {
            points.push_back({});
            points.back().phase = phase;
            points.back().layer = layer;
            points.back().allocated = points.back().components[0] = gib;
        };
        const int first = step::place_of_tower_layer(0);
        for (int i = 0; i < 10; ++i) add(Phase::forward, first - i);
        for (int i = 0; i < 10; ++i) add(Phase::forward, i);
        for (int i = 0; i < 10; ++i) add(Phase::backward, 9 - i);
        for (int i = 0; i < 10; ++i) add(Phase::backward, first - 9 + i);
        for (int i = 0; i < 10; ++i) add(Phase::optimizer_step, i % 2 ? i : first);
        TimelineData data;
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        data.numbers.locale = QLocale::c();
        QStringList titles;
        for (const PhaseRun &run : phase_runs(data)) titles << title_of(run);
        QCOMPARE(titles.join(u';'), QStringLiteral("tower, forward;forward;backward;tower, backward;optimizer step"));
        QCOMPARE(moment_of(points[2]), QStringLiteral("tower, layer 3, forward"));
        QVERIFY(sentence_of(data).contains(QStringLiteral("tower, forward up to")));
        const auto g = lay_out(data, canvas_size);
        for (const PlacedPhase &phase : g.phases) QVERIFY(phase.name);
        QCOMPARE(g.phases.front().name->text, QStringLiteral("tower, forward"));
    }

    /// A group of many narrow spikes is outlined as a whole, and stays in its colour.
    void a_selected_group_of_spikes_keeps_its_colour()
    {
        std::vector<TimelinePoint> points(600);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].components[static_cast<std::size_t>(Component::weights)] = gib;
            points[i].components[static_cast<std::size_t>(Component::activations)] = i % 2 == 0 ? 0 : 3 * gib;
            points[i].allocated = points[i].components[0] + (i % 2 == 0 ? 0 : 3 * gib);
        }
        TimelineData data;
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        data.numbers.locale = QLocale::c();
        const auto g = lay_out(data, {1290, 236});
        const Palette colors = current_palette();
        const auto dark = [&](const std::optional<Group> &selected) {
            QImage image(QSize(1290, 236), QImage::Format_RGB32);
            image.fill(colors.paper);
            QPainter painter(&image);
            paint_timeline(painter, g, colors, selected);
            painter.end();
            int count = 0;
            for (int y = static_cast<int>(g.y_of(3.5)); y < static_cast<int>(g.y_of(1.5)); ++y)
                for (int x = static_cast<int>(g.plot.left()) + 5; x < static_cast<int>(g.plot.right()) - 5; ++x)
                    count += qGray(image.pixel(x, y)) < 60;
            return count;
        };
        const double all = (g.y_of(1.5) - g.y_of(3.5)) * g.plot.width();
        QVERIFY2(dark(Group::activations) - dark(std::nullopt) < all / 10,
                 qPrintable(QString::number((dark(Group::activations) - dark(std::nullopt)) / all)));
    }
    /// What the cursor reads covers neither the caption nor the names of operations.
    void a_reading_covers_no_words()
    {
        const auto data = samples::timeline();
        const QString text = QStringLiteral("12.9 GiB · layer 28, loss backward");
        for (const TimelineView view : {TimelineView{}, TimelineView{81, 98}, TimelineView{81, 88}})
            for (const double width : {640.0, 1400.0}) {
                const auto g = lay_out(data, {width, 236}, view);
                const QRectF room = reading_room(g, text);
                QVERIFY(room.left() >= g.caption.at.x() + text_width(ui_font(), g.caption.text));
                QVERIFY(room.right() <= g.plot.right() && room.width() >= text_width(ui_font(), text));
                for (const auto &name : g.operations) QVERIFY(name.at.y() + 7 <= room.top());
            }
    }
    void labels_of_bands_cross_no_phases_line()
    {
        const auto data = samples::timeline();
        const auto count = static_cast<double>(lay_out(data, canvas_size).last_index);
        int labels = 0;
        for (const double width : {520.0, 640.0, 900.0, 1920.0})
            for (double first = 0; first < count / 2; first += count / 31) {
                const auto g = lay_out(data, {width, 236}, {first, first + count / 2});
                for (const auto &band : g.bands) {
                    if (!band.label) continue;
                    ++labels;
                    const double left = band.label->at.x(), right = left + text_width(ui_font(), band.label->text);
                    QVERIFY(left >= g.plot.left() && right <= g.plot.right());
                    for (std::size_t i = 1; i < g.phases.size(); ++i)
                        QVERIFY2(g.phases[i].x0 <= left || g.phases[i].x0 >= right, qPrintable(band.label->text));
                }
            }
        QVERIFY2(labels > 60, qPrintable(QString::number(labels)));
    }

    void cursor_follows_mouse_and_keys()
    {
        TimelineChart chart;
        chart.resize(640, 236);
        chart.set_data(samples::timeline());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QSignalSpy moved(&chart, &TimelineChart::cursor_moved), groups(&chart, &TimelineChart::group_selected);
        auto *canvas = chart.canvas();
        const auto &g = canvas->layout_shown();
        const QPoint at(300, static_cast<int>(g.plot.bottom()) - 10);
        QTest::mouseMove(canvas, at);
        QCOMPARE(canvas->cursor_index(), g.index_at(300));
        QTest::mouseMove(canvas, {2, 2});
        QCOMPARE(canvas->cursor_index(), std::nullopt);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
        QCOMPARE(groups.takeFirst().first().value<Group>(), Group::weights);
        QTest::mouseMove(canvas, {2, 2});
        QCOMPARE(canvas->cursor_index(), g.index_at(300)); // stays where it was clicked
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(*canvas->cursor_index(), *g.index_at(300) + 1);
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(*canvas->cursor_index(), g.first_index);
        QTest::keyClick(canvas, Qt::Key_Left);
        QCOMPARE(*canvas->cursor_index(), g.first_index);
        QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE((*samples::timeline().points)[*canvas->cursor_index()].phase, Phase::loss);
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(canvas->cursor_index(), std::nullopt);
        QVERIFY(moved.count() >= 6);
    }

    void wheel_zooms_and_double_click_goes_back()
    {
        TimelineChart chart;
        chart.resize(640, 236);
        chart.set_data(samples::timeline());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QSignalSpy parts(&chart, &TimelineChart::part_changed);
        auto *canvas = chart.canvas();
        const auto turn = [&](int delta) {
            QWheelEvent wheel({250, 150}, canvas->mapToGlobal(QPointF(250, 150)), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(canvas, &wheel);
            return wheel.isAccepted();
        };
        const auto about = canvas->layout_shown().index_at(250);
        QVERIFY(!turn(-120)); // nothing to zoom out of: the wheel is for what scrolls around
        QVERIFY(turn(120));
        QVERIFY(canvas->zoomed());
        QCOMPARE(canvas->layout_shown().index_at(250), about);
        QVERIFY(!parts.last().first().toString().isEmpty());
        for (int i = 0; i < 60; ++i) turn(120);
        QVERIFY(canvas->layout_shown().last - canvas->layout_shown().first >= 5.9);
        QVERIFY(!chart.grab().isNull());
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, {250, 100});
        QVERIFY(!canvas->zoomed());
        QVERIFY(parts.last().first().toString().isEmpty());
        chart.show_part(10, 40);
        chart.set_data(long_step(12, 3)); // the part does not exist any more
        QVERIFY(!canvas->zoomed());
        chart.set_data({});
        QVERIFY(!chart.grab().isNull());
    }

    /// Rises of operations two pixels wide, one beside the other, made a block of the outline's colour.
    void an_outline_leaves_narrow_operations_their_fill()
    {
        TimelineChart chart;
        chart.resize(640, 236);
        chart.set_data(long_step(300, 150));
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        auto *canvas = chart.findChild<TimelineCanvas *>();
        const QImage image = canvas->grab().toImage();
        const auto &g = canvas->layout_shown();
        const int between = static_cast<int>(g.y_of(1.5)); // 1 and 2 GiB take turns here
        int outlined = 0, filled = 0;
        for (int x = static_cast<int>(g.plot.left()) + 2; x < static_cast<int>(g.plot.right()) - 2; ++x) {
            outlined += image.pixelColor(x, between) == palette_for({}).text;
            filled += image.pixelColor(x, between) == palette_for({}).fill(Group::weights);
        }
        QVERIFY2(outlined <= 2, qPrintable(QString::number(outlined))); // the spike's
        QVERIFY(filled > 200);
    }

    void words_of_neighbouring_cells_stand_apart()
    {
        TimelineChart chart;
        chart.resize(640, 400);
        chart.set_data(samples::timeline());
        chart.set_table_shown(true);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto *table = chart.findChild<QTableView *>();
        const QFontMetrics metrics(table->font());
        for (int column = 0; column < table->model()->columnCount(); ++column)
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QString text = table->model()->index(row, column).data().toString();
                QVERIFY2(table->columnWidth(column) >= metrics.horizontalAdvance(text) + 12, qPrintable(text));
            }
    }

    void the_table_mirrors_the_phases()
    {
        TimelineTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_data(samples::timeline());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.headerData(2, Qt::Vertical).toString(), QStringLiteral("loss backward"));
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("12.99"));
        QCOMPARE(model.index(2, 2).data().toString(), QStringLiteral("log_softmax")); // the row names the phase
        QVERIFY(sentence_of(samples::timeline())
                    .endsWith(QStringLiteral("The peak is 13.0\u00a0GiB at log_softmax, loss backward.")));
        model.set_data({});
        QCOMPARE(model.rowCount(), 0);
    }
};

PLIMSOLL_TEST(TestTimeline)
} // namespace PLIMSOLL_FILE
#include "test_timeline.moc"
