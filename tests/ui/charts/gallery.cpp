// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every state of the charts with the real widgets: gallery DIR [SCALE]
#include "core/api/answer.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPainter>

using namespace plimsoll;

namespace {

struct Shot {
    QString directory, tone;
    double scale;

    void keep(QWidget &widget, const QString &name, QSize size) const
    {
        widget.resize(size);
        widget.show();
        QCoreApplication::processEvents();
        widget.grab().save(
            QStringLiteral("%1/%2-%3-%4x%5@%6.png").arg(directory, name, tone).arg(size.width()).arg(size.height()).arg(scale));
        widget.hide();
    }
};

void memory_states(const Shot &shot, QSize size)
{
    MemoryChart chart;
    chart.set_data(samples::precisions());
    shot.keep(chart, QStringLiteral("memory-precisions"), size);
    chart.set_data(samples::with_baseline());
    chart.select(MemorySpot{QStringLiteral("QLoRA"), Group::logits_loss, {}});
    shot.keep(chart, QStringLiteral("memory-baseline"), size);
    chart.select({});
    chart.set_data(samples::too_small());
    shot.keep(chart, QStringLiteral("memory-too-small"), size);
    for (const int count : {1, 8, 24}) {
        chart.set_data(samples::many(count));
        shot.keep(chart, QStringLiteral("memory-many-%1").arg(count), size);
    }
    auto expanded = samples::precisions();
    expanded.expanded = {Group::weights, Group::runtime};
    expanded.show_rule_of_thumb = true;
    for (auto &column : expanded.columns) column.rule_of_thumb = column.total * (column.selected ? 5 : 7) / 6;
    expanded.columns[1].problem = "not known";
    chart.set_data(expanded);
    shot.keep(chart, QStringLiteral("memory-expanded"), size);
    chart.set_table_shown(true);
    shot.keep(chart, QStringLiteral("memory-table"), size);
    chart.set_table_shown(false);
    chart.set_folded(true);
    shot.keep(chart, QStringLiteral("memory-folded"), {size.width(), 36});
    chart.set_folded(false);
    chart.set_data({});
    shot.keep(chart, QStringLiteral("memory-empty"), size);
}

void timeline_states(const Shot &shot, QSize size)
{
    TimelineChart chart;
    chart.set_data(samples::timeline());
    shot.keep(chart, QStringLiteral("timeline-step"), size);
    chart.set_cursor(130);
    chart.select(Group::logits_loss);
    shot.keep(chart, QStringLiteral("timeline-cursor"), size);
    chart.set_cursor({});
    chart.select({});
    chart.show_part(81, 98);
    shot.keep(chart, QStringLiteral("timeline-zoomed"), {size.width(), size.height() * 2});
    shot.keep(chart, QStringLiteral("timeline-zoomed"), size);
    chart.show_whole();
    auto load = samples::start();
    load.lines.clear();
    load.expanded = {Group::weights, Group::activations};
    chart.set_data(load);
    shot.keep(chart, QStringLiteral("timeline-load"), size);
    chart.set_table_shown(true);
    shot.keep(chart, QStringLiteral("timeline-table"), size);
    chart.set_table_shown(false);
    chart.set_data({});
    shot.keep(chart, QStringLiteral("timeline-empty"), size);
}

void report_files(const QString &directory)
{
    const report::Sheet page = samples::sheet();
    for (const auto *suffix : {"png", "svg", "pdf"}) {
        QFile file(directory + QStringLiteral("/report.") + QLatin1String(suffix));
        if (file.open(QIODevice::WriteOnly)) file.write(*report_file(page, QLatin1String(suffix)));
    }
}

/// Case 0 as core answers it: FP32, BF16, LoRA and QLoRA of a 7B model.
void real_plans(const Shot &shot)
{
    ReportInput input;
    MemoryChartData memory;
    memory.lines = samples::precisions().lines;
    memory.numbers.locale = QLocale::c();
    TimelineData timeline;
    const char *const plans[][2]{{"FP32 full", R"("method":"full","weights":{"dtype":"fp32"},"autocast":"none")"},
                                 {"BF16 full", R"("method":"full","weights":{"dtype":"bf16"})"},
                                 {"LoRA", R"("method":"lora","adapter":{"rank":16,"alpha":32})"},
                                 {"QLoRA", R"("method":"qlora","kbit_prepare":true,"adapter":{"rank":16,"alpha":32})"}};
    for (const auto &[name, fields] : plans) {
        const auto text = std::string(R"({"schema":"plimsoll.plan/1","name":")") + name +
                          R"(","model":{"preset":"qwen2.5-coder-7b"},)" + fields +
                          R"(,"sequence_length":2048,"target":{"gpus":["RTX 4090"],"budget_bytes":17179869184}})";
        const auto plan = plan_from_json(text);
        if (!plan) continue;
        const auto model = load_model(plan->plan.model);
        if (!model) continue;
        const auto answered = answer(*model, plan->plan);
        if (!answered) continue;
        input.answers.push_back(*answered);
        memory.columns.push_back(memory_column(answered->estimate, name, name));
    }
    if (input.answers.empty()) return;
    input.selected = input.answers.size() - 1;
    memory.columns.back().selected = true;
    const auto &estimate = input.answers.back().estimate;
    timeline.points = std::make_shared<const std::vector<TimelinePoint>>(estimate.fullest().timeline);
    timeline.held = estimate.fullest().peak.device;
    timeline.lines = memory.lines;
    timeline.numbers = memory.numbers;
    MemoryChart chart;
    chart.set_data(memory);
    shot.keep(chart, QStringLiteral("case0-memory"), {640, 380});
    TimelineChart step;
    step.set_data(timeline);
    shot.keep(step, QStringLiteral("case0-timeline"), {640, 236});
    shot.keep(step, QStringLiteral("case0-timeline"), {1200, 520});
    QFile file(shot.directory + QStringLiteral("/case0-report.png"));
    if (file.open(QIODevice::WriteOnly)) file.write(*report_file(report::sheet_of(input, {}), QStringLiteral("png")));
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QString directory = QString::fromLocal8Bit(argc > 1 ? argv[1] : ".");
    QDir().mkpath(directory);
    auto *theme = new Theme(&application, ThemeChoice::light);
    report_files(directory);
    const std::pair<ThemeChoice, QString> tones[]{{ThemeChoice::light, QStringLiteral("light")},
                                                  {ThemeChoice::dark, QStringLiteral("dark")},
                                                  {ThemeChoice::high_contrast, QStringLiteral("contrast")}};
    for (const auto &[choice, name] : tones) {
        theme->choose(choice);
        const Shot shot{directory, name, application.devicePixelRatio()};
        real_plans(shot);
        memory_states(shot, {640, 380});
        timeline_states(shot, {640, 236});
        if (application.devicePixelRatio() < 1.5) {
            memory_states(shot, {1600, 860});
            timeline_states(shot, {1600, 520});
        }
    }
    return 0;
}
