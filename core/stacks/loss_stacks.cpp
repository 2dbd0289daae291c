// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"

#include <algorithm>

// The losses of stacks with training loops or kernels of their own.

namespace plimsoll::step {

namespace {

Count div_up(Count a, Count b) { return (a + b - 1) / b; }

/// Tensor.index_select(0, …) of all rows; backward adds into zeros.
Tensor select_rows(Machine &m, Tensor x)
{
    Ref<Node> node;
    const Tensor indices = m.empty({x.shape().rows()}, Dtype::int64, "where");
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        node = make_node(m, {&x}, [shape](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(shape, in[0].dtype(), "index_select_backward");
        });
        node->saved[0].keep(m, indices);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "index_select");
    if (node) attach(out, node);
    return out;
}

} // namespace

Tensor torchtune_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length)
{
    constexpr Count chunks = 8; // num_output_chunks
    const Count tokens = batch * length, width = hidden.shape().last();
    const Tensor outputs = hidden; // the recipe's name, until the loss is there
    Tensor flat = select_rows(m, hidden.view({tokens, width}));
    hidden.reset();
    const Tensor targets = m.empty({tokens}, Dtype::int64, "index_select");
    Tensor total = m.empty({1}, Dtype::fp32, "total_loss");
    total.node = {};
    for (Count i = 0; i < chunks; ++i) {
        const Count rows = tokens / chunks + (i < tokens % chunks ? 1 : 0); // tensor_split
        if (rows == 0) continue;
        const Tensor logits = decoder.logits(m, narrow(m, flat, {rows, width})); // a name of compute_cross_entropy
        Tensor part = cross_entropy(m, to(m, logits, Dtype::fp32), targets.view({rows}));
        total = add(m, std::move(total), std::move(part));
    }
    return scale(m, std::move(total));
}

Tensor torchtune_chunked_outputs_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length)
{
    constexpr Count chunks = 8; // num_output_chunks
    const Count tokens = batch * length, width = hidden.shape().last(), most = batch * div_up(length, chunks);
    std::vector<Tensor> outputs; // what the model returns, a name of the recipe's _loss_step until the loss is there
    for (Count start = 0; start < tokens; start += most)
        outputs.push_back(decoder.logits(m, narrow(m, hidden.view({tokens, width}), {std::min(most, tokens - start), width})));
    hidden.reset();
    const Tensor targets = m.empty({batch, length}, Dtype::int64, "hstack");
    Tensor total = m.empty({1}, Dtype::fp32, "total_loss");
    for (const Tensor &logits : outputs) {
        const Tensor labels = targets.view({logits.shape().rows()});
        Tensor part = cross_entropy(m, to(m, logits, Dtype::fp32), labels);
        total = add(m, std::move(total), std::move(part));
    }
    return scale(m, std::move(total));
}

Tensor litgpt_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, const ChunkedRows &rows, std::vector<Tensor> &logits)
{
    const Count width = hidden.shape().last();
    std::vector<Tensor> returned;
    for (Count start = 0; start < rows.length; start += rows.chunk) {
        const Count part = rows.batch * std::min(rows.chunk, rows.length - start);
        returned.push_back(decoder.logits(m, narrow(m, hidden.view({rows.batch * rows.length, width}), {part, width})));
    }
    hidden.reset();
    // Fabric's Precision.convert_output: every floating tensor that the model returns becomes float32
    std::vector<Tensor> wide;
    for (const Tensor &chunk : returned) wide.push_back(to(m, chunk, Dtype::fp32));
    returned.clear();
    logits = std::move(wide);                                            // the last step's list goes
    const Tensor shifted = contiguous(m, logits.back(), rows.batch > 1); // its last token is cut off
    Tensor total;
    for (const Tensor &chunk : logits) {
        Tensor input = &chunk == &logits.back() ? shifted : chunk;
        const Tensor targets = m.empty({chunk.shape().rows()}, Dtype::int64, "reshape");
        Tensor part = cross_entropy(m, std::move(input), targets);
        total = total.defined() ? add(m, std::move(total), std::move(part)) : std::move(part);
    }
    return scale(m, std::move(total));
}

Tensor unsloth_fused_loss(Machine &m, Tensor hidden, Leaf &weight, Count batch, Count length)
{
    constexpr Bytes most = 4 * gib; // _get_chunk_multiplier: float32 logits of one chunk, half of what is free at most
    const Count tokens = batch * length, width = hidden.shape().last(), vocabulary = weight.value.shape().size[0];
    const Bytes whole = product(tokens, vocabulary, 4);
    const Count chunks = whole <= most ? 1 : 4 * div_up(whole, 4 * most);
    const Tensor labels = m.empty({batch, length}, Dtype::int64, "shift_labels");
    const Dtype compute = m.autocast ? *m.autocast : weight.value.dtype();
    Ref<Node> node;
    if (any_requires_grad(m, {&hidden, &weight.value})) {
        const Shape shape = hidden.shape();
        node = make_node(m, {&hidden, &weight.value}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = self.saved[0].unpack(mm).view(shape);
            if (self.needs(1)) g[1] = self.saved[1].unpack(mm);
        });
    }
    const Tensor grad_inputs = m.empty(hidden.shape(), hidden.dtype(), "grad_inputs");
    Tensor grad_head;
    if (weight.trains) grad_head = m.empty(weight.value.shape(), weight.value.dtype(), "grad_lm_head", Component::gradients);
    const Tensor cast = autocast_weight(m, weight);
    for (Count start = 0; start < tokens; start += div_up(tokens, chunks)) {
        const Count rows = std::min(div_up(tokens, chunks), tokens - start);
        // torch.func.grad_and_value, compiled: the loss's kernel reads the logits and writes their gradient
        const Tensor logits = m.empty({rows, vocabulary}, compute, "logits");
        cublas_workspace(m);
        const Tensor gradient = m.empty({rows, vocabulary}, compute, "grad_logits");
        const Tensor chunk = m.empty({rows, width}, compute, "chunk_grad_input");
        cublas_workspace(m);
        const Tensor head = weight.trains ? m.empty({vocabulary, width}, compute, "chunk_grad_lm_head") : Tensor();
    }
    Tensor loss = m.empty({1}, Dtype::fp32, "accumulated_loss");
    if (node) {
        node->saved[0].keep(m, grad_inputs);
        if (grad_head.defined()) node->saved[1].keep(m, grad_head);
        attach(loss, node);
    }
    return loss;
}

} // namespace plimsoll::step
