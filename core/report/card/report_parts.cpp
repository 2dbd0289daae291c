// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/card/report_parts.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/rollout/rollout_words.h"
#include "core/report/titles.h"
#include "core/report/weight_types.h"

namespace plimsoll::report {

namespace {

std::string targets_in_words(const Adapter &adapter)
{
    std::string out;
    for (const std::string &target : adapter.targets) out.append(out.empty() ? "" : ", ").append(target);
    return out;
}

std::vector<std::string> warning_lines(const Estimate &estimate)
{
    std::vector<std::string> out;
    for (const Warning &warning : estimate.warnings) out.push_back(warning.text);
    return out;
}

} // namespace

const PlanAnswer &chosen(const ReportInput &input) { return input.answers[std::min(input.selected, input.answers.size() - 1)]; }

std::string trained_percent(const Estimate &estimate)
{
    if (estimate.total_parameters <= 0) return "–";
    return fixed(100.0 * static_cast<double>(estimate.trainable_parameters) / static_cast<double>(estimate.total_parameters), 2);
}

std::string model_name(const Estimate &estimate)
{
    return estimate.architecture ? estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "the model"));
}
Table breakdown_table(const Estimate &estimate, const ByteFigures &in)
{
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Component"))},
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

Table configuration_table(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Configuration"))}, {}}, {}};
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
                   {count(estimate.trainable_parameters), localised(trained_percent(estimate))}));
    }
    add(QT_TRANSLATE_NOOP("core", "Attention and loss"),
        std::string(name_of(plan.attention)) + ", " + std::string(name_of(plan.loss.kind)));
    return table;
}

/// Every kind of rank, and what a run takes beside its cards.
void add_ranks(Document &out, const Estimate &estimate, const ByteFigures &in)
{
    if (!speaks_of_ranks(estimate)) return;
    const Count ranks = mesh_of(estimate.plan.plan).ranks();
    out.blocks.emplace_back(Heading{3, ranks == 1 ? phrase(QT_TRANSLATE_NOOP("core", "1 rank"))
                                                  : phrase(QT_TRANSLATE_NOOP("core", "%1 ranks"), {localised(grouped(ranks))})});
    out.blocks.emplace_back(ranks_table(estimate, in));
    if (Table run = run_table(estimate, in); !run.rows.empty()) out.blocks.emplace_back(std::move(run));
}

void add_rollout(Document &out, const PlanAnswer &answer, const ByteFigures &in)
{
    const Estimate &estimate = answer.estimate;
    const std::optional<EngineCourse> course = engine_course(estimate, estimate.shown());
    const std::vector<std::string> server = server_in_words(answer, in.unit);
    if (course || !server.empty())
        out.blocks.emplace_back(Heading{3, phrase(QT_TRANSLATE_NOOP("core", "The engine that makes completions"))});
    if (course) {
        out.blocks.emplace_back(Paragraph{{{fullest_in_words(*course, in.unit)}}});
        out.blocks.emplace_back(course_table(*course, in));
    }
    Paragraph words;
    for (const std::string &one : server) words.parts.push_back({(words.parts.empty() ? "" : " ") + one});
    if (!words.parts.empty()) out.blocks.emplace_back(std::move(words));
}

void add_end(Document &out, ReportInput input, const std::vector<Advice> &advice)
{
    const Estimate &estimate = chosen(input).estimate;
    const std::string cited = citation(input);
    const auto add = [&out](Block block) { out.blocks.push_back(std::move(block)); };
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
}

} // namespace plimsoll::report
