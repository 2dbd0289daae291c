// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"

#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel/communicators.h"
#include "core/parallel/mesh.h"
#include "core/ground/text.h"
#include "core/parallel/nccl_buffers.h"

#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/resolve/model_kinds.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Residuals of libraries in public logs (core/ground/context_size.h).
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
    const auto bare = [&device](double factor) { return context_size::bare(device, factor); };
    ContextBytes out;
    const Bytes context = bare(1.0), libraries = context_size::libraries(device);
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

ContextBytes context_of(const Plan &plan, const CardFacts &device)
{
    ContextBytes out = context_bytes(device, plan.compile);
    if (plan.task != Task::train || !plan.parallel.several()) return out;
    const std::vector<Communicator> groups = communicators(plan);
    const NcclBuffers nccl = nccl_buffers(groups, node_shape(device, ranks_in_node(plan)));
    out.bytes += nccl.middle;
    out.interval.low += nccl.low;
    out.interval.high += nccl.high;
    out.formula += " + " + nccl.formula;
    out.numbers += " + " + grouped(nccl.middle) + " B";
    out.source += "; " + nccl.source;
    return out;
}

SpreadFacts spread_facts(const Plan &resolved, const Architecture &architecture)
{
    SpreadFacts out;
    const Runner &stack = stack_of(resolved);
    const Runner &runner = resolved.task == Task::train ? stack : engine_of(resolved);
    out.measured = runner.spread_in != nullptr ? runner.spread_in(resolved) : runner.spread;
    if (const Spreads *own = runner.spread_of != nullptr ? runner.spread_of(resolved, architecture) : nullptr) out.measured = own;
    if (runner.models.measured_as_built && resolved.task == Task::train && !runner.models.build(architecture, resolved))
        out.measured = &spread_unmeasured;
    out.quantized = resolved.weights.quant != "none";
    out.padded = resolved.padded;
    out.compiled = resolved.compile;
    const bool unchecked_step = kind_of(resolved.optimizer).unchecked != nullptr;
    const ObjectiveChecked checked = objective_of(resolved).checked;
    const bool unheld = checked == ObjectiveChecked::nowhere || (checked == ObjectiveChecked::where_run && !stack.measured_pairs);
    // 18 published peaks of AutoAWQ: 0.96 to 2.1 of the estimate, with a cache made before it is needed
    const std::string &quant = resolved.weights.quant;
    const bool packed = quant != "none" && !is_bitsandbytes(quant);
    // 13 recorded peaks of such caches lie within 5 % of the estimates
    const CacheKind cache = resolved.inference.cache;
    const bool packs_cache = resolved.task == Task::infer && (cache == CacheKind::quantized || cache == CacheKind::offloaded);
    out.unchecked = packed || packs_cache || (resolved.task == Task::train && (unchecked_step || unheld));
    out.exact = architecture.exact && !step_is_approximated(architecture, resolved);
    return out;
}

namespace {

const Spread &measured(const Spreads::Measured &of, const SpreadFacts &facts) { return facts.quantized ? of.packed : of.dense; }

/// What widens every group.
Spread widened_by(const SpreadFacts &facts, Spread spread)
{
    if (facts.padded) spread.low *= 0.88; // 21 published peaks with batches shorter than their length: 0.76 to 0.98
    if (facts.unchecked) spread = widened(spread, 0.80, 1.20);
    if (!facts.exact) spread = widened(spread, 0.90, 1.12);
    return spread;
}

} // namespace

Spread allocated_spread(const SpreadFacts &facts)
{
    Spread out = measured(facts.measured->allocated, facts);
    if (facts.compiled) out = widened(out, 0.95, 1.01); // 16 measured peaks of compiled steps: 0.92 to 1.00 of the estimate
    return widened_by(facts, out);
}

Spread reserved_spread(const SpreadFacts &facts)
{
    const Spreads &group = *facts.measured;
    const Spread allocated = measured(group.allocated, facts);
    Spread out = group.reserved ? measured(*group.reserved, facts) : widened(allocated, 0.90, 1.05);
    out.low = std::min(out.low, allocated.low);
    out.high = std::max(out.high, allocated.high);
    if (facts.compiled) out = widened(out, 0.93, 1.10); // and what they reserved: 0.80 to 1.26
    return widened_by(facts, out);
}

Interval allocated_interval(Bytes allocated, const SpreadFacts &facts)
{
    const Spread spread = allocated_spread(facts);
    return {scaled(allocated, spread.low), scaled(allocated, spread.high)};
}

Interval device_interval(Bytes allocated, Bytes reserved, const ContextBytes &context, const SpreadFacts &facts,
                         const UsualSlack &slack)
{
    const Spread spread = reserved_spread(facts);
    const Bytes least = allocated_interval(allocated, facts).low;
    return {std::max(least, scaled(reserved, spread.low * slack.low / slack.middle)) + context.interval.low,
            scaled(reserved, spread.high * slack.high / slack.middle) + context.interval.high};
}

} // namespace plimsoll
