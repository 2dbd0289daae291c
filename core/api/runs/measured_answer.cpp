// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/measured_answer.h"

#include "core/api/runs/other_run.h"
#include "core/clock/step_time.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/sha256.h"
#include "core/ground/text.h"
#include "core/measured/measurement.h"
#include "core/plan/plan_json.h"
#include "core/run/simulate.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

/// The measured plan on its card; on no card where the catalogue does not know it, which is noted.
Result<Question> question_of(Measured &measured)
{
    Result<Question> question = question_from_json(plan_as_measured(measured));
    if (!question || device_of(question->plan)) return question;
    measured.notes.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "%1 is not in the catalogue: the plan's kernels and context are those "
                                         "of compute capability %2"),
               {measured.card, "8.0"}));
    question->plan.target.gpus.clear();
    return question;
}

ordered_json interval(const Interval &of) { return {of.low, of.high}; }

ordered_json planned_to_json(const PlanAnswer &planned)
{
    const Peak &peak = planned.estimate.shown().peak;
    return {{"allocated_bytes", peak.allocated},
            {"reserved_bytes", peak.reserved},
            {"device_bytes", peak.device},
            {"load_bytes", peak.load},
            {"interval_bytes", interval(peak.device_interval)},
            {"allocated_interval_bytes", interval(peak.allocated_interval)}};
}

void lay_beside(MeasuredAnswer &out, const ArchitectureRef &model, const std::optional<SnapshotRun> &run, const OpenAgain &again)
{
    const Estimate &estimate = out.planned->estimate;
    if (estimate.fullest().engine) return;
    const Result<step::Trace> trace = step::simulate(*model, estimate.plan, estimate.device, true, estimate.shown().rank);
    if (!trace) return;
    const std::vector<PlannedPhase> planned = planned_phases(*trace, estimate.plan.plan);
    out.phases = compared_phases(out.measured, planned, run.has_value());
    out.parts = parting(out.phases);
    if (!out.parts || !run || !again || out.parts->phase >= run->peaks.size()) return;
    const PhaseComparison &at = out.phases[out.parts->phase];
    const std::unique_ptr<std::istream> file = again();
    if (!file) return;
    const Result<std::vector<LiveSize>> living = living_at(*file, run->device, run->peaks[out.parts->phase]);
    if (!living) return;
    for (const PlannedPhase &phase : planned)
        if (phase.step == at.planned_step && phase.phase == at.phase)
            out.parts->terms = terms_between(*living, *trace, phase.event);
}

/// As learned runs have them: of a training's seconds, of a serving's rates, each by itself; 0 where one of both is not known.
void take_times(LearnedRun &run, const MeasuredAnswer &answer)
{
    for (const SpeedBeside &beside : speeds_beside(answer)) {
        const bool turned = answer.planned->time->step.has_value() && !beside.takes;
        const double ratio = turned ? beside.planned / beside.measured : beside.measured / beside.planned;
        double LearnedRun::*const of = beside.what == "prefill_tokens_per_second"  ? &LearnedRun::prefill
                                       : beside.what == "output_tokens_per_second" ? &LearnedRun::output
                                                                                   : &LearnedRun::time;
        if (run.*of <= 0) run.*of = ratio; // a step's seconds before its tokens
    }
}

double ratio(const std::optional<Bytes> &measured, Bytes planned)
{
    return measured && planned > 0 ? static_cast<double>(*measured) / static_cast<double>(planned) : 0.0;
}

} // namespace

std::vector<SpeedBeside> speeds_beside(const MeasuredAnswer &answer)
{
    std::vector<SpeedBeside> out;
    if (!answer.planned || !answer.planned->time) return out;
    const RunTime &planned = *answer.planned->time;
    const MeasuredSpeed &measured = answer.measured.speed;
    const auto add = [&](const char *what, const std::optional<double> &real, double figure, bool takes, const TimeRange &range) {
        if (real && figure > 0) out.push_back({what, *real, figure, takes, {figure * range.low, figure * range.high}});
    };
    const TimeRange rates{1 / planned.range.high, 1 / planned.range.low};
    if (planned.step) {
        add("step_seconds", measured.step_seconds, planned.step->seconds, true, planned.range);
        add("tokens_per_second", measured.tokens_per_second, planned.tokens_per_second(), false, rates);
        const Plan &plan = answer.planned->estimate.plan.plan;
        const double rows = rows_of_step(plan) * static_cast<double>(std::max<Count>(1, plan.parallel.data));
        add("rows_per_second", measured.rows_per_second, rows / planned.step->seconds, false, rates);
    }
    if (planned.serve) {
        add("prefill_tokens_per_second", measured.prefill, planned.serve->prefill, false, planned.serve->prefill_range);
        add("decode_tokens_per_second", measured.decode, planned.serve->decode, false, planned.range);
        add("output_tokens_per_second", measured.output, planned.serve->output, false, planned.serve->output_range);
    }
    return out;
}

Result<MeasuredAnswer> measured_beside(KnownModels &models, Measured measured, std::optional<Question> question,
                                       const std::optional<SnapshotRun> &run, const OpenAgain &again, bool timeline)
{
    MeasuredAnswer out{std::move(measured), {}, {}, {}, {}};
    if (!question && out.measured.plan.empty()) {
        if (out.measured.source == "engine-log")
            out.measured.notes.push_back(phrase(QT_TRANSLATE_NOOP(
                "core",
                "figures alone were read, and no plan: that takes the command that started the engine, or its log from the "
                "first line on")));
        return out;
    }
    if (!question) {
        Result<Question> own = question_of(out.measured);
        if (!own) return own.error();
        question = *std::move(own);
    }
    const Result<ArchitectureRef> model = models.load_for(question->plan, question->base_directory);
    if (!model) return model.error();
    EstimateOptions options;
    options.timeline = timeline;
    options.time = out.measured.speed.known();
    Result<PlanAnswer> planned = answer(*model, question->plan, options);
    if (!planned) return planned.error();
    out.planned = *std::move(planned);
    take_tests_of_plan(out.measured, out.planned->estimate);
    out.other = other_than_planned(out.measured, out.planned->estimate);
    for (const std::string &what : out.other)
        out.measured.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "nothing is learned of this run: %1"), {what}));
    lay_beside(out, *model, run, again);
    if (out.measured.message) out.message = message_beside(*out.measured.message, out.planned->estimate);
    return out;
}

std::optional<KeptRun> kept_run(const MeasuredAnswer &answer, std::string_view measurement)
{
    const Measured &measured = answer.measured;
    if (!answer.planned || measured.out_of_memory || !answer.other.empty()) return std::nullopt;
    LearnedRun times;
    take_times(times, answer);
    const bool timed = times.time > 0 || times.prefill > 0 || times.output > 0;
    if (!timed && (measured.card.empty() || !measured.allocated_peak)) return std::nullopt;
    const Estimate &estimate = answer.planned->estimate;
    const Peak &peak = estimate.shown().peak;
    if (!estimate.lower_bound_reason.empty() || estimate.device.name.empty()) return std::nullopt;
    KeptRun out;
    out.run = {estimate.device.name,
               runner_key(estimate.plan.plan),
               {},
               ratio(measured.allocated_peak, peak.allocated),
               ratio(measured.device_peak, peak.device),
               times.time,
               times.prefill,
               times.output};
    Plan bare = estimate.plan.plan;
    bare.name.clear();
    out.run.run = sha256_hex(to_text(plan_to_json(bare))).substr(0, 16);
    out.measurement = measurement;
    return out;
}

ordered_json measured_answer_to_json(const MeasuredAnswer &answer)
{
    ordered_json out{{"schema", "plimsoll.measured/1"},
                     {"measured", measured_to_json(answer.measured)},
                     {"plan", nullptr},
                     {"planned", nullptr},
                     {"beside", nullptr},
                     {"message", nullptr},
                     {"speed", ordered_json::array()}};
    if (!answer.planned) return out;
    const Plan &plan = answer.planned->estimate.plan.plan;
    out["plan"] = plan_to_json(plan);
    if (!plan.has("evaluation.micro_batch")) out["plan"]["evaluation"]["micro_batch"] = nullptr; // as estimates have it
    out["planned"] = planned_to_json(*answer.planned);
    if (answer.message) out["message"] = message_to_json(*answer.message);
    if (!answer.phases.empty()) out["beside"] = comparison_to_json(answer.phases, answer.parts);
    for (const SpeedBeside &one : speeds_beside(answer))
        out["speed"].push_back({{"what", one.what},
                                {"measured", one.measured},
                                {"planned", one.planned},
                                {"interval", {one.interval.low, one.interval.high}}});
    return out;
}

std::string measured_answer_to_text(const MeasuredAnswer &answer)
{
    std::string out = measured_to_text(answer.measured);
    if (!answer.planned) return out;
    const Peak &peak = answer.planned->estimate.shown().peak;
    out += "Planned: allocated " + gib_table(peak.allocated) + ", reserved " + gib_table(peak.reserved) + ", device " +
           gib_table(peak.device) + " GiB (" + gib_table(peak.device_interval.low) + " to " +
           gib_table(peak.device_interval.high) + ")\n";
    for (const SpeedBeside &one : speeds_beside(answer)) {
        const auto figure = [](double value) { return localised(fixed(value, value < 10 ? 2 : 0)); };
        const bool rows = one.what == "rows_per_second";
        out += phrase(one.takes ? QT_TRANSLATE_NOOP("core", "A step: measured %1 s, planned %2 s (%3 to %4)")
                      : rows    ? QT_TRANSLATE_NOOP("core", "Rows a second: measured %1, planned %2 (%3 to %4)")
                                : QT_TRANSLATE_NOOP("core", "Tokens a second: measured %1, planned %2 (%3 to %4)"),
                      {figure(one.measured), figure(one.planned), figure(one.interval.low), figure(one.interval.high)}) +
               '\n';
    }
    if (answer.message) out += answer.message->sentence + ' ' + answer.message->finding + '\n';
    if (!answer.phases.empty()) out += comparison_to_text(answer.phases, answer.parts);
    return out;
}

} // namespace plimsoll
