// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"

#include "core/ground/phrase.h"
#include "core/plan/releases.h"
#include "core/resolve/model_kinds.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Context without libraries: 26 MiB + 1.863 KiB for each thread that the card can hold. Fitted to 32, 60 and 132
/// multiprocessors of Hopper under driver 590 (nvidia-smi captures in utkuozdemir/nvidia_gpu_exporter@e656cd8), within 1.5 MiB;
/// the same captures of one program on Turing and Ada differ by the same rate within 5 MiB, and an RTX 6000 Ada measured 426 MiB
/// (unsloth-zoo PR 1053) where the rule gives 423.
constexpr double context_base = 26.0 * static_cast<double>(mib);
constexpr double context_per_thread = 1.863 * static_cast<double>(kib);

/// What a PyTorch process holds on top (cuBLAS, cuDNN and other kernels, and the local memory that their threads ask for), a line
/// through two direct readings before and after the first steps: 36 MiB on a T4 (Anassbzdd/fitcheck, context 104.875 at first,
/// 140.875 at the end) and 62 MiB on an RTX 4080 (DaoyuanLi2816/can-i-finetune-this@053ce9e). It gives 98 MiB on an A100, where
/// residuals of public logs ("in use" less allocated and reserved, less the rule above) are 64 to 104, and 112 on an RTX 5090,
/// where they are 93 to 175; in all 473 MiB on an RTX 4090, whose logs say 470 to 476, and 320 on an RTX 3090, as its log says.
/// Of 24 such residuals, T4 to B200, 22 lie between 3 and 248.
constexpr double libraries_base = 22.0 * static_cast<double>(mib);
constexpr double libraries_per_thread = 0.351 * static_cast<double>(kib);
constexpr Bytes libraries_low = 3 * mib;
constexpr Bytes libraries_high = 248 * mib;

/// Modules of torch.compile's kernels: 20 to 100 MiB in public logs.
constexpr Bytes compiled_modules = 60 * mib;
constexpr Bytes compiled_modules_low = 20 * mib;
constexpr Bytes compiled_modules_high = 100 * mib;

/// Multiprocessors of a card against those of the most similar one (same compute capability, nearest memory): 90 % of the
/// catalogue's 101 cards with known counts lie within these factors.
constexpr double unknown_sm_low = 0.52;
constexpr double unknown_sm_high = 2.35;

std::string mebibytes(Bytes bytes) { return std::to_string((bytes + mib / 2) / mib) + " MiB"; }

Bytes scaled(Bytes bytes, double factor) { return static_cast<Bytes>(std::llround(static_cast<double>(bytes) * factor)); }

Spread widened(Spread spread, double low, double high)
{
    spread.low *= low;
    spread.high *= high;
    return spread;
}

} // namespace

ContextBytes context_bytes(const CardFacts &device, bool compiled)
{
    const double threads = static_cast<double>(device.sm_count) * device.threads_per_sm;
    const auto bare = [threads](double factor) {
        return static_cast<Bytes>(std::llround(context_base + context_per_thread * threads * factor));
    };
    ContextBytes out;
    const Bytes context = bare(1.0);
    const Bytes libraries = static_cast<Bytes>(std::llround(libraries_base + libraries_per_thread * threads));
    out.bytes = context + libraries + (compiled ? compiled_modules : 0);
    out.interval.low = bare(device.sm_count_known ? 1.0 : unknown_sm_low) + libraries_low + (compiled ? compiled_modules_low : 0);
    out.interval.high =
        bare(device.sm_count_known ? 1.0 : unknown_sm_high) + libraries_high + (compiled ? compiled_modules_high : 0);
    const std::string grid = std::to_string(device.sm_count) + " × " + std::to_string(device.threads_per_sm);
    out.formula =
        phrase(compiled ? QT_TRANSLATE_NOOP("core", "26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × "
                                                    "the same of libraries + 60 MiB of compiled modules")
                        : QT_TRANSLATE_NOOP("core", "26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × "
                                                    "the same of libraries"));
    out.numbers = "26 MiB + 1.863 KiB × " + grid + " + 22 MiB + 0.351 KiB × " + grid;
    if (compiled) out.numbers += " + 60 MiB";
    out.numbers += " = " + mebibytes(out.bytes);
    out.source =
        phrase(QT_TRANSLATE_NOOP("core", "nvidia-smi captures of Hopper, Ada and Turing (%1); libraries: readings of a T4 "
                                         "and an RTX 4080, 24 public logs from 3 to 248 MiB"),
               {"nvidia_gpu_exporter@e656cd8"});
    if (!device.sm_count_known)
        out.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "context: %1 has no known number of multiprocessors; %2 assumed, "
                                             "as the most similar card has"),
                   {device.name, std::to_string(device.sm_count)}));
    return out;
}

SpreadFacts spread_facts(const Plan &resolved, const Architecture &architecture)
{
    SpreadFacts out;
    const Runner &stack = stack_of(resolved);
    out.measured = resolved.task == Task::train ? stack.spread : engine_of(resolved).spread;
    out.quantized = resolved.weights.quant != "none";
    out.padded = resolved.padded;
    out.compiled = resolved.compile;
    const OptimizerName optimizer = resolved.optimizer.name;
    const bool low_bit = optimizer == OptimizerName::adamw_4bit;
    const bool low_rank = optimizer == OptimizerName::galore || optimizer == OptimizerName::apollo;
    // objectives that nobody ran are multiples of a pass
    const bool multiple = resolved.objective != Objective::sft && !(resolved.objective == Objective::dpo && stack.measured_pairs);
    // 18 published peaks of AutoAWQ: 0.96 to 2.1 of the estimate, with a cache made before it is needed
    const std::string &quant = resolved.weights.quant;
    const bool packed = quant != "none" && !is_bitsandbytes(quant);
    out.unchecked = packed || (resolved.task == Task::train && (low_bit || low_rank || multiple));
    out.exact = architecture.exact && !step_is_approximated(architecture);
    return out;
}

namespace {

const Spread &measured(const Spreads::Measured &of, const SpreadFacts &facts) { return facts.quantized ? of.packed : of.dense; }

/// What widens every group.
Spread widened_by(const SpreadFacts &facts, Spread spread)
{
    if (facts.padded) spread.low *= 0.88; // 21 published peaks with batches shorter than their length: 0.76 to 0.98
    if (facts.compiled) spread = widened(spread, 0.70, 1.08); // fused operations keep less, rarely more
    if (facts.unchecked) spread = widened(spread, 0.80, 1.20);
    if (!facts.exact) spread = widened(spread, 0.90, 1.12);
    return spread;
}

} // namespace

Spread allocated_spread(const SpreadFacts &facts) { return widened_by(facts, measured(facts.measured->allocated, facts)); }

Spread reserved_spread(const SpreadFacts &facts)
{
    const Spreads &group = *facts.measured;
    const Spread allocated = measured(group.allocated, facts);
    Spread out = group.reserved ? measured(*group.reserved, facts) : widened(allocated, 0.90, 1.05);
    out.low = std::min(out.low, allocated.low);
    out.high = std::max(out.high, allocated.high);
    return widened_by(facts, out);
}

Interval allocated_interval(Bytes allocated, const SpreadFacts &facts)
{
    const Spread spread = allocated_spread(facts);
    return {scaled(allocated, spread.low), scaled(allocated, spread.high)};
}

Interval device_interval(Bytes allocated, Bytes reserved, const ContextBytes &context, const SpreadFacts &facts)
{
    const Spread spread = reserved_spread(facts);
    const Bytes least = allocated_interval(allocated, facts).low;
    return {std::max(least, scaled(reserved, spread.low)) + context.interval.low,
            scaled(reserved, spread.high) + context.interval.high};
}

} // namespace plimsoll
