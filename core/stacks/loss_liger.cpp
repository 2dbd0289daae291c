// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"
#include "core/ground/bytes.h"

#include <algorithm>

// liger_kernel 0.8.5: transformers/model/loss_utils.py LigerForCausalLMLoss, ops/fused_linear_cross_entropy.py and
// ops/cross_entropy.py. Gradients are made in the forward pass; backward hands them out.

namespace plimsoll::step {

namespace {

Count next_power_of_two(Count n)
{
    Count p = 1;
    while (p < n) p *= 2;
    return p;
}

/// fused_linear_cross_entropy_forward: one chunk of tokens after another, gradients of input and weight as it goes.
class FusedLinear {
public:
    FusedLinear(Machine &machine, const Tensor &x, Leaf &head)
        : m(machine), weight(head), input(x.dtype()), tokens(x.shape().size[0]), width(x.shape().last()),
          vocabulary(head.value.shape().size[0])
    {
        compute = m.autocast ? *m.autocast : input;
        straight = input == weight.value.dtype() && input == compute; // torch.mm(out=) with these very operands
        const Count chunks = ceil_div(vocabulary, width);
        chunk = std::min(next_power_of_two(ceil_div(tokens, chunks)), tokens);
    }

    void run(bool weight_trains)
    {
        grad_input = m.empty({tokens, width}, input, "grad_input");
        if (weight_trains) grad_weight = m.empty({vocabulary, width}, weight.value.dtype(), "grad_weight", Component::gradients);
        const Tensor losses = m.empty({tokens}, Dtype::fp32, "loss_1d");
        const Tensor mask = m.empty({tokens}, Dtype::boolean, "target_mask");
        (void)m.empty({tokens}, Dtype::int64, "sum");
        Tensor storage;
        if (straight) storage = m.empty({chunk, vocabulary}, compute, "logits_chunk");
        for (Count start = 0; start < tokens; start += chunk) one_chunk(std::min(chunk, tokens - start), weight_trains);
        storage.reset();
        (void)m.empty({1}, Dtype::fp32, "sum");
    }

    Tensor grad_input, grad_weight;

private:
    void one_chunk(Count rows, bool weight_trains)
    {
        m.multiplies(rows, vocabulary, width, compute);
        m.moves("liger_cross_entropy", rows * vocabulary * size_of(compute), 2 * rows * vocabulary * size_of(compute));
        m.multiplies(rows, width, vocabulary, compute);
        if (weight_trains) m.multiplies(vocabulary, width, rows, compute);
        Tensor logits;
        if (!straight) {
            const Tensor w = cast({vocabulary, width}, weight.value.dtype(), Component::weight_casts); // weight.t() is not cached
            const Tensor x = cast({rows, width}, input, Component::temporaries);
            logits = m.empty({rows, vocabulary}, compute, "logits_chunk");
            cublas_workspace(m);
        }
        if (straight) {
            cublas_workspace(m);
            cublas_workspace(m);
        } else {
            const Tensor w = m.autocast ? autocast_weight(m, weight) : Tensor();
            const Tensor product = m.empty({rows, width}, compute, "mm");
            cublas_workspace(m);
        }
        if (weight_trains) add_to_weight(rows);
    }

    void add_to_weight(Count rows)
    {
        const bool half = size_of(compute) == 2;
        const bool out_dtype =
            half && m.ask(is_capable, 8) && (weight.value.dtype() == Dtype::fp32 || weight.value.dtype() == compute);
        const Tensor x = cast({rows, width}, input, Component::temporaries);
        if (out_dtype) return cublas_workspace(m);
        Tensor product = m.empty({vocabulary, width}, compute, "mm");
        cublas_workspace(m);
        if (half) product = m.empty({vocabulary, width}, Dtype::fp32, "to");
    }

    [[nodiscard]] Tensor cast(Shape shape, Dtype from, Component component)
    {
        return from == compute ? Tensor() : m.empty(shape, compute, "to", component);
    }

    Machine &m;
    Leaf &weight;
    Dtype input, compute;
    Count tokens, width, vocabulary, chunk;
    bool straight;
};

} // namespace

Tensor liger_fused_linear_loss(Machine &m, Tensor hidden, Leaf &weight, Count batch, Count length, bool summed)
{
    const Tensor padded = m.empty({batch, length + 1}, Dtype::int64, "pad");
    const Tensor targets = m.empty({batch, length}, Dtype::int64, "shift_labels");
    const Tensor x = hidden.view({batch * length, hidden.shape().last()});
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight.value})) {
        const Shape whole = hidden.shape();
        node = make_node(m, {&x, &weight.value}, [whole](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = self.saved[0].unpack(mm).view(whole);
            if (self.needs(1)) g[1] = self.saved[1].unpack(mm);
        });
    }
    FusedLinear fused(m, x, weight);
    fused.run(node && weight.trains);
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (node) {
        node->saved[0].keep(m, fused.grad_input);
        if (fused.grad_weight.defined()) node->saved[1].keep(m, fused.grad_weight);
        attach(loss, node);
    }
    return summed ? scale(m, std::move(loss)) : loss;
}

Tensor liger_cross_entropy_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed)
{
    logits = to(m, std::move(logits), Dtype::fp32);
    const Tensor padded = m.empty({batch, length + 1}, Dtype::int64, "pad");
    const Tensor targets = m.empty({batch, length}, Dtype::int64, "shift_labels");
    const Count tokens = batch * length;
    const Tensor losses = m.empty({tokens}, logits.dtype(), "loss_1d");
    const Tensor mask = m.empty({tokens}, Dtype::boolean, "target_mask");
    (void)m.empty({tokens}, Dtype::int64, "mul");
    Tensor loss = m.empty({1}, logits.dtype(), "loss");
    if (any_requires_grad(m, {&logits})) {
        // the kernel has written the gradient over the logits
        auto node =
            make_node(m, {&logits}, [](Machine &mm, Node &self, Gradients &, Gradients &g) { g[0] = self.saved[0].unpack(mm); });
        node->saved[0].keep(m, logits);
        attach(loss, node);
    }
    return summed ? scale(m, std::move(loss)) : loss;
}

} // namespace plimsoll::step
