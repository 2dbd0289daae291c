// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/kernel_times.h"

#include <algorithm>
#include <array>
#include <cmath>

// Products: ai-dynamo/aiconfigurator's tables of vLLM's kernels (resources/card_speed.json names them). Attention: the same
// collectors, causal, heads of 128. Pointwise kernels: microsoft/vidur's profiles of A100, H100 and A40 (0.85 to 0.95 of the
// bandwidth).

namespace plimsoll {

namespace {

/// Cards whose kernels are alike.
enum class Generation : std::uint8_t {
    older,
    turing,
    ampere_server,
    ampere,
    ada,
    hopper,
    blackwell_server,
    blackwell,
    cdna,
    rdna,
    arc,
    apple
};

Generation generation_of(const CardSpeed &card, const CardFacts &facts)
{
    const auto is = [&card](std::string_view word) { return card.name.find(word) != std::string::npos; };
    if (is("Apple")) return Generation::apple;
    if (is("Instinct")) return Generation::cdna;
    if (is("Radeon")) return Generation::rdna;
    if (is("Arc") || is("GPU Max") || is("GPU Flex") || is("Gaudi")) return Generation::arc;
    switch (facts.capability_major) {
    case 7: return facts.capability_minor >= 5 ? Generation::turing : Generation::older;
    case 8:
        if (facts.capability_minor == 0) return Generation::ampere_server;
        return facts.capability_minor == 9 ? Generation::ada : Generation::ampere;
    case 9: return Generation::hopper;
    case 10: return Generation::blackwell_server;
    case 11:
    case 12: return Generation::blackwell;
    default: return Generation::older;
    }
}

bool has_cublas(Generation generation)
{
    return generation != Generation::cdna && generation != Generation::rdna && generation != Generation::arc &&
           generation != Generation::apple;
}

ProductFit of_class(double compute, double memory, double kernel_us, double norm)
{
    return {compute, memory, kernel_us * 1e-6, norm, 0.15, 0.5, false};
}

/// 16-bit products of a class: those of its measured card (A100, H100, L40S, RTX PRO 6000, Arc Pro B60), the middle of several (B200
/// .70, GB200 .75, B300 .80; the best shapes that stas00/ml-engineering found: B200 .78, GB200 .73), else stated guesses.
ProductFit class_products(Generation generation)
{
    switch (generation) {
    case Generation::older: return of_class(0.75, 0.75, 8, 1.5);
    case Generation::turing: return of_class(0.75, 0.80, 6, 1.5);
    case Generation::ampere_server: return of_class(0.85, 0.75, 6, 1.5);
    case Generation::ampere: return of_class(0.85, 0.85, 4, 1.5);
    case Generation::ada: return of_class(0.65, 0.80, 2, 2);
    case Generation::hopper: return of_class(0.80, 0.85, 4, 4);
    case Generation::blackwell_server: return of_class(0.75, 0.80, 4, 4);
    case Generation::blackwell: return of_class(0.85, 0.85, 2, 1.5);
    case Generation::cdna: return of_class(0.52, 0.70, 8, 1.5);
    case Generation::rdna: return of_class(0.50, 0.80, 8, 1.5);
    case Generation::arc: return of_class(0.80, 0.85, 12, 2);
    case Generation::apple: return of_class(0.75, 0.85, 8, 1.5);
    }
    return {};
}

struct Reads {
    double plain, packed;
};

/// Weights read for one row: aiconfigurator's 16-bit products at M = 1 (A100 .68, H100 .77, B200 .65, L40S .84, RTX PRO 6000 .81, B60
/// .76) and products with 4-bit weights (A100 .36, H200 .35, L40S .81), whose unpacking keeps server memory waiting and not GDDR.
Reads class_reads(Generation generation)
{
    switch (generation) {
    case Generation::older: return {0.70, 0.40};
    case Generation::turing: return {0.75, 0.70};
    case Generation::ampere_server: return {0.75, 0.52};
    case Generation::ampere: return {0.80, 0.78};
    case Generation::ada: return {0.84, 0.81};
    case Generation::hopper: return {0.77, 0.50};
    case Generation::blackwell_server: return {0.68, 0.45};
    case Generation::blackwell: return {0.81, 0.78};
    case Generation::cdna: return {0.60, 0.45};
    case Generation::rdna: return {0.75, 0.65};
    case Generation::arc: return {0.76, 0.65};
    case Generation::apple: return {0.80, 0.68};
    }
    return {0.75, 0.6};
}

/// What the same tables leave once a kernel's least time is counted apart: the bandwidth of a plain stream (A100 1.70 of 2.04 TB/s, H100
/// 2.97 of 3.35, H200 4.15 of 4.8, MI300X 4.1 of 5.3); with 4-bit weights and kernels of half as long again the shares at M = 1 above
/// come of 0.85 of it (A100 .38 for .36, H200 .33 for .35).
Reads class_streams(Generation generation)
{
    constexpr double unpacked_on_the_way = 0.85;
    const Reads known = class_reads(generation);
    double plain = known.plain;
    if (generation == Generation::ampere_server) plain = 0.83;
    if (generation == Generation::hopper) plain = 0.875;
    if (generation == Generation::blackwell_server) plain = 0.80;
    if (generation == Generation::blackwell) plain = 0.85;
    if (generation == Generation::cdna) plain = 0.77;
    return {plain, std::max(known.packed, unpacked_on_the_way * plain)};
}

/// SimuMax's tables of Megatron's shapes: A100 forward .70 to .79, weight gradients .60 to .72 where the kernels alone reach .85; B200 .45
/// to .65 for .70. Of H100s at 500 to 700 W published trainings reach as much less.
double class_sustained(Generation generation)
{
    switch (generation) {
    case Generation::ampere_server: return 0.93;
    case Generation::hopper: return 0.80;
    case Generation::blackwell_server: return 0.78;
    // of no training's tables: the middle of the servers above, whose best products it was measured beside (MI300X 668, H100 794)
    case Generation::cdna: return 0.83;
    default: return 0.95;
    }
}

AttentionFit class_attention(Generation generation)
{
    switch (generation) {
    case Generation::ampere_server: return {0.59, 700};
    // FlashAttention 2, made for Ampere: 328 of 989 (Azure's guide); on B200 no kernel of its own
    case Generation::hopper: return {0.40, 700};
    case Generation::blackwell_server: return {0.20, 700};
    case Generation::ada: return {0.49, 500};
    case Generation::blackwell: return {0.61, 650};
    case Generation::ampere: return {0.60, 600};
    // no measurement: of what products reach as much as on A100 (.59 for .85), in a kernel of Metal's own simdgroup products
    case Generation::apple: return {0.52, 700};
    default: return {0.30, 700};
    }
}

} // namespace

ProductFit KernelTimes::fit(Arithmetic arithmetic) const
{
    for (const auto &[of, fit] : card.fits)
        if (of == arithmetic || (of == Arithmetic::bf16 && arithmetic == Arithmetic::fp16)) return fit;
    ProductFit out = products;
    const double best = card.best(arithmetic), top = card.peak(arithmetic);
    // typical shapes reach 0.95 of the best square product (A100 0.85 of 0.85, H100 0.80 of 0.80, B200 0.70 of 0.75)
    // of the rate that products are priced by, which on Pascal is not that of its FP16
    if (best > 0 && top > 0) out.compute = 0.95 * best / peak(arithmetic);
    if (arithmetic == Arithmetic::fp8 || arithmetic == Arithmetic::fp4) {
        // activations are scaled and cast on the way: H100 0.40 for 0.80, B200 0.30 for 0.70, NVFP4 0.40, RTX PRO 6000 0.75 for 0.85
        out.compute *= 0.6;
        out.norm = 1.5;
        out.kernel = 6e-6;
    }
    return out;
}

double KernelTimes::peak(Arithmetic arithmetic) const
{
    // Pascal's FP16 is a sixty-fourth of its FP32: kernels convert
    if (arithmetic == Arithmetic::fp16) return std::max(card.peak(Arithmetic::fp16), card.peak(Arithmetic::fp32));
    if (const double known = card.peak(arithmetic); known > 0) return known;
    switch (arithmetic) {
    case Arithmetic::bf16: // emulated before Ampere: a third to a seventh of float32
        return card.best(Arithmetic::bf16) > 0 ? card.best(Arithmetic::bf16) : card.peak(Arithmetic::fp32) / 3;
    case Arithmetic::tf32: return card.peak(Arithmetic::fp32);
    case Arithmetic::fp8:
    case Arithmetic::fp4:
    case Arithmetic::int8: return card.peak(Arithmetic::fp16) > 0 ? card.peak(Arithmetic::fp16) : card.peak(Arithmetic::fp32);
    default: return card.peak(Arithmetic::fp32);
    }
}

double KernelTimes::product(double operations, double bytes, Arithmetic arithmetic) const
{
    const ProductFit of = fit(arithmetic);
    const double compute = operations / (of.compute * peak(arithmetic)), memory = bytes / (of.memory * card.bandwidth);
    return of.kernel + std::pow(std::pow(compute, of.norm) + std::pow(memory, of.norm), 1 / of.norm);
}

double KernelTimes::filled(double rows, double columns) const
{
    if (multiprocessors <= 0 || rows <= 0 || columns <= 0) return 1;
    struct Tile {
        double rows, columns, speed; ///< speed: of the widest tile's, which reads each operand least often
    };
    // the shapes that the guide lists for cuBLAS, from the most efficient on; how much less the others reach is a guess
    constexpr std::array tiles{Tile{128, 256, 1}, Tile{256, 128, 1}, Tile{128, 128, 0.95}, Tile{64, 128, 0.85},
                               Tile{128, 64, 0.85}};
    double best = 0;
    for (const Tile &tile : tiles) {
        const double made = std::ceil(rows / tile.rows) * std::ceil(columns / tile.columns);
        const double waves = std::ceil(made / multiprocessors);
        best = std::max(best, tile.speed * rows * columns / (waves * multiprocessors * tile.rows * tile.columns));
    }
    return best;
}

double KernelTimes::attends(const step::AttentionWork &work, const AttentionFit &of) const
{
    const double length = static_cast<double>(work.keys);
    double share = of.most * length / (length + of.half);
    if (work.head_dim <= 64) share *= 0.8; // FlashAttention-2's paper, figures 4 to 6: heads of 64 reach four fifths of 128's
    if (work.backward) share *= of.backward;
    const Arithmetic arithmetic = arithmetic_of(work.dtype);
    const double bytes = work.values() * static_cast<double>(size_of(work.dtype));
    return 2 * pointwise + std::max(work.operations() / (share * peak(arithmetic)), bytes / (copies * card.bandwidth));
}

double KernelTimes::moves(double bytes, double kernels) const { return kernels * pointwise + bytes / (copies * card.bandwidth); }

KernelTimes kernel_times(const CardSpeed &card, const CardFacts &facts)
{
    const Generation generation = generation_of(card, facts);
    KernelTimes out;
    out.card = card;
    if (facts.sm_count_known && has_cublas(generation)) out.multiprocessors = facts.sm_count;
    out.products = class_products(generation);
    out.attention = class_attention(generation);
    out.few = class_reads(generation).plain;
    out.few_packed = class_reads(generation).packed;
    out.streams = class_streams(generation).plain;
    out.streams_packed = class_streams(generation).packed;
    out.attention_3 = generation == Generation::hopper             ? AttentionFit{0.66, 1700}
                      : generation == Generation::blackwell_server ? AttentionFit{0.60, 2100}
                                                                   : out.attention;
    out.library = out.attention_3;
    // compute capability 9 and 10 (torch 2.15, aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention)
    out.prefers_library = generation == Generation::hopper || generation == Generation::blackwell_server;
    out.sustained = class_sustained(generation);
    // B200 .76, B300 .75, GB200 .72 (stas00/ml-engineering compute/accelerator, best shapes)
    if (generation == Generation::blackwell_server) out.best_narrow = 0.745;
    // GeForce cards run FP32 sums at half rate: the units' own is half of what they do with integers
    const bool halved = card.desktop && (generation == Generation::ampere || generation == Generation::ada ||
                                         generation == Generation::blackwell);
    const double matrices = std::max(card.peak(Arithmetic::fp16), halved ? card.peak(Arithmetic::int8) / 2 : 0);
    out.matrix_units = generation != Generation::older && generation != Generation::apple && generation != Generation::rdna &&
                       matrices > 2.2 * card.peak(Arithmetic::fp32);
    out.attends_in_matrices = generation != Generation::older && generation != Generation::rdna;
    out.of_class = card.fits.empty() && card.best(Arithmetic::bf16) <= 0 && card.best(Arithmetic::fp16) <= 0;
    // those cards reach what is computed of their boost clock: 0.97 to 1.13 on desktops, more on
    // laptops (square products under torch on 64 cards, zzc0721/torch-performance-test-data)
    if (halved && card.best(Arithmetic::bf16) <= 0) out.products.compute = 0.95;
    // desktop cards run above their stated boost clock, servers below it under load: measured products tell by how much
    const double best = card.best(Arithmetic::bf16), top = card.peak(Arithmetic::bf16);
    if (best > 0 && top > 0 && card.fits.empty()) {
        const double power = best / top / (out.products.compute > 0 ? out.products.compute : 1);
        out.attention.most = std::min(0.9, out.attention.most * power);
        out.attention_3.most = std::min(0.9, out.attention_3.most * power);
    }
    return out;
}

} // namespace plimsoll
