// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model_card.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/estimate_text.h"
#include "core/report/process_figures.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/titles.h"
#include "core/report/weight_types.h"
#include "core/report/writers.h"

#include <algorithm>

namespace plimsoll {

namespace {

const PlanAnswer &chosen(const ReportInput &input) { return input.answers[std::min(input.selected, input.answers.size() - 1)]; }

std::string model_name(const Estimate &estimate)
{
    return estimate.architecture ? estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "the model"));
}

report::Table scenario_table(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const auto figure = [&in](Bytes bytes) { return localised(in.table(bytes)); };
    report::Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Scenario"))}, {phrase(QT_TRANSLATE_NOOP("core", "Plan"))}}, {}};
    const std::vector<ProcessFigure> figures = process_figures(input.answers);
    for (const ProcessFigure &one : figures) table.columns.push_back({one.title, true});
    table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "On the device")), true});
    table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "90 % interval")), true});
    const std::vector<const Verdict *> cards = cards_of(input.answers);
    for (const Verdict *card : cards)
        table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "%1, spare"), {card->card}), true});
    for (const PlanAnswer &answer : input.answers) {
        const ProcessEstimate &process = answer.estimate.shown();
        std::vector<report::TextRun> row{{answer.name}, {plan_in_words(answer.estimate.plan.plan)}};
        for (const ProcessFigure &one : figures) {
            const std::optional<Bytes> bytes = one.of(answer.estimate);
            row.push_back({bytes ? figure(*bytes) : "–"});
        }
        row.push_back({figure(process.needed()), true});
        row.push_back({figure(process.needed_interval().low) + "–" + figure(process.needed_interval().high)});
        for (const Verdict *card : cards) {
            const Verdict *verdict = verdict_on(answer, *card);
            row.push_back({verdict == nullptr ? "–"
                                              : std::string(mark_of(verdict->fits)) + " " + title_of(verdict->fits) + " " +
                                                    localised(in.difference(verdict->headroom))});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

report::Table breakdown_table(const Estimate &estimate, const ByteFigures &in)
{
    report::Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Component"))},
                         {phrase(QT_TRANSLATE_NOOP("core", "Bytes")), true},
                         {std::string(in.name()), true},
                         {"%", true}},
                        {}};
    const ComponentBytes bytes = bytes_at_peak(estimate);
    Bytes sum = 0;
    for (std::size_t i = 0; i < component_count; ++i) {
        sum += bytes[i];
        if (bytes[i] == 0) continue;
        table.rows.push_back({{title_of(static_cast<Component>(i))},
                              {localised(grouped(bytes[i]))},
                              {localised(in.table(bytes[i]))},
                              {localised(percent(bytes[i], estimate.shown().needed()))}});
    }
    table.rows.push_back({{phrase(QT_TRANSLATE_NOOP("core", "On the device")), true},
                          {localised(grouped(sum)), true},
                          {localised(in.table(sum)), true},
                          {localised("100.0"), true}});
    return table;
}

std::string targets_in_words(const Adapter &adapter)
{
    std::string out;
    for (const std::string &target : adapter.targets) out.append(out.empty() ? "" : ", ").append(target);
    return out;
}

report::Table configuration_table(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    report::Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Configuration"))}, {}}, {}};
    const auto count = [](Count number) { return localised(grouped(number)); };
    const auto add = [&table](const char *name, const std::string &value) { table.rows.push_back({{phrase(name)}, {value}}); };
    add(QT_TRANSLATE_NOOP("core", "Model"),
        phrase(QT_TRANSLATE_NOOP("core", "%1, %2 parameters"), {model_name(estimate), count(estimate.total_parameters)}));
    if (estimate.architecture && estimate.architecture->decoder) {
        const DecoderSpec &decoder = *estimate.architecture->decoder;
        add(QT_TRANSLATE_NOOP("core", "Shape"),
            phrase(QT_TRANSLATE_NOOP("core", "%1 layers, hidden %2, vocabulary %3"),
                   {count(decoder.layer_count()), count(decoder.hidden), count(decoder.vocab)}));
    }
    add(QT_TRANSLATE_NOOP("core", "Plan"), plan_in_words(plan));
    if (plan.parallel.spread()) add(QT_TRANSLATE_NOOP("core", "Split"), words_for(plan.parallel));
    if (const std::string weights = weights_in_words(estimate); !weights.empty())
        add(QT_TRANSLATE_NOOP("core", "Weights at the peak"), weights);
    if (plan.trains_adapter()) {
        add(QT_TRANSLATE_NOOP("core", "Adapter"),
            phrase(QT_TRANSLATE_NOOP("core", "rank %1, alpha %2, dropout %3, targets %4, %5"),
                   {count(plan.adapter.rank), localised(fixed(plan.adapter.alpha, 0)), localised(fixed(plan.adapter.dropout, 2)),
                    targets_in_words(plan.adapter), name_of(plan.adapter.dtype)}));
        add(QT_TRANSLATE_NOOP("core", "Trained"),
            phrase(QT_TRANSLATE_NOOP("core", "%1 parameters, %2 %"),
                   {count(estimate.trainable_parameters),
                    localised(percent(estimate.trainable_parameters, estimate.total_parameters))}));
    }
    add(QT_TRANSLATE_NOOP("core", "Attention and loss"),
        std::string(name_of(plan.attention)) + ", " + std::string(name_of(plan.loss.kind)));
    return table;
}

report::Table shown(ShownTable table)
{
    report::Table out;
    for (std::size_t i = 0; i < table.head.size(); ++i) out.columns.push_back({std::move(table.head[i]), table.right[i]});
    for (std::vector<std::string> &row : table.rows) {
        out.rows.emplace_back();
        for (std::string &cell : row) out.rows.back().push_back({std::move(cell)});
    }
    return out;
}

/// Every kind of rank, and what a run takes beside its cards.
void add_ranks(report::Document &out, const Estimate &estimate, const ByteFigures &in)
{
    if (!speaks_of_ranks(estimate)) return;
    const Count ranks = mesh_of(estimate.plan.plan).ranks();
    out.blocks.emplace_back(report::Heading{3, ranks == 1
                                                   ? phrase(QT_TRANSLATE_NOOP("core", "1 rank"))
                                                   : phrase(QT_TRANSLATE_NOOP("core", "%1 ranks"), {localised(grouped(ranks))})});
    out.blocks.emplace_back(shown(ranks_table(estimate, in)));
    if (ShownTable run = run_table(estimate, in); !run.rows.empty()) out.blocks.emplace_back(shown(std::move(run)));
}

/// What is planned, as the subject of a sentence.
std::string run_in_words(const Plan &plan, const std::string &model)
{
    const std::string_view dtype = name_of(plan.weights.dtype);
    if (plan.task == Task::infer)
        return phrase(QT_TRANSLATE_NOOP("core", "Running %1 %2"),
                      {plan.weights.quant == "none" ? dtype : plan.weights.quant, model});
    if (plan.task == Task::extract) return phrase(QT_TRANSLATE_NOOP("core", "Extracting states of %1"), {model});
    if (plan.method == Method::full) return phrase(QT_TRANSLATE_NOOP("core", "A full %1 fine-tune of %2"), {dtype, model});
    return phrase(QT_TRANSLATE_NOOP("core", "A %1 fine-tune of %2"), {plan.method == Method::lora ? "LoRA" : "QLoRA", model});
}

std::string work_in_words(const Plan &plan)
{
    const auto count = [](Count number) { return localised(grouped(number)); };
    if (plan.task == Task::infer)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 tokens of context, %2 at once"),
                      {count(plan.inference.context), count(plan.inference.sequences)});
    return phrase(plan.trains_adapter() ? QT_TRANSLATE_NOOP("core", "rank %3, %1 tokens, micro batch %2")
                                        : QT_TRANSLATE_NOOP("core", "%1 tokens, micro batch %2"),
                  {count(plan.sequence_length), count(plan.micro_batch), count(plan.adapter.rank)});
}

/// The clause that follows the need, or that follows another one.
const char *verdict_clause(Fits fits, bool first)
{
    switch (fits) {
    case Fits::yes: return first ? QT_TRANSLATE_NOOP("core", ", and fits on %1") : QT_TRANSLATE_NOOP("core", ", fits on %1");
    case Fits::tight:
        return first ? QT_TRANSLATE_NOOP("core", ", and is tight on %1") : QT_TRANSLATE_NOOP("core", ", is tight on %1");
    case Fits::no:
        return first ? QT_TRANSLATE_NOOP("core", ", and does not fit on %1") : QT_TRANSLATE_NOOP("core", ", does not fit on %1");
    case Fits::unknown: break;
    }
    return first ? QT_TRANSLATE_NOOP("core", ", and may or may not fit on %1")
                 : QT_TRANSLATE_NOOP("core", ", may or may not fit on %1");
}

std::string verdicts_in_words(const PlanAnswer &answer)
{
    std::string out;
    for (const Verdict &verdict : answer.verdicts) out += phrase(verdict_clause(verdict.fits, out.empty()), {verdict.card});
    return out;
}

std::vector<std::string> warning_lines(const Estimate &estimate)
{
    std::vector<std::string> out;
    for (const Warning &warning : estimate.warnings) out.push_back(warning.text);
    return out;
}

/// The sentence to cite: of one process, of each of several ranks, of the fullest of them.
const char *need_clause(const Estimate &estimate)
{
    const bool whole = estimate.lower_bound_reason.empty();
    if (!speaks_of_ranks(estimate) || mesh_of(estimate.plan.plan).ranks() == 1)
        return whole ? QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need %3 of GPU memory%4%5 (%6).")
                     : QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need at least %3 of GPU memory%4%5 (%6).");
    if (estimate.processes.size() == 1)
        return whole ? QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need %3 of GPU memory on each of %7 ranks%4%5 (%6).")
                     : QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need at least %3 of GPU memory on each of %7 ranks%4%5 "
                                                 "(%6).");
    return whole ? QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need %3 of GPU memory on the fullest of %7 ranks%4%5 (%6).")
                 : QT_TRANSLATE_NOOP("core", "%1 (%2) is planned to need at least %3 of GPU memory on the fullest of %7 ranks"
                                             "%4%5 (%6).");
}

} // namespace

std::string citation(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const PlanAnswer &first = chosen(input);
    const Estimate &estimate = first.estimate;
    const Plan &plan = estimate.plan.plan;
    const auto figure = [&in](Bytes bytes) { return localised(in.brief_named(bytes)); };
    std::string others;
    for (const PlanAnswer &answer : input.answers) {
        if (&answer == &first) continue;
        others.append(others.empty() ? "; " : ", ")
            .append(
                phrase(QT_TRANSLATE_NOOP("core", "%1 would need %2"), {answer.name, figure(answer.estimate.shown().needed())}));
    }
    return phrase(need_clause(estimate),
                  {run_in_words(plan, model_name(estimate)), work_in_words(plan), figure(estimate.shown().needed()),
                   verdicts_in_words(first), others, "Plimsoll " PLIMSOLL_VERSION, localised(grouped(mesh_of(plan).ranks()))});
}

report::Document report::report_of(ReportInput input, const std::vector<Advice> &advice)
{
    const ByteFigures in{input.unit};
    const PlanAnswer &first = chosen(input);
    const Estimate &estimate = first.estimate;
    const Verdict *decider = worst(first.verdicts);
    const std::string mark = decider == nullptr ? std::string() : std::string(mark_of(decider->fits)) + " ";
    Document out{phrase(QT_TRANSLATE_NOOP("core", "GPU memory: %1"), {first.name}), {}};
    const auto add = [&out](Block block) { out.blocks.push_back(std::move(block)); };
    add(Heading{2, phrase(QT_TRANSLATE_NOOP("core", "GPU memory"))});
    Paragraph verdict{{{mark + answer_sentence(first, input.unit), true}}};
    if (decider != nullptr && !decider->reason.empty()) verdict.parts.push_back({decider->reason_in(input.unit)});
    add(std::move(verdict));
    add(Paragraph{{{phrase(QT_TRANSLATE_NOOP("core", "All figures in %1 (%2)."), {in.name(), in.meaning()})}}});
    add(scenario_table(input));
    const Verdict *const drawn = card_of_figures(first);
    add(Heading{3, phrase(drawn == nullptr ? QT_TRANSLATE_NOOP("core", "%1 at its peak (%2)")
                                           : QT_TRANSLATE_NOOP("core", "%1 at its peak (%2) on %3"),
                          {first.name, title_of(estimate.shown().peak.phase), drawn == nullptr ? "" : drawn->card})});
    add(breakdown_table(estimate, in));
    add_ranks(out, estimate, in);
    add(configuration_table(estimate));
    const std::string cited = citation(input);
    add(Paragraph{{{phrase(QT_TRANSLATE_NOOP("core", "To cite.")), true}, {cited}}});
    if (!input.command.empty()) {
        add(Paragraph{{{phrase(QT_TRANSLATE_NOOP("core", "To reproduce.")), true}}});
        add(Code{input.command});
    }
    const auto fold = [&add](std::string title, std::vector<std::string> items) {
        if (!items.empty()) add(FoldedList{std::move(title), std::move(items)});
    };
    fold(phrase(QT_TRANSLATE_NOOP("core", "Assumptions")), estimate.assumptions);
    fold(phrase(QT_TRANSLATE_NOOP("core", "Warnings")), warning_lines(estimate));
    const std::string sha = estimate.architecture ? estimate.architecture->config_sha256 : std::string();
    add(Paragraph{{{"Plimsoll " PLIMSOLL_VERSION + (sha.empty() ? "" : ", config.json " + sha.substr(0, 12)) + "."}}});
    add(sheet_of(input, advice));
    add(Record{std::move(input), cited});
    return out;
}

std::string model_card(const ReportInput &input) { return report::write_markdown(report::report_of(input)).value(); }

} // namespace plimsoll
