// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/samples.h"

#include <cmath>

namespace plimsoll::samples {

namespace {

Bytes gibibytes(double value) { return std::llround(value * static_cast<double>(gib)); }

Bytes &part(ComponentBytes &bytes, Component component) { return bytes[static_cast<std::size_t>(component)]; }

Bytes sum(const ComponentBytes &bytes)
{
    Bytes total = 0;
    for (const auto b : bytes) total += b;
    return total;
}

void finish(MemoryColumn &column)
{
    column.total = sum(column.components);
    column.interval = Interval{column.total - column.total / 25, column.total + column.total / 25};
}

LoadLine rtx_4090() { return {"24 GB RTX 4090", "RTX 4090", gibibytes(23.6), gibibytes(0.4), true}; }
LoadLine budget() { return {"16 GB budget", "16 GB budget", gibibytes(16), 0, false}; }

/// Builds the timeline operation by operation.
struct Recorder {
    std::vector<TimelinePoint> points;
    ComponentBytes now{};
    Phase phase = Phase::load;
    int layer = -1;

    void add(Component component, double value, const char *label)
    {
        part(now, component) += gibibytes(value);
        points.push_back({phase, layer, sum(now), now, label});
    }
};

} // namespace

MemoryColumn column(const char *title, std::array<double, group_count> values)
{
    MemoryColumn out;
    out.id = out.title = title;
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto members = components_of(static_cast<Group>(i));
        part(out.components, members.front()) = gibibytes(values[i]);
    }
    finish(out);
    return out;
}

MemoryColumn qlora()
{
    MemoryColumn out;
    out.id = out.title = "QLoRA";
    part(out.components, Component::weights) = 7'623'956'480;
    part(out.components, Component::quantization_metadata) = 103'765'504;
    part(out.components, Component::adapters) = 161'480'704;
    part(out.components, Component::optimizer) = 322'961'408;
    part(out.components, Component::activations) = 697'851'904;
    part(out.components, Component::logits_loss) = 4'982'833'152;
    part(out.components, Component::temporaries) = 15'099'904;
    part(out.components, Component::allocator_slack) = 1'837'468'160;
    part(out.components, Component::context) = 536'870'912;
    finish(out);
    out.selected = true;
    return out;
}

MemoryChartData precisions()
{
    MemoryChartData data;
    data.columns = {column("FP32 full", {28.4, 0, 28.4, 56.7, 0.7, 0, 0, 0.4, 2.3}),
                    column("BF16 full", {14.2, 0, 14.2, 28.4, 0.6, 0, 0, 0.3, 1.2}),
                    column("LoRA", {14.19, 0.15, 0, 0.3, 0.46, 3.48, 0, 0.01, 1.34}), qlora()};
    data.lines = {rtx_4090(), budget()};
    data.numbers.locale = QLocale::c();
    return data;
}

MemoryChartData with_baseline()
{
    auto data = precisions();
    data.columns[2].baseline = true;
    for (auto &entry : data.columns)
        if (!entry.baseline) entry.difference = entry.total - data.columns[2].total;
    return data;
}

MemoryChartData too_small()
{
    MemoryChartData data;
    data.columns = {qlora(), column("+ fused loss", {7.2, 0.15, 0, 0.3, 2.0, 0, 0, 0.01, 1.34}),
                    column("BF16 embeddings", {5.2, 0.15, 0, 0.3, 0.45, 3.48, 0, 0.01, 1.41})};
    data.columns[0].baseline = true;
    for (std::size_t i = 1; i < 3; ++i) data.columns[i].difference = data.columns[i].total - data.columns[0].total;
    data.lines = {{"8 GB RTX 3070", "RTX 3070", gibibytes(7.6), gibibytes(0.4), true}};
    data.numbers.locale = QLocale::c();
    return data;
}

MemoryChartData many(int count)
{
    MemoryChartData data;
    for (int i = 0; i < count; ++i) {
        const double k = 1 + i * 0.35;
        data.columns.push_back(column(qPrintable(QStringLiteral("%1,%2 tokens").arg((i + 1) * 2).arg(QStringLiteral("048"))),
                                      {14.2, 0.15, 0.15, 0.3, 3.1 * k, 2.3 * k, 0, 0.6, 1.4}));
        data.columns.back().id = "plan " + std::to_string(i);
    }
    data.columns[static_cast<std::size_t>(count) / 2].selected = true;
    data.lines = {{"24 GB RTX 4090", "RTX 4090", gibibytes(23.6), gibibytes(0.4), true},
                  {"24 GB RTX 3090", "RTX 3090", gibibytes(23.5), gibibytes(0.5), false},
                  {"22 GiB budget", "22 GiB budget", gibibytes(22), 0, false},
                  {"80 GB H100 SXM", "H100 SXM", gibibytes(79.1), gibibytes(0.5), false}};
    data.numbers.locale = QLocale::c();
    return data;
}

std::vector<TimelinePoint> step()
{
    using enum Component;
    Recorder r;
    r.phase = Phase::load;
    for (r.layer = 0; r.layer < 28; ++r.layer) r.add(weights, 7.1 / 28, "load");
    r.layer = -1;
    r.add(quantization_metadata, 0.1, "load");
    r.add(adapters, 0.15, "load");
    r.add(optimizer, 0.3, "load");
    r.phase = Phase::forward;
    for (r.layer = 0; r.layer < 28; ++r.layer) {
        r.add(activations, 0.2, "self_attn");
        r.add(activations, 0.1, "mlp");
        r.add(activations, -0.275, "checkpoint");
    }
    r.layer = -1;
    r.add(logits_loss, 1.16, "lm_head");
    r.phase = Phase::loss;
    r.add(logits_loss, 1.16, "float");
    r.add(logits_loss, 1.82, "log_softmax");
    r.add(logits_loss, -1.82, "nll_loss");
    r.phase = Phase::loss_backward;
    r.add(logits_loss, 1.16, "nll_loss");
    r.add(logits_loss, 1.16, "log_softmax");
    r.add(logits_loss, -2.32, "float");
    r.add(logits_loss, -2.32, "lm_head");
    r.phase = Phase::backward;
    for (r.layer = 27; r.layer >= 0; --r.layer) {
        r.add(recompute, 0.6, "recompute");
        r.add(recompute, 0.7, "mlp");
        r.add(recompute, 0.2, "self_attn");
        r.add(recompute, -1.5, "release");
        r.add(activations, -0.023, "checkpoint");
        r.add(gradients, 0.15 / 28, "lora");
    }
    r.layer = -1;
    r.phase = Phase::optimizer_step;
    for (int i = 0; i < 10; ++i) r.add(temporaries, i % 2 ? -0.02 : 0.02, "adamw");
    r.add(gradients, -0.15, "zero_grad");
    return r.points;
}

TimelineData timeline()
{
    TimelineData data;
    data.points = std::make_shared<const std::vector<TimelinePoint>>(step());
    data.held = qlora().total;
    data.lines = {rtx_4090(), budget()};
    data.numbers.locale = QLocale::c();
    return data;
}

TimelineData start()
{
    TimelineData data = timeline();
    std::vector<TimelinePoint> points = step();
    points.back().phase = Phase::serve;
    data.points = std::make_shared<const std::vector<TimelinePoint>>(std::move(points));
    return data;
}

report::Document document()
{
    ReportInput input;
    for (const auto &column : precisions().columns) {
        PlanAnswer answer;
        answer.name = column.title;
        answer.estimate.fullest().peak.device = answer.estimate.fullest().peak.reserved =
            answer.estimate.fullest().peak.allocated = column.total;
        answer.estimate.fullest().peak.device_interval = *column.interval;
        answer.estimate.fullest().peak.phase = Phase::loss_backward;
        answer.estimate.assumptions = {"optimizer.implementation: fused", "padded: false", "attention: sdpa"};
        for (std::size_t i = 0; i < component_count; ++i)
            answer.estimate.fullest().at_peak.push_back({static_cast<Component>(i), column.components[i], {}, {}, {}, {}});
        for (const auto &line : precisions().lines) {
            Verdict verdict;
            verdict.card = QString::fromStdString(line.title).section(QLatin1Char(' '), 2).toStdString();
            verdict.usable = line.usable;
            verdict.headroom = line.usable - column.total;
            verdict.fits = verdict.headroom > 0 ? Fits::yes : Fits::no;
            verdict.need.device = column.total;
            verdict.reason = "The peak is at loss backward.";
            answer.verdicts.push_back(verdict);
        }
        input.answers.push_back(answer);
    }
    input.selected = 3;
    input.command = "plimsoll report --plan qlora-7b.plimsoll --gpu \"RTX 4090\" --budget 16GiB --output qlora-7b.pdf";
    const std::vector<Advice> advice{
        {.title = "BF16 embeddings and head",
         .saves = 4'500'000'000,
         .device = 11'770'000'000,
         .fits = Fits::yes,
         .word = Word::fits,
         .kind = CostKind::quality,
         .cost = "loss computed from BF16 logits"},
        {.title = "1,024 tokens",
         .saves = 3'750'000'000,
         .device = 12'500'000'000,
         .fits = Fits::yes,
         .word = Word::fits,
         .kind = CostKind::quality,
         .cost = "longer examples are cut"},
        {.title = "Micro batch", .device = 16'282'288'128, .fits = Fits::yes, .word = Word::fits, .no_effect = "is 1 already"}};
    report::Document out = report::report_of(input, advice);
    for (report::Block &block : out.blocks)
        if (auto *sheet = std::get_if<report::Sheet>(&block)) {
            sheet->lines = precisions().lines;
            sheet->step = timeline().points;
        }
    return out;
}

report::Sheet sheet() { return *report::block_of<report::Sheet>(document()); }

} // namespace plimsoll::samples
