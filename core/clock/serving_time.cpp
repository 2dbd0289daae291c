// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/serving_time.h"

#include "core/clock/forward_work.h"
#include "core/clock/links.h"
#include "core/clock/step_time.h"
#include "core/estimate/rollout_engine.h"
#include "core/objectives/objectives.h"
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
    bool flash = true; ///< attention keeps no scores

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

/// Share of the bandwidth that weights are read at for few rows.
double few_reads(const Served &of)
{
    if (!of.tempo.by_library) return of.packed ? few_packed(of) : of.kernels.few * of.tempo.reads;
    if (!of.packed) return of.kernels.streams * of.tempo.reads;
    const double four = of.kernels.streams_packed * of.tempo.packed;
    return of.weight_bytes > 0.9 ? (four + of.kernels.streams) / 2 : four;
}

/// Least time of a product's kernels, where a library brings them: those that unpack weights and add up what several blocks made of them
/// take half as long again (class_streams, kernel_times.cpp). In 8 or 4 bits as in 16: the longer ones of ProductFit cast what comes in,
/// which engines do in the norm before.
double least_of_products(const Served &of, const ForwardMatrix &one)
{
    if (!of.tempo.by_library || one.joined) return 0;
    const double longer = of.packed && !of.narrow() && !one.head ? 1.5 : 1;
    return longer * static_cast<double>(one.times) * of.kernels.fit(Arithmetic::bf16).kernel;
}

/// One pass of `rows` tokens through one matrix.
double matrix_seconds(const Served &of, const ForwardMatrix &one, double rows)
{
    const double scale = rate_of(of) / std::max(1.0, of.kernels.peak(of.arithmetic));
    const ProductFit fit = of.kernels.fit(of.arithmetic);
    const bool few = rows < 64, narrow = of.packed && of.weight_bytes < 1.9; // GGUF's F16 is packed by name alone
    const bool unpacks = narrow && !few && of.tempo.unfused && of.kernels.matrix_units && one.experts == 0;
    const double bandwidth = of.kernels.card.bandwidth;
    const double operations = one.operations() * rows / of.divided();
    const double values = static_cast<double>(one.in + one.out) * rows * static_cast<double>(one.times) *
                          (one.experts > 0 ? static_cast<double>(one.chosen) : 1);
    const double held = one.head && of.packed ? std::max(of.weight_bytes, 0.8) : of.weight_bytes;
    const double touched = one.touched(rows) / of.divided();
    double share = fit.compute * scale;
    if (!of.narrow() && narrow && !unpacks) // vector units are kept busy by anybody
        share *= of.kernels.matrix_units ? of.tempo.computes : std::max(of.tempo.computes, 0.85);
    if (one.experts > 0) share *= 0.6;
    const double compute = operations / (share * of.kernels.peak(of.arithmetic));
    const double reads = unpacks || (!few && !narrow) ? fit.memory : few_reads(of);
    const double read = touched * (unpacks ? 2 : held);
    const double memory = (read / reads + 2 * values / (of.divided() * fit.memory)) / bandwidth;
    const double unpacking = unpacks ? touched * (held + 2) / (of.kernels.copies * bandwidth) : 0;
    const double norm = few ? 4 : fit.norm;
    return least_of_products(of, one) + unpacking + std::pow(std::pow(compute, norm) + std::pow(memory, norm), 1 / norm);
}

/// Passes that `rows` tokens of prompts take.
double prompt_passes(const Served &of, double rows) { return std::max(1.0, std::ceil(rows / of.tempo.pass)); }

/// All products of `rows` tokens, of which `heads` rows reach the head.
double products(const Served &of, double rows, double heads)
{
    const double passes = prompt_passes(of, rows);
    double seconds = 0;
    for (const ForwardMatrix &one : of.work.matrices)
        if ((one.head ? heads : rows) > 0)
            seconds += one.head ? matrix_seconds(of, one, heads) : passes * matrix_seconds(of, one, rows / passes);
    return seconds;
}

/// Attention that keeps its scores: two products of every query of a pass with all keys so far, and scores in float32 written, read
/// and written by the softmax, and read.
double whole_scores(const Served &of, const ForwardAttention &one, double queries, double keys, double sequences)
{
    constexpr double accesses = 4 * 4;
    const double in_pass = queries / prompt_passes(of, queries), seen = keys - queries / 2 + in_pass / 2;
    const double scores = sequences * static_cast<double>(one.heads) * queries * seen;
    const double rate = of.kernels.fit(of.arithmetic).compute * rate_of(of);
    return 2 * scores * static_cast<double>(one.head_dim + one.v_head_dim) / (of.divided() * rate) +
           scores * accesses / (of.divided() * of.kernels.copies * of.kernels.card.bandwidth);
}

/// Attention of `queries` new tokens a sequence over `keys` tokens, of `sequences`.
double attention(const Served &of, double queries, double keys, double sequences)
{
    double seconds = 0;
    const AttentionFit &fit = of.kernels.attention_3;
    // whose kernels are one an operation has none for matrices where a card has no units for them (ggml-cuda/fattn.cu): a quarter
    const double share_of_fit = of.tempo.attends * (of.tempo.unfused && !of.kernels.attends_in_matrices ? 0.25 : 1);
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
        double compute =
            operations / (of.divided() * share_of_fit * fit.most * keys / (keys + fit.half) * of.kernels.peak(Arithmetic::bf16));
        if (!of.flash && queries > 1) compute = whole_scores(of, one, queries, keys, sequences);
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

/// Bytes that a token's values cross memory with between products and attention, all layers together.
double bytes_between(const Served &of)
{
    const double hidden = static_cast<double>(of.work.hidden * of.work.layers);
    // norms, rotary embedding, activation and residuals in fused kernels: about twelve hidden states of 16 bits a layer
    if (!of.tempo.unfused) return 12 * 2 * hidden;
    // in float32, each read and written: two norms and two sums of hidden states; queries and keys turned; what gates and is gated
    double bytes = 40 * hidden + 12 * static_cast<double>(of.work.activated);
    for (const ForwardAttention &one : of.work.attentions)
        bytes += 8 * static_cast<double>(one.layers * (one.heads + one.kv_heads) * one.head_dim);
    // a product by cuBLAS takes float16: what comes and goes is cast
    if (of.kernels.matrix_units)
        for (const ForwardMatrix &one : of.work.matrices)
            if (!one.head) bytes += 6 * static_cast<double>((one.in + one.out) * one.times * (one.experts > 0 ? one.chosen : 1));
    return bytes;
}

double elementwise(const Served &of, double rows)
{
    return rows * bytes_between(of) / (of.divided() * of.kernels.copies * of.kernels.card.bandwidth);
}

/// Of a prompt's work what passes one after another where cards hold runs of layers: k passes (of 512 tokens, llama.cpp's ubatch)
/// through n cards take (k + n − 1) / (k · n) of one card's time, as micro-batches through a pipeline.
double turns(const Served &of, double rows)
{
    if (!of.tempo.in_turn || of.in_line < 2) return 1;
    const double n = static_cast<double>(of.in_line), k = prompt_passes(of, rows);
    // whether they follow each other is not known: it takes buffers that llama.cpp leaves out where memory is short
    return std::sqrt(std::min(1.0, (k + n - 1) / (k * n)));
}

/// A prompt alone, in chunks of the engine's batch.
double prefill_seconds(const Served &of, double prompt, double sequences)
{
    const double rows = prompt * sequences, passes = prompt_passes(of, rows);
    const double attending = attention(of, prompt, prompt, sequences);
    const double device = products(of, rows, sequences) + attending + elementwise(of, rows) + reductions(of, rows);
    const double host = of.tempo.host_layer * static_cast<double>(of.work.layers);
    return std::max(device * turns(of, rows) + passes * overhead(of), host);
}

double decode_seconds(const Served &of, double keys, double sequences)
{
    return pass(of, sequences, sequences, attention(of, 1, keys, sequences) + elementwise(of, sequences));
}

/// A pass of an engine that joins prompts with what is generated, once as many come as go: each of `sequences` brings one token, and
/// for each token that a sequence makes, so much of another's prompt is read.
double mixed_seconds(const Served &of, double prompt, double fresh, double sequences)
{
    const double entering = sequences * prompt / fresh, rows = sequences + entering;
    const double attending =
        attention(of, 1, prompt + fresh / 2, sequences) + attention(of, prompt, prompt, 1) * entering / prompt;
    return products(of, rows, sequences) + attending + elementwise(of, rows) + reductions(of, rows) + overhead(of);
}

double bytes_of_cache(KvDtype dtype)
{
    switch (dtype) {
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

void take_bytes(Served &of, const EngineStart *started)
{
    if (started != nullptr) {
        const EngineStart &start = *started;
        of.kv_bytes = bytes_of_cache(start.taken.kv_dtype);
        of.flash = start.taken.flash_attention != "off";
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
double at_once(const Served &of, const EngineStart *started)
{
    if (started == nullptr) return static_cast<double>(of.plan.inference.sequences);
    const EngineStart &start = *started;
    double wanted =
        static_cast<double>(sequences_of_copy(of.plan)); // cards beside those that the plan divides serve as many each
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

/// An engine as it was started; null: a model's own generate().
Served served_by(const Plan &plan, const DecoderSpec &decoder, const EngineStart *started, const KernelTimes &kernels,
                 const CardFacts &card)
{
    const Runner &engine = engine_of(plan);
    Served of{plan, engine.tempo, kernels, forward_work(decoder)};
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
    of.kv_bytes = bytes_of_cache(plan.inference.kv_dtype);
    of.table = decoder.vocab * (decoder.embedding_width > 0 ? decoder.embedding_width : decoder.hidden);
    take_bytes(of, started);
    return of;
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
    const Served of = served_by(plan, *estimate.architecture->decoder, started, kernels, card);
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
    const double alone = decode_seconds(of, keys, 1), step = decode_seconds(of, keys, at_a_time);
    made.decode = 1 / (load.sequences > 1 ? step : alone);
    made.decode_total = running * static_cast<double>(of.copies) / step;
    const double steady = of.tempo.mixes && running > 1 ? fresh * std::max(step, mixed_seconds(of, prompt, fresh, at_a_time))
                                                        : prefill_seconds(of, prompt, running) / stages + fresh * step;
    made.output = static_cast<double>(of.copies) * running * fresh / steady;
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
