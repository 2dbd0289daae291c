// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/engine_pass.h"

#include "core/clock/links.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

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

/// Share of a matrix's products with so many rows that the card computes.
double card_share(const Served &of, const ForwardMatrix &one, double rows)
{
    return rows >= of.tempo.crosses_from ? 1 : 1 - of.host.of(one);
}

/// One pass of `rows` tokens through one matrix, apart from what the host does for it.
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
    // engines' own kernels were measured at these rows (ProductFit)
    else if (!few && of.tempo.unfused)
        share *= of.kernels.filled(rows, static_cast<double>(one.out) / of.divided());
    const double compute = operations / (share * of.kernels.peak(of.arithmetic));
    const double reads = unpacks || (!few && !narrow) ? fit.memory : few_reads(of);
    const double read = touched * (unpacks ? 2 : held);
    const double memory = (read / reads + 2 * values / (of.divided() * fit.memory)) / bandwidth;
    const double unpacking = unpacks ? touched * (held + 2) / (of.kernels.copies * bandwidth) : 0;
    const double norm = few ? 4 : fit.norm;
    return card_share(of, one, rows) *
           (least_of_products(of, one) + unpacking + std::pow(std::pow(compute, norm) + std::pow(memory, norm), 1 / norm));
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

/// For one pass of `rows` tokens through one matrix: its part that stands with the host is copied to the card, or multiplied there. The
/// kernels that wait for a copy do not run beside it.
double host_matrix_seconds(const Served &of, const ForwardMatrix &one, double rows)
{
    const double there = of.host.of(one);
    if (there <= 0) return 0;
    const double bytes = there * one.touched(rows) * of.weight_bytes / of.divided();
    if (rows >= of.tempo.crosses_from) return bytes / crossing(of);
    return std::max(bytes / host_memory_rate, there * one.operations() * rows / host_rate);
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
        const bool at_host = queries <= 1 && sequences < of.tempo.crosses_from;
        seconds += (at_host ? 1 - of.host.cache : 1) * layers * (queries > 1 ? std::max(compute, memory) : memory);
    }
    return seconds;
}

} // namespace

double crossing(const Served &of) { return of.tempo.crosses * host_bus(of.kernels.card); }

double reductions(const Served &of, double rows)
{
    if (of.tensor < 2) return 0;
    const GroupSpeed group = group_speed(of.kernels.card, of.tensor, of.node, true);
    const double n = static_cast<double>(of.tensor), bytes = rows * static_cast<double>(of.work.hidden) * 2;
    const double sent = 2 * (n - 1) / n * bytes;
    const double least = of.kernels.card.kind == CardLink::bus ? 25e-6 : 8e-6;
    return 2 * static_cast<double>(of.work.layers) * std::max(least, sent / group.bandwidth + (rows > 512 ? group.latency : 0));
}

double overhead(const Served &of)
{
    const double layers = static_cast<double>(of.work.layers);
    return of.tempo.step + layers * of.tempo.layer;
}

namespace {

/// Bytes of keys and values of so many sequences.
double cached_bytes(const Served &of, double keys, double sequences)
{
    double bytes = 0;
    for (const ForwardAttention &one : of.work.attentions) {
        const double seen = one.window > 0 ? std::min(keys, static_cast<double>(one.window)) : keys;
        bytes += sequences * seen * static_cast<double>(one.cached * one.layers) * of.kv_bytes;
    }
    return bytes;
}

/// One pass of `rows` tokens: products of all, attention as given.
double pass(const Served &of, double rows, double heads, double attending)
{
    const double device = products(of, rows, heads) + attending + reductions(of, rows) + overhead(of);
    return std::max(device, of.launching());
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

} // namespace

double host_decode_seconds(const Served &of, double keys, double sequences)
{
    if (!of.host.any()) return 0;
    double seconds = of.host.cache * cached_bytes(of, keys, sequences) /
                     (sequences >= of.tempo.crosses_from ? crossing(of) : host_memory_rate);
    for (const ForwardMatrix &one : of.work.matrices) seconds += host_matrix_seconds(of, one, sequences * of.checked);
    return seconds;
}

double host_prefill_seconds(const Served &of, double prompt, double sequences)
{
    if (!of.host.any()) return 0;
    const double rows = prompt * sequences, passes = prompt_passes(of, rows);
    // each pass asks for the keys of those before it
    double seconds = of.host.cache * passes * cached_bytes(of, prompt / 2, sequences) /
                     (rows / passes >= of.tempo.crosses_from ? crossing(of) : host_memory_rate);
    for (const ForwardMatrix &one : of.work.matrices)
        seconds += one.head ? host_matrix_seconds(of, one, sequences) : passes * host_matrix_seconds(of, one, rows / passes);
    return seconds;
}

double prefill_seconds(const Served &of, double prompt, double sequences)
{
    const double rows = prompt * sequences, passes = prompt_passes(of, rows);
    const double attending = attention(of, prompt, prompt, sequences);
    const double device = products(of, rows, sequences) + attending + elementwise(of, rows) + reductions(of, rows);
    return std::max(device * turns(of, rows) + passes * overhead(of), of.launching()) +
           host_prefill_seconds(of, prompt, sequences);
}

double decode_seconds(const Served &of, double keys, double sequences)
{
    const double made = decode_of_card(of, keys, sequences);
    if (!of.cache_crosses) return made;
    // the next layer's come while one computes, and go back behind it (transformers' OffloadedCache)
    return std::max(made, cached_bytes(of, keys, sequences) / crossing(of));
}

double decode_of_card(const Served &of, double keys, double sequences)
{
    const double rows = sequences * of.checked;
    return pass(of, rows, rows, attention(of, 1, keys, sequences) + elementwise(of, rows)) +
           host_decode_seconds(of, keys, sequences);
}

double mixed_seconds(const Served &of, double prompt, double fresh, double sequences)
{
    const double entering = sequences * prompt / fresh, rows = sequences * of.checked + entering;
    const double attending =
        attention(of, 1, prompt + fresh / 2, sequences) + attention(of, prompt, prompt, 1) * entering / prompt;
    const double device = products(of, rows, sequences) + attending + elementwise(of, rows) + reductions(of, rows) + overhead(of);
    double host = 0;
    for (const ForwardMatrix &one : of.work.matrices) host += host_matrix_seconds(of, one, one.head ? sequences : rows);
    return std::max(device, of.launching()) + host;
}

} // namespace plimsoll
