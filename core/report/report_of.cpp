// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model_card.h"

#include "core/adapters/adapters.h"
#include "core/estimate/rollout_engine.h"
#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/card/report_parts.h"
#include "core/report/card/scenario_table.h"
#include "core/report/estimate_text.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/time_text.h"
#include "core/report/titles.h"
#include "core/report/writers.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// What is planned, as the subject of a sentence.
std::string run_in_words(const Plan &plan, const std::string &model)
{
    const std::string_view dtype = name_of(plan.weights.dtype);
    if (plan.task == Task::infer)
        return phrase(QT_TRANSLATE_NOOP("core", "Running %1 %2"),
                      {plan.weights.quant == "none" ? dtype : plan.weights.quant, model});
    if (plan.task == Task::extract) return phrase(QT_TRANSLATE_NOOP("core", "Extracting states of %1"), {model});
    if (plan.method == Method::full) return phrase(QT_TRANSLATE_NOOP("core", "A full %1 fine-tune of %2"), {dtype, model});
    return phrase(QT_TRANSLATE_NOOP("core", "A %1 fine-tune of %2"),
                  {title_of(plan.adapter, plan.method == Method::qlora), model});
}

std::string report_of_work_in_words(const Plan &plan)
{
    const auto count = [](Count number) { return localised(grouped(number)); };
    if (plan.task == Task::infer)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 tokens of context, %2 at once"),
                      {count(plan.inference.context), count(plan.inference.sequences)});
    const bool has_rank = plan.trains_adapter() && !method_of(plan.adapter).rank_key.empty();
    return phrase(has_rank ? QT_TRANSLATE_NOOP("core", "rank %3, %1 tokens, micro batch %2")
                           : QT_TRANSLATE_NOOP("core", "%1 tokens, micro batch %2"),
                  {count(plan.sequence_length), count(plan.micro_batch), count(plan.adapter.rank)});
}

/// The clause that follows the need.
const char *first_clause(Said said)
{
    switch (said) {
    case Said::fits: return QT_TRANSLATE_NOOP("core", ", and fits on %1");
    case Said::probably_fits: return QT_TRANSLATE_NOOP("core", ", and probably fits on %1");
    case Said::tight: return QT_TRANSLATE_NOOP("core", ", and is tight on %1");
    case Said::probably_tight: return QT_TRANSLATE_NOOP("core", ", and is probably tight on %1");
    case Said::starts: return QT_TRANSLATE_NOOP("core", ", and starts on %1 with %2 of %3 requests at once");
    case Said::starts_partly: return QT_TRANSLATE_NOOP("core", ", and starts on %1, partly on the host");
    case Said::unlikely: return QT_TRANSLATE_NOOP("core", ", and is unlikely to fit on %1");
    case Said::does_not_fit: return QT_TRANSLATE_NOOP("core", ", and does not fit on %1");
    case Said::probably_does_not_fit: return QT_TRANSLATE_NOOP("core", ", and probably does not fit on %1");
    case Said::does_not_start: return QT_TRANSLATE_NOOP("core", ", and does not start on %1");
    case Said::unknown: break;
    }
    return QT_TRANSLATE_NOOP("core", ", and may or may not fit on %1");
}

/// The clause that follows another one.
const char *further_clause(Said said)
{
    switch (said) {
    case Said::fits: return QT_TRANSLATE_NOOP("core", ", fits on %1");
    case Said::probably_fits: return QT_TRANSLATE_NOOP("core", ", probably fits on %1");
    case Said::tight: return QT_TRANSLATE_NOOP("core", ", is tight on %1");
    case Said::probably_tight: return QT_TRANSLATE_NOOP("core", ", is probably tight on %1");
    case Said::starts: return QT_TRANSLATE_NOOP("core", ", starts on %1 with %2 of %3 requests at once");
    case Said::starts_partly: return QT_TRANSLATE_NOOP("core", ", starts on %1, partly on the host");
    case Said::unlikely: return QT_TRANSLATE_NOOP("core", ", is unlikely to fit on %1");
    case Said::does_not_fit: return QT_TRANSLATE_NOOP("core", ", does not fit on %1");
    case Said::probably_does_not_fit: return QT_TRANSLATE_NOOP("core", ", probably does not fit on %1");
    case Said::does_not_start: return QT_TRANSLATE_NOOP("core", ", does not start on %1");
    case Said::unknown: break;
    }
    return QT_TRANSLATE_NOOP("core", ", may or may not fit on %1");
}

/// The card that the answer speaks of, then the others.
std::string verdicts_in_words(const PlanAnswer &answer, ByteUnit unit)
{
    std::string out;
    const Verdict *const lead = leading(answer.verdicts);
    const auto say = [&](const Verdict &verdict) {
        out += phrase(out.empty() ? first_clause(said_of(verdict)) : further_clause(said_of(verdict)),
                      {card_said(verdict, plain_figures(unit)), localised(grouped(verdict.at_once.value_or(0))),
                       localised(grouped(verdict.requests))});
    };
    if (lead) say(*lead);
    for (const Verdict &verdict : answer.verdicts)
        if (&verdict != lead) say(verdict);
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
    const PlanAnswer &first = report::chosen(input);
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
    return phrase(need_clause(estimate), {run_in_words(plan, report::model_name(estimate)), report_of_work_in_words(plan),
                                          figure(estimate.shown().needed()), verdicts_in_words(first, input.unit), others,
                                          "Plimsoll " PLIMSOLL_VERSION, localised(grouped(mesh_of(plan).ranks()))});
}

report::Document report::report_of(ReportInput input, const std::vector<Advice> &advice)
{
    const ByteFigures in{input.unit};
    const PlanAnswer &first = report::chosen(input);
    const Estimate &estimate = first.estimate;
    const Verdict *decider = leading(first.verdicts);
    const Verdict *const told = headline_of(first);
    const std::string mark = told == nullptr ? std::string() : std::string(mark_of(told->word())) + " ";
    Document out{phrase(QT_TRANSLATE_NOOP("core", "GPU memory: %1"), {first.name}), {}};
    const auto add = [&out](Block block) { out.blocks.push_back(std::move(block)); };
    add(Heading{2, phrase(QT_TRANSLATE_NOOP("core", "GPU memory"))});
    Paragraph verdict{{{mark + answer_sentence(first, input.unit), true}}};
    if (told != nullptr && !told->reason.empty()) verdict.parts.push_back({told->reason_in(input.unit)});
    add(std::move(verdict));
    if (const std::string trainer = trainer_sentence(first, input.unit); !trainer.empty()) add(Paragraph{{{trainer}}});
    Paragraph others; // one sentence for every other card
    for (const Verdict &other : first.verdicts)
        if (&other != decider)
            others.parts.push_back(
                {(others.parts.empty() ? "" : " ") + std::string(mark_of(other.word())) + " " + other.answer(input.unit)});
    if (!others.parts.empty()) add(std::move(others));
    if (first.time) { // how long it takes, and what a named amount costs
        Paragraph time{{{time_sentence(*first.time)}}};
        if (const std::string cost = cost_sentence(*first.time); !cost.empty()) time.parts.push_back({cost});
        if (const std::string rows = lengths_sentence(*first.time); !rows.empty()) time.parts.push_back({rows});
        for (const RunTime &other : first.elsewhere) time.parts.push_back({cost_sentence(other)});
        add(std::move(time));
    }
    add(Paragraph{{{phrase(QT_TRANSLATE_NOOP("core", "All figures in %1 (%2)."), {in.name(), in.meaning()})}}});
    add(scenario_table(input, true));
    const Verdict *const drawn = card_of_figures(first);
    add(Heading{3, phrase(drawn == nullptr ? QT_TRANSLATE_NOOP("core", "%1 at its peak (%2)")
                                           : QT_TRANSLATE_NOOP("core", "%1 at its peak (%2) on %3"),
                          {first.name, title_of(phase_of_peak(estimate.shown())),
                           drawn == nullptr ? "" : card_said(*drawn, plain_figures(input.unit))})});
    add(breakdown_table(estimate, in));
    add_ranks(out, estimate, in);
    add_rollout(out, first, in);
    add(configuration_table(estimate));
    add_end(out, std::move(input), advice);
    return out;
}

std::string model_card(const ReportInput &input) { return report::write_markdown(report::report_of(input)).value(); }

} // namespace plimsoll
