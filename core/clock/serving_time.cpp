// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/serving_time.h"

#include "core/clock/drafting.h"
#include "core/clock/engine_pass.h"
#include "core/clock/links.h"
#include "core/clock/step_time.h"
#include "core/estimate/rollout_engine.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

/// What of an engine's step its plan does not tell; shares of the step.
struct UnsureServing {
    double host = 0;      ///< the host's launches
    double elsewhere = 0; ///< the host's own memory and arithmetic, or the bus to it
    double sent = 0;      ///< among cards
};

/// `drafted`: of what is made of drafted tokens.
TimeRange range_of_serving(const Served &of, const TimeRange &drafted, const UnsureServing &unsure)
{
    double square = std::log(of.tempo.doubt) * std::log(of.tempo.doubt);
    const auto cause = [&square](double factor) { square += std::log(factor) * std::log(factor); };
    if (of.packed) cause(1.15);
    if (of.kernels.of_class) cause(1.12);
    // packed weights are read at 0.40 of the bandwidth by a GTX 1050 Ti, at 0.62 by a Tesla P40 (ggml-org/llama.cpp, pull request 4766)
    if (of.plain) cause(1.7);
    if (of.kernels.card.source == PeakSource::of_class) cause(1.3);
    cause(1 + 0.3 * unsure.host);
    cause(1 + unsure.elsewhere);
    if (of.tensor > 1) cause(1.1);
    // a factor of two, as in a training's step, where nobody states how cards reach each other over the bus
    if (of.tensor > 1 && group_speed(of.kernels.card, of.tensor, of.node, true).guessed) cause(1 + unsure.sent);
    if (std::ranges::any_of(of.work.matrices, [](const ForwardMatrix &one) { return one.experts > 0; })) cause(1.4);
    const double factor = std::exp(std::sqrt(square));
    return {drafted.low / factor, drafted.high * factor}; // none and all of them are both possible, whatever else
}

/// What reading a prompt is less sure by than making a token: kernels for many rows differ among releases. Of 105 published runs of
/// llama.cpp and SGLang nine in ten lie within what comes of it.
constexpr double unsure_prompt = 1.3;
/// The same of a load: how many of its requests run at once, published rates seldom say.
constexpr double unsure_load = 1.15;

/// `read_in`: shares of a load's seconds in which its prompts are read, at both ends.
TimeRange range_of_output(const TimeRange &prefill, const TimeRange &decode, const TimeRange &read_in)
{
    const auto between = [](double read, double made, double share) {
        return std::pow(read, std::min(1.0, share)) * std::pow(made, 1 - std::min(1.0, share));
    };
    return {between(prefill.low, decode.low, read_in.low), between(prefill.high, decode.high, read_in.high)};
}

std::string gigabytes(double bytes) { return localised(fixed(bytes / 1e9, bytes < 1e10 ? 1 : 0)); }

/// What a plan does not say and a time stands on.
void say_grounds(std::vector<std::string> &out, const Served &of)
{
    if (of.tensor > 1 && of.node.cards > 1) say_topology(out, of.kernels.card, of.tensor, of.node);
    if (of.host_layer > of.tempo.host_layer)
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: without CUDA graphs the host launches each kernel, at least %1 ms a step"),
                   {localised(fixed(1000 * of.launching(), 1))}));
    if (!of.host.any() && !of.cache_crosses) return;
    const std::string bus = gigabytes(crossing(of));
    if (of.cache_crosses)
        out.push_back(phrase(
            QT_TRANSLATE_NOOP("core", "time: keys and values come from the host at %1 GB a second, assumed %2 % of the bus"),
            {bus, std::to_string(std::lround(100 * of.tempo.crosses))}));
    else if (of.tempo.crosses_from > 1)
        out.push_back(phrase(
            QT_TRANSLATE_NOOP("core", "time: what stands with the host is computed there, at an assumed %1 TFLOPS and %2 GB a "
                                      "second of its memory, and from %3 rows on comes to the card at %4 GB a second, assumed "
                                      "%5 % of the bus"),
            {localised(fixed(host_rate / 1e12, 1)), gigabytes(host_memory_rate), std::to_string(of.tempo.crosses_from), bus,
             std::to_string(std::lround(100 * of.tempo.crosses))}));
    else
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: weights that stand with the host come to the card in each pass, at %1 "
                                             "GB a second, assumed %2 % of the bus"),
                   {bus, std::to_string(std::lround(100 * of.tempo.crosses))}));
}

/// Nobody's engine has a default for how long an answer is.
void say_unstated_answers(std::vector<std::string> &out, Count of_row)
{
    out.push_back(phrase(QT_TRANSLATE_NOOP("core", "time: %1 is not stated: tokens that come out are priced as they are written, "
                                                   "with no prompt read for them; a row is taken for %2 of them"),
                         {"inference.new_tokens", grouped(of_row)}));
}

TimeBound bound_of_serving(const Served &of, double running, double step, double host)
{
    if (of.launching() >= 0.9 * step || host > 0.5 * step) return TimeBound::host;
    if (reductions(of, running) > 0.5 * step) return TimeBound::communication;
    return running > 128 ? TimeBound::compute : TimeBound::memory;
}

} // namespace

std::optional<MadeCompletions> generation_time(const Estimate &trained, const KernelTimes &kernels, const CardFacts &card)
{
    const Plan &plan = trained.plan.plan;
    const Rollout &made = plan.rollout;
    if (!trained.beside || !trained.beside->plan || !trained.architecture || !trained.architecture->decoder) return std::nullopt;
    if (!made.prompt_length || !made.completion_length) return std::nullopt;
    const EngineStart &start = trained.beside->start;
    const Served of = served_by(*trained.beside->plan, *trained.architecture->decoder, &start, kernels, card);
    if (of.work.layers == 0 || rate_of(of) <= 0) return std::nullopt;
    const double tensor = static_cast<double>(of.tensor); // of so many ranks' rows
    const double rows = rows_of_step(plan) * tensor / static_cast<double>(std::max<Count>(1, made.iterations));
    const double together = std::max(rows_of_step(plan), static_cast<double>(generated_rows(plan))) * tensor;
    MadeCompletions out;
    out.at_once = std::max(1.0, std::min(at_once(of, &start), together));
    const double prompt = static_cast<double>(*made.prompt_length), fresh = static_cast<double>(*made.completion_length);
    const double of_prompt = std::clamp(static_cast<double>(made.generations.value_or(1)), 1.0, out.at_once);
    const double rounds = std::ceil(together / out.at_once) * rows / together;
    out.rows = rows;
    // completions of one prompt find its keys in the cache
    out.seconds = rounds * (prefill_seconds(of, prompt, out.at_once / of_prompt) +
                            fresh * decode_seconds(of, prompt + fresh / 2, out.at_once));
    return out;
}

std::optional<RunTime> serving_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card)
{
    if (!estimate.architecture || !estimate.architecture->decoder) return std::nullopt;
    const Plan &plan = estimate.plan.plan;
    const Runner &engine = engine_of(plan);
    const EngineStart *const started = estimate.fullest().engine ? &estimate.fullest().engine->start : nullptr;
    const Drafting drafting = drafting_of(plan, started);
    Served of = served_by(plan, *estimate.architecture->decoder, started, kernels, card);
    of.checked += drafting.tokens;
    if (of.work.layers == 0 || rate_of(of) <= 0) return std::nullopt;
    const Inference &load = plan.inference;
    const double prompt = static_cast<double>(std::max<Count>(1, load.context - load.new_tokens)),
                 fresh = static_cast<double>(std::max<Count>(1, load.new_tokens));
    const double keys = prompt + fresh / 2, running = at_once(of, started);
    ServeTime made;
    made.first_token = prefill_seconds(of, prompt, 1);
    made.prefill = prompt / made.first_token;
    // stages of a pipeline each work on a share of the sequences
    const double stages = engine.tempo.in_turn ? 1 : static_cast<double>(std::max<Count>(1, plan.parallel.pipeline));
    const double at_a_time = std::max(1.0, std::ceil(running / stages));
    const auto decoding = [&](double sequences) {
        const double pass = decode_seconds(of, keys, sequences);
        return pass + drafting_seconds(drafting, of, pass);
    };
    const double alone = decoding(1), step = decoding(at_a_time);
    made.decode = drafting.made / (load.sequences > 1 ? step : alone);
    made.decode_total = running * static_cast<double>(of.copies) * drafting.made / step;
    const bool alone_written = started != nullptr && !plan.has("inference.new_tokens");
    const auto output = [&](double of_pass) { // tokens that one makes
        if (alone_written) return static_cast<double>(of.copies) * running * of_pass / step;
        const double passes = fresh / of_pass;
        const double steady = of.tempo.mixes && running > 1
                                  ? passes * std::max(step, mixed_seconds(of, prompt, passes, at_a_time))
                                  : prefill_seconds(of, prompt, running) / stages + passes * step;
        return static_cast<double>(of.copies) * running * fresh / steady;
    };
    made.output = output(drafting.made);
    // drafted tokens hasten no prompt: of a load that reads many, none and all of them are less apart
    const TimeRange drafted{output(drafting.made * drafting.range.low) / made.output,
                            output(drafting.made * drafting.range.high) / made.output};
    const double serving = static_cast<double>(of.copies) * running * fresh / made.output; // seconds of one load
    if (load.sequences > 1) made.output *= of.tempo.served;

    RunTime out;
    out.card = kernels.card.name;
    out.cards = std::max(of.cards * of.copies, of.in_line);
    out.of_machine = engine.tempo.in_turn ? out.cards : std::min(of.cards, of.node.cards); // one process holds cards in turn
    const double host = host_decode_seconds(of, keys, at_a_time);
    const double elsewhere = of.cache_crosses ? (step > decode_of_card(of, keys, at_a_time) ? step : 0) : host;
    const double share = std::min(1.0, (of.launching() >= step ? of.launching() : overhead(of)) / step);
    out.bound = bound_of_serving(of, running, step, elsewhere);
    const UnsureServing causes{share, elsewhere / step, std::min(1.0, reductions(of, at_a_time) / step)};
    out.range = range_of_serving(of, drafting.range, causes);
    const double read_by_host = host_prefill_seconds(of, prompt, 1) / made.first_token;
    const TimeRange reading =
        range_of_serving(of, {1, 1}, {share, read_by_host, std::min(1.0, reductions(of, prompt) / made.first_token)});
    made.prefill_range = {reading.low / unsure_prompt, reading.high * unsure_prompt};
    const double read_in = alone_written ? 0 : prefill_seconds(of, prompt, running) / stages / serving;
    // drafted tokens that are taken leave the same prompts more of the time
    made.output_range = range_of_output(made.prefill_range, range_of_serving(of, {1, 1}, causes),
                                        {read_in * drafted.low, read_in * drafted.high});
    const double load_factor = load.sequences > 1 ? unsure_load : 1;
    made.output_range.low *= drafted.low / load_factor;
    made.output_range.high *= drafted.high * load_factor;
    say_grounds(out.assumptions, of);
    say_drafting(out.assumptions, drafting, plan);
    if (plan.reads_beside_text())
        out.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: what towers compute of pictures, sound and videos is not in it; their tokens "
                                             "are among those of a prompt (%1 less %2)"),
                   {"inference.context", "inference.new_tokens"}));
    if (alone_written) say_unstated_answers(out.assumptions, load.new_tokens);
    out.serve = made;
    return out;
}

} // namespace plimsoll
