// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"
#include "core/ground/bytes.h"

#include <algorithm>
#include <memory>

namespace plimsoll::step {

Tensor chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length, Count chunk)
{
    // for start in range(0, n, chunk): total += checkpoint(chunk_loss, hidden[start:stop], targets[start:stop])
    const Tensor padded = m.empty({batch, length + 1}, Dtype::int64, "pad");
    const Tensor targets = m.empty({batch, length}, Dtype::int64, "shift_labels");
    const Count tokens = batch * length, width = hidden.shape().last();
    constexpr Count each = 8; // logits, fp32, log-probabilities and loss, twice: known before gigabytes of nodes are made
    if (tokens / chunk > most_allocations / each) throw TooLarge{true};
    const Tensor flat = hidden.view({tokens, width});
    hidden.reset();
    Tensor total;
    for (Count start = 0; start < tokens; start += chunk) {
        const Count rows = std::min(chunk, tokens - start);
        const auto chunk_loss = [&m, &decoder, targets, rows](Tensor x) {
            Tensor logits = decoder.logits(m, std::move(x));
            logits = to(m, std::move(logits), Dtype::fp32); // stays a name until the function returns
            return cross_entropy(m, logits, targets.view({rows}));
        };
        Tensor part = checkpoint(m, narrow(m, flat, {rows, width}), chunk_loss);
        total = total.defined() ? add(m, std::move(total), std::move(part)) : std::move(part);
    }
    return scale(m, std::move(total));
}

Tensor compiled_causal_loss(Machine &m, Tensor logits, Count batch, Count length)
{
    // cast, log_softmax and nll_loss are one reduction; backward scatters into float32 zeros (nll_loss_backward's decomposition) and
    // writes the gradient over the logits, whose buffer it is given
    const Tensor labels = m.empty({batch, length}, Dtype::int64, "shift_labels");
    Ref<Node> node;
    if (any_requires_grad(m, {&logits})) {
        const Shape shape = logits.shape();
        node = make_node(m, {&logits}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor zeros = mm.empty(shape, Dtype::fp32, "scatter");
            g[0] = kept.view(shape);
        });
        node->saved[0].keep(m, logits);
    }
    const Tensor factors = m.empty({batch * length}, Dtype::fp32, "logsumexp");
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (node) attach(loss, node);
    return loss;
}

Tensor cut_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length)
{
    Leaf &head = decoder.head().weight();
    const Count width = hidden.shape().last(), vocabulary = head.value.shape().size[0];
    const Count rows = batch * (length - 1);
    Tensor e = hidden.view({batch * length, width});
    const Shape whole = hidden.shape();
    hidden.reset();
    if (m.autocast) e = to(m, std::move(e), *m.autocast);
    Tensor c = autocast_weight(m, head);
    Tensor valids;
    {
        const Tensor counts = m.empty({batch, length - 1}, Dtype::boolean, "valids");
        const Tensor places = m.empty({rows, 2}, Dtype::int64, "nonzero");
        const Tensor narrowed = m.empty({rows, 2}, Dtype::int32, "to");
        valids = m.empty({rows}, Dtype::int64, "sum");
    }
    Ref<Node> node;
    if (any_requires_grad(m, {&e, &c})) {
        const Dtype dtype = e.dtype();
        node = make_node(m, {&e, &c}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            mm.multiplies(rows, vocabulary, width, dtype); // once more
            if (self.needs(0)) mm.multiplies(rows, width, vocabulary, dtype);
            if (self.needs(1)) mm.multiplies(vocabulary, width, rows, dtype);
            Tensor order = mm.empty({vocabulary}, Dtype::int64, "argsort");
            order = mm.empty({vocabulary}, Dtype::int32, "to");
            const Count locks = ceil_div(width, 64);
            if (self.needs(0)) g[0] = mm.empty({whole.size[0] * whole.size[1], width}, dtype, "grad_hidden").view(whole);
            if (self.needs(1)) g[1] = mm.empty({vocabulary, width}, dtype, "grad_weight");
            const Tensor row_locks = mm.empty({ceil_div(rows, 128), locks}, Dtype::int32, "locks");
            const Tensor column_locks =
                self.needs(1) ? mm.empty({ceil_div(vocabulary, 128), locks}, Dtype::int32, "locks") : Tensor();
        });
    }
    m.multiplies(rows, vocabulary, width, e.dtype());
    Tensor lse = m.empty({rows}, Dtype::fp32, "logsumexp");
    const Tensor locks = m.empty({ceil_div(rows, 128)}, Dtype::int32, "locks");
    Tensor average = m.empty({vocabulary}, Dtype::fp32, "logit_avg");
    const Tensor target_logits = m.empty({rows}, Dtype::fp32, "neg_dot");
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (node) {
        for (const Tensor *kept : std::initializer_list<const Tensor *>{&e, &c, &lse, &valids, &average})
            node->more.emplace_back(m, *kept);
        attach(loss, node);
    }
    return scale(m, std::move(loss));
}

} // namespace plimsoll::step
