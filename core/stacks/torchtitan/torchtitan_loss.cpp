// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/bytes.h"
#include "core/nn/cross_entropy.h"
#include "core/plan/plan.h"
#include "core/stacks/torchtitan/torchtitan_model.h"

#include <utility>

namespace plimsoll::step {

namespace {

constexpr Count chunks_of_sequence = 8; // ChunkedLossWrapper.Config.num_chunks

/// _LossParallelCrossEntropy: each rank's columns, log-probabilities kept in float32.
Tensor loss_of_columns(Machine &m, const Tensor &logits)
{
    const Shape shape = logits.shape(), row = {shape.rows(), 1};
    Ref<Node> node;
    if (any_requires_grad(m, {&logits}))
        node = make_node(m, {&logits}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor grad_input = mm.empty(shape, Dtype::fp32, "zeros_like");
            Tensor sum;
            {
                const Tensor power = mm.empty(shape, Dtype::fp32, "exp");
                sum = mm.empty(shape, Dtype::fp32, "add");
            }
            g[0] = mm.empty(shape, Dtype::fp32, "mul");
        });
    const Tensor most = m.empty(row, Dtype::fp32, "amax");
    const Tensor shifted = m.empty(shape, Dtype::fp32, "sub");
    Tensor sums;
    {
        const Tensor powers = m.empty(shape, Dtype::fp32, "exp");
        sums = m.empty(row, Dtype::fp32, "sum");
    }
    const Tensor likely = m.empty(shape, Dtype::fp32, "sub");
    Tensor loss = m.empty({1}, Dtype::fp32, "sum");
    if (!node) return loss;
    node->saved[0].keep(m, likely);
    attach(loss, node);
    return loss;
}

/// cross_entropy_loss of one piece's logits, in float32, divided by the tokens that count.
Tensor loss_of(Machine &m, const Tensor &logits)
{
    const Tensor wide = to(m, logits, Dtype::fp32); // the caller's argument
    const bool columns = m.units && m.units->tensor_share().ranks > 1;
    Tensor loss =
        columns ? loss_of_columns(m, wide) : cross_entropy(m, wide, m.empty({logits.shape().rows()}, Dtype::int64, "labels"));
    return scale(m, std::move(loss));
}

/// _DecoderOutputGradientBackProp: the gradient that stands already.
Tensor with_gradient(Machine &m, const Tensor &hidden, const Tensor &gradient)
{
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (!any_requires_grad(m, {&hidden})) return loss;
    auto node =
        make_node(m, {&hidden}, [](Machine &mm, Node &self, Gradients &, Gradients &g) { g[0] = self.saved[0].unpack(mm); });
    node->saved[0].keep(m, gradient);
    attach(loss, node);
    return loss;
}

} // namespace

Tensor torchtitan_chunked_loss(Machine &m, const LossCall &call)
{
    Tensor hidden = std::move(call.hidden);
    if (m.units) hidden = m.units->leave(m, {Block::Kind::model}, std::move(hidden)); // the model's forward returns with it
    const Shape whole = hidden.shape();
    Shape part = whole;
    part.size[1] = ceil_div(whole.size[1], chunks_of_sequence);
    const bool trains = hidden.requires_grad() && m.grad_enabled;
    TensorList pieces; // of one row a slice is contiguous
    for (Count i = 0; i < chunks_of_sequence; ++i)
        pieces.push_back(whole.size[0] > 1 ? m.empty(part, hidden.dtype(), "contiguous") : hidden.view(part).detach());
    Tensor gradient;
    {
        const Tensor buffer = trains ? m.empty(whole, Dtype::fp32, "grad_accumulator") : Tensor();
        Tensor logits; // names of the loop
        for (Count i = 0; i < chunks_of_sequence; ++i) {
            Leaf rows;
            rows.passing = true;
            rows.layer = -1;
            rows.loss = true;
            rows.value = pieces[static_cast<std::size_t>(i)].detach();
            if (trains) set_trains(rows, true);
            Tensor entered = rows.value;
            if (m.units) entered = m.units->enter_head(m, std::move(entered), i + 1 == chunks_of_sequence);
            logits = call.decoder.head().forward(m, std::move(entered));
            const Tensor loss = loss_of(m, logits);
            if (!trains) continue;
            run_backward(m, loss, m.empty({1}, Dtype::fp32, "ones_like"));
            const Tensor wide = to(m, rows.grad, Dtype::fp32);
        }
        if (m.units) m.units->leave_head(m);
        m.begin_phase(Phase::loss);
        if (trains) gradient = to(m, buffer, hidden.dtype());
    }
    return with_gradient(m, hidden, gradient);
}

Tensor torchtitan_whole_loss(Machine &m, const LossCall &call)
{
    const Tensor logits = call.decoder.logits(m, std::move(call.hidden));
    return loss_of(m, logits);
}

} // namespace plimsoll::step
