// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/engine_need.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/field.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Weights and caches are counted tensor by tensor; what moves is the largest pass, buffers and graphs. Of 387 recorded starts of
/// vLLM 95 % lie within 3 % in the former two; published logs of other cards and kernels lie further.
constexpr double moving_low = 0.75, moving_high = 1.35;

Bytes scaled(Bytes bytes, double factor) { return static_cast<Bytes>(std::llround(static_cast<double>(bytes) * factor)); }

Bytes moving(const EngineStart &start) { return start.buffers + start.activation + start.graphs + start.non_torch; }

/// Around `bytes`, of which the context is a part.
Interval around(Bytes bytes, const EngineStart &start, const ContextBytes &context)
{
    return {bytes - scaled(moving(start), 1 - moving_low) - (context.bytes - context.interval.low),
            bytes + scaled(moving(start), moving_high - 1) + (context.interval.high - context.bytes)};
}

std::string tokens(Count n) { return localised(grouped(n)); }

/// "12 × 2,097,152 B"
std::string product_of(Count n, Bytes each) { return grouped(n) + " × " + grouped(each) + " B"; }

BreakdownLine cache_line(const EngineStart &start, const Plan &plan)
{
    BreakdownLine out{Component::kv_cache, start.requested ? start.kv_cache : start.load_cache, {}, {}, {}, {}};
    out.bytes += start.state;
    if (start.requested && start.pool.block_bytes > 0) {
        out.formula = phrase(QT_TRANSLATE_NOOP("core", "(share of the card − weights − buffers − largest pass − graphs) ÷ bytes of "
                                                       "a block, whole blocks"));
        out.numbers = product_of(start.blocks, start.pool.block_bytes);
    } else {
        out.formula = phrase(QT_TRANSLATE_NOOP("core", "cells × bytes of a token's keys and values, layer by layer"));
        out.numbers = tokens(plan.inference.context) + " × " + tokens(plan.inference.sequences);
    }
    return out;
}

void add(std::vector<BreakdownLine> &lines, Component component, Bytes bytes, std::string formula, std::string numbers)
{
    if (bytes > 0) lines.push_back({component, bytes, std::move(formula), std::move(numbers), {}, {}});
}

std::vector<BreakdownLine> breakdown(const EngineStart &start, const Plan &plan, const ContextBytes &context)
{
    std::vector<BreakdownLine> out;
    add(out, Component::weights, start.weights,
        phrase(QT_TRANSLATE_NOOP("core", "tensors as the engine's layers hold them")), grouped(start.weights) + " B");
    add(out, Component::activations, start.activation,
        phrase(QT_TRANSLATE_NOOP("core", "the largest pass: of all tokens of a batch through a layer, or of the sampler")),
        grouped(start.activation) + " B");
    BreakdownLine cache = cache_line(start, plan);
    if (cache.bytes > 0) out.push_back(std::move(cache));
    add(out, Component::workspace, start.buffers + start.graphs,
        phrase(QT_TRANSLATE_NOOP("core", "buffers that stay + CUDA graphs")),
        grouped(start.buffers) + " + " + grouped(start.graphs) + " B");
    BreakdownLine around{Component::context, context.bytes, context.formula, context.numbers, context.source, {}};
    if (start.non_torch > 0) {
        around.bytes += start.non_torch;
        around.numbers += " + " + grouped(start.non_torch) + " B";
    }
    const std::string source(engine_of(plan).name);
    for (BreakdownLine &line : out) line.source = source;
    out.push_back(std::move(around));
    return out;
}

} // namespace

Bytes needed_bytes(const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.fullest();
    return process.engine ? process.engine->need : process.peak.device;
}

void take_settings(Plan &plan, const EngineStart &start, Lines &assumptions)
{
    const Plan before = plan;
    static_cast<EngineSettings &>(plan.inference) = start.taken;
    for (const Field &field : plan_fields()) {
        if (!field.path.starts_with("inference.") || plan.has(field.path)) continue;
        const nlohmann::ordered_json value = field.write(plan);
        if (value == field.write(before)) continue;
        assumptions.push_back(field.path + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + " — " +
                              phrase(QT_TRANSLATE_NOOP("core", "%1's own on this card"), {engine_of(plan).name}));
    }
}

void fill_engine(ProcessEstimate &out, const Plan &plan, const EngineStart &start, const ContextBytes &context)
{
    out.at_peak = breakdown(start, plan, context);
    Bytes claim = 0;
    for (const BreakdownLine &line : out.at_peak) claim += line.bytes;
    EngineNeed engine{start, 0, {}, 0};
    if (start.requested) // engines with places have slots, among which one cache is shared
        engine.waiting = std::max<Count>(0, plan.inference.sequences - start.taken.max_num_seqs.value_or(plan.inference.sequences));
    engine.need = claim - (start.requested ? start.kv_cache - start.load_cache : 0);
    engine.interval = around(engine.need, start, context);
    Peak &peak = out.peak;
    peak.device = claim;
    peak.reserved = peak.allocated = claim - context.bytes - start.non_torch;
    peak.required = engine.need - context.bytes - start.non_torch;
    peak.load = start.weights;
    peak.phase = Phase::serve;
    peak.device_interval = around(claim, start, context);
    peak.allocated_interval = {peak.allocated - scaled(moving(start), 1 - moving_low),
                               peak.allocated + scaled(moving(start), moving_high - 1)};
    out.steady_weights = start.weights;
    out.engine = std::make_shared<const EngineNeed>(std::move(engine));
}

} // namespace plimsoll
