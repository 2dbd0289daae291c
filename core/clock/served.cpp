// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/served.h"

#include "core/resolve/runners.h"

#include <algorithm>
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

bool on_host(const EnginePlace &place) { return place.place == "host" || place.place == "CPU"; }

/// Of layers' tensors, by the caches that stand beside them: a layer's keys are where its weights are (llama-kv-cache.cpp, --kv-offload).
/// Of experts also those of the first layers (--n-cpu-moe). The head comes to the cards with the first layer that does.
HostPart placed_on_host(const Served &of, const EngineStart &start)
{
    double host = 0, all = 0;
    for (const EnginePlace &place : start.places) {
        const double kept = static_cast<double>(place.kv_cache + place.state);
        all += kept;
        if (on_host(place)) host += kept;
    }
    HostPart out;
    out.layers = out.cache = all > 0 ? host / all : 0;
    out.head = out.layers >= 1 ? 1 : 0;
    Count of_experts = 0; // layers that have some
    for (const ForwardMatrix &one : of.work.matrices)
        if (one.experts > 0) of_experts += one.times;
    of_experts /= 2; // what goes in and what comes out
    const Count before = std::max<Count>(0, of.work.layers - of_experts);
    const double first = static_cast<double>(std::max<Count>(0, start.taken.host_experts - before));
    out.experts = of_experts > 0 ? std::clamp(first / static_cast<double>(of_experts), out.layers, 1.0) : 0;
    return out;
}

/// Of an engine that counts bytes: of the layers' matrices, one after another.
HostPart counted_on_host(const Served &of, const EngineStart &start)
{
    HostPart out;
    if (start.host <= 0) return out;
    double layers = 0;
    for (const ForwardMatrix &one : of.work.matrices)
        if (!one.head) layers += one.elements();
    const double share =
        static_cast<double>(start.host) * static_cast<double>(of.cards) / std::max(1.0, layers * of.weight_bytes);
    out.layers = out.experts = std::min(1.0, share);
    return out;
}

void take_bytes(Served &of, const EngineStart *started)
{
    if (started == nullptr) {
        of.weight_bytes = bytes_of_quant(of.plan);
        return;
    }
    const EngineStart &start = *started;
    of.kv_bytes = bytes_of_cache(start.taken.kv_dtype);
    of.flash = start.taken.flash_attention != "off";
    double all = static_cast<double>(start.weights + start.host) * static_cast<double>(of.cards);
    if (!start.places.empty()) {
        all = 0;
        for (const EnginePlace &place : start.places) all += static_cast<double>(place.weights);
    }
    // a table for looking up stands with the host where places are told, beside the head that shares it where they are tied
    const double table = start.places.empty() ? static_cast<double>(of.work.embedding) : static_cast<double>(of.table);
    if (all > 0) of.weight_bytes = std::clamp(all / (of.work.elements() + table), 0.15, 4.0);
    of.host = start.places.empty() ? counted_on_host(of, start) : placed_on_host(of, start);
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

} // namespace

/// Peak of the products where an engine accumulates in FP16 or multiplies integers: cards that FP32 sums halve run at their full
/// rate, half that of integers.
double rate_of(const Served &of)
{
    const CardSpeed &card = of.kernels.card;
    const double peak = of.kernels.peak(of.arithmetic);
    if (!of.tempo.in_halves) return peak;
    if (of.plain && !of.multiplies8) return peak;
    const double integers = of.multiplies8 ? 4 * card.peak(Arithmetic::fp32) : card.peak(Arithmetic::int8), full = integers / 2;
    return full > 1.5 * peak ? full : peak;
}

double at_once(const Served &of, const EngineStart *started)
{
    if (started == nullptr) return static_cast<double>(of.plan.inference.sequences);
    const EngineStart &start = *started;
    double wanted = static_cast<double>(sequences_of_copy(of.plan));
    if (start.taken.max_num_seqs) wanted = std::min(wanted, static_cast<double>(*start.taken.max_num_seqs)); // the others wait
    if (start.total && start.max_concurrency > 0) wanted = std::min(wanted, std::max(1.0, std::floor(start.max_concurrency)));
    return std::max(1.0, wanted);
}

namespace {

/// NVIDIA's cards before Volta under llama.cpp. Attention runs in float32 (ggml-cuda/fattn-tile.cu), not at the rate of emulated 16 bits,
/// and not in a quarter of a kernel with matrix units. From 6.1 on packed weights are multiplied as integers, four at once
/// (ggml-cuda/common.cuh, GGML_CUDA_CC_DP4A).
void take_plain_units(Served &of, const CardFacts &card)
{
    constexpr double attention_elsewhere = 0.25;
    const CardSpeed &speed = of.kernels.card;
    of.plain = of.tempo.unfused && of.kernels.multiprocessors > 0 && card.capability_major < 7;
    if (!of.plain) return;
    if (const double emulated = of.kernels.peak(Arithmetic::bf16); emulated > 0)
        of.tempo.attends *= speed.peak(Arithmetic::fp32) / (attention_elsewhere * emulated);
    of.multiplies8 = card.capability_major == 6 && card.capability_minor >= 1 && of.packed && of.weight_bytes < 1.9;
}

} // namespace

Served served_by(const Plan &plan, const DecoderSpec &decoder, const EngineStart *started, const KernelTimes &kernels,
                 const CardFacts &card)
{
    const Runner &engine = engine_of(plan);
    Served of{plan, engine.tempo, kernels, forward_work(decoder)};
    if (const auto stated = plan.inference.max_num_batched_tokens; stated && plan.has("inference.max_num_batched_tokens"))
        of.tempo.pass = static_cast<int>(std::clamp<Count>(*stated, 1, 1 << 30));
    const Parallel &p = plan.parallel;
    of.tensor = std::max<Count>(1, p.tensor);
    of.cards = of.tensor * std::max<Count>(1, p.pipeline);
    of.copies = std::max<Count>(1, p.data);
    of.in_line = engine.tempo.in_turn ? of.cards : p.pipeline;
    if (engine.tempo.in_turn) of.tensor = 1;
    of.node = node_links(plan, card);
    of.packed = plan.weights.quant != "none" && plan.weights.quant != "fp8";
    of.arithmetic = arithmetic_of_plan(plan, kernels);
    of.kv_bytes = bytes_of_cache(plan.inference.kv_dtype);
    of.table = decoder.vocab * (decoder.embedding_width > 0 ? decoder.embedding_width : decoder.hidden);
    const bool eager = started != nullptr ? started->taken.enforce_eager : plan.inference.enforce_eager;
    of.host_layer = eager && engine.tempo.eager_layer > 0 ? engine.tempo.eager_layer : engine.tempo.host_layer;
    of.cache_crosses = started == nullptr && plan.inference.cache == CacheKind::offloaded;
    take_bytes(of, started);
    take_plain_units(of, card);
    return of;
}

} // namespace plimsoll
