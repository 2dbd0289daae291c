// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/names.h"
#include "core/report/weight_types.h"
#include "ui/charts/verdict_text.h"
#include "ui/report/report_page.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {

namespace {

QString tr(const char *text) { return QCoreApplication::translate("Report", text); }
QString text_of(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

constexpr Qt::Alignment left = Qt::AlignLeft, right = Qt::AlignRight;

QString said(Fits fits)
{
    switch (fits) {
    case Fits::yes: return tr(QT_TRANSLATE_NOOP("Report", "Fits"));
    case Fits::tight: return tr(QT_TRANSLATE_NOOP("Report", "Tight"));
    case Fits::no: return tr(QT_TRANSLATE_NOOP("Report", "No"));
    case Fits::unknown: return tr(QT_TRANSLATE_NOOP("Report", "Not known"));
    }
    return {};
}

QString verdict_title(const Verdict &verdict)
{
    const auto card = text_of(verdict.card);
    switch (verdict.fits) {
    case Fits::yes: return tr(QT_TRANSLATE_NOOP("Report", "Fits on %1")).arg(card);
    case Fits::tight: return tr(QT_TRANSLATE_NOOP("Report", "Tight on %1")).arg(card);
    case Fits::no: return tr(QT_TRANSLATE_NOOP("Report", "Does not fit on %1")).arg(card);
    case Fits::unknown: return tr(QT_TRANSLATE_NOOP("Report", "Not known"));
    }
    return {};
}

QString model_of(const Estimate &estimate)
{
    return estimate.architecture ? text_of(estimate.architecture->name) : tr(QT_TRANSLATE_NOOP("Report", "a model"));
}

/// The columns that speak best for the page: what is far above the line says little on paper.
MemoryChartData for_paper(MemoryChartData memory)
{
    Bytes line = 0;
    for (const auto &entry : memory.lines)
        if (entry.answers) line = entry.usable;
    if (line > 0 && memory.columns.size() > 3)
        std::erase_if(memory.columns, [&](const auto &column) { return !column.selected && column.total > line * 2; });
    memory.show_rule_of_thumb = false;
    memory.expanded.clear();
    return memory;
}

ReportTable breakdown_of(const PlanAnswer &answer, const Numbers &numbers)
{
    ReportTable table{tr(QT_TRANSLATE_NOOP("Report", "Breakdown")),
                      tr(QT_TRANSLATE_NOOP("Report", "%1, at the peak")).arg(text_of(answer.name)),
                      {{tr(QT_TRANSLATE_NOOP("Report", "Component")), left},
                       {tr(QT_TRANSLATE_NOOP("Report", "bytes")), right},
                       {numbers.unit_name(), right},
                       {QStringLiteral("%"), right}},
                      {}};
    const auto column = column_of(answer.estimate, {}, {});
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto group = static_cast<Group>(i);
        const auto bytes = bytes_of(column, group);
        if (bytes == 0 && group == Group::kv_cache) continue;
        table.rows.push_back({{{title_of(group), {}, group},
                               {numbers.count(bytes), {}, {}},
                               {numbers.table(bytes), {}, {}},
                               {numbers.percent(bytes, column.total), {}, {}}},
                              false});
    }
    table.rows.push_back({{{tr(QT_TRANSLATE_NOOP("Report", "On the device")), {}, {}},
                           {numbers.count(column.total), {}, {}},
                           {numbers.table(column.total), {}, {}},
                           {numbers.percent(column.total, column.total), {}, {}}},
                          true});
    return table;
}

ReportTable scenarios_of(const ReportInput &input, const Numbers &numbers)
{
    ReportTable table{tr(QT_TRANSLATE_NOOP("Report", "Scenarios")),
                      numbers.unit_name(),
                      {{tr(QT_TRANSLATE_NOOP("Report", "Scenario")), left},
                       {tr(QT_TRANSLATE_NOOP("Report", "Allocated")), right},
                       {tr(QT_TRANSLATE_NOOP("Report", "Reserved")), right},
                       {tr(QT_TRANSLATE_NOOP("Report", "On the device")), right}},
                      {}};
    const auto &cards = input.answers[input.selected].verdicts;
    for (std::size_t i = 0; i < std::min<std::size_t>(cards.size(), 3); ++i) {
        table.columns.emplace_back(text_of(cards[i].card), left);
        table.columns.emplace_back(tr(QT_TRANSLATE_NOOP("Report", "spare")), right);
    }
    for (std::size_t a = 0; a < input.answers.size(); ++a) {
        const auto &answer = input.answers[a];
        const auto &peak = answer.estimate.peak;
        ReportRow row{{{text_of(answer.name), {}, {}},
                       {numbers.table(peak.allocated), {}, {}},
                       {numbers.table(peak.reserved), {}, {}},
                       {numbers.table(peak.device), {}, {}}},
                      a == input.selected};
        for (std::size_t i = 0; i < std::min<std::size_t>(cards.size(), 3); ++i) {
            const bool there = i < answer.verdicts.size();
            row.cells.push_back({there ? said(answer.verdicts[i].fits) : QString(QChar(0x2013)),
                                 there ? std::optional(answer.verdicts[i].fits) : std::nullopt,
                                 {}});
            row.cells.push_back({there ? numbers.table_difference(answer.verdicts[i].headroom) : QString(), {}, {}});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// "nf4, double quantised; embeddings FP32": what they are held in at the peak, or as planned where that is not explained.
QString weights_text(const Estimate &estimate)
{
    const auto &weights = estimate.plan.plan.weights;
    const auto packing = [&](const QString &type) {
        const bool twice = type == text_of(weights.quant) && packed_twice(weights);
        return twice ? tr(QT_TRANSLATE_NOOP("Report", "%1, double quantised")).arg(type) : type;
    };
    QStringList parts;
    for (const HeldType &held : weight_types(estimate)) {
        const QString type = packing(text_of(title_of(held)));
        parts << (parts.isEmpty() || !is_of_embeddings(held) ? type : tr(QT_TRANSLATE_NOOP("Report", "embeddings %1")).arg(type));
    }
    if (!parts.isEmpty()) return parts.join(QStringLiteral("; "));
    const auto dtype = text_of(name_of(weights.dtype)).toUpper();
    return weights.quant == "none"
               ? dtype
               : tr(QT_TRANSLATE_NOOP("Report", "%1; the rest %2")).arg(packing(text_of(weights.quant)), dtype);
}

QString work_in_words(const Plan &plan, const Numbers &numbers)
{
    if (plan.task == Task::infer)
        return tr(QT_TRANSLATE_NOOP("Report", "%1 sequences of %2 tokens"))
            .arg(numbers.count(plan.inference.sequences), numbers.count(plan.inference.context));
    return tr(QT_TRANSLATE_NOOP("Report", "micro batch %1 × %2 tokens"))
        .arg(numbers.count(plan.micro_batch), numbers.count(plan.sequence_length));
}

ReportTable configuration_of(const Estimate &estimate, const Numbers &numbers)
{
    ReportTable table{tr(QT_TRANSLATE_NOOP("Report", "Configuration")), {}, {{{}, left}, {{}, left}}, {}};
    const auto add = [&](const char *name, const QString &value) {
        table.rows.push_back({{{tr(name), {}, {}}, {value, {}, {}}}, false});
    };
    const auto &plan = estimate.plan.plan;
    add(QT_TRANSLATE_NOOP("Report", "Model"),
        tr(QT_TRANSLATE_NOOP("Report", "%1, %2 parameters")).arg(model_of(estimate), numbers.count(estimate.total_parameters)));
    if (estimate.architecture && estimate.architecture->decoder) {
        const auto &decoder = *estimate.architecture->decoder;
        add(QT_TRANSLATE_NOOP("Report", "Shape"),
            tr(QT_TRANSLATE_NOOP("Report", "%1 layers, hidden %2, vocabulary %3"))
                .arg(numbers.count(decoder.layer_count()), numbers.count(decoder.hidden), numbers.count(decoder.vocab)));
    }
    add(QT_TRANSLATE_NOOP("Report", "Stack"),
        tr(QT_TRANSLATE_NOOP("Report", "%1, autocast %2")).arg(text_of(name_of(plan.stack)), text_of(name_of(plan.autocast))));
    add(QT_TRANSLATE_NOOP("Report", "Weights"), weights_text(estimate));
    if (plan.trains_adapter()) {
        QStringList targets;
        for (const auto &target : plan.adapter.targets) targets << text_of(target);
        add(QT_TRANSLATE_NOOP("Report", "LoRA"), tr(QT_TRANSLATE_NOOP("Report", "rank %1, alpha %2, targets %3"))
                                                     .arg(plan.adapter.rank)
                                                     .arg(plan.adapter.alpha)
                                                     .arg(targets.join(QStringLiteral(", "))));
        add(QT_TRANSLATE_NOOP("Report", "Trainable"),
            tr(QT_TRANSLATE_NOOP("Report", "%1 parameters")).arg(numbers.count(estimate.trainable_parameters)));
    }
    add(QT_TRANSLATE_NOOP("Report", "Work"), work_in_words(plan, numbers));
    if (plan.task == Task::train) {
        add(QT_TRANSLATE_NOOP("Report", "Optimizer"), text_of(name_of(plan.optimizer.name)));
        add(QT_TRANSLATE_NOOP("Report", "Savers"), plan.gradient_checkpointing.enabled
                                                       ? tr(QT_TRANSLATE_NOOP("Report", "gradient checkpointing"))
                                                       : tr(QT_TRANSLATE_NOOP("Report", "none")));
    }
    return table;
}

ReportTable recommendations_of(const std::vector<Advice> &advice, const Numbers &numbers)
{
    ReportTable table{tr(QT_TRANSLATE_NOOP("Report", "Recommendations")),
                      tr(QT_TRANSLATE_NOOP("Report", "%1, each by itself")).arg(numbers.unit_name()),
                      {{tr(QT_TRANSLATE_NOOP("Report", "Change")), left},
                       {tr(QT_TRANSLATE_NOOP("Report", "saves")), right},
                       {tr(QT_TRANSLATE_NOOP("Report", "then")), right},
                       {tr(QT_TRANSLATE_NOOP("Report", "costs")), left}},
                      {}};
    constexpr std::size_t most = 8;
    for (const auto &entry : advice) {
        if (table.rows.size() == most) break;
        const auto cost = entry.no_effect.empty()
                              ? text_of(entry.cost)
                              : tr(QT_TRANSLATE_NOOP("Report", "no effect: %1")).arg(text_of(entry.no_effect));
        table.rows.push_back({{{text_of(entry.title), {}, {}},
                               {numbers.table_difference(-entry.saves), {}, {}},
                               {numbers.table(entry.device), {}, {}},
                               {cost, {}, {}}},
                              false});
    }
    return table;
}

} // namespace

ReportPage report_page_of(const ReportInput &input, const MemoryChartData &memory, const TimelineData &timeline,
                          const std::vector<Advice> &advice)
{
    ReportPage page;
    if (input.answers.empty()) return page;
    const auto &answer = input.answers[input.selected];
    const auto &peak = answer.estimate.peak;
    const auto &numbers = memory.numbers;
    page.title = tr(QT_TRANSLATE_NOOP("Report", "%1 of %2")).arg(text_of(answer.name), model_of(answer.estimate));
    if (!answer.verdicts.empty()) {
        const auto &first = answer.verdicts.front();
        page.verdict = verdict_title(first);
        page.fits = first.fits;
        page.summary << answer_text(first, numbers) + QLatin1Char(' ') + reason_text(first, numbers);
    } else {
        page.summary << tr(QT_TRANSLATE_NOOP("Report", "Needs %1 on the device.")).arg(numbers.brief_with_unit(peak.device));
    }
    auto second = tr(QT_TRANSLATE_NOOP("Report", "Interval of the need %1 to %2."))
                      .arg(numbers.brief(peak.device_interval.low), numbers.brief_with_unit(peak.device_interval.high));
    for (std::size_t i = 1; i < answer.verdicts.size(); ++i)
        second += QLatin1Char(' ') + answer_text(answer.verdicts[i], numbers);
    if (answer.verdicts.empty()) second += tr(QT_TRANSLATE_NOOP("Report", " The peak is at %1.")).arg(title_of(peak.phase));
    page.summary << second;
    page.memory = for_paper(memory);
    page.timeline = timeline;
    page.breakdown = breakdown_of(answer, numbers);
    page.breakdown_notes << tr(QT_TRANSLATE_NOOP("Report", "Allocated %1, reserved %2."))
                                .arg(numbers.exact(peak.allocated), numbers.exact(peak.reserved));
    page.scenarios = scenarios_of(input, numbers);
    page.configuration = configuration_of(answer.estimate, numbers);
    page.recommendations = recommendations_of(advice, numbers);
    page.citation = text_of(citation(input));
    QStringList assumptions;
    for (const auto &line : answer.estimate.assumptions) assumptions << text_of(line);
    if (!assumptions.isEmpty())
        page.fine_print.emplace_back(tr(QT_TRANSLATE_NOOP("Report", "Assumptions.")), assumptions.join(QStringLiteral("; ")));
    page.fine_print.emplace_back(tr(QT_TRANSLATE_NOOP("Report", "Accuracy.")),
                                 tr(QT_TRANSLATE_NOOP("Report", "The interval holds nine runs of ten of this kind.")) +
                                     QLatin1Char(' ') +
                                     (numbers.unit == ByteUnit::decimal ? tr(QT_TRANSLATE_NOOP("Report", "GB = 10⁹ bytes."))
                                                                        : tr(QT_TRANSLATE_NOOP("Report", "GiB = 2³⁰ bytes."))));
    if (!input.command.empty())
        page.fine_print.emplace_back(tr(QT_TRANSLATE_NOOP("Report", "Reproduce.")), text_of(input.command));
    page.fine_print.emplace_back(QString(), QStringLiteral("Plimsoll " PLIMSOLL_VERSION " · schema plimsoll.estimate/1"));
    return page;
}

} // namespace plimsoll
