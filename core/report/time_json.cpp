// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/time_json.h"

#include <cmath>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

/// Six figures are more than anybody knows.
double time_figure(double value)
{
    if (value == 0 || !std::isfinite(value)) return 0;
    const double unit = std::pow(10.0, 5 - std::floor(std::log10(std::fabs(value))));
    return std::round(value * unit) / unit;
}

ordered_json range_json(double middle, const TimeRange &range)
{
    return ordered_json::array({time_figure(middle * range.low), time_figure(middle * range.high)});
}

void add_step(ordered_json &out, const StepTime &step, const RunTime &time)
{
    out["step_seconds"] = time_figure(step.seconds);
    out["tokens_per_second"] = time_figure(time.tokens_per_second());
    out["tokens_per_second_per_card"] = time_figure(time.tokens_per_second() / static_cast<double>(time.cards));
    out["mfu"] = time_figure(step.utilisation);
    ordered_json phases = ordered_json::array();
    for (const PhaseTime &phase : step.phases)
        phases.push_back({{"phase", name_of(phase.phase)}, {"seconds", time_figure(phase.seconds)}});
    out["phases"] = std::move(phases);
    out["communication_seconds"] = time_figure(step.communication);
    out["interval"] = range_json(step.seconds, time.range);
}

void add_serve(ordered_json &out, const ServeTime &serve, const RunTime &time)
{
    out["prefill_tokens_per_second"] = time_figure(serve.prefill);
    out["decode_tokens_per_second"] = time_figure(serve.decode);
    out["decode_tokens_per_second_total"] = time_figure(serve.decode_total);
    out["output_tokens_per_second"] = time_figure(serve.output);
    out["first_token_seconds"] = time_figure(serve.first_token);
    out["interval"] = {{"prefill_tokens_per_second", range_json(serve.prefill, serve.prefill_range)},
                       {"decode_tokens_per_second", range_json(serve.decode, time.range)},
                       {"decode_tokens_per_second_total", range_json(serve.decode_total, time.range)},
                       {"output_tokens_per_second", range_json(serve.output, serve.output_range)}};
}

ordered_json lengths_json(const LengthsTaken &of, const RunTime &time)
{
    return {{"batches", name_of(of.batches)},
            {"rows", time_figure(of.rows)},
            {"cut_rows", time_figure(of.cut)},
            {"dropped_rows", time_figure(of.dropped)},
            {"shortest", of.shortest},
            {"longest", of.longest},
            {"mean", time_figure(of.mean)},
            {"padding", time_figure(of.padding)},
            {"tokens", time_figure(time.cost->tokens)},
            {"step_seconds", time_figure(time.step->seconds * of.step_share)}};
}

void add_cost_of(ordered_json &out, const RunTime &time)
{
    if (time.step && time.cost && time.cost->lengths) out["lengths"] = lengths_json(*time.cost->lengths, time);
    const auto cost = [&](auto value) { return time.cost ? value(*time.cost) : ordered_json(nullptr); };
    out["hours"] = cost([](const RunCost &of) { return ordered_json(time_figure(of.hours)); });
    out["hours_interval"] = cost([](const RunCost &of) { return range_json(of.hours, of.range); });
    out["usd"] = cost([](const RunCost &of) { return of.usd ? ordered_json(time_figure(*of.usd)) : ordered_json(nullptr); });
    out["offer"] = cost([](const RunCost &of) { return of.usd ? ordered_json(of.offer) : ordered_json(nullptr); });
}

} // namespace

ordered_json cost_to_json(const RunTime &time)
{
    ordered_json out{{"gpu", time.card}, {"cards", time.cards}};
    add_cost_of(out, time);
    return out;
}

ordered_json time_to_json(const std::optional<RunTime> &time)
{
    if (!time) return nullptr;
    ordered_json out;
    out["gpu"] = time->card;
    out["cards"] = time->cards;
    if (time->step) add_step(out, *time->step, *time);
    if (time->serve) add_serve(out, *time->serve, *time);
    out["bound"] = name_of(time->bound);
    if (time->step && time->cost) out["steps"] = time->cost->steps;
    add_cost_of(out, *time);
    return out;
}

} // namespace plimsoll
