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
      m_targets(plan.trains_adapter() ? megatron_targets(plan.adapter) : MegatronTargets()),
      m_recompute(megatron_recompute(plan.gradient_checkpointing)), m_precision(megatron_precision(plan)), m_rank(rank),
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
    const Count copies = p.data * p.context, expert_copies = megatron_expert_copies(p);
    const Count dense = padded(trained(), distributed ? copies : 1);
    const Count experts = padded(trained_experts(), distributed ? expert_copies : 1);
    const auto cut = [](bool cuts, Count elements, Count ranks) { return cuts ? elements / ranks : elements; };
    if (adapts()) { // frozen, in no buffer, or in one that is cut
        hold(cut(cuts_parameters(), m_stage.parameters(), copies), m_dtype, "frozen", Component::weights);
        hold(cut(cuts_parameters(), m_stage.expert_parameters(), expert_copies), m_dtype, "frozen", Component::weights);
    }
    const Component weights = adapts() ? Component::adapters : Component::weights;
    {
        // modules make their parameters, which move into the flat buffer of the distributed optimizer
        const Tensor made = m.empty({dense + experts}, m_dtype, "parameters", weights);
        hold(cut(cuts_parameters(), dense, copies), m_dtype, "param_data", weights);
        hold(cut(cuts_parameters(), experts, expert_copies), m_dtype, "param_data", weights);
    }
    const Dtype reduced = m_precision.gradient == 2 ? Dtype::bf16 : Dtype::fp32;
    hold(cut(cuts_gradients(), dense, copies), reduced, "grad_data", Component::gradients);
    hold(cut(cuts_gradients(), experts, expert_copies), reduced, "grad_data", Component::gradients);
    if (!halves || p.offload == Offload::optimizer) return; // --optimizer-cpu-offload: masters and states stay with the host
    const Dtype master = m_precision.master == 2 ? Dtype::bf16 : Dtype::fp32; // of 16 bits: what the weight lacks, or float16
    hold(distributed ? dense / copies : dense, master, "main_params", Component::optimizer);
    hold(distributed ? experts / expert_copies : experts, master, "main_params", Component::optimizer);
}

std::size_t MegatronStep::first_layer(Count chunk) const
{
    return static_cast<std::size_t>(std::accumulate(m_stage.chunks.begin(), m_stage.chunks.begin() + chunk, Count{0}));
}

MegatronStep::Flight MegatronStep::forward_chunk(Machine &m, Count chunk, Tensor &output)
{
    const std::size_t begin = first_layer(chunk),
                      each = static_cast<std::size_t>(m_stage.chunks[static_cast<std::size_t>(chunk)]);
    const bool recomputes = m_recompute.layers;
    const auto every = static_cast<std::size_t>(m_plan.gradient_checkpointing.every);
    Flight flight;
    output = shared(m, m_stage.hidden, m_stage.embedding && chunk == 0 ? "embedding" : "recv_forward");
    for (std::size_t i = begin; i < begin + each; ++i) {
        const InLayer here(m, i);
        m.scope.component = recomputes ? Component::temporaries : Component::activations;
        gather(m, i, 1);
        Kept kept = forward(m, m_stage.layers[i], output);
        let_go(i);
        m.relabel(output.storage(), recomputes ? Component::checkpoints : Component::activations);
        output = shared(m, m_stage.hidden, "add");
        if (recomputes) // --recompute-num-layers: one input of so many
            kept = (i - begin) % every == 0 ? Kept{.input = kept.input} : Kept{};
        flight.push_back(std::move(kept));
    }
    return flight;
}

/// The layers from `first` on once more, from the one input that was kept of them.
void MegatronStep::recompute(Machine &m, std::size_t begin, std::size_t first, std::size_t end, Flight &flight)
{
    Tensor input = flight[first].input;
    for (std::size_t i = first; i < end; ++i) {
        const InLayer here(m, begin + i);
        m.scope.component = Component::recompute;
        gather(m, begin + i, 0); // nothing ahead while layers run again
        flight[i] = forward(m, m_stage.layers[begin + i], std::move(input));
        if (i + 1 < end) input = shared(m, m_stage.hidden, "add");
    }
}

void MegatronStep::backward_chunk(Machine &m, Count chunk, Flight flight, Tensor &gradient)
{
    const std::size_t each = flight.size(), begin = first_layer(chunk);
    const bool recomputes = m_recompute.layers;
    const std::size_t every = recomputes ? static_cast<std::size_t>(m_plan.gradient_checkpointing.every) : 1;
    for (std::size_t end = each; end > 0;) {
        const std::size_t first = (end - 1) / every * every;
        if (recomputes) recompute(m, begin, first, end, flight);
        for (; end > first; --end) {
            const InLayer here(m, begin + end - 1);
            m.scope.component = Component::temporaries;
            gather(m, begin + end - 1, -1);
            backward(m, m_stage.layers[begin + end - 1], std::move(flight[end - 1]), gradient);
            let_go(begin + end - 1);
            reduce(m, begin + end - 1);
        }
    }
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
    Scope scope = m.scope;
    scope.component = Component::logits_loss;
    scope.loss = true;
    const WithScope inside(m, scope);
    m.begin_phase(Phase::loss);
    const Tensor normed = shared(m, m_stage.hidden, "layernorm");
    if (gathers() && !m_gathered.defined()) m_gathered = tokens(m, m_stage.hidden, "get_global_memory_buffer");
    m.multiplies(m_tokens, m_stage.vocabulary, m_stage.hidden, m_dtype);
    const Tensor of_logits = cross_entropy(m, tokens(m, m_stage.vocabulary, "output_layer"));
    tell_gradients(m, m_tokens, m_stage.hidden, m_stage.vocabulary, 0);
    const Tensor of_normed = tokens(m, m_stage.hidden, "dgrad");
    const Tensor scattered = gathers() ? shared(m, m_stage.hidden, "reduce_scatter") : Tensor();
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
        Predictions predicted;
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
        backward_predictions(m, std::move(next.predicted));
        backward_chunk(m, next.chunk, std::move(next.flight), gradient);
        end_reducing(m);
    };
    while (done < runs) {
        m.begin_phase(Phase::forward);
        InFlight next;
        next.chunk = done / std::max<Count>(1, p.pipeline) % chunks;
        next.flight = forward_chunk(m, next.chunk, next.output);
        if (m_stage.head && next.chunk + 1 == chunks) next.predicted = forward_predictions(m);
        flying.push_back(std::move(next));
        ++done;
        if (static_cast<Count>(flying.size()) >= deep) backward_oldest();
    }
    while (!flying.empty()) backward_oldest();
    m.stands_for(1);
}

void MegatronStep::optimizer_step(Machine &m)
{
    m_outer.reset();
    m.begin_phase(Phase::optimizer_step);
    const Parallel &p = m_plan.parallel;
    const bool distributed = p.zero > 0;
    const Count copies = distributed ? p.data * p.context : 1;
    const Count expert_copies = distributed ? megatron_expert_copies(p) : 1;
    const Count elements = padded(trained(), copies) / copies + padded(trained_experts(), expert_copies) / expert_copies;
    // float32 masters, states and gradients are read, all but the gradients written, and the 16-bit weights
    const Count kept = m_precision.states + m_precision.master;
    m.moves("optimizer_update", product(elements, kept + 2), product(elements, kept + m_precision.gradient));
    m.moves("clip_grad_norm", 0, product(elements, m_precision.gradient));
    if (m_states.defined() || p.offload == Offload::optimizer) return;
    m_states = m.empty({product(elements, m_precision.states)}, Dtype::uint8, "adam", Component::optimizer);
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
