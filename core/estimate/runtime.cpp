// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"

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

/// What a PyTorch process holds on top (cuBLAS, cuDNN and other kernels): 24 residuals of public logs, T4 to B200, "in use" less
/// allocated and reserved, less the rule above. Median 92 MiB; 22 of 24 lie between 3 and 248.
constexpr Bytes libraries = 92 * mib;
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

ContextBytes context_bytes(const DeviceFacts &device, bool compiled)
{
    const double threads = static_cast<double>(device.sm_count) * device.threads_per_sm;
    const auto bare = [threads](double factor) {
        return static_cast<Bytes>(std::llround(context_base + context_per_thread * threads * factor));
    };
    ContextBytes out;
    const Bytes context = bare(1.0);
    out.bytes = context + libraries + (compiled ? compiled_modules : 0);
    out.interval.low = bare(device.sm_count_known ? 1.0 : unknown_sm_low) + libraries_low + (compiled ? compiled_modules_low : 0);
    out.interval.high =
        bare(device.sm_count_known ? 1.0 : unknown_sm_high) + libraries_high + (compiled ? compiled_modules_high : 0);
    out.formula = "26 MiB + 1.863 KiB × multiprocessors × threads each + 92 MiB of libraries";
    out.numbers =
        "26 MiB + 1.863 KiB × " + std::to_string(device.sm_count) + " × " + std::to_string(device.threads_per_sm) + " + 92 MiB";
    if (compiled) {
        out.formula += " + 60 MiB of compiled modules";
        out.numbers += " + 60 MiB";
    }
    out.numbers += " = " + mebibytes(out.bytes);
    out.source = "nvidia-smi captures of Hopper, Ada and Turing (nvidia_gpu_exporter@e656cd8); libraries: 24 public logs, T4 to "
                 "B200, 3 to 248 MiB";
    if (!device.sm_count_known)
        out.assumptions.push_back("context: " + device.name + " has no known number of multiprocessors; " +
                                  std::to_string(device.sm_count) + " assumed, as the most similar card has");
    return out;
}

Bytes cublas_workspace_bytes(const DeviceFacts &device)
{
    const bool large = (device.capability_major == 9 && device.capability_minor == 0) || device.capability_major == 10 ||
                       device.capability_major == 12;
    return large ? 32 * mib : 8'519'680; // ":4096:8" and ":4096:2:16:8", KiB × count
}

SpreadFacts spread_facts(const Plan &resolved, const Architecture &architecture)
{
    SpreadFacts out;
    out.task = resolved.task;
    out.method = resolved.method;
    out.stack = resolved.stack;
    out.attention = resolved.attention;
    out.engine = resolved.inference.engine;
    out.quantized = resolved.weights.quant != "none";
    out.padded = resolved.padded;
    out.compiled = resolved.compile;
    out.exact = architecture.exact;
    return out;
}

Spread allocated_spread(const SpreadFacts &facts)
{
    const bool plain_stack = facts.stack == Stack::transformers || facts.stack == Stack::pytorch || facts.stack == Stack::trl;
    const bool own_engine = facts.task == Task::infer && facts.engine != Engine::transformers;
    Spread out{0.97, 1.05, "eager PyTorch repeats its allocations; what is left are kernels' workspaces and release differences"};
    if (own_engine || !plain_stack) out = {0.85, 1.20, "a stack with kernels and buffers of its own"};
    if (facts.quantized) out = widened(out, 0.98, 1.02);
    if (facts.padded) out = widened(out, 0.85, 1.0); // real batches are shorter than the length they are padded to at most
    if (facts.compiled) out = widened(out, 0.85, 1.05);
    if (!facts.exact) out = widened(out, 0.90, 1.12);
    return out;
}

Spread reserved_spread(const SpreadFacts &facts)
{
    // Reserved over allocated in ten public out-of-memory texts: 0 to 14.5 %, median 7 %. The replayed allocator explains
    // the part that fixed shapes make; lengths that change from batch to batch fragment further.
    const Spread allocated = allocated_spread(facts);
    return widened(allocated, 0.98, facts.padded ? 1.10 : 1.03);
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
