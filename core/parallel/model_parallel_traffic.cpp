// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks that share one copy send each other.
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/engine.h"
#include "core/parallel/megatron_sizes.h"
#include "core/parallel/sent_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace plimsoll {

namespace {

constexpr std::string_view megatron_fsdp_source = "megatron-core 0.16 distributed/fsdp/src/megatron_fsdp";
constexpr std::string_view own_source = "torchtitan 0.3.0 models/common, distributed/tensor_parallel.py";
constexpr std::string_view tensor_source = "transformers 5.23 distributed/tensor_parallel.py, torch 2.15 DTensor";
constexpr std::string_view expert_source = "transformers 5.23 distributed/expert_parallel.py, AllToAllEP";
constexpr std::string_view context_source = "torch 2.15 distributed/tensor/experimental/_context_parallel/_attention.py";
constexpr std::string_view pipeline_source = "torch 2.15 distributed/pipelining/stage.py, schedules.py";
constexpr std::string_view megatron_source =
    "Megatron-LM core/tensor_parallel/layers.py, core/distributed/param_and_grad_buffer.py";
constexpr Bytes model_parallel_traffic_float_bytes = 4;

/// One micro-batch on its way through the model.
struct Batch {
    Count tokens = 0;   ///< of one rank: a part of the sequence each along the context ranks
    Bytes states = 0;   ///< the hidden states of these
    Count forwards = 1; ///< of a layer: twice where it is recomputed
    Bytes each = 2;
};

Batch batch_of(const SpreadRun &run)
{
    Batch out;
    const Count context = run.plan.parallel.context;
    out.tokens = run.plan.micro_batch * ((run.plan.sequence_length + context - 1) / context);
    const auto cast = run.plan.parallel.param_dtype; // what parameters are cast to, hidden states are too
    out.each = cast ? (*cast == ParallelDtype::fp32 ? 4 : 2) : computed_bytes(run);
    out.states = out.tokens * run.architecture.decoder->hidden * out.each;
    out.forwards = run.plan.gradient_checkpointing.enabled ? 2 : 1;
    return out;
}

/// The layers of the rank, of `stages` that the model is cut into, `virtual_stages` of them on each rank.
std::vector<const LayerSpec *> layers_of(const SpreadRun &run)
{
    const DecoderSpec &decoder = *run.architecture.decoder;
    const Parallel &parallel = run.plan.parallel;
    const Count stages = parallel.pipeline * parallel.virtual_stages, all = decoder.layer_count();
    std::vector<const LayerSpec *> out;
    for (Count part = 0; part < parallel.virtual_stages; ++part) {
        const Count stage = part * parallel.pipeline + run.rank.stage;
        for (Count i = all * stage / stages; i < all * (stage + 1) / stages; ++i)
            out.push_back(&decoder.kinds[static_cast<std::size_t>(decoder.layers[static_cast<std::size_t>(i)])]);
    }
    return out;
}

bool is_moe(const LayerSpec &layer) { return layer.mlp.kind == MlpKind::moe; }

/// Column-parallel linears: each brings a gradient of its input of its own together.
Count column_linears(const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    Count out = 0;
    for (const LinearSpec *one : {&a.q, &a.k, &a.v, &a.fused, &a.latent.q_b, &a.latent.kv_b}) out += one->out > 0 ? 1 : 0;
    if (is_moe(layer)) return out + 1;
    return out + (layer.mlp.gate.out > 0 ? 1 : 0) + (layer.mlp.up.out > 0 ? 1 : 0);
}

Count moe_layers(const std::vector<const LayerSpec *> &layers)
{
    return std::ranges::count_if(layers, [](const LayerSpec *layer) { return is_moe(*layer); });
}

Count chosen_of(const std::vector<const LayerSpec *> &layers)
{
    Count out = 0;
    for (const LayerSpec *layer : layers)
        if (is_moe(*layer)) out = std::max(out, layer->mlp.moe.top_k);
    return out;
}

std::string imbalance_text(double imbalance)
{
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), "%g", imbalance);
    return out.data();
}

/// (e − 1)/e of the chosen rows there and back, of each forward and of the backward; what comes back is the fullest rank's.
void add_exchanges(SentLines &out, const SpreadRun &run, const std::vector<const LayerSpec *> &layers, Count tokens,
                   std::string_view source)
{
    const Parallel &parallel = run.plan.parallel;
    const Count e = parallel.expert, moe = moe_layers(layers);
    if (e == 1 || moe == 0) return;
    const Batch batch = batch_of(run);
    const auto fits = checked_mul(tokens * run.architecture.decoder->hidden * batch.each, chosen_of(layers));
    if (!fits || *fits > (Bytes{1} << 60)) return out.add(RankGroup::experts, -1, 1, {}, source);
    const Bytes rows = *fits;
    const Bytes there = rows / e * (e - 1);
    const Bytes back = static_cast<Bytes>(std::ceil(static_cast<double>(there) * parallel.expert_imbalance));
    const Count times = moe * (batch.forwards + 1) * micro_batches(run.plan);
    out.add(
        RankGroup::experts, there + back, times,
        phrase(QT_TRANSLATE_NOOP("core", "chosen rows to their experts and back: (%1 − 1) / %1 · %2 B · (1 + %3), %4 × a step"),
               {std::to_string(e), grouped(rows), imbalance_text(parallel.expert_imbalance), std::to_string(times)}),
        source);
}

/// Gradients and parameters of FSDP 2 beside tensor and expert ranks.
void add_mesh_shards(SentLines &out, const SpreadRun &run)
{
    const Parallel &parallel = run.plan.parallel;
    if (parallel.zero != 3) return;
    const PartSizes all = run.sizes.all();
    const Count t = parallel.tensor, n = parallel.data / parallel.replicate, e = parallel.expert;
    const Count experts = all.trained_experts + all.frozen_experts, trained_experts = e > 1 ? all.trained_experts : 0;
    const auto cut = [t](Count elements, Count whole) { return whole + (elements - whole + t - 1) / t; };
    const Bytes each = parallel.param_dtype ? 2 : run.sizes.stored, reduced = parallel.param_dtype ? 4 : run.sizes.stored_trained;
    const Count dense = cut(all.dense() - (e > 1 ? experts : 0), all.vectors);
    const Count dense_trained = cut(all.trained - trained_experts, std::min(all.vectors, all.trained));
    const Count times = synchronised(run), micros = micro_batches(run.plan);
    constexpr std::string_view source = "transformers 5.23 distributed/fsdp.py";
    constexpr const char *shards = QT_TRANSLATE_NOOP(
        "core", "parameters gathered for each forward and backward, gradients reduce-scattered: (%1 − 1) / %1 · (%2 + %3) B");
    const auto add = [&](RankGroup group, Count ranks, Bytes parameters, Bytes gradients) {
        if (ranks < 2) return;
        out.add(group, 2 * ring(parameters, ranks) * micros + ring(gradients, ranks) * times, 1,
                phrase(shards, {std::to_string(ranks), grouped(2 * parameters * micros), grouped(gradients * times)}), source);
    };
    add(RankGroup::shards, n, dense * each, dense_trained * reduced);
    if (e > 1) add(RankGroup::expert_data, n * t / e, experts / e * each, trained_experts / e * reduced);
    if (parallel.replicate < 2) return;
    const Bytes shard = (dense_trained * reduced + n - 1) / n;
    out.add(
        RankGroup::replicas, 2 * ring(shard, parallel.replicate), times,
        phrase(QT_TRANSLATE_NOOP("core", "shards of gradients, all-reduced over copies: 2 · (%1 − 1) / %1 · %2 B, %3 × a step"),
               {std::to_string(parallel.replicate), grouped(shard), std::to_string(times)}),
        source);
}

struct Edges {
    Count forward = 0, backward = 0; ///< of the rank's stages to their neighbours
};

Edges edges_of(const SpreadRun &run)
{
    const Parallel &parallel = run.plan.parallel;
    Edges out;
    for (Count part = 0; part < parallel.virtual_stages; ++part) {
        const Count stage = part * parallel.pipeline + run.rank.stage;
        if (stage + 1 < parallel.pipeline * parallel.virtual_stages) ++out.forward;
        if (stage > 0) ++out.backward;
    }
    return out;
}

void add_edges(SentLines &out, const SpreadRun &run, Bytes states, std::string_view source, double beside = 0)
{
    if (run.plan.parallel.pipeline == 1) return;
    const Edges edges = edges_of(run);
    const Count micros = micro_batches(run.plan);
    out.add(RankGroup::pipeline, states, (edges.forward + edges.backward) * micros,
            phrase(QT_TRANSLATE_NOOP("core",
                                     "hidden states to %1 next stages and gradients to %2 before: %3 B each, %4 micro-batches"),
                   {std::to_string(edges.forward), std::to_string(edges.backward), grouped(states), std::to_string(micros)}),
            source, beside);
}

/// Keys and values of `layers`, of one rank's tokens; -1: more than 64 bits count.
Bytes keys_and_values(const std::vector<const LayerSpec *> &layers, const Batch &batch, Count tensor)
{
    Count width = 0;
    for (const LayerSpec *layer : layers) {
        const AttentionSpec &a = layer->attention;
        const Count heads = (a.kv_heads + tensor - 1) / tensor;
        width += heads * (a.head_dim + (a.v_head_dim > 0 ? a.v_head_dim : a.head_dim));
    }
    return checked_mul(batch.tokens * batch.each, width).value_or(-1);
}

/// Megatron-FSDP: each micro-batch reduces gradients, and with stage 3 gathers parameters for its forward and its backward pass.
void add_megatron_fsdp(SentLines &out, const SpreadRun &run, Count dense, Count experts)
{
    const Parallel &p = run.plan.parallel;
    const Count micros = micro_batches(run.plan);
    const auto add = [&](RankGroup group, Count ranks, Count elements) {
        if (elements == 0) return;
        const Bytes gradients = elements * model_parallel_traffic_float_bytes, parameters = p.zero >= 3 ? 2 * elements * 2 : 0;
        const Bytes once = p.zero >= 3 ? 0 : ring(elements * 2, ranks); // the optimizer's, of all
        out.add(
            group, ring(gradients, ranks) + ring(parameters, ranks), micros,
            phrase(QT_TRANSLATE_NOOP(
                       "core", "gradients in float32, reduce-scattered, and parameters, gathered: (%1 − 1) / %1 · (%2 + %3) B"),
                   {std::to_string(ranks), grouped(gradients), grouped(parameters)}),
            megatron_fsdp_source);
        if (once > 0)
            out.add(group, once, 1,
                    phrase(QT_TRANSLATE_NOOP("core", "parameters, gathered: (%1 − 1) / %1 · %2 B a step"),
                           {std::to_string(ranks), grouped(elements * 2)}),
                    megatron_fsdp_source);
    };
    add(RankGroup::data, p.data * p.context, dense);
    if (p.expert > 1) add(RankGroup::expert_data, megatron_expert_copies(p), experts);
}

/// Gradients of a Megatron rank's parameters, and what its distributed optimizer gathers of them.
void add_gradients(SentLines &out, const SpreadRun &run)
{
    const Parallel &p = run.plan.parallel;
    const Count t = p.tensor;
    PartSizes held;
    const Count stages = p.pipeline * p.virtual_stages, all = static_cast<Count>(run.sizes.layers.size());
    for (Count part = 0; part < p.virtual_stages; ++part) {
        const MegatronChunk chunk = megatron_chunk(all, stages, part * p.pipeline + run.rank.stage);
        for (Count i = chunk.first; i < chunk.first + chunk.count; ++i) held += run.sizes.layers[static_cast<std::size_t>(i)];
    }
    if (run.rank.stage == 0) held += run.sizes.embedding;
    if (run.rank.stage + 1 == p.pipeline) held += run.sizes.tail;
    const Count experts = p.expert > 1 ? held.trained_experts : 0;
    const Count dense = held.vectors + (held.trained - experts - held.vectors + t - 1) / t;
    if (p.zero >= 2) return add_megatron_fsdp(out, run, dense, experts / std::max<Count>(1, p.expert));
    const auto add = [&](RankGroup group, Count ranks, Count elements) {
        const Bytes gradients = elements * model_parallel_traffic_float_bytes, parameters = elements * 2;
        const Bytes bytes = p.zero > 0 ? ring(gradients, ranks) + ring(parameters, ranks) : 2 * ring(gradients, ranks);
        out.add(group, bytes, 1,
                phrase(p.zero > 0
                           ? QT_TRANSLATE_NOOP(
                                 "core",
                                 "gradients in float32, reduce-scattered, and parameters, gathered: (%1 − 1) / %1 · (%2 + %3) B")
                           : QT_TRANSLATE_NOOP("core", "gradients in float32, all-reduced: 2 · (%1 − 1) / %1 · %2 B"),
                       {std::to_string(ranks), grouped(gradients), grouped(parameters)}),
                megatron_source);
    };
    add(RankGroup::data, p.data * p.context, dense);
    if (p.expert > 1) add(RankGroup::expert_data, megatron_expert_copies(p), experts / p.expert);
}

} // namespace

void add_tensor(SentLines &out, const SpreadRun &run)
{
    if (!run.architecture.decoder) return;
    add_mesh_shards(out, run);
    const Count t = run.plan.parallel.tensor;
    if (t == 1) return;
    const Batch batch = batch_of(run);
    const auto layers = layers_of(run);
    if (run.own_collectives) {
        // attention and MLP each gather what they read and scatter what they made, and the other way round in the backward pass
        const Count rings = 4 * (batch.forwards + 1), count = static_cast<Count>(layers.size()), micros = micro_batches(run.plan);
        out.add(
            RankGroup::tensor, ring(batch.states, t), rings * count * micros,
            phrase(
                QT_TRANSLATE_NOOP(
                    "core", "hidden states along tensor ranks: (%1 − 1) / %1 · %2 B, %3 × a layer, %4 layers, %5 micro-batches"),
                {std::to_string(t), grouped(batch.states), std::to_string(rings), std::to_string(count), std::to_string(micros)}),
            own_source);
        return;
    }
    Count columns = 0;
    for (const LayerSpec *layer : layers) columns += column_linears(*layer);
    const Count rows = 2 * static_cast<Count>(layers.size()) * batch.forwards;
    const Count reduces = rows + columns + 2,
                micros = micro_batches(run.plan); // and the embedding's, and the head's input gradient
    out.add(
        RankGroup::tensor, 2 * ring(batch.states, t), reduces * micros,
        phrase(QT_TRANSLATE_NOOP("core", "hidden states, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a micro-batch, %4 of them"),
               {std::to_string(t), grouped(batch.states), std::to_string(reduces), std::to_string(micros)}),
        tensor_source);
    const Bytes logits = batch.tokens * run.architecture.decoder->vocab * batch.each;
    out.add(RankGroup::tensor, ring(logits, t), micros,
            phrase(QT_TRANSLATE_NOOP("core", "logits, gathered: (%1 − 1) / %1 · %2 B, %3 micro-batches"),
                   {std::to_string(t), grouped(logits), std::to_string(micros)}),
            tensor_source);
}

void add_experts(SentLines &out, const SpreadRun &run)
{
    if (!run.architecture.decoder) return;
    const Count t = run.plan.parallel.tensor;
    add_exchanges(out, run, layers_of(run), (batch_of(run).tokens + t - 1) / t, expert_source);
}

void add_context(SentLines &out, const SpreadRun &run)
{
    const Count c = run.plan.parallel.context;
    if (c == 1 || !run.architecture.decoder) return;
    const Batch batch = batch_of(run);
    const Bytes own = keys_and_values(layers_of(run), batch, 1);
    const Count micros = micro_batches(run.plan), gathers = batch.forwards + 1;
    out.add(RankGroup::context, own, (c - 1) * gathers * micros,
            phrase(QT_TRANSLATE_NOOP("core", "keys and values, gathered in forward and backward: (%1 − 1) · %2 B, %3 × a step"),
                   {std::to_string(c), grouped(own), std::to_string(gathers * micros)}),
            context_source);
    const Bytes gradients = checked_mul(own / batch.each, model_parallel_traffic_float_bytes).value_or(-1);
    out.add(RankGroup::context, gradients, c * micros,
            phrase(QT_TRANSLATE_NOOP("core", "their gradients in float32, handed on: %1 B, %2 × a step"),
                   {grouped(gradients), std::to_string(c * micros)}),
            context_source);
}

void add_heads(SentLines &out, const SpreadRun &run)
{
    const Count c = run.plan.parallel.ulysses();
    if (c == 1 || !run.architecture.decoder) return;
    const Batch batch = batch_of(run);
    Count width = 0;
    for (const LayerSpec *layer : layers_of(run)) {
        const AttentionSpec &a = layer->attention;
        width +=
            2 * a.heads * a.head_dim + 2 * std::max(a.kv_heads, a.heads > 0 ? c : 0) * a.head_dim; // keys' heads on every rank
    }
    const Bytes all = checked_mul(batch.tokens * batch.each, width).value_or(-1);
    const Count times = (batch.forwards + 1) * micro_batches(run.plan);
    out.add(RankGroup::context, ring(all, c), times,
            phrase(QT_TRANSLATE_NOOP("core", "queries, keys, values and what attention makes of them, exchanged for heads: "
                                             "(%1 − 1) / %1 · %2 B, %3 × a step"),
                   {std::to_string(c), grouped(all), std::to_string(times)}),
            "DeepSpeed 0.19.8 runtime/sequence_parallel/ulysses_sp.py");
}

void add_pipeline(SentLines &out, const SpreadRun &run)
{
    if (run.architecture.decoder) add_edges(out, run, batch_of(run).states, pipeline_source);
}

void add_megatron(SentLines &out, const SpreadRun &run)
{
    if (!run.architecture.decoder) return;
    const Parallel &p = run.plan.parallel;
    const Batch batch = batch_of(run);
    const auto layers = layers_of(run);
    const Count t = p.tensor, micros = micro_batches(run.plan), count = static_cast<Count>(layers.size());
    // forward and backward of attention and MLP each; with sequence parallelism pairs of gather and scatter, and the input gathered
    // again for the weights' gradient (LinearWithGradAccumulationAndAsyncCommunication)
    const Count passes = 2 * batch.forwards + 2;
    const Count rings = p.sequence ? 2 * passes + 2 : 2 * passes;
    // backward of matrices that are cut by columns: inputs are gathered beside the product with their gradient, and that is reduced
    // beside the weights' (Transformer Engine 2.18 module/linear.py, layernorm_linear.py: async_op)
    const double beside = 4.0 / static_cast<double>(rings);
    out.add(
        RankGroup::tensor, ring(batch.states, t), rings * count * micros,
        phrase(QT_TRANSLATE_NOOP(
                   "core", "hidden states along tensor ranks: (%1 − 1) / %1 · %2 B, %3 × a layer, %4 layers, %5 micro-batches"),
               {std::to_string(t), grouped(batch.states), std::to_string(rings), std::to_string(count), std::to_string(micros)}),
        megatron_source, beside);
    const Bytes own = keys_and_values(layers, batch, t);
    out.add(
        RankGroup::context, (p.context - 1) * own, (batch.forwards + 2) * micros,
        phrase(QT_TRANSLATE_NOOP("core", "keys and values around the ring, and their gradients: (%1 − 1) · %2 B, %3 × a step"),
               {std::to_string(p.context), grouped(own), std::to_string((batch.forwards + 2) * micros)}),
        "Transformer Engine attention/dot_product_attention/context_parallel.py");
    add_exchanges(out, run, layers, p.sequence ? (batch.tokens + t - 1) / t : batch.tokens,
                  "Megatron-LM core/transformer/moe/token_dispatcher.py");
    add_edges(out, run, p.sequence ? (batch.states + t - 1) / t : batch.states,
              "Megatron-LM core/pipeline_parallel/p2p_communication.py",
              p.virtual_stages > 1 ? 1 : 0); // overlap_p2p_comm, unless switched off, of interleaved stages
    add_gradients(out, run);
}

} // namespace plimsoll
