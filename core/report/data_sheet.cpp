// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/rollout_engine.h"
#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/chart/load_lines.h"
#include "core/report/chart/memory_column.h"
#include "core/report/document.h"
#include "core/report/model_card.h"
#include "core/report/process_figures.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/time_text.h"
#include "core/report/titles.h"
#include "core/report/weight_types.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

namespace plimsoll::report {

namespace {

constexpr std::size_t most_cards = 3, most_advice = 8;

std::string data_sheet_count(Count number) { return localised(grouped(number)); }

std::string model_of(const Estimate &estimate)
{
    return estimate.architecture ? estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "a model"));
}

std::vector<MemoryColumn> columns_of(const ReportInput &input)
{
    std::vector<MemoryColumn> out;
    for (const PlanAnswer &answer : input.answers) {
        out.push_back(memory_column(answer.estimate, std::to_string(out.size()), answer.name));
        out.back().selected = out.size() - 1 == input.selected;
    }
    return out;
}

Table breakdown_of(const PlanAnswer &answer, const ByteFigures &in)
{
    const Bytes total = answer.estimate.shown().needed();
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Component"))},
                 {phrase(QT_TRANSLATE_NOOP("core", "bytes")), true},
                 {std::string(in.name()), true},
                 {"%", true}},
                {},
                phrase(QT_TRANSLATE_NOOP("core", "Breakdown")),
                phrase(QT_TRANSLATE_NOOP("core", "%1, at the peak"), {answer.name})};
    const ComponentBytes bytes = bytes_at_peak(answer.estimate);
    const auto add = [&](const std::string &title, Bytes held, std::optional<int> swatch) {
        std::vector<TextRun> row =
            row_of({title, data_sheet_count(held), localised(in.table(held)), total == 0 ? "–" : localised(percent(held, total))},
                   !swatch);
        row.front().swatch = swatch;
        table.rows.push_back(std::move(row));
    };
    int index = 0;
    for (const ComponentGroup &group : component_groups()) {
        const Bytes held = bytes_of(group, bytes);
        const bool of_inference = group.components.front() == Component::kv_cache;
        if (held != 0 || !of_inference) add(title_of(group), held, index);
        ++index;
    }
    add(phrase(QT_TRANSLATE_NOOP("core", "On the device")), total, {});
    return table;
}

Table scenarios_of(const ReportInput &input, const ByteFigures &in)
{
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Scenario"))}},
                {},
                phrase(QT_TRANSLATE_NOOP("core", "Scenarios")),
                std::string(in.name())};
    const std::vector<ProcessFigure> figures = process_figures(input.answers);
    for (const ProcessFigure &figure : figures) table.columns.push_back({figure.title, true});
    table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "On the device")), true});
    const std::vector<Verdict> &cards = input.answers[input.selected].verdicts;
    const std::size_t shown = std::min(cards.size(), most_cards);
    for (std::size_t i = 0; i < shown; ++i) {
        table.columns.push_back({card_said(cards[i], compact_figures(input.unit))});
        table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "spare")), true});
    }
    for (std::size_t a = 0; a < input.answers.size(); ++a) {
        const PlanAnswer &answer = input.answers[a];
        const ProcessEstimate &process = answer.estimate.shown();
        const bool strong = a == input.selected;
        std::vector<TextRun> row{{answer.name, strong}};
        for (const ProcessFigure &figure : figures) {
            const std::optional<Bytes> bytes = figure.of(answer.estimate);
            row.push_back({bytes ? localised(in.table(*bytes)) : "–", strong});
        }
        row.push_back({localised(in.table(process.needed())), strong});
        for (std::size_t i = 0; i < shown; ++i) {
            const Verdict *verdict = i < answer.verdicts.size() ? &answer.verdicts[i] : nullptr;
            row.push_back(verdict ? TextRun{word_title(*verdict), strong, verdict->word()} : TextRun{"–", strong});
            row.push_back({verdict ? localised(in.difference(verdict->headroom)) : std::string(), strong});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Every kind of rank; what hosts hold, what saving takes and ranks send follow as rows of their own.
Table ranks_of(const Estimate &estimate, const ByteFigures &in)
{
    Table table = ranks_table(estimate, in);
    table.caption = phrase(QT_TRANSLATE_NOOP("core", "Ranks"));
    table.detail = in.name();
    if (estimate.shown_process < table.rows.size())
        for (TextRun &cell : table.rows[estimate.shown_process]) cell.strong = true;
    constexpr std::size_t needed = 4; // the column of what is needed on the device
    for (const RunFigure &one : run_figures_of(estimate)) {
        std::vector<TextRun> row{{one.title}};
        row.resize(needed);
        row.push_back({localised(in.table(one.bytes))});
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// What stands beside the need.
std::string note_of_process(const ProcessEstimate &process)
{
    const Peak &peak = process.peak;
    if (!process.engine)
        return phrase(QT_TRANSLATE_NOOP("core", "Allocated %1, reserved %2."),
                      {data_sheet_count(peak.allocated) + " B", data_sheet_count(peak.reserved) + " B"});
    return phrase(QT_TRANSLATE_NOOP("core", "The engine takes %1; its cache then holds %2 tokens."),
                  {data_sheet_count(peak.device) + " B", data_sheet_count(process.engine->start.tokens)});
}

/// "nf4, double quantised; embeddings FP32": what they are held in at the peak, or as planned where that is not explained.
std::string weights_text(const Estimate &estimate)
{
    const Weights &weights = estimate.plan.plan.weights;
    const auto packing = [&](const std::string &type) {
        const bool twice = type == weights.quant && packed_twice(weights);
        return twice ? phrase(QT_TRANSLATE_NOOP("core", "%1, double quantised"), {type}) : type;
    };
    std::string out;
    for (const HeldType &held : weight_types(estimate)) {
        const std::string type = packing(title_of(held));
        out += out.empty() ? type
                           : "; " + (is_of_embeddings(held) ? phrase(QT_TRANSLATE_NOOP("core", "embeddings %1"), {type}) : type);
    }
    if (!out.empty()) return out;
    std::string dtype(name_of(weights.dtype));
    std::ranges::transform(dtype, dtype.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return weights.quant == "none" ? dtype
                                   : phrase(QT_TRANSLATE_NOOP("core", "%1; the rest %2"), {packing(weights.quant), dtype});
}

std::string data_sheet_work_in_words(const Plan &plan)
{
    if (plan.task == Task::infer)
        return plan.inference.sequences == 1
                   ? phrase(QT_TRANSLATE_NOOP("core", "one sequence of %1 tokens"), {data_sheet_count(plan.inference.context)})
                   : phrase(QT_TRANSLATE_NOOP("core", "%1 sequences of %2 tokens"),
                            {data_sheet_count(plan.inference.sequences), data_sheet_count(plan.inference.context)});
    return phrase(QT_TRANSLATE_NOOP("core", "micro batch %1 × %2 tokens"),
                  {data_sheet_count(plan.micro_batch), data_sheet_count(plan.sequence_length)});
}

std::string adapter_in_words(const Adapter &adapter)
{
    std::string targets;
    for (const std::string &target : adapter.targets) targets.append(targets.empty() ? "" : ", ").append(target);
    std::array<char, 32> alpha{};
    std::snprintf(alpha.data(), alpha.size(), "%g", adapter.alpha);
    return phrase(QT_TRANSLATE_NOOP("core", "rank %1, alpha %2, targets %3"),
                  {std::to_string(adapter.rank), alpha.data(), targets});
}

/// All that decides what a pass keeps, so that the sheet says the whole configuration.
std::string data_sheet_savers(const Plan &plan)
{
    std::vector<std::string> parts{phrase(plan.gradient_checkpointing.enabled
                                              ? QT_TRANSLATE_NOOP("core", "gradient checkpointing")
                                              : QT_TRANSLATE_NOOP("core", "no checkpointing")),
                                   phrase(QT_TRANSLATE_NOOP("core", "attention %1"), {name_of(plan.attention)}),
                                   phrase(QT_TRANSLATE_NOOP("core", "loss %1"), {name_of(plan.loss.kind)})};
    if (plan.kbit_prepare) parts.push_back(phrase(QT_TRANSLATE_NOOP("core", "prepared for k-bit training")));
    if (plan.parallel.offload != Offload::none)
        parts.push_back(phrase(QT_TRANSLATE_NOOP("core", "on the host: %1"), {name_of(plan.parallel.offload)}));
    std::string out;
    for (const std::string &part : parts) out.append(out.empty() ? "" : ", ").append(part);
    return out;
}

Table configuration_of(const Estimate &estimate)
{
    Table table{std::vector<Column>(2), {}, phrase(QT_TRANSLATE_NOOP("core", "Configuration"))};
    const auto add = [&](const char *name, const std::string &value) { table.rows.push_back(row_of({phrase(name), value})); };
    const Plan &plan = estimate.plan.plan;
    add(QT_TRANSLATE_NOOP("core", "Model"), phrase(QT_TRANSLATE_NOOP("core", "%1, %2 parameters"),
                                                   {model_of(estimate), data_sheet_count(estimate.total_parameters)}));
    if (estimate.architecture && estimate.architecture->decoder) {
        const DecoderSpec &decoder = *estimate.architecture->decoder;
        add(QT_TRANSLATE_NOOP("core", "Shape"),
            phrase(QT_TRANSLATE_NOOP("core", "%1 layers, hidden %2, vocabulary %3"),
                   {data_sheet_count(decoder.layer_count()), data_sheet_count(decoder.hidden), data_sheet_count(decoder.vocab)}));
    }
    if (estimate.shown().engine)
        add(QT_TRANSLATE_NOOP("core", "Engine"), std::string(name_of(plan.inference.engine)));
    else
        add(QT_TRANSLATE_NOOP("core", "Stack"),
            phrase(QT_TRANSLATE_NOOP("core", "%1, autocast %2"), {name_of(plan.stack), name_of(plan.autocast)}));
    add(QT_TRANSLATE_NOOP("core", "Weights"), weights_text(estimate));
    if (plan.trains_adapter()) {
        add(QT_TRANSLATE_NOOP("core", "LoRA"), adapter_in_words(plan.adapter));
        add(QT_TRANSLATE_NOOP("core", "Trainable"),
            phrase(QT_TRANSLATE_NOOP("core", "%1 parameters"), {data_sheet_count(estimate.trainable_parameters)}));
    }
    add(QT_TRANSLATE_NOOP("core", "Work"), data_sheet_work_in_words(plan));
    if (plan.task != Task::train) return table;
    if (plan.parallel.spread()) add(QT_TRANSLATE_NOOP("core", "Split"), words_for(plan.parallel));
    add(QT_TRANSLATE_NOOP("core", "Optimizer"),
        std::string(name_of(plan.optimizer.name)) + (plan.optimizer.implementation ? ", " : "") +
            std::string(plan.optimizer.implementation ? name_of(*plan.optimizer.implementation) : ""));
    add(QT_TRANSLATE_NOOP("core", "Savers"), data_sheet_savers(plan));
    return table;
}

Table recommendations_of(const std::vector<Advice> &advice, const ByteFigures &in)
{
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Change"))},
                 {phrase(QT_TRANSLATE_NOOP("core", "saves")), true},
                 {phrase(QT_TRANSLATE_NOOP("core", "then")), true},
                 {phrase(QT_TRANSLATE_NOOP("core", "costs"))}},
                {},
                phrase(QT_TRANSLATE_NOOP("core", "Recommendations")),
                phrase(QT_TRANSLATE_NOOP("core", "%1, each by itself"), {in.name()})};
    for (const Advice &entry : useful_first(advice)) {
        if (table.rows.size() == most_advice) break;
        const std::string cost =
            entry.no_effect.empty() ? entry.cost : phrase(QT_TRANSLATE_NOOP("core", "no effect: %1"), {entry.no_effect});
        table.rows.push_back(
            row_of({entry.title, localised(in.difference(-entry.saves)), localised(in.table(entry.device)), cost}));
    }
    return table;
}

/// Lines under the title: the first card's verdict, or the need; then the interval and the other cards' verdicts.
std::vector<std::string> summary_of(const PlanAnswer &answer, const SentenceFigures &figures)
{
    const ProcessEstimate &process = answer.estimate.shown();
    const auto &verdicts = answer.verdicts;
    const std::size_t first = spoken_of_first(verdicts);
    std::vector<std::string> out;
    if (verdicts.empty())
        out.push_back(phrase(QT_TRANSLATE_NOOP("core", "Needs %1 on the device."), {figures.with_unit(process.needed())}));
    else
        out.push_back(verdict_sentence(verdicts[first], figures) + ' ' + verdict_reason(verdicts[first], figures));
    std::string second =
        phrase(QT_TRANSLATE_NOOP("core", "Interval of the need %1 to %2."),
               {figures.figure(process.needed_interval().low), figures.with_unit(process.needed_interval().high)});
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (i != first) second += ' ' + verdict_sentence(verdicts[i], figures);
    if (verdicts.empty())
        second += ' ' + phrase(QT_TRANSLATE_NOOP("core", "The peak is at %1."), {title_of(phase_of_peak(process))});
    out.push_back(std::move(second));
    return out;
}

/// "task: train, stack: trl — as every stack does unless told; …": a reason once, behind all that it is given for.
std::string assumptions_by_reason(const std::vector<std::string> &lines)
{
    constexpr std::string_view dash = " — ";
    std::vector<std::pair<std::string, std::string>> by_reason;
    for (const std::string &line : lines) {
        const std::size_t at = line.rfind(dash);
        const std::string said = line.substr(0, at),
                          reason = at == std::string::npos ? std::string() : line.substr(at + dash.size());
        const auto known = std::ranges::find(by_reason, reason, &std::pair<std::string, std::string>::second);
        if (known == by_reason.end() || reason.empty())
            by_reason.emplace_back(said, reason);
        else
            known->first.append(", ").append(said);
    }
    std::string out;
    for (const auto &[said, reason] : by_reason) {
        out.append(out.empty() ? "" : "; ").append(said);
        if (!reason.empty()) out.append(dash).append(reason);
    }
    return out;
}

void add_fine_print(Sheet &sheet, const ReportInput &input, const PlanAnswer &answer)
{
    const std::string assumptions = assumptions_by_reason(answer.estimate.assumptions);
    const auto add = [&sheet](std::string title, std::string text) {
        sheet.fine_print.emplace_back(std::move(title), std::move(text));
    };
    if (answer.time) {
        std::string text = time_sentence(*answer.time);
        for (const std::string &more : {cost_sentence(*answer.time), lengths_sentence(*answer.time)})
            if (!more.empty()) text += ' ' + more;
        add(phrase(QT_TRANSLATE_NOOP("core", "Time.")), std::move(text));
    }
    if (!assumptions.empty()) add(phrase(QT_TRANSLATE_NOOP("core", "Assumptions.")), assumptions);
    add(phrase(QT_TRANSLATE_NOOP("core", "Accuracy.")),
        phrase(QT_TRANSLATE_NOOP("core", "The interval holds nine runs of ten of this kind.")) + ' ' +
            phrase(input.unit == ByteUnit::decimal ? QT_TRANSLATE_NOOP("core", "GB = 10⁹ bytes.")
                                                   : QT_TRANSLATE_NOOP("core", "GiB = 2³⁰ bytes.")));
    if (!input.command.empty()) add(phrase(QT_TRANSLATE_NOOP("core", "Reproduce.")), input.command);
    add({}, "Plimsoll " PLIMSOLL_VERSION " · schema plimsoll.estimate/1");
}

} // namespace

std::string title_beside(const Gpu &gpu, ByteUnit unit)
{
    return unit == ByteUnit::decimal ? gpu.short_name() : gpu.short_title();
}

Sheet sheet_of(const ReportInput &input, const std::vector<Advice> &advice)
{
    Sheet out;
    if (input.answers.empty()) return out;
    const PlanAnswer &answer = input.answers[input.selected];
    const Peak &peak = answer.estimate.shown().peak;
    const ByteFigures in{input.unit};
    out.unit = input.unit;
    out.title = phrase(QT_TRANSLATE_NOOP("core", "%1 of %2"), {answer.name, model_of(answer.estimate)});
    if (!answer.verdicts.empty()) {
        const Verdict &first = answer.verdicts[spoken_of_first(answer.verdicts)];
        out.verdict = verdict_heading(first, compact_figures(input.unit));
        out.word = first.word();
    }
    out.summary = summary_of(answer, compact_figures(input.unit));
    out.memory = columns_of(input);
    out.lines = load_lines(answer.estimate.plan.plan.target, input.unit);
    if (!answer.estimate.shown().timeline.empty())
        out.step = std::make_shared<const std::vector<TimelinePoint>>(answer.estimate.shown().timeline);
    out.held = peak.device;
    out.engine = engine_course(answer.estimate, answer.estimate.shown());
    out.breakdown = breakdown_of(answer, in);
    out.breakdown_notes = {note_of_process(answer.estimate.shown())};
    out.scenarios = scenarios_of(input, in);
    if (speaks_of_ranks(answer.estimate)) out.ranks = ranks_of(answer.estimate, in);
    out.configuration = configuration_of(answer.estimate);
    out.recommendations = recommendations_of(advice, in);
    out.citation = citation(input);
    add_fine_print(out, input, answer);
    return out;
}

} // namespace plimsoll::report
