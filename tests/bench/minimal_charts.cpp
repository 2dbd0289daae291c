// SPDX-License-Identifier: GPL-3.0-or-later
// The least that draws a stacked Qt Charts bar in a window: what the planner's start is measured against. It ends after the
// first painted frame.
#include <QApplication>
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QMainWindow>
#include <QStackedBarSeries>
#include <QTimer>
#include <QValueAxis>

#include <cstdlib>

namespace {

class View : public QChartView {
public:
    using QChartView::QChartView;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QChartView::paintEvent(event);
        QTimer::singleShot(0, qApp, [] { std::_Exit(0); });
    }
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *series = new QStackedBarSeries;
    for (const double gigabytes : {5.2, 0.2, 2.4, 3.1}) {
        auto *set = new QBarSet(QString::number(gigabytes));
        *set << gigabytes << 2 * gigabytes << 4 * gigabytes;
        series->append(set);
    }
    auto *categories = new QBarCategoryAxis;
    categories->append({QStringLiteral("QLoRA"), QStringLiteral("BF16"), QStringLiteral("FP32")});
    auto *chart = new QChart;
    chart->addSeries(series);
    chart->addAxis(categories, Qt::AlignBottom);
    series->attachAxis(categories);
    auto *bytes = new QValueAxis;
    chart->addAxis(bytes, Qt::AlignLeft);
    series->attachAxis(bytes);
    QMainWindow window;
    window.setCentralWidget(new View(chart));
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
