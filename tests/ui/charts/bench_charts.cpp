// SPDX-License-Identifier: GPL-3.0-or-later
// New values → painted, with eight scenarios and a timeline: bench_charts [ROUNDS]. Prints median and 99th percentile, ms.
#include "tests/ui/charts/samples.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace plimsoll;

namespace {

/// A step of about `operations` operations, a little larger each round.
TimelineData longer_step(int operations, int round)
{
    const auto one = samples::step();
    const int copies = std::max(operations / static_cast<int>(one.size()), 1);
    std::vector<TimelinePoint> points;
    points.reserve(one.size() * static_cast<std::size_t>(copies));
    for (const auto &point : one)
        for (int i = 0; i < copies; ++i) {
            points.push_back(point);
            points.back().components[0] += (round + i % 3) * mib;
            points.back().allocated += (round + i % 3) * mib;
        }
    auto data = samples::timeline();
    data.points = std::make_shared<const std::vector<TimelinePoint>>(std::move(points));
    return data;
}

/// Processor time of this process: what a machine that is busy with other things does not distort.
double processor_ms() { return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC; }

void print_times(const char *what, std::vector<double> &times)
{
    std::ranges::sort(times);
    std::printf("%-10s median %6.2f  p99 %6.2f  worst %6.2f\n", what, times[times.size() / 2], times[times.size() * 99 / 100],
                times.back());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    new Theme(&application, ThemeChoice::light);
    const int rounds = argc > 1 ? QByteArray(argv[1]).toInt() : 300;
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *memory = new MemoryChart;
    auto *timeline = new TimelineChart;
    column->addWidget(memory, 3);
    column->addWidget(timeline, 2);
    window.resize(640, 640);
    window.show();
    std::vector<double> times, busy;
    for (int i = 0; i < rounds; ++i) {
        auto data = samples::many(8);
        for (auto &entry : data.columns) entry.components[0] += i * 7 * mib, entry.total += i * 7 * mib;
        const auto step = longer_step(5000, i % 50);
        QElapsedTimer timer;
        timer.start();
        const double before = processor_ms();
        memory->set_data(data);
        timeline->set_data(step);
        QCoreApplication::processEvents();
        busy.push_back(processor_ms() - before);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::printf("edit painted, 8 scenarios and 5,000 operations, in ms\n");
    print_times("clock", times);
    print_times("processor", busy);
    return 0;
}
