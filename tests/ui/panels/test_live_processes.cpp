// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/panels/readings.h"
#include "ui/panels/live/live_panel.h"
#include "ui/panels/live/live_words.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

using sample::numbers;
using sample::process;
using sample::start_ms;

/// A card of 24 GiB: a run, a notebook and a desktop, and a GiB that nobody has.
LiveGpu card(Bytes run)
{
    LiveGpu gpu = sample::card_with(run + 3 * gib + gib / 2);
    gpu.reserved = Reading<Bytes>::of(gib / 2);
    gpu.free = Reading<Bytes>::of(*gpu.total - *gpu.reserved - *gpu.used);
    gpu.utilisation = gpu.temperature = gpu.power = Reading<int>::of(50);
    gpu.uuid = Reading<std::string>::of("GPU-0");
    gpu.processes = {process(1804, gib / 2, "gnome-shell"), process(4242, run, "python3"), process(777, 2 * gib, "jupyter")};
    return gpu;
}

LiveSnapshot at(std::int64_t second, LiveGpu gpu) { return {start_ms + second * 1000, {}, {std::move(gpu)}, {}}; }

/// The peak of 15 GiB, on the way load and forward.
std::shared_ptr<const Estimate> plan()
{
    auto out = std::make_shared<Estimate>(sample::planned_peak());
    ProcessEstimate &process = out->fullest();
    process.peak.reserved = process.peak.allocated = process.peak.device;
    const auto point = [&](Phase phase, Bytes allocated) {
        TimelinePoint one;
        one.phase = phase;
        one.allocated = allocated;
        process.timeline.push_back(one);
    };
    point(Phase::load, 7 * gib);
    point(Phase::forward, 11 * gib);
    point(Phase::loss_backward, 15 * gib);
    point(Phase::optimizer_step, 12 * gib);
    return out;
}

/// A panel that has read `seconds` times, the run growing from 8 GiB.
class Read {
public:
    explicit Read(QSize size = {760, 300}, int seconds = 30)
    {
        panel.resize(size);
        panel.show();
        for (int second = 0; second < seconds; ++second) {
            last = at(second, card(8 * gib + second * gib / 10));
            history.add(last);
        }
        show();
    }
    void show()
    {
        panel.show_readings(last, numbers(), {});
        panel.show_history(history, plan());
    }
    void read(LiveGpu gpu)
    {
        last = at((last.time_ms - start_ms) / 1000 + 1, std::move(gpu));
        history.add(last);
        show();
    }
    QString text(int row, int column) { return panel.processes().model().index(row, column).data().toString(); }
    void click(int row)
    {
        QTableView &view = panel.processes().view();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(view.model()->index(row, 0)).center());
    }

    LivePanel panel;
    LiveHistory history;
    LiveSnapshot last;
};

} // namespace

/// Whose memory a card's is, in the list, the column and the chart; and what a reading answers.
class TestLiveProcesses : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_theme = new Theme(qApp, ThemeChoice::light); }

    void the_list_is_the_card_biggest_first()
    {
        Read r;
        QAbstractItemModelTester tester(&r.panel.processes().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        r.read(card(9 * gib));
        QStringList rows;
        for (int row = 0; row < r.panel.processes().model().rowCount(); ++row) rows << r.text(row, 0) + u' ' + r.text(row, 1);
        QCOMPARE(rows, (QStringList{u"python3 (4242) 9.00"_s, u"jupyter (777) 2.00"_s, u"gnome-shell (1804) 0.50"_s,
                                    u"Not told by whom 1.00"_s, u"The driver's own 0.50"_s, u"Free 11.00"_s}));
        QCOMPARE(r.panel.processes().caption(), u"GPU 0: 3 processes"_s);
    }
    void a_click_follows_a_process_from_its_first_reading()
    {
        Read r;
        QCOMPARE(r.panel.chart().data().process, u"python3 (4242)"_s);
        QVERIFY(!r.panel.attached() && !r.panel.processes().detach_button().isVisible());
        r.click(1);
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
        QCOMPARE(r.panel.chart().data().process, u"jupyter (777)"_s);
        for (const LivePoint &point : r.panel.chart().data().points) QCOMPARE(point.in_process, std::optional<Bytes>(2 * gib));
        QCOMPARE(r.panel.processes().model().index(1, 0).data(Qt::AccessibleTextRole).toString(),
                 u"jupyter (777), followed in the chart"_s);
        r.read(card(12 * gib)); // stays with it
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
        r.click(1); // and lets go
        QVERIFY(!r.panel.attached());
        QCOMPARE(r.panel.chart().data().process, u"python3 (4242)"_s);
    }
    void keys_and_the_button_do_the_same()
    {
        Read r;
        QTableView &view = r.panel.processes().view();
        view.setFocus();
        view.setCurrentIndex(view.model()->index(2, 0));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(r.panel.attached(), std::optional<quint32>(1804));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!r.panel.attached());
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(r.panel.attached(), std::optional<quint32>(1804));
        QVERIFY(r.panel.processes().detach_button().isVisible());
        QTest::mouseClick(&r.panel.processes().detach_button(), Qt::LeftButton);
        QVERIFY(!r.panel.attached());
        view.setCurrentIndex(view.model()->index(4, 0)); // the driver's own is no process
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(!r.panel.attached());
        r.panel.follow_current();
        QVERIFY(!r.panel.attached());
        view.setCurrentIndex(view.model()->index(1, 0));
        r.panel.follow_current();
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
        r.panel.follow_current();
        QVERIFY(!r.panel.attached());
    }
    void the_current_row_goes_with_its_process()
    {
        Read r;
        r.panel.processes().view().setCurrentIndex(r.panel.processes().model().index(1, 0));
        LiveGpu other = card(gib); // the notebook is the biggest now
        r.read(other);
        QCOMPARE(r.text(0, 0), u"jupyter (777)"_s);
        QCOMPARE(r.panel.processes().current_pid(), std::optional<quint32>(777));
        QCOMPARE(r.panel.processes().view().currentIndex().row(), 0);
    }
    void a_process_that_ended_is_said_and_its_curve_stays()
    {
        Read r;
        r.click(1);
        LiveGpu gone = card(9 * gib);
        gone.processes.pop_back();
        r.read(gone);
        QVERIFY2(r.panel.whole_message().contains(u"jupyter (777) is not listed any more."_s),
                 qPrintable(r.panel.whole_message()));
        QVERIFY(!r.panel.whole_message().contains(u"All processes together"_s));
        const auto &points = r.panel.chart().data().points;
        QCOMPARE(points.front().in_process, std::optional<Bytes>(2 * gib));
        QCOMPARE(points.back().in_process, std::optional<Bytes>());
        QVERIFY(r.panel.processes().detach_button().isVisible());
        r.panel.attach({});
        QCOMPARE(r.panel.chart().data().process, u"python3 (4242)"_s);
    }
    void another_card_has_a_choice_of_its_own()
    {
        Read r;
        LiveGpu second = card(5 * gib);
        second.index = 1;
        r.last.gpus.push_back(second);
        r.show();
        r.click(1);
        r.panel.view().setCurrentIndex(r.panel.model().index(1, 0));
        QVERIFY(!r.panel.attached());
        QCOMPARE(r.panel.processes().caption(), u"GPU 1: 3 processes"_s);
        r.panel.view().setCurrentIndex(r.panel.model().index(0, 0));
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
    }
    /// From the bottom in the order of the list, as high as its bytes; what is too low to be seen is one part.
    void the_column_stands_for_the_card()
    {
        CardColumnData data;
        data.gpu = u"GPU 0"_s;
        data.shares = shares_of(card(9 * gib));
        data.numbers = numbers();
        const auto parts = lay_out(data, QRectF(0, 0, 20, 240));
        QCOMPARE(parts.size(), std::size_t{6});
        QCOMPARE(parts[0].pid, 4242U);
        QCOMPARE(parts[0].rect, QRectF(0, 150, 20, 90));
        QCOMPARE(parts[1].rect.bottom(), 150.0);
        QCOMPARE(parts[5].kind, CardPart::free_);
        QCOMPARE(parts[5].rect.top(), 0.0);
        LiveGpu crowded = card(9 * gib);
        for (std::uint32_t pid = 9000; pid < 9500; ++pid) crowded.processes.push_back(process(pid, 2 * mib, "worker"));
        data.shares = shares_of(crowded);
        data.followed = 9123;
        const auto many = lay_out(data, QRectF(0, 0, 20, 240));
        const auto small = std::ranges::find(many, CardPart::many, &CardPart::kind);
        QVERIFY(small != many.end());
        QCOMPARE(small->count, 499); // the one that is followed has its own
        QCOMPARE(text_of(*small, data), u"499 smaller processes: 0.97\u00a0GiB"_s);
        QCOMPARE(sentence_of(data), u"GPU 0: python3 (4242): 9.0\u00a0GiB, jupyter (777): 2.0\u00a0GiB, gnome-shell (1804): "
                                    u"0.50\u00a0GiB, 500 smaller processes: 0.98\u00a0GiB, not told by whom: 0.02\u00a0GiB, "
                                    u"the driver's own: 0.50\u00a0GiB, free: 11.0\u00a0GiB."_s);
    }
    void a_click_on_the_column_follows_too()
    {
        Read r;
        CardColumn &column = r.panel.processes().column();
        QVERIFY(column.isVisible());
        const auto at_777 = std::ranges::find(column.parts(), 777U, &CardPart::pid);
        QVERIFY(at_777 != column.parts().end());
        QTest::mouseClick(&column, Qt::LeftButton, {}, at_777->rect.center().toPoint());
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
        QTest::mouseClick(&column, Qt::LeftButton, {}, QPoint(10, 6)); // free
        QCOMPARE(r.panel.attached(), std::optional<quint32>(777));
    }
    void hundreds_of_processes_take_no_second()
    {
        Read r;
        LiveGpu crowded = card(9 * gib);
        for (std::uint32_t pid = 9000; pid < 9500; ++pid) crowded.processes.push_back(process(pid, 2 * mib, "worker"));
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 20; ++i) {
            r.read(crowded);
            QCoreApplication::processEvents();
        }
        QVERIFY2(timer.elapsed() < 20 * 250, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(r.panel.processes().model().rowCount(), 503 + 3);
    }
    /// The way to the peak and its interval, where the chart draws them and as words.
    void the_plan_stands_behind_the_curve()
    {
        Read r({1000, 420});
        const LiveChartData &data = r.panel.chart().data();
        QVERIFY(data.plan.has_value());
        const LiveGeometry g = lay_out(data, {900, 300});
        QVERIFY(g.interval && std::abs(g.interval->top() - g.y_of(16)) < 0.01 &&
                std::abs(g.interval->bottom() - g.y_of(14)) < 0.01);
        QCOMPARE(g.interval->width(), g.plot.width());
        QCOMPARE(g.phases.size(), std::size_t{2}); // what the optimizer step takes is held already
        QVERIFY(std::abs(g.phases[0].y - g.y_of(7)) <= 0.5 && std::abs(g.phases[1].y - g.y_of(11)) <= 0.5);
        QCOMPARE(g.phases[0].label->text, u"load 7.0"_s);
        QCOMPARE(g.phases[1].label->text, u"forward 11.0"_s);
        QCOMPARE(g.interval_label->text, u"14.0 to 16.0"_s);
        const QString said = r.panel.chart().accessibleDescription();
        QVERIFY2(said.contains(u"Its interval is 14.0 to 16.0."_s), qPrintable(said));
        QVERIFY2(said.contains(u"On the way it takes 7.0 at load, 11.0 at forward."_s), qPrintable(said));
        QTest::keyClick(&r.panel.chart(), Qt::Key_Left);
        QVERIFY(r.panel.chart().accessibleDescription().contains(u"as much as the plan takes up to load"_s));
    }
    void no_two_names_of_the_plan_stand_on_each_other()
    {
        Read r;
        for (const int height : {84, 110, 150, 240, 600})
            for (const int width : {240, 420, 900}) {
                const LiveGeometry g = lay_out(r.panel.chart().data(), QSizeF(width, height));
                std::vector<double> left, right;
                for (const auto &one : g.phases)
                    if (one.label) left.push_back(one.label->at.y());
                for (const auto *one : {&g.plan_label, &g.interval_label, &g.total_label})
                    if (*one) right.push_back((*one)->at.y());
                for (const auto &side : {left, right})
                    for (std::size_t i = 0; i < side.size(); ++i)
                        for (std::size_t j = 0; j < i; ++j)
                            QVERIFY2(std::abs(side[i] - side[j]) >= 13.5, qPrintable(u"%1 × %2"_s.arg(width).arg(height)));
            }
    }
    /// Neither on a line of the plan or the card, nor on a colour that it is not made for.
    void a_name_in_the_chart_can_be_read()
    {
        Read r;
        int named = 0;
        for (int tenths = 5; tenths < 190; tenths += 7)
            for (const int height : {84, 150, 300, 600}) {
                LiveChartData data = r.panel.chart().data();
                data.points.clear();
                for (int second = 0; second <= 300; second += 5)
                    data.points.push_back({start_ms + second * 1000, tenths * gib / 10 + 600 * mib, tenths * gib / 10});
                const LiveGeometry g = lay_out(data, QSizeF(900, height));
                for (const auto *label : {&g.process_label, &g.used_label}) {
                    if (!*label) continue;
                    ++named;
                    const double y = (*label)->at.y();
                    std::vector<double> lines{*g.plan_y, g.interval->top(), g.interval->bottom()};
                    if (g.total_y) lines.push_back(*g.total_y);
                    for (const auto &phase : g.phases) lines.push_back(phase.y);
                    for (const double line : lines) QVERIFY2(std::abs(line - y) >= 9, qPrintable(QString::number(tenths)));
                    const bool inside = label == &g.process_label;
                    QVERIFY(inside ? y - 7 >= g.process_tops.back() : y + 7 <= g.process_tops.back());
                }
            }
        QVERIFY(named > 50);
    }
    void minutes_stand_apart_at_every_width()
    {
        Read r;
        const QFontMetricsF metrics(ui_font());
        for (int width = 260; width < 900; width += 10) {
            const LiveGeometry g = lay_out(r.panel.chart().data(), QSizeF(width, 160));
            double end = -1;
            for (const PlacedText &time : g.times) {
                const double wide = metrics.horizontalAdvance(time.text);
                const double left = time.at.x() - (time.align == Qt::AlignLeft    ? 0
                                                   : time.align == Qt::AlignRight ? wide
                                                                                  : wide / 2);
                QVERIFY2(left > end, qPrintable(time.text + QString::number(width)));
                end = left + wide;
            }
        }
    }
    /// The list is the column's legend, whose followed process is a pattern where colours are few.
    void the_legend_has_the_columns_pattern()
    {
        m_theme->choose(ThemeChoice::high_contrast);
        Read r;
        const auto swatch = [&](int row) { return r.panel.processes().model().index(row, 0).data(Qt::DecorationRole); };
        const QImage followed = swatch(0).value<QPixmap>().toImage();
        QVERIFY(!followed.isNull());
        std::set<QRgb> colours;
        for (int x = 1; x < followed.width() - 1; ++x)
            for (int y = 1; y < followed.height() - 1; ++y) colours.insert(followed.pixel(x, y));
        QVERIFY(colours.size() > 1);
        QVERIFY(swatch(1).value<QColor>().isValid());
        m_theme->choose(ThemeChoice::light);
        QVERIFY(swatch(0).value<QColor>().isValid());
    }
    void what_can_be_allocated_is_the_command_lines_sentence()
    {
        Read r;
        r.read(card(9 * gib)); // 11 free
        QTest::keyClicks(&r.panel.room().field(), u"10GiB"_s);
        const QString answer = qt_text(allocatable_text(r.last.gpus[0], 10 * gib));
        QVERIFY2(r.panel.message().contains(answer), qPrintable(r.panel.message()));
        r.read(card(15 * gib)); // 5 free: the answer follows the reading
        QVERIFY(r.panel.message().contains(u"GPU 0: 10.0 GiB cannot be allocated now, 5.0 GiB is missing: 5.0 GiB is free."_s));
        r.panel.room().field().setText(u"ten"_s);
        QVERIFY(r.panel.message().contains(u"ten is no size above 0"_s));
        r.panel.room().field().clear();
        QVERIFY(!r.panel.message().contains(u"allocated"_s) && !r.panel.message().contains(u"no size"_s));
    }
    void the_warning_follows_its_limit()
    {
        Read r;
        r.read(card(16 * gib)); // 19.5 of 24: 81 %
        QVERIFY(!r.panel.message().contains(u"% of the card"_s));
        r.panel.set_warning(80);
        QVERIFY(r.panel.message().contains(u"81 % of the card is in use."_s));
        QVERIFY(nearly_full(r.panel.chart().data(), r.panel.chart().data().points.back()));
    }
    void what_wsl_and_a_shared_memory_do_not_tell_is_said()
    {
        Read r;
        LiveGpu wsl = card(9 * gib);
        wsl.processes.clear();
        wsl.processes_reason = "under WSL the driver tells nothing of single processes";
        r.read(wsl);
        QVERIFY2(r.panel.message().contains(u"processes: under WSL the driver tells nothing of single processes"_s),
                 qPrintable(r.panel.message()));
        QCOMPARE(r.text(0, 0), u"In use, not told by whom"_s);
        QCOMPARE(r.text(0, 1), u"12.50"_s);
        QCOMPARE(r.panel.processes().model().index(0, 0).data(Qt::ToolTipRole).toString(),
                 u"under WSL the driver tells nothing of single processes"_s);
        LiveGpu gb10 = card(9 * gib);
        gb10.unified_memory = true;
        gb10.reserved = Reading<Bytes>::missing("memory is shared with the CPU");
        r.read(gb10);
        QVERIFY2(r.panel.whole_message().contains(u"Not told: reserved: memory is shared with the CPU."_s),
                 qPrintable(r.panel.whole_message()));
    }
    void a_driver_that_does_not_answer_is_said()
    {
        LivePanel fresh;
        fresh.set_silent(true);
        QCOMPARE(fresh.message(), u"The driver does not answer."_s);
        Read r;
        r.panel.set_silent(true);
        QVERIFY(r.panel.message().startsWith(u"The driver does not answer; these are its last readings."_s));
        r.panel.set_silent(false);
        QVERIFY(!r.panel.message().contains(u"does not answer"_s));
    }
    void a_narrow_panel_keeps_the_chart()
    {
        for (const int width : {384, 460, 560, 760, 1600}) {
            Read r({width, 260});
            QCoreApplication::processEvents();
            QVERIFY2(r.panel.chart().width() >= 240, qPrintable(QString::number(width)));
            QCOMPARE(r.panel.processes().column().isVisible(), width >= 760);
        }
    }
    void as_tables_the_list_says_what_the_column_draws()
    {
        Read r;
        r.panel.set_table_shown(true);
        QVERIFY(!r.panel.processes().column().isVisible() && r.panel.processes().view().isVisible());
        r.panel.set_table_shown(false);
        QVERIFY(r.panel.processes().column().isVisible());
    }

private:
    static QString qt_text(const std::string &text) { return QString::fromStdString(text); }

private:
    Theme *m_theme = nullptr; ///< the application's
};

PLIMSOLL_TEST(TestLiveProcesses)
} // namespace PLIMSOLL_FILE
#include "test_live_processes.moc"
