// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/megatron_step.h"

#include "core/optimizers/optimizer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::step {

namespace {

/// What `count` micro-batches beyond the first few do again.
constexpr Count most_micro_batches = 8;

/// Where parameters end up in a flat buffer: each begins at a multiple of 64 elements, which a matrix's own size is; the whole ends
/// at a multiple of lcm(state ranks, 128).
Count padded(Count elements, Count ranks)
{
    Count unit = 128;
    while (unit % ranks != 0) unit += 128;
    return (elements + unit - 1) / unit * unit;
}

Dtype megatron_step_dtype_of(WeightDtype dtype)
{
    return dtype == WeightDtype::fp32 ? Dtype::fp32 : dtype == WeightDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

class InLayer {
public:
    InLayer(Machine &m, std::size_t layer) : m_scope(m, scope_of(m.scope, static_cast<int>(layer))) {}

private:
    static Scope scope_of(Scope scope, int layer)
    {
        scope.layer = static_cast<std::int16_t>(layer);
        return scope;
    }
    WithScope m_scope;
};

} // namespace

MegatronStep::MegatronStep(const Plan &plan, const Rank &rank, MegatronStage stage)
    : m_plan(plan), m_stage(std::move(stage)),
      m_targets(plan.trains_adapter() ? megatron_targets(plan.adapter) : MegatronTargets()), m_rank(rank),
      m_tokens(product(plan.micro_batch, (plan.sequence_length + plan.parallel.context - 1) / plan.parallel.context)),
      m_shared_tokens(plan.parallel.sequence ? (m_tokens + plan.parallel.tensor - 1) / plan.parallel.tensor : m_tokens),
      m_dtype(megatron_step_dtype_of(plan.weights.dtype))
{}

/// [tokens of the rank, width]: between a column- and a row-parallel matrix.
Tensor MegatronStep::tokens(Machine &m, Count width, const char *operation) const
{
    return m.empty({m_tokens, width}, m_dtype, operation);
}

/// [tokens, width] where sequence parallel divides the tokens: norms, dropout, residual.
Tensor MegatronStep::shared(Machine &m, Count width, const char *operation) const
{
    return m.empty({m_shared_tokens, width}, m_dtype, operation);
}

void MegatronStep::load(Machine &m)
{
    const Parallel &p = m_plan.parallel;
    const bool distributed = p.zero > 0; // --use-distributed-optimizer
    const bool halves = m_dtype != Dtype::fp32;
    const auto hold = [&](Count elements, Dtype dtype, const char *name, Component component) {
        if (elements > 0) m_resident.push_back(m.empty({elements}, dtype, name, component));
    };
    const Count copies = p.data * p.context, expert_copies = std::max<Count>(1, copies / p.expert);
    const Count dense = padded(trained(), distributed ? copies : 1);
    const Count experts = padded(trained_experts(), distributed ? expert_copies : 1);
    if (adapts()) { // frozen, in no buffer
        hold(m_stage.parameters(), m_dtype, "frozen", Component::weights);
        hold(m_stage.expert_parameters(), m_dtype, "frozen", Component::weights);
    }
    const Component weights = adapts() ? Component::adapters : Component::weights;
    {
        // modules make their parameters, which move into the flat buffer of the distributed optimizer
        const Tensor made = m.empty({dense + experts}, m_dtype, "parameters", weights);
        hold(dense, m_dtype, "param_data", weights);
        hold(experts, m_dtype, "param_data", weights);
    }
    hold(dense, Dtype::fp32, "grad_data", Component::gradients);
    hold(experts, Dtype::fp32, "grad_data", Component::gradients);
    if (!halves || p.offload == Offload::optimizer) return; // --optimizer-cpu-offload: masters and states stay with the host
    hold(distributed ? dense / copies : dense, Dtype::fp32, "main_params", Component::optimizer);
    hold(distributed ? experts / expert_copies : experts, Dtype::fp32, "main_params", Component::optimizer);
}

void MegatronStep::run_experts(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    // every token of this rank and its top_k choices; even routing sends as many away as come, the fullest rank gets more
    const Count rows = product(m_shared_tokens, layer.top_k) * m_plan.parallel.tensor;
    const auto coming = static_cast<Count>(std::ceil(static_cast<double>(rows) * m_plan.parallel.expert_imbalance));
    Tensor sent = m.empty({product(m_shared_tokens, layer.top_k), layer.hidden}, m_dtype, "permute");
    kept.permuted = m.empty({coming, layer.hidden}, m_dtype, "all_to_all");
    sent.reset();
    const Count held = std::max<Count>(1, layer.experts / m_plan.parallel.expert);
    m.multiplies_grouped(coming, layer.fc1, layer.hidden, m_dtype, held);
    kept.fc1 = adapted(m, m.empty({coming, layer.fc1}, m_dtype, "fc1"), m_targets.fc1, kept);
    kept.act = m.empty({coming, layer.act}, m_dtype, "swiglu");
    m.multiplies_grouped(coming, layer.hidden, layer.act, m_dtype, held);
    const Tensor results = adapted(m, m.empty({coming, layer.hidden}, m_dtype, "fc2"), m_targets.fc2, kept);
    kept.returned = m.empty({product(m_shared_tokens, layer.top_k), layer.hidden}, m_dtype, "all_to_all");
}

Tensor MegatronStep::adapted(Machine &m, Tensor made, bool targeted, Kept &kept) const
{
    if (!targeted) return made;
    const Shape shape = made.shape();
    m.multiplies(shape.rows(), m_plan.adapter.rank, shape.last(), m_dtype); // about as wide as what comes out
    m.multiplies(shape.rows(), shape.last(), m_plan.adapter.rank, m_dtype);
    kept.low.push_back(m.empty({shape.rows(), m_plan.adapter.rank}, m_dtype, "lora_A"));
    const Tensor delta = m.empty(shape, m_dtype, "lora_B");
    return m.empty(shape, m_dtype, "add");
}

void MegatronStep::adapter_gradient(Machine &m, Count rows, Count in, bool targeted) const
{
    if (!targeted) return;
    for (int made = 0; made < 4; ++made)
        m.multiplies(rows, m_plan.adapter.rank, in, m_dtype); // of both matrices, and through both
    const Tensor low = m.empty({rows, m_plan.adapter.rank}, m_dtype, "dgrad");
    (void)m.empty({rows, in}, m_dtype, "dgrad"); // added to the matrix's own
}

MegatronStep::Kept MegatronStep::forward(Machine &m, const MegatronLayer &layer, Tensor input) const
{
    const bool gathers = m_plan.parallel.sequence && m_plan.parallel.tensor > 1;
    const auto gathered = [&](Count width) { return gathers ? tokens(m, width, "all_gather") : Tensor(); };
    Kept kept;
    kept.input = std::move(input);
    kept.normed = shared(m, layer.hidden, "layernorm");
    {
        const Tensor whole = gathered(layer.hidden);
        m.multiplies(m_tokens, layer.qkv, layer.hidden, m_dtype);
        kept.qkv = adapted(m, tokens(m, layer.qkv, "linear_qkv"), m_targets.qkv, kept);
    }
    if (layer.delta > 0) delta_forward(m, layer, kept);
    tell_attention(m, layer, false);
    kept.attention = tokens(m, layer.attention, "flash_attention");
    kept.sums = m.empty({m_tokens, layer.heads}, Dtype::fp32, "flash_attention");
    {
        m.multiplies(m_tokens, layer.hidden, layer.attention, m_dtype);
        const Tensor projected = adapted(m, tokens(m, layer.hidden, "linear_proj"), m_targets.proj, kept);
        const Tensor reduced = shared(m, layer.hidden, gathers ? "reduce_scatter" : "all_reduce");
        kept.residual = shared(m, layer.hidden, "add");
    }
    kept.normed_2 = shared(m, layer.hidden, "layernorm");
    if (layer.experts > 0) {
        run_experts(m, layer, kept);
        return kept;
    }
    {
        const Tensor whole = gathered(layer.hidden);
        m.multiplies(m_tokens, layer.fc1, layer.hidden, m_dtype);
        kept.fc1 = adapted(m, tokens(m, layer.fc1, "linear_fc1"), m_targets.fc1, kept);
    }
    kept.act = tokens(m, layer.act, "swiglu");
    m.multiplies(m_tokens, layer.hidden, layer.act, m_dtype);
    const Tensor projected = adapted(m, tokens(m, layer.hidden, "linear_fc2"), m_targets.fc2, kept);
    return kept;
}

std::size_t MegatronStep::first_layer(Count chunk) const
{
    return static_cast<std::size_t>(std::accumulate(m_stage.chunks.begin(), m_stage.chunks.begin() + chunk, Count{0}));
}

MegatronStep::Flight MegatronStep::forward_chunk(Machine &m, Count chunk, Tensor &output) const
{
    const std::size_t begin = first_layer(chunk),
                      each = static_cast<std::size_t>(m_stage.chunks[static_cast<std::size_t>(chunk)]);
    const bool recomputes = m_plan.gradient_checkpointing.enabled;
    const auto every = static_cast<std::size_t>(m_plan.gradient_checkpointing.every);
    Flight flight;
    output = shared(m, m_stage.hidden, m_stage.embedding && chunk == 0 ? "embedding" : "recv_forward");
    for (std::size_t i = begin; i < begin + each; ++i) {
        const InLayer here(m, i);
        m.scope.component = recomputes ? Component::temporaries : Component::activations;
        Kept kept = forward(m, m_stage.layers[i], output);
        m.relabel(output.storage(), recomputes ? Component::checkpoints : Component::activations);
        output = shared(m, m_stage.hidden, "add");
        if (recomputes) // --recompute-num-layers: one input of so many
            kept = (i - begin) % every == 0 ? Kept{.input = kept.input} : Kept{};
        flight.push_back(std::move(kept));
    }
    return flight;
}

void MegatronStep::backward_mlp(Machine &m, const MegatronLayer &layer, Kept &kept)
{
    const bool gathers = m_plan.parallel.sequence && m_plan.parallel.tensor > 1;
    const Count rows = kept.fc1.shape().rows();
    const auto wide = [&](Count width, const char *operation) { return m.empty({rows, width}, m_dtype, operation); };
    Tensor whole;
    if (layer.experts > 0 || gathers) whole = wide(layer.hidden, layer.experts > 0 ? "all_to_all" : "all_gather");
    const Count held = layer.experts > 0 ? std::max<Count>(1, layer.experts / m_plan.parallel.expert) : 0;
    tell_gradients(m, rows, layer.act, layer.hidden, held);
    Tensor of_act = wide(layer.act, "dgrad");
    weight_gradient(m, layer.act, layer.hidden);
    adapter_gradient(m, rows, layer.act, m_targets.fc2);
    whole.reset();
    kept.act.reset();
    const Tensor of_fc1 = wide(layer.fc1, "swiglu_backward");
    of_act.reset();
    kept.fc1.reset();
    Tensor input;
    if (gathers && layer.experts == 0) input = wide(layer.hidden, "all_gather");
    tell_gradients(m, rows, layer.hidden, layer.fc1, held);
    const Tensor of_input = wide(layer.hidden, "dgrad");
    weight_gradient(m, layer.fc1, layer.hidden);
    adapter_gradient(m, rows, layer.hidden, m_targets.fc1);
    kept.permuted.reset();
    kept.returned.reset();
}

void MegatronStep::delta_forward(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    const Tensor projected = tokens(m, layer.qkv, "linear_qkv"), convolved = tokens(m, layer.delta_mixed, "causal_conv1d");
    kept.delta = tokens(m, layer.delta, "gated_delta_rule");
    const Tensor w = tokens(m, layer.delta_keys, "recompute_w_u"), u = tokens(m, layer.attention, "recompute_w_u");
    const Tensor states = tokens(m, layer.delta_states, "chunk_states"), corrected = tokens(m, layer.attention, "v_new");
}

void MegatronStep::delta_backward(Machine &m, const MegatronLayer &layer) const
{
    const Count keys = layer.delta_keys, values = layer.attention;
    const Tensor of_gate = tokens(m, values, "mul_backward"), of_normed = tokens(m, values, "mul_backward");
    const Tensor of_result = tokens(m, values, "rmsnorm_backward");
    const Tensor w = tokens(m, keys, "recompute_w_u"), u = tokens(m, values, "recompute_w_u");
    const Tensor states = tokens(m, layer.delta_states, "chunk_states"), corrected = tokens(m, values, "v_new");
    Tensor of_values = tokens(m, values, "chunk_bwd_dv");
    const Tensor of_states = tokens(m, layer.delta_states, "chunk_bwd_dh");
    of_values = tokens(m, values, "chunk_bwd_dh");
    const Tensor dq = tokens(m, keys, "chunk_bwd_dqk"), dk = tokens(m, keys, "chunk_bwd_dqk"),
                 dw = tokens(m, keys, "chunk_bwd_dw");
    const Tensor more = tokens(m, keys, "wy_backward"), dv = tokens(m, values, "wy_backward");
}

void MegatronStep::backward_attention(Machine &m, const MegatronLayer &layer, Kept &kept)
{
    const bool gathers = m_plan.parallel.sequence && m_plan.parallel.tensor > 1;
    Tensor whole;
    if (gathers) whole = tokens(m, layer.hidden, "all_gather");
    tell_gradients(m, m_tokens, layer.attention, layer.hidden, 0);
    tell_attention(m, layer, true);
    Tensor of_attention = tokens(m, layer.attention, "dgrad");
    weight_gradient(m, layer.attention, layer.hidden);
    adapter_gradient(m, m_tokens, layer.attention, m_targets.proj);
    whole.reset();
    if (layer.delta > 0) delta_backward(m, layer);
    Tensor of_qkv = tokens(m, layer.qkv, layer.delta > 0 ? "cat" : "flash_backward");
    if (layer.delta == 0) {
        const Tensor accumulated = m.empty({m_tokens, layer.attention}, Dtype::fp32, "flash_backward");
        of_attention.reset();
    }
    of_attention.reset();
    kept.qkv.reset();
    kept.delta.reset();
    kept.attention.reset();
    kept.sums.reset();
    Tensor input;
    if (gathers) input = tokens(m, layer.hidden, "all_gather");
    tell_gradients(m, m_tokens, layer.hidden, layer.qkv, 0);
    const Tensor of_input = tokens(m, layer.hidden, "dgrad");
    weight_gradient(m, layer.qkv, layer.hidden);
    adapter_gradient(m, m_tokens, layer.hidden, m_targets.qkv);
}

void MegatronStep::backward(Machine &m, const MegatronLayer &layer, Kept kept, Tensor &gradient)
{
    backward_mlp(m, layer, kept);
    kept.normed_2.reset();
    gradient = shared(m, layer.hidden, "layernorm_backward");
    kept.residual.reset();
    backward_attention(m, layer, kept);
    kept.normed.reset();
    gradient = shared(m, layer.hidden, "layernorm_backward");
}

/// The layers from `first` on once more, from the one input that was kept of them.
void MegatronStep::recompute(Machine &m, std::size_t begin, std::size_t first, std::size_t end, Flight &flight) const
{
    Tensor input = flight[first].input;
    for (std::size_t i = first; i < end; ++i) {
        const InLayer here(m, begin + i);
        m.scope.component = Component::recompute;
        flight[i] = forward(m, m_stage.layers[begin + i], std::move(input));
        if (i + 1 < end) input = shared(m, m_stage.hidden, "add");
    }
}

void MegatronStep::backward_chunk(Machine &m, Count chunk, Flight flight, Tensor &gradient)
{
    const std::size_t each = flight.size(), begin = first_layer(chunk);
    const bool recomputes = m_plan.gradient_checkpointing.enabled;
    const std::size_t every = recomputes ? static_cast<std::size_t>(m_plan.gradient_checkpointing.every) : 1;
    for (std::size_t end = each; end > 0;) {
        const std::size_t first = (end - 1) / every * every;
        if (recomputes) recompute(m, begin, first, end, flight);
        for (; end > first; --end) {
            const InLayer here(m, begin + end - 1);
            m.scope.component = Component::temporaries;
            backward(m, m_stage.layers[begin + end - 1], std::move(flight[end - 1]), gradient);
        }
    }
}

/// What a matrix's gradient is computed into is main_grad itself; autograd is given a tensor of the weight's shape and type that
/// stands for it, one of each shape for all layers and for good (Transformer Engine 2.18 module/base.py, get_dummy_wgrad).
void MegatronStep::weight_gradient(Machine &m, Count rows, Count columns)
{
    if (adapts()) return; // the matrix stays
    Tensor &made = m_dummies[{rows, columns}];
    if (!made.defined()) made = m.empty({rows, columns}, m_dtype, "get_dummy_wgrad", Component::gradients);
}

/// The gradient of the logits: a float32 copy of them becomes the softmax and its gradient in place, which is cast to their type
/// (megatron/core/tensor_parallel/cross_entropy.py d98e8a6; fusions/fused_cross_entropy.py holds the same. Transformer Engine's
/// kernel, which that release refuses to call, wrote the gradient over the logits before its 2.18).
Tensor MegatronStep::cross_entropy(Machine &m, Tensor logits) const
{
    // Who trains adapters with a fused loss takes Transformer Engine's kernel: rows of 131,072 tokens and 248,320 logits were trained
    // on cards of 141 GB, which have no room for a float32 copy of them
    const bool in_place = adapts() && m_plan.loss.kind == LossKind::fused_ce;
    if (m_dtype == Dtype::fp32 || in_place) {
        m.begin_phase(Phase::loss_backward);
        return logits;
    }
    const Tensor softmax = m.empty(logits.shape(), Dtype::fp32, "float");
    logits.reset();
    m.begin_phase(Phase::loss_backward);
    return tokens(m, m_stage.vocabulary, "to");
}

/// Final norm, vocabulary-parallel head and cross entropy, then the head's own backward (tensor_parallel/layers.py,
/// LinearWithGradAccumulationAndAsyncCommunication: its weight's gradient goes into main_grad, an empty one of its shape to
/// autograd; what it gathers stays in a buffer). Returns the gradient of the hidden states.
Tensor MegatronStep::loss(Machine &m)
{
    const bool gathers = m_plan.parallel.sequence && m_plan.parallel.tensor > 1;
    Scope scope = m.scope;
    scope.component = Component::logits_loss;
    scope.loss = true;
    const WithScope inside(m, scope);
    m.begin_phase(Phase::loss);
    const Tensor normed = shared(m, m_stage.hidden, "layernorm");
    if (gathers && !m_gathered.defined()) m_gathered = tokens(m, m_stage.hidden, "get_global_memory_buffer");
    m.multiplies(m_tokens, m_stage.vocabulary, m_stage.hidden, m_dtype);
    const Tensor of_logits = cross_entropy(m, tokens(m, m_stage.vocabulary, "output_layer"));
    tell_gradients(m, m_tokens, m_stage.hidden, m_stage.vocabulary, 0);
    const Tensor of_normed = tokens(m, m_stage.hidden, "dgrad");
    const Tensor scattered = gathers ? shared(m, m_stage.hidden, "reduce_scatter") : Tensor();
    if (!adapts()) (void)m.empty({m_stage.vocabulary, m_stage.hidden}, m_dtype, "wgrad", Component::gradients);
    return shared(m, m_stage.hidden, "layernorm_backward");
}

void MegatronStep::micro_batches(Machine &m)
{
    const Parallel &p = m_plan.parallel;
    // a pipeline without a stated number is filled
    const Count stated = p.micro_batches.value_or(std::max(m_plan.gradient_accumulation, p.pipeline));
    const Count count = std::min(p.pipeline > 1 ? stated : m_plan.gradient_accumulation, most_micro_batches * p.pipeline);
    const Count deep = std::max<Count>(1, megatron_in_flight(p, m_rank.stage, count));
    const Count chunks = p.virtual_stages;
    // behind a full pipeline each micro-batch is as the one before: what is only counted needs no more of them
    const Count runs = (m.records() || chunks > 1 ? count : std::min(count, deep + 2)) * chunks;
    struct InFlight {
        Count chunk = 0;
        Flight flight;
        Tensor output;
    };
    std::deque<InFlight> flying;
    Count done = 0;
    m.stands_for(static_cast<double>((p.pipeline > 1 ? stated : m_plan.gradient_accumulation) * chunks) /
                 static_cast<double>(runs));
    const auto backward_oldest = [&] {
        // the last one forward is the first one backward on the last stage; stages before it take the oldest
        InFlight next = std::move(flying.front());
        flying.pop_front();
        Tensor gradient;
        const bool ends = m_stage.head && next.chunk + 1 == chunks;
        gradient = ends ? loss(m) : shared(m, m_stage.hidden, "recv_backward");
        m.begin_phase(Phase::backward);
        next.output.reset();
        backward_chunk(m, next.chunk, std::move(next.flight), gradient);
    };
    while (done < runs) {
        m.begin_phase(Phase::forward);
        InFlight next;
        next.chunk = done / std::max<Count>(1, p.pipeline) % chunks;
        next.flight = forward_chunk(m, next.chunk, next.output);
        flying.push_back(std::move(next));
        ++done;
        if (static_cast<Count>(flying.size()) >= deep) backward_oldest();
    }
    while (!flying.empty()) backward_oldest();
    m.stands_for(1);
}

void MegatronStep::optimizer_step(Machine &m)
{
    m.begin_phase(Phase::optimizer_step);
    const Parallel &p = m_plan.parallel;
    const bool distributed = p.zero > 0;
    const Count copies = distributed ? p.data * p.context : 1;
    const Count expert_copies = distributed ? std::max<Count>(1, p.data * p.context / p.expert) : 1;
    const Count elements = padded(trained(), copies) / copies + padded(trained_experts(), expert_copies) / expert_copies;
    // float32 masters, states and gradients are read, all but the gradients written, and the 16-bit weights
    const Bytes written = product(elements, 4 * (state_values(m_plan) + 1) + 2),
                read = product(elements, 4 * (state_values(m_plan) + 2));
    m.moves("optimizer_update", written, read);
    m.moves("clip_grad_norm", 0, product(elements, 4));
    if (m_states.defined() || p.offload == Offload::optimizer) return;
    m_states = m.empty({product(elements, state_values(m_plan))}, Dtype::fp32, "adam", Component::optimizer);
    m_states.mark_defined();
}

void MegatronStep::run(Machine &m, int steps)
{
    for (int i = 1; i <= steps; ++i) {
        m.begin_step(static_cast<std::uint8_t>(i));
        m.begin_phase(Phase::forward);
        const Tensor ids = m.empty({m_tokens, 3}, Dtype::int64, "batch");
        micro_batches(m);
        optimizer_step(m);
    }
}

} // namespace plimsoll::step
