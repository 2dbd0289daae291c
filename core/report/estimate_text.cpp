// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/estimate_text.h"

#include "core/adapters/adapters.h"
#include "core/estimate/rollout_engine.h"
#include "core/fit/solver.h"
#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/bars.h"
#include "core/report/csv.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/rollout/rollout_words.h"
#include "core/report/stage_words.h"
#include "core/report/time_text.h"
#include "core/report/titles.h"
#include "core/report/weight_types.h"
#include "core/torch/places.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::size_t estimate_text_title_width = 17;
constexpr std::size_t figure_width = 9;
constexpr std::size_t share_width = 7;

class TextReport {
public:
    TextReport(const PlanAnswer &answer, const TextStyle &style)
        : m_answer(answer), m_estimate(answer.estimate), m_style(style), m_decider(leading(answer.verdicts)),
          m_drawn(card_of_figures(answer))
    {}

    std::string take() &&
    {
        add_answer();
        add_plan();
        add_breakdown();
        add_figures();
        add_rollout();
        add_time();
        add_ranks();
        add_verdicts();
        add_list(phrase(QT_TRANSLATE_NOOP("core", "Assumptions")), m_estimate.assumptions);
        return std::move(m_out);
    }

private:
    const PlanAnswer &m_answer;
    const Estimate &m_estimate;
    const TextStyle &m_style;
    const Verdict *m_decider;
    const Verdict *m_drawn; ///< the card of the figures, where others need other amounts
    std::string m_out;

    static std::string figure(Bytes bytes) { return localised(gib_table(bytes)); }

    void line(const std::string &text = {}) { m_out.append(text).append("\n"); }

    void paragraph(const std::string &text, std::size_t hang = 0)
    {
        for (const std::string &part : wrapped(text, m_style.width, hang)) line(part);
    }

    std::string painted(const std::string &text, std::string_view code) const
    {
        return m_style.colour ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
    }

    static std::string_view colour_of(Fits fits) { return fits == Fits::yes ? "1;32" : fits == Fits::no ? "1;31" : "1;33"; }

    void add_answer()
    {
        const std::string sentence = answer_sentence(m_answer);
        const Verdict *const told = headline_of(m_answer);
        if (told == nullptr) return line(painted(sentence, "1"));
        const std::string text = std::string(mark_of(told->word())) + " " + sentence;
        for (const std::string &part : wrapped(text, m_style.width, 2)) line(painted(part, colour_of(told->fits)));
        if (!told->reason.empty()) paragraph("  " + told->reason, 2);
        if (const std::string trainer = trainer_sentence(m_answer); !trainer.empty()) paragraph(trainer, 2);
    }

    void add_plan()
    {
        line();
        const std::string model =
            m_estimate.architecture ? m_estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "model"));
        const bool some =
            m_estimate.plan.plan.task == Task::train && m_estimate.trainable_parameters != m_estimate.total_parameters;
        const std::string counts =
            phrase(some ? QT_TRANSLATE_NOOP("core", "%1 parameters, %2 trained") : QT_TRANSLATE_NOOP("core", "%1 parameters"),
                   {localised(grouped(m_estimate.total_parameters)), localised(grouped(m_estimate.trainable_parameters))});
        paragraph(m_answer.name + " · " + model + " · " + counts);
        paragraph(plan_in_words(m_estimate.plan.plan));
    }

    /// The card that the bars are held against: the one that decides, unless the figures are another's.
    const Verdict *marked() const { return m_drawn != nullptr ? m_drawn : m_decider; }

    /// What a full bar means: that card, or the need where it is larger or no card was named.
    Bytes scale() const
    {
        const Bytes need = std::max<Bytes>(m_estimate.shown().needed(), 1);
        return marked() == nullptr ? need : std::max(need, marked()->usable);
    }

    std::string row(const std::string &title, Bytes bytes) const
    {
        return left_aligned(title, estimate_text_title_width) + right_aligned(figure(bytes), figure_width) + " GiB" +
               right_aligned(localised(percent(bytes, m_estimate.shown().needed())), share_width) + " %  ";
    }

    void add_breakdown()
    {
        line();
        if (m_drawn != nullptr)
            paragraph(phrase(QT_TRANSLATE_NOOP("core", "On %1 (each card's need stands below):"), {m_drawn->card}));
        const ComponentBytes bytes = bytes_at_peak(m_estimate);
        const std::size_t room = m_style.width - (estimate_text_title_width + figure_width + share_width + 8);
        std::size_t index = 0;
        for (const ComponentGroup &group : component_groups()) {
            const Bytes held = bytes_of(group, bytes);
            const std::string bar = bar_of(held, scale(), room);
            if (held != 0) line(row(title_of(group), held) + (m_style.colour ? painted(bar, group_colour(index)) : bar));
            ++index;
        }
        const std::optional<Bytes> mark = marked() == nullptr ? std::nullopt : std::optional<Bytes>(marked()->usable);
        line(row(phrase(QT_TRANSLATE_NOOP("core", "On the device")), m_estimate.shown().needed()) +
             bar_of(m_estimate.shown().needed(), scale(), room, mark));
        if (marked() == nullptr) return;
        const char *const meaning = marked()->usable >= scale() ? QT_TRANSLATE_NOOP("core", "a full bar is %1 GiB usable: %2")
                                                                : QT_TRANSLATE_NOOP("core", "│ stands at %1 GiB usable: %2");
        paragraph(std::string(estimate_text_title_width, ' ') + phrase(meaning, {figure(marked()->usable), marked()->card}),
                  estimate_text_title_width);
    }

    void add_figures()
    {
        const ProcessEstimate &process = m_estimate.shown();
        const Peak &peak = process.peak;
        line();
        const StagePeak *const generation = generation_at_peak(process);
        const char *const where =
            step::in_tower(peak.layer) && generation == nullptr
                ? QT_TRANSLATE_NOOP("core", "Peak in the tower, %1: allocated %2, reserved %3, on the device %4 GiB (90 % "
                                            "interval %5–%6).")
            : peak.layer >= 0 && generation == nullptr
                ? QT_TRANSLATE_NOOP("core", "Peak at %1, layer %7: allocated %2, reserved %3, on the device %4 GiB (90 % "
                                            "interval %5–%6).")
                : QT_TRANSLATE_NOOP("core", "Peak at %1: allocated %2, reserved %3, on the device %4 GiB (90 % interval "
                                            "%5–%6).");
        paragraph(phrase(
            where, {title_of(phase_of_peak(process)), figure(generation != nullptr ? generation->allocated : peak.allocated),
                    figure(generation != nullptr ? generation->reserved : peak.reserved), figure(peak.device),
                    figure(peak.device_interval.low), figure(peak.device_interval.high), std::to_string(peak.layer)}));
        if (process.engine) {
            if (!m_estimate.lower_bound_reason.empty())
                paragraph(phrase(QT_TRANSLATE_NOOP("core", "These are lower bounds: %1"), {m_estimate.lower_bound_reason}));
            return add_engine(*process.engine);
        }
        paragraph(phrase(QT_TRANSLATE_NOOP("core", "Least that runs: %1 GiB reserved. Loading peaks at %2 GiB."),
                         {figure(peak.required), figure(peak.load)}));
        if (m_estimate.plan.plan.task == Task::train)
            paragraph(phrase(QT_TRANSLATE_NOOP("core", "Between steps: weights %1, adapters %2, gradients %3, optimizer %4 GiB."),
                             {figure(process.steady_weights), figure(process.steady_adapters), figure(process.steady_gradients),
                              figure(process.steady_optimizer)}));
        add_list(phrase(QT_TRANSLATE_NOOP("core", "Stages of a step")), stages_in_words(process));
        if (!m_estimate.lower_bound_reason.empty())
            paragraph(phrase(QT_TRANSLATE_NOOP("core", "These are lower bounds: %1"), {m_estimate.lower_bound_reason}));
    }

    /// The engine that makes completions: its course beside the trainer's, or what it takes of cards of its own.
    void add_rollout()
    {
        if (const std::optional<EngineCourse> course = engine_course(m_estimate, m_estimate.shown())) {
            line();
            paragraph(fullest_in_words(*course));
            m_out += table_to_text(course_table(*course, ByteFigures{}));
        }
        add_list(phrase(QT_TRANSLATE_NOOP("core", "Completions")), server_in_words(m_answer));
    }

    void add_time()
    {
        if (!m_answer.time) return;
        paragraph(time_sentence(*m_answer.time));
        if (const std::string cost = cost_sentence(*m_answer.time); !cost.empty()) paragraph(cost);
        if (const std::string rows = lengths_sentence(*m_answer.time); !rows.empty()) paragraph(rows);
        for (const RunTime &other : m_answer.elsewhere) paragraph(cost_sentence(other));
    }

    /// Every kind of rank, and what a run takes beside its cards.
    void add_ranks()
    {
        if (!speaks_of_ranks(m_estimate)) return;
        const auto add = [this](const report::Table &table) {
            line();
            m_out += table_to_text(table);
        };
        if (m_estimate.processes.size() > 1) add(ranks_table(m_estimate, ByteFigures{}));
        const std::vector<RunFigure> figures = run_figures_of(m_estimate);
        if (figures.empty()) return;
        line();
        for (const RunFigure &one : figures) {
            paragraph(phrase(QT_TRANSLATE_NOOP("core", "%1: %2 GiB"), {one.title, figure(one.bytes)}), 2);
            if (!one.why.empty()) paragraph("  " + one.why, 4);
        }
    }

    /// What the load needs beside what is claimed, and what the cache holds.
    void add_engine(const EngineNeed &engine)
    {
        const EngineStart &start = engine.start;
        const Inference &load = m_estimate.plan.plan.inference;
        paragraph(phrase(QT_TRANSLATE_NOOP("core", "The load (%1 × %2 tokens) needs %3 GiB, %4 of them cache."),
                         {localised(grouped(load.sequences)), localised(grouped(load.context)), figure(engine.need),
                          figure(start.load_cache)}));
        if (start.requested)
            paragraph(
                phrase(QT_TRANSLATE_NOOP("core", "Its cache holds %1 tokens, %2 such sequences at once, or one of %3 tokens."),
                       {localised(grouped(start.tokens)), localised(fixed(start.max_concurrency, 2)),
                        localised(grouped(start.max_context))}));
        for (const EnginePlace &place : start.places)
            paragraph(
                "  " + phrase(QT_TRANSLATE_NOOP("core", "%1: weights %2, cache %3, compute %4 GiB"),
                              {place.place, figure(place.weights), figure(place.kv_cache + place.state), figure(place.compute)}),
                4);
        if (start.refuses) paragraph(start.refuses->text);
        if (start.log.empty()) return;
        line();
        line(phrase(QT_TRANSLATE_NOOP("core", "Its log will print")));
        for (const std::string &text : start.log) paragraph("  " + text, 4);
    }

    void add_verdicts()
    {
        constexpr std::size_t mark_width = 16, card_width = 24;
        if (m_answer.verdicts.empty()) return;
        line();
        const std::string title = phrase(QT_TRANSLATE_NOOP("core", "Verdicts"));
        line(title + right_aligned(phrase(QT_TRANSLATE_NOOP("core", "needs")), 48 - std::min<std::size_t>(columns(title), 47)) +
             right_aligned(phrase(QT_TRANSLATE_NOOP("core", "usable")), 11) +
             right_aligned(phrase(QT_TRANSLATE_NOOP("core", "spare")), 10));
        for (const Verdict &verdict : m_answer.verdicts) {
            const std::string mark = std::string(mark_of(verdict.word())) + " " + word_title(verdict);
            std::string begin = painted(left_aligned(mark, mark_width), colour_of(verdict.fits));
            if (columns(mark) >= mark_width) {
                line(begin);
                begin.assign(mark_width, ' ');
            }
            if (columns(verdict.card) > card_width) { // figures stay under their headings
                line(begin + verdict.card);
                begin.assign(mark_width, ' ');
                begin += std::string(card_width, ' ');
            } else {
                begin += left_aligned(verdict.card, card_width);
            }
            line(begin + right_aligned(figure(verdict.need.device), 8) + right_aligned(figure(verdict.usable), 11) +
                 right_aligned(localised(gib_difference(verdict.headroom)), 10) + " GiB");
            if (const std::string most = maxima_in_words(verdict); !most.empty()) paragraph("  " + most, 2);
            for (const std::string &note : verdict.notes) paragraph("  " + note, 2);
        }
    }

    std::string maxima_in_words(const Verdict &verdict) const
    {
        std::string out;
        if (verdict.max_sequence_length)
            out = phrase(QT_TRANSLATE_NOOP("core", "longest sequence that fits: %1 tokens"),
                         {localised(grouped(*verdict.max_sequence_length))});
        const ArchitectureRef &model = m_estimate.architecture;
        const std::string beyond = model ? beyond_positions(*model, verdict.max_sequence_length.value_or(0)) : std::string();
        if (!beyond.empty()) out += ", " + beyond;
        if (verdict.max_micro_batch)
            out += (out.empty() ? "" : "; ") +
                   phrase(QT_TRANSLATE_NOOP("core", "largest micro batch: %1"), {localised(grouped(*verdict.max_micro_batch))});
        return out;
    }

    void add_list(const std::string &title, const std::vector<std::string> &lines)
    {
        if (lines.empty()) return;
        line();
        line(title);
        for (const std::string &text : lines) paragraph("  " + text, 4);
    }
};

std::string tokens_in_words(const Plan &plan)
{
    if (plan.task == Task::infer)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 × %2 tokens of context"),
                      {localised(grouped(plan.inference.sequences)), localised(grouped(plan.inference.context))});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 × %2 tokens"),
                  {localised(grouped(plan.micro_batch)), localised(grouped(plan.sequence_length))});
}

std::string method_in_words(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    const std::string precision = quant == "none" ? phrase(QT_TRANSLATE_NOOP("core", "%1 weights"), {name_of(plan.weights.dtype)})
                                  : packed_twice(plan.weights) ? phrase(QT_TRANSLATE_NOOP("core", "%1 double-quantised"), {quant})
                                                               : quant;
    if (plan.task != Task::train) return precision;
    if (plan.method == Method::full) return phrase(QT_TRANSLATE_NOOP("core", "full fine-tuning, %1"), {precision});
    const std::string title = title_of(plan.adapter, plan.method == Method::qlora);
    if (method_of(plan.adapter).rank_key.empty()) return phrase(QT_TRANSLATE_NOOP("core", "%1, %2"), {title, precision});
    return phrase(plan.adapter.dora ? QT_TRANSLATE_NOOP("core", "%1 rank %2 (DoRA), %3")
                                    : QT_TRANSLATE_NOOP("core", "%1 rank %2, %3"),
                  {title, localised(grouped(plan.adapter.rank)), precision});
}

} // namespace

std::string plan_in_words(const Plan &plan)
{
    std::string out(name_of(plan.task));
    const auto add = [&out](const std::string &part) { out += " · " + part; };
    add(plan.task == Task::infer ? std::string(name_of(plan.inference.engine)) : std::string(name_of(plan.stack)));
    add(method_in_words(plan));
    add(tokens_in_words(plan));
    if (plan.task != Task::train) return out;
    if (plan.gradient_accumulation > 1)
        add(phrase(QT_TRANSLATE_NOOP("core", "accumulated %1 times"), {localised(grouped(plan.gradient_accumulation))}));
    add(std::string(name_of(plan.optimizer.name)) +
        (plan.optimizer.implementation ? " " + std::string(name_of(*plan.optimizer.implementation)) : ""));
    add(phrase(plan.gradient_checkpointing.enabled ? QT_TRANSLATE_NOOP("core", "checkpointing")
                                                   : QT_TRANSLATE_NOOP("core", "no checkpointing")));
    add("autocast " + std::string(name_of(plan.autocast)));
    if (plan.parallel.spread()) add(words_for(plan.parallel));
    return out;
}

std::string trainer_sentence(const PlanAnswer &answer, ByteUnit unit)
{
    const Verdict *const own = leading(answer.verdicts);
    if (own == nullptr || !server_decides(answer)) return {};
    return std::string(mark_of(own->word())) + " " + phrase(QT_TRANSLATE_NOOP("core", "The training: %1"), {own->answer(unit)});
}

std::string answer_sentence(const PlanAnswer &answer, ByteUnit unit)
{
    if (server_decides(answer)) return phrase(QT_TRANSLATE_NOOP("core", "The server: %1"), {headline_of(answer)->answer(unit)});
    if (const Verdict *lead = leading(answer.verdicts)) return lead->answer(unit);
    return phrase(answer.estimate.lower_bound_reason.empty()
                      ? QT_TRANSLATE_NOOP("core", "Needs %1 on the device; the peak is at %2.")
                      : QT_TRANSLATE_NOOP("core", "Needs at least %1 on the device; the peak is at %2."),
                  {localised(ByteFigures{unit}.brief_named(answer.estimate.shown().needed())),
                   title_of(phase_of_peak(answer.estimate.shown()))});
}

std::string estimate_to_text(const PlanAnswer &answer, const TextStyle &style) { return TextReport(answer, style).take(); }

std::string estimate_to_csv(const PlanAnswer &answer)
{
    const Estimate &estimate = answer.estimate;
    std::string out = csv_line({"scenario", "component", "bytes", "GiB", "percent"});
    const auto add = [&](std::string_view component, Bytes bytes) {
        out += csv_line({answer.name, std::string(component), std::to_string(bytes), gib_table(bytes),
                         percent(bytes, estimate.shown().needed())});
    };
    for (const BreakdownLine &line : estimate.shown().needed_lines()) add(name_of(line.component), line.bytes);
    add("device", estimate.shown().needed());
    if (!speaks_of_ranks(estimate)) return out;
    for (const ProcessEstimate &process : estimate.processes)
        if (estimate.processes.size() > 1) add("device, " + role_of(process.rank, estimate.plan.plan), process.needed());
    for (const RunFigure &one : run_figures_of(estimate))
        out += csv_line({answer.name, one.key, std::to_string(one.bytes), gib_table(one.bytes), {}});
    return out;
}

} // namespace plimsoll
