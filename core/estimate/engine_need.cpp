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

/// What the parts' spreads come to together.
struct Allowance {
    double below = 0, above = 0; ///< bytes
    void add(Bytes bytes, const PartSpread &part)
    {
        below += static_cast<double>(bytes) * (1 - part.low);
        above += static_cast<double>(bytes) * (part.high - 1);
    }
};

/// Weights and caches that no share of the card bounds.
struct Held {
    Bytes weights = 0, caches = 0;
};

/// Around `bytes`, of which `held` are a part.
Interval around(Bytes bytes, const Held &held, const EngineStart &start)
{
    const PartSpreads &spreads = start.spreads;
    Allowance spread;
    spread.add(start.buffers + start.unseen, spreads.buffers);
    spread.add(start.activation, spreads.activation);
    spread.add(start.graphs, spreads.graphs);
    spread.add(start.non_torch, spreads.non_torch);
    spread.add(held.weights, spreads.weights);
    spread.add(held.caches, spreads.caches);
    return {bytes - std::llround(spread.below), bytes + std::llround(spread.above)};
}

/// The same, where the context is a part.
Interval with_context(Interval interval, const ContextBytes &context)
{
    return {interval.low - (context.bytes - context.interval.low), interval.high + (context.interval.high - context.bytes)};
}

std::string tokens(Count n) { return localised(grouped(n)); }

/// "12 × 2,097,152 B"
std::string product_of(Count n, Bytes each) { return grouped(n) + " × " + grouped(each) + " B"; }

/// What is left for the cache.
BreakdownLine claimed_cache(const EngineStart &start)
{
    BreakdownLine out{Component::kv_cache, start.kv_cache + start.state, {}, {}, {}, {}};
    const bool told = start.taken.kv_cache_memory_bytes || start.taken.num_gpu_blocks_override;
    out.formula =
        phrase(told ? QT_TRANSLATE_NOOP("core", "what the plan says, in whole blocks")
                    : QT_TRANSLATE_NOOP("core", "(share of the card − weights − buffers − largest pass − graphs) ÷ bytes of a "
                                                "block, whole blocks"));
    out.numbers = start.pool.block_bytes > 0 ? product_of(start.blocks, start.pool.block_bytes) : grouped(out.bytes) + " B";
    return out;
}

std::string group_in_words(const KvGroup &group)
{
    return phrase(
        QT_TRANSLATE_NOOP("core", "%1 layers (%2), %3 B a block of %4 tokens"),
        {grouped(group.layers), name_of(group.layer.kind), grouped(group.layer.page), grouped(group.layer.block_tokens)});
}

/// The load's own.
BreakdownLine load_cache(const EngineStart &start, Count sequences)
{
    BreakdownLine out{Component::kv_cache, start.load_cache + start.load_state.value_or(start.state), {}, {}, {}, {}};
    if (start.pool.block_bytes > 0) {
        out.formula = phrase(QT_TRANSLATE_NOOP("core", "sequences × blocks of one, over all groups × bytes of a block"));
        out.numbers =
            grouped(sequences) + " × " +
            product_of(start.load_cache / std::max<Count>(1, sequences) / start.pool.block_bytes, start.pool.block_bytes);
    } else {
        out.formula = phrase(QT_TRANSLATE_NOOP("core", "cells × bytes of a token's keys and values, layer by layer"));
        out.numbers = tokens(start.tokens) + " × … = " + grouped(start.load_cache) + " B";
    }
    for (const KvGroup &group : start.pool.groups) out.alive.emplace_back(group_in_words(group), group.layers * group.layer.page);
    return out;
}

/// "vllm 0.33.0": the plan's release, else the one whose start is known.
std::string release_in_words(const Plan &plan)
{
    const Runner &engine = engine_of(plan);
    std::string out(engine.library != nullptr ? engine.library->name : engine.name);
    const auto stated = std::ranges::find(plan.libraries, out, &std::pair<std::string, std::string>::first);
    if (stated != plan.libraries.end()) return out + ' ' + stated->second;
    return engine.library != nullptr ? out + ' ' + std::string(engine.library->known) : out;
}

void add(std::vector<BreakdownLine> &lines, Component component, Bytes bytes, std::string formula, std::string numbers)
{
    if (bytes > 0) lines.push_back({component, bytes, std::move(formula), std::move(numbers), {}, {}});
}

/// `cache`: what stands in it.
std::vector<BreakdownLine> breakdown(const EngineStart &start, const Plan &plan, const ContextBytes &context, BreakdownLine cache)
{
    std::vector<BreakdownLine> out;
    add(out, Component::weights, start.weights, phrase(QT_TRANSLATE_NOOP("core", "tensors as the engine's layers hold them")),
        grouped(start.weights) + " B");
    add(out, Component::activations, start.activation,
        phrase(QT_TRANSLATE_NOOP("core", "the largest pass: of all tokens of a batch through a layer, or of the sampler")),
        grouped(start.activation) + " B");
    if (cache.bytes > 0) out.push_back(std::move(cache));
    const Bytes buffers = start.buffers + start.unseen;
    add(out, Component::workspace, buffers + start.graphs, phrase(QT_TRANSLATE_NOOP("core", "buffers that stay + CUDA graphs")),
        grouped(buffers) + " + " + grouped(start.graphs) + " B");
    if (start.graphs > 0)
        out.back().alive = {{phrase(QT_TRANSLATE_NOOP("core", "buffers")), buffers},
                            {phrase(QT_TRANSLATE_NOOP("core", "CUDA graphs")), start.graphs}};
    BreakdownLine around{Component::context, context.bytes, context.formula, context.numbers, context.source, {}};
    if (start.non_torch > 0) {
        around.bytes += start.non_torch;
        around.numbers += " + " + grouped(start.non_torch) + " B";
    }
    const std::string source = release_in_words(plan);
    for (BreakdownLine &line : out) line.source = source;
    out.push_back(std::move(around));
    return out;
}

/// The length that the engine came up with, in the place of the one that it began with.
void take_context(Plan &plan, Count came_up_with, Lines &assumptions)
{
    assumptions.push_back("inference.context: " + std::to_string(came_up_with) + " — " +
                          phrase(QT_TRANSLATE_NOOP("core", "%1 comes up with it in the place of %2 on this card"),
                                 {engine_of(plan).name, std::to_string(plan.inference.context)}));
    plan.inference.context = came_up_with;
}

Bytes sum_of(const std::vector<BreakdownLine> &lines)
{
    Bytes out = 0;
    for (const BreakdownLine &line : lines) out += line.bytes;
    return out;
}

} // namespace

void take_settings(Plan &plan, const EngineStart &start, Lines &assumptions)
{
    static const std::vector<const Field *> settings = [] {
        std::vector<const Field *> out;
        for (const Field &field : plan_fields())
            if (field.path.starts_with("inference.")) out.push_back(&field);
        return out;
    }();
    std::vector<nlohmann::ordered_json> before;
    for (const Field *field : settings) before.push_back(field->write(plan));
    static_cast<EngineSettings &>(plan.inference) = start.taken;
    if (start.context && *start.context != plan.inference.context) take_context(plan, *start.context, assumptions);
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const Field &field = *settings[i];
        const nlohmann::ordered_json value = field.write(plan);
        if (plan.has(field.path) || value == before[i] || field.path == "inference.context") continue;
        assumptions.push_back(field.path + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + " — " +
                              phrase(QT_TRANSLATE_NOOP("core", "%1's own on this card"), {engine_of(plan).name}));
    }
    if (!start.context || *start.context == plan.inference.context) return;
    assumptions.push_back("inference.context: " + std::to_string(*start.context) + " — " +
                          phrase(QT_TRANSLATE_NOOP("core", "%1 lowers %2 tokens to what its cache holds of one request"),
                                 {engine_of(plan).name, localised(grouped(plan.inference.context))}));
    plan.inference.context = *start.context;
}

void fill_engine(ProcessEstimate &out, const Plan &plan, const EngineStart &start, const ContextBytes &context)
{
    EngineNeed engine{start, 0, {}, breakdown(start, plan, context, load_cache(start, sequences_of_copy(plan))), 0};
    engine.need = sum_of(engine.lines);
    out.at_peak = start.requested ? breakdown(start, plan, context, claimed_cache(start)) : engine.lines;
    const Bytes claim = sum_of(out.at_peak);
    if (start.requested) // engines with places have slots, among which one cache is shared
        engine.waiting = std::max<Count>(0, plan.inference.sequences -
                                                start.taken.max_num_seqs.value_or(plan.inference.sequences) * plan.parallel.data);
    const Held held{start.weights, start.load_cache + start.load_state.value_or(start.state)};
    engine.interval = with_context(around(engine.need, held, start), context);
    const Held unbounded = start.requested ? Held{} : held; // the cache takes what the weights leave
    Peak &peak = out.peak;
    peak.device = claim;
    peak.reserved = peak.allocated = claim - context.bytes - start.non_torch;
    peak.required = peak.reserved; // it takes its share whatever the load
    peak.load = start.weights;
    peak.phase = Phase::serve;
    peak.device_interval = with_context(around(claim, unbounded, start), context);
    peak.allocated_interval = around(peak.allocated, unbounded, start);
    out.steady_weights = start.weights;
    out.engine = std::make_shared<const EngineNeed>(std::move(engine));
}

} // namespace plimsoll
