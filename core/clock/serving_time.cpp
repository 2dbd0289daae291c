// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/serving_time.h"

#include "core/clock/forward_work.h"
#include "core/clock/links.h"
#include "core/plan/names.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

/// Bits a weight of what is not of the weights' dtype, where the engine's own start does not tell: 4-bit blocks with scales.
double bytes_of_quant(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    if (quant == "none") return plan.weights.dtype == WeightDtype::fp32 ? 4 : 2;
    if (quant.find("8") != std::string::npos && quant.find("4") == std::string::npos) return 1.05;
    return 0.56;
}

/// An engine's run as the clock sees it.
struct Served {
    const Plan &plan;
    const Tempo &tempo;
    const KernelTimes &kernels;
    ForwardWork work;
    double weight_bytes = 2; ///< of an element of its matrices on the card
    double kv_bytes = 2;     ///< of a value that is cached
    double host_weights = 0; ///< bytes that stand in the host's memory
    Count cards = 1;         ///< that share one copy
    Count tensor = 1;        ///< of them those that share a matrix
    Count copies = 1;
    Count table = 0;   ///< elements of the embedding
    Count in_line = 1; ///< cards that hold layers one after another
    Count in_node = 8;
    Arithmetic arithmetic = Arithmetic::bf16;
    bool packed = false;

    [[nodiscard]] bool narrow() const { return arithmetic == Arithmetic::fp8 || arithmetic == Arithmetic::fp4; }
    [[nodiscard]] double divided() const { return static_cast<double>(tensor); }
};

/// Peak of the products where an engine accumulates in FP16 or multiplies integers: cards that FP32 sums halve run at their full
/// rate, half that of integers.
double rate_of(const Served &of)
{
    const CardSpeed &card = of.kernels.card;
    const double peak = of.kernels.peak(of.arithmetic);
    if (!of.tempo.in_halves) return peak;
    const double full = card.peak(Arithmetic::int8) / 2;
    return full > 1.5 * peak ? full : peak;
}

/// 8-bit weights lie between (A100 .65 for .45 of 4-bit ones and .75 of 16-bit ones).
double few_packed(const Served &of)
{
    const double four = of.kernels.few_packed * of.tempo.packed;
    return of.weight_bytes > 0.9 ? (four + of.kernels.few) / 2 : four;
}

/// All products of `rows` tokens, of which `heads` rows reach the head.
double products(const Served &of, double rows, double heads)
{
    const double scale = rate_of(of) / std::max(1.0, of.kernels.peak(of.arithmetic));
    ProductFit fit = of.kernels.fit(of.arithmetic);
    double seconds = 0;
    const bool few = rows < 64;
    for (const ForwardMatrix &one : of.work.matrices) {
        const double through = one.head ? heads : rows;
        if (through <= 0) continue;
        const double operations = one.operations() * through / of.divided();
        const double values = static_cast<double>(one.in + one.out) * through * static_cast<double>(one.times) *
                              (one.experts > 0 ? static_cast<double>(one.chosen) : 1);
        const double read =
            one.touched(through) * (one.head && of.packed ? std::max(of.weight_bytes, 0.8) : of.weight_bytes) / of.divided();
        double share = fit.compute * scale;
        if (!of.narrow()) {
            const double own = of.packed ? of.tempo.computes : of.tempo.computes_16;
            share *= of.kernels.matrix_units ? own : std::max(own, 0.85); // vector units are kept busy by anybody
        }
        if (one.experts > 0) share *= 0.6;
        const double compute = operations / (share * of.kernels.peak(of.arithmetic));
        const double reads = of.packed ? few_packed(of) : few ? of.kernels.few * of.tempo.reads : fit.memory;
        const double memory = (read / reads + 2 * values / (of.divided() * fit.memory)) / of.kernels.card.bandwidth;
        const double norm = few ? 4 : fit.norm;
        seconds += std::pow(std::pow(compute, norm) + std::pow(memory, norm), 1 / norm);
    }
    return seconds;
}

/// Attention of `queries` new tokens a sequence over `keys` tokens, of `sequences`.
double attention(const Served &of, double queries, double keys, double sequences)
{
    double seconds = 0;
    const AttentionFit &fit = of.kernels.attention_3;
    for (const ForwardAttention &one : of.work.attentions) {
        const double seen = one.window > 0 ? std::min(keys, static_cast<double>(one.window)) : keys;
        const double layers = static_cast<double>(one.layers);
        const double pairs = queries > 1 ? queries * std::min(seen, keys - queries / 2) : seen;
        const double operations =
            2 * sequences * static_cast<double>(one.heads) * static_cast<double>(one.head_dim + one.v_head_dim) * pairs;
        const double cached = sequences * seen * static_cast<double>(one.cached) * of.kv_bytes;
        // a layer's keys are read at a third of the bandwidth below 100 MB, at 0.76 up to a gigabyte, 0.92 beyond (H100, H200, B200)
        const double share = cached < 1e8 ? 0.35 : cached < 1e9 ? 0.76 : 0.9;
        const double split = std::min(of.divided(), std::max(1.0, static_cast<double>(one.kv_heads)));
        const double compute = operations / (of.divided() * of.tempo.attends * fit.most * keys / (keys + fit.half) *
                                             of.kernels.peak(Arithmetic::bf16));
        const double groups = static_cast<double>(one.heads) / std::max(1.0, static_cast<double>(one.kv_heads));
        // generate(): torch.cat reads and writes what stood; repeat_kv writes and reads it for every query's head
        const double passes = of.tempo.host_layer > 0 && queries <= 1 ? 3 + 2 * groups : 1;
        const double memory = passes * cached / (split * share * of.kernels.card.bandwidth);
        seconds += layers * (queries > 1 ? std::max(compute, memory) : memory);
    }
    return seconds;
}

/// Two all-reduces a layer among tensor ranks, which nothing hides; small ones by the engines' own kernels in 4 to 14 µs.
double reductions(const Served &of, double rows)
{
    if (of.tensor < 2) return 0;
    const GroupSpeed group = group_speed(of.kernels.card, of.tensor, of.in_node, true);
    const double n = static_cast<double>(of.tensor), bytes = rows * static_cast<double>(of.work.hidden) * 2;
    const double sent = 2 * (n - 1) / n * bytes;
    const double least = of.kernels.card.kind == CardLink::bus ? 25e-6 : 8e-6;
    return 2 * static_cast<double>(of.work.layers) * std::max(least, sent / group.bandwidth + (rows > 512 ? group.latency : 0));
}

/// What the engine's own code takes beside its kernels.
double overhead(const Served &of)
{
    const double layers = static_cast<double>(of.work.layers);
    return of.tempo.step + layers * of.tempo.layer;
}

/// One pass of `rows` tokens: products of all, attention as given.
double pass(const Served &of, double rows, double heads, double attending)
{
    const double device = products(of, rows, heads) + attending + reductions(of, rows) + overhead(of);
    const double host = of.tempo.host_layer * static_cast<double>(of.work.layers);
    // weights that stand in the host's memory: 60 GB/s of two channels of DDR5, or the bus where that is slower for many rows
    constexpr double host_memory = 60e9;
    return std::max(device, host) + of.host_weights / host_memory;
}

double elementwise(const Served &of, double rows)
{
    // norms, rotary embedding, activation and residuals in fused kernels: about twelve hidden states a layer
    const double bytes = 12 * rows * static_cast<double>(of.work.hidden) * 2 * static_cast<double>(of.work.layers);
    return bytes / (of.divided() * of.kernels.copies * of.kernels.card.bandwidth);
}

/// Of a prompt's work what passes one after another where cards hold runs of layers: k pieces of 512 tokens (llama.cpp's ubatch)
/// through n cards take (k + n − 1) / (k · n) of one card's time, as micro-batches through a pipeline.
double turns(const Served &of, double rows)
{
    if (!of.tempo.in_turn || of.in_line < 2) return 1;
    const double n = static_cast<double>(of.in_line), k = std::max(1.0, std::ceil(rows / 512));
    // whether they follow each other is not known: it takes buffers that llama.cpp leaves out where memory is short
    return std::sqrt(std::min(1.0, (k + n - 1) / (k * n)));
}

/// A prompt alone, in chunks of the engine's batch.
double prefill_seconds(const Served &of, double prompt, double sequences)
{
    const double rows = prompt * sequences;
    constexpr double chunk = 8192;
    const double passes = std::max(1.0, std::ceil(rows / chunk));
    const double attending = attention(of, prompt, prompt, sequences);
    const double device = products(of, rows, sequences) + attending + elementwise(of, rows) + reductions(of, rows);
    const double host = of.tempo.host_layer * static_cast<double>(of.work.layers);
    return std::max(device * turns(of, rows) + passes * overhead(of), host);
}

double decode_seconds(const Served &of, double keys, double sequences)
{
    return pass(of, sequences, sequences, attention(of, 1, keys, sequences) + elementwise(of, sequences));
}

void take_bytes(Served &of, const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.fullest();
    if (process.engine) {
        const EngineStart &start = process.engine->start;
        double weights = static_cast<double>(start.weights) * static_cast<double>(of.cards);
        of.host_weights = static_cast<double>(start.host);
        if (!start.places.empty()) {
            weights = of.host_weights = 0;
            for (const EnginePlace &place : start.places)
                (place.place == "host" || place.place == "CPU" ? of.host_weights : weights) += static_cast<double>(place.weights);
        }
        const double all = weights + of.host_weights;
        // a table for looking up stands with the host, beside the head that shares it where they are tied
        const double table = of.host_weights > 0 ? static_cast<double>(of.table) : static_cast<double>(of.work.embedding);
        if (all > 0) of.weight_bytes = std::clamp(all / (of.work.elements() + table), 0.15, 4.0);
        // in 16 bits where no file packs it
        of.host_weights = of.host_weights < 2.2 * table ? 0 : of.host_weights - table * of.weight_bytes;
        if (of.host_weights > 0) {
            // what a token reads of it: experts that it does not choose stay where they are
            double read = 0, held = 0;
            for (const ForwardMatrix &one : of.work.matrices) {
                read += one.touched(1);
                held += one.elements();
            }
            const double kept = 1 - std::min(1.0, of.host_weights / all);
            of.host_weights *= held > 0 ? read / held : 1;
            for (ForwardMatrix &one : of.work.matrices)
                if (!one.head)
                    one.times = std::max<Count>(1, static_cast<Count>(std::llround(static_cast<double>(one.times) * kept)));
        }
        return;
    }
    of.weight_bytes = bytes_of_quant(of.plan);
}

double bytes_of_cache(const Plan &plan)
{
    switch (plan.inference.kv_dtype) {
    case KvDtype::fp32: return 4;
    case KvDtype::fp8:
    case KvDtype::int8: return 1;
    case KvDtype::q8_0: return 1.0625;
    case KvDtype::q5_0:
    case KvDtype::q5_1: return 0.72;
    case KvDtype::int4:
    case KvDtype::q4_0:
    case KvDtype::q4_1:
    case KvDtype::iq4_nl: return 0.58;
    default: return 2;
    }
}

/// What products run in: an engine that keeps FP8 or FP4 weights multiplies in it where the card can.
Arithmetic arithmetic_of_plan(const Plan &plan, const KernelTimes &kernels)
{
    const std::string &quant = plan.weights.quant;
    if ((quant == "fp8" || quant == "mxfp8") && kernels.card.peak(Arithmetic::fp8) > 0) return Arithmetic::fp8;
    if (quant == "nvfp4" && kernels.card.peak(Arithmetic::fp4) > 0) return Arithmetic::fp4;
    if (plan.weights.dtype == WeightDtype::fp16) return Arithmetic::fp16;
    if (plan.weights.dtype == WeightDtype::fp32) return Arithmetic::fp32;
    return kernels.card.peak(Arithmetic::bf16) > 0 ? Arithmetic::bf16 : Arithmetic::fp16;
}

/// Cards of the target's first entry: "H200:8" is eight.
Count cards_of_target(const Plan &plan)
{
    if (plan.target.gpus.empty() || plan.target.led_by_budget()) return 1;
    const std::string &name = plan.target.gpus.front();
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos) return 1;
    Count out = 0;
    for (const char c : name.substr(colon + 1)) {
        if (c < '0' || c > '9') return 1;
        out = out * 10 + (c - '0');
        if (out > 1'000'000) return 1;
    }
    return std::max<Count>(1, out);
}

/// Sequences that run at once in one copy.
double at_once(const Served &of, const Estimate &estimate)
{
    double wanted = static_cast<double>(of.plan.inference.sequences);
    if (!estimate.fullest().engine) return wanted;
    const EngineStart &start = estimate.fullest().engine->start;
    wanted = std::ceil(wanted / static_cast<double>(of.copies));
    if (start.total && start.max_concurrency > 0) wanted = std::min(wanted, std::max(1.0, std::floor(start.max_concurrency)));
    return std::max(1.0, wanted);
}

TimeRange range_of_serving(const Served &of, double host_share)
{
    double square = std::log(of.tempo.doubt) * std::log(of.tempo.doubt);
    const auto cause = [&square](double factor) { square += std::log(factor) * std::log(factor); };
    if (of.packed) cause(1.15);
    if (of.kernels.of_class) cause(1.12);
    cause(1 + 0.3 * host_share);
    if (of.tensor > 1) cause(1.1);
    if (std::ranges::any_of(of.work.matrices, [](const ForwardMatrix &one) { return one.experts > 0; })) cause(1.4);
    const double factor = std::exp(std::sqrt(square));
    return {1 / factor, factor};
}

} // namespace

std::optional<RunTime> serving_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card)
{
    if (!estimate.architecture || !estimate.architecture->decoder) return std::nullopt;
    const Plan &plan = estimate.plan.plan;
    const Runner &engine = engine_of(plan);
    Served of{plan, engine.tempo, kernels, forward_work(*estimate.architecture->decoder)};
    if (of.work.layers == 0) return std::nullopt;
    const Parallel &p = plan.parallel;
    const Count named = cards_of_target(plan);
    of.tensor = std::max<Count>(1, p.tensor);
    of.cards = of.tensor * std::max<Count>(1, p.pipeline);
    of.copies = std::max<Count>(1, p.data);
    if (!engine.tempo.in_turn && of.cards * of.copies < named) of.copies = named / of.cards; // each card a copy of its own
    of.in_line = engine.tempo.in_turn ? std::max({named, of.cards, Count{1}}) : p.pipeline;
    if (engine.tempo.in_turn) of.tensor = 1;
    of.in_node = card.gpus_per_node;
    of.packed = plan.weights.quant != "none" && plan.weights.quant != "fp8";
    of.arithmetic = arithmetic_of_plan(plan, kernels);
    of.kv_bytes = bytes_of_cache(plan);
    const DecoderSpec &decoder = *estimate.architecture->decoder;
    of.table = decoder.vocab * (decoder.embedding_width > 0 ? decoder.embedding_width : decoder.hidden);
    take_bytes(of, estimate);

    const Inference &load = plan.inference;
    const double prompt = static_cast<double>(std::max<Count>(1, load.context - load.new_tokens)),
                 fresh = static_cast<double>(std::max<Count>(1, load.new_tokens));
    const double keys = prompt + fresh / 2, running = at_once(of, estimate);
    ServeTime made;
    made.first_token = prefill_seconds(of, prompt, 1);
    made.prefill = prompt / made.first_token;
    // stages of a pipeline each work on a share of the sequences
    const double stages = engine.tempo.in_turn ? 1 : static_cast<double>(std::max<Count>(1, p.pipeline));
    const double at_a_time = std::max(1.0, std::ceil(running / stages));
    const double alone = decode_seconds(of, keys, 1), step = decode_seconds(of, keys, at_a_time);
    made.decode = 1 / (load.sequences > 1 ? step : alone);
    made.decode_total = running * static_cast<double>(of.copies) / step;
    const double cycle = prefill_seconds(of, prompt, running) / stages + fresh * step;
    made.output = static_cast<double>(of.copies) * running * fresh / cycle;
    if (load.sequences > 1) made.output *= of.tempo.served;

    RunTime out;
    out.card = kernels.card.name;
    out.cards = std::max(of.cards * of.copies, of.in_line);
    const double host = of.tempo.host_layer * static_cast<double>(of.work.layers);
    const double share = std::min(1.0, (host >= step ? host : overhead(of)) / step);
    out.bound = host >= 0.9 * step                     ? TimeBound::host
                : reductions(of, running) > 0.5 * step ? TimeBound::communication
                : running > 128                        ? TimeBound::compute
                                                       : TimeBound::memory;
    out.range = range_of_serving(of, share);
    made.prefill_range = {out.range.low / 1.5, out.range.high * 1.5};
    out.serve = made;
    return out;
}

} // namespace plimsoll
