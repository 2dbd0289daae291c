// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model_card.h"

#include "core/figures.h"
#include "core/plan/names.h"
#include "core/report/csv.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/markdown.h"
#include "core/report/titles.h"
#include "core/report/weight_types.h"
#include "core/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

const PlanAnswer &chosen(const ReportInput &input) { return input.answers[std::min(input.selected, input.answers.size() - 1)]; }

std::string model_name(const Estimate &estimate)
{
    return estimate.architecture ? estimate.architecture->name : std::string("the model");
}

/// Cards of all answers, in their order of appearance.
std::vector<std::string> cards_of(const std::vector<PlanAnswer> &answers)
{
    std::vector<std::string> out;
    for (const PlanAnswer &answer : answers)
        for (const Verdict &verdict : answer.verdicts)
            if (std::ranges::find(out, verdict.card) == out.end()) out.push_back(verdict.card);
    return out;
}

const Verdict *verdict_on(const PlanAnswer &answer, const std::string &card)
{
    const auto found = std::ranges::find(answer.verdicts, card, &Verdict::card);
    return found == answer.verdicts.end() ? nullptr : &*found;
}

std::string scenario_table(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    std::vector<std::string> head{"Scenario", "Plan", "Allocated", "Reserved", "On the device", "90 % interval"};
    std::vector<bool> right{false, false, true, true, true, true};
    const std::vector<std::string> cards = cards_of(input.answers);
    for (const std::string &card : cards) {
        head.push_back(markdown_text(card) + ", spare");
        right.push_back(true);
    }
    std::vector<std::vector<std::string>> rows;
    for (const PlanAnswer &answer : input.answers) {
        const Peak &peak = answer.estimate.peak;
        std::vector<std::string> row{markdown_text(answer.name),
                                     markdown_text(plan_in_words(answer.estimate.plan.plan)),
                                     in.table(peak.allocated),
                                     in.table(peak.reserved),
                                     "**" + in.table(peak.device) + "**",
                                     in.table(peak.device_interval.low) + "–" + in.table(peak.device_interval.high)};
        for (const std::string &card : cards) {
            const Verdict *verdict = verdict_on(answer, card);
            row.push_back(verdict == nullptr ? "–"
                                             : std::string(mark_of(verdict->fits)) + " " + std::string(title_of(verdict->fits)) +
                                                   " " + in.difference(verdict->headroom));
        }
        rows.push_back(std::move(row));
    }
    return markdown_table(head, right, rows);
}

std::string breakdown_table(const Estimate &estimate, const ByteFigures &in)
{
    std::vector<std::vector<std::string>> rows;
    const ComponentBytes bytes = bytes_at_peak(estimate);
    Bytes sum = 0;
    for (std::size_t i = 0; i < component_count; ++i) {
        sum += bytes[i];
        if (bytes[i] == 0) continue;
        rows.push_back({title_of(static_cast<Component>(i)), grouped(bytes[i]), in.table(bytes[i]),
                        percent(bytes[i], estimate.peak.device)});
    }
    rows.push_back({"**On the device**", "**" + grouped(sum) + "**", "**" + in.table(sum) + "**", "**100.0**"});
    return markdown_table({"Component", "Bytes", std::string(in.name()), "%"}, {false, true, true, true}, rows);
}

std::string targets_in_words(const Adapter &adapter)
{
    std::string out;
    for (const std::string &target : adapter.targets) out.append(out.empty() ? "" : ", ").append(target);
    return out;
}

std::string configuration_table(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    std::vector<std::vector<std::string>> rows;
    const auto add = [&rows](const char *name, const std::string &value) { rows.push_back({name, markdown_text(value)}); };
    add("Model", model_name(estimate) + ", " + grouped(estimate.total_parameters) + " parameters");
    if (estimate.architecture && estimate.architecture->decoder) {
        const DecoderSpec &decoder = *estimate.architecture->decoder;
        add("Shape", grouped(decoder.layer_count()) + " layers, hidden " + grouped(decoder.hidden) + ", vocabulary " +
                         grouped(decoder.vocab));
    }
    add("Plan", plan_in_words(plan));
    if (const std::string weights = weights_in_words(estimate); !weights.empty()) add("Weights at the peak", weights);
    if (plan.trains_adapter()) {
        add("Adapter", "rank " + grouped(plan.adapter.rank) + ", alpha " + fixed(plan.adapter.alpha, 0) + ", dropout " +
                           fixed(plan.adapter.dropout, 2) + ", targets " + targets_in_words(plan.adapter) + ", " +
                           std::string(name_of(plan.adapter.dtype)));
        add("Trained", grouped(estimate.trainable_parameters) + " parameters, " +
                           percent(estimate.trainable_parameters, estimate.total_parameters) + " %");
    }
    add("Attention and loss", std::string(name_of(plan.attention)) + ", " + std::string(name_of(plan.loss.kind)));
    return markdown_table({"Configuration", ""}, {}, rows);
}

std::string kind_in_words(const Plan &plan)
{
    if (plan.task == Task::infer)
        return "Running " + (plan.weights.quant == "none" ? std::string(name_of(plan.weights.dtype)) : plan.weights.quant) + " ";
    if (plan.task == Task::extract) return "Extracting states of ";
    if (plan.method == Method::full) return "A full " + std::string(name_of(plan.weights.dtype)) + " fine-tune of ";
    return std::string(plan.method == Method::lora ? "A LoRA" : "A QLoRA") + " fine-tune of ";
}

std::string work_in_words(const Plan &plan)
{
    if (plan.task == Task::infer)
        return grouped(plan.inference.context) + " tokens of context, " + grouped(plan.inference.sequences) + " at once";
    const std::string adapter = plan.trains_adapter() ? "rank " + grouped(plan.adapter.rank) + ", " : std::string();
    return adapter + grouped(plan.sequence_length) + " tokens, micro batch " + grouped(plan.micro_batch);
}

std::string verdict_in_words(const PlanAnswer &answer)
{
    std::string out;
    for (const Verdict &verdict : answer.verdicts) {
        const std::string_view said = verdict.fits == Fits::yes     ? "fits on "
                                      : verdict.fits == Fits::tight ? "is tight on "
                                      : verdict.fits == Fits::no    ? "does not fit on "
                                                                    : "may or may not fit on ";
        out.append(out.empty() ? ", and " : ", ").append(said).append(verdict.card);
    }
    return out;
}

std::string paragraph_list(const std::string &title, const std::vector<std::string> &lines)
{
    if (lines.empty()) return {};
    std::string out = "\n<details><summary>" + title + "</summary>\n\n";
    for (const std::string &line : lines) out += "- " + markdown_text(line) + "\n";
    return out + "\n</details>\n";
}

std::vector<std::string> warning_lines(const Estimate &estimate)
{
    std::vector<std::string> out;
    for (const Warning &warning : estimate.warnings) out.push_back(warning.text);
    return out;
}

} // namespace

std::string citation(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const PlanAnswer &first = chosen(input);
    const Estimate &estimate = first.estimate;
    const Plan &plan = estimate.plan.plan;
    std::string out = kind_in_words(plan) + model_name(estimate) + " (" + work_in_words(plan) + ") is planned to need " +
                      (estimate.lower_bound_reason.empty() ? "" : "at least ") + in.brief_named(estimate.peak.device) +
                      " of GPU memory" + verdict_in_words(first);
    std::string others;
    for (const PlanAnswer &answer : input.answers) {
        if (&answer == &first) continue;
        others.append(others.empty() ? "; " : ", ")
            .append(answer.name + " would need " + in.brief_named(answer.estimate.peak.device));
    }
    return out + others + " (Plimsoll " PLIMSOLL_VERSION ").";
}

std::string model_card(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const PlanAnswer &first = chosen(input);
    const Estimate &estimate = first.estimate;
    const Verdict *decider = worst(first.verdicts);
    const std::string mark = decider == nullptr ? std::string() : std::string(mark_of(decider->fits)) + " ";
    std::string out = "## GPU memory\n\n**" + mark + markdown_text(answer_sentence(first, input.unit)) + "**";
    if (decider != nullptr && !decider->reason.empty()) out += ' ' + markdown_text(decider->reason_in(input.unit));
    out += "\n\nAll figures in " + std::string(in.name()) + " (" + std::string(in.meaning()) + ").\n\n" + scenario_table(input);
    out += "\n### " + markdown_text(first.name) + " at its peak (" + title_of(estimate.peak.phase) + ")\n\n" +
           breakdown_table(estimate, in);
    out += "\n" + configuration_table(estimate);
    out += "\n**To cite.** " + markdown_text(citation(input)) + "\n";
    if (!input.command.empty()) out += "\n**To reproduce.**\n\n```\n" + input.command + "\n```\n";
    out += paragraph_list("Assumptions", estimate.assumptions);
    out += paragraph_list("Warnings", warning_lines(estimate));
    const std::string sha = estimate.architecture ? estimate.architecture->config_sha256 : std::string();
    return out + "\nPlimsoll " PLIMSOLL_VERSION + (sha.empty() ? "" : ", config.json " + sha.substr(0, 12)) + ".\n";
}

nlohmann::ordered_json report_to_json(const ReportInput &input)
{
    nlohmann::ordered_json answers = nlohmann::ordered_json::array();
    for (const PlanAnswer &answer : input.answers) answers.push_back(estimate_to_json(answer));
    return {{"schema", "plimsoll.report/1"},
            {"selected", input.selected},
            {"citation", citation(input)},
            {"command", input.command},
            {"answers", std::move(answers)}};
}

std::string report_to_csv(const ReportInput &input)
{
    std::vector<std::string> head{"scenario",     "allocated_bytes",    "reserved_bytes",
                                  "device_bytes", "interval_low_bytes", "interval_high_bytes"};
    const std::vector<std::string> cards = cards_of(input.answers);
    for (const std::string &card : cards) {
        head.push_back(card + " fits");
        head.push_back(card + " headroom_bytes");
    }
    std::string out = csv_line(head);
    for (const PlanAnswer &answer : input.answers) {
        const Peak &peak = answer.estimate.peak;
        std::vector<std::string> line{answer.name};
        for (const Bytes bytes :
             {peak.allocated, peak.reserved, peak.device, peak.device_interval.low, peak.device_interval.high})
            line.push_back(std::to_string(bytes));
        for (const std::string &card : cards) {
            const Verdict *verdict = verdict_on(answer, card);
            line.push_back(verdict == nullptr ? "" : std::string(name_of(verdict->fits)));
            line.push_back(verdict == nullptr ? "" : std::to_string(verdict->headroom));
        }
        out += csv_line(line);
    }
    return out;
}

} // namespace plimsoll
