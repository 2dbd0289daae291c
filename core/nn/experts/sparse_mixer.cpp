// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/router_kinds.h"
#include "core/nn/experts/router_ops.h"

// Phi-3.5-MoE's router (transformers 5.23, models/phimoe/modeling_phimoe.py): noise on the input, then SparseMixer twice.

namespace plimsoll::step {

namespace {

/// x.max(dim=-1): backward of the values scatters into zeros; nothing here asks for it.
struct Maximum {
    Tensor values, indices;
};
Maximum maximum(Machine &m, const Tensor &x)
{
    return {m.empty(x.shape().with_last(1), x.dtype(), "max"), m.empty(x.shape().with_last(1), Dtype::int64, "max")};
}

/// What sparsemixer's names hold until it returns; the second pass assigns some of them again.
struct Names {
    Tensor threshold, best, factor, mask, highest, unused;
};

/// mask = ((threshold - scores) / factor) > 2 * jitter_eps
void mask_far_scores(Machine &m, const Tensor &scores, const Tensor &left, Names &n)
{
    Maximum best = maximum(m, left);
    n.threshold = std::move(best.values);
    n.best = std::move(best.indices);
    const Shape shape = scores.shape();
    const Tensor absolute = m.empty(shape, scores.dtype(), "abs");
    n.factor = m.empty(shape, scores.dtype(), "clamp");
    Tensor ratio = m.empty(shape, scores.dtype(), "sub");
    ratio = m.empty(shape, scores.dtype(), "div");
    n.threshold = m.empty(shape, Dtype::boolean, "gt");
}

/// (masked_gates - empty.exponential_().log()).max(dim=-1)[1]
Tensor sample(Machine &m, const Tensor &gates)
{
    Tensor noise = m.empty(gates.shape(), gates.dtype(), "exponential");
    Tensor logarithm = m.autocast ? to(m, noise, Dtype::fp32) : noise;
    logarithm = m.empty(gates.shape(), logarithm.dtype(), "log");
    noise.reset();
    const Tensor moved = m.empty(gates.shape(), promote(gates.dtype(), logarithm.dtype()), "sub");
    logarithm.reset();
    return maximum(m, moved).indices;
}

/// 0.3333 + 0.6667 * (selected == best or random > 0.75)
Tensor mask_for_one(Machine &m, const Tensor &gates, Names &n)
{
    const Maximum best = maximum(m, gates);
    n.highest = best.values;
    n.best = best.indices;
    const Shape column = gates.shape().with_last(1);
    Tensor chosen;
    {
        const Tensor same = m.empty(column, Dtype::boolean, "eq");
        Tensor random = m.empty(column, gates.dtype(), "rand");
        const Tensor above = m.empty(column, Dtype::boolean, "gt");
        random.reset();
        chosen = m.empty(column, Dtype::boolean, "logical_or");
    }
    Tensor weights = m.empty(column, Dtype::fp32, "add");
    chosen.reset();
    return to(m, std::move(weights), gates.dtype());
}

/// PhimoeMultiplier: its gradient goes to the scores past the softmax.
Tensor multiplier(Machine &m, const Tensor &scores, const Tensor &own, const Tensor &selected, const Tensor &gates,
                  const Tensor &mask)
{
    Tensor out = m.empty(own.shape(), own.dtype(), "multiplier");
    if (!any_requires_grad(m, {&scores})) return out;
    const Dtype dtype = scores.dtype();
    auto node = make_node(m, {&scores}, [dtype](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        const Tensor scaled = mm.empty(in[0].shape(), in[0].dtype(), "mul");
        {
            const Tensor negative = mm.empty(in[0].shape(), in[0].dtype(), "mul");
            g[0] = mm.empty(kept[2].shape(), in[0].dtype(), "mul");
        }
        g[0] = to(mm, std::move(g[0]), dtype);
    });
    for (const Tensor *t : {&own, &selected, &gates, &mask}) node->more.emplace_back(m, *t);
    attach(out, node);
    return out;
}

/// One choice: the multiplier of each token and, in `selected`, its expert.
Tensor choose(Machine &m, const Tensor &scores, const Tensor &left, bool training, Names &n, Tensor &selected)
{
    mask_far_scores(m, scores, left, n);
    Tensor gates = masked_fill(m, left, n.threshold);
    n.mask = n.threshold;
    selected = training ? sample(m, gates) : n.best;
    if (m.autocast)
        gates = softmax(m, to(m, gates, Dtype::fp32), Dtype::fp32);
    else
        gates = softmax(m, gates, gates.dtype());
    Tensor own = gather(m, gates, selected);
    if (!training) return own;
    const Tensor weights = mask_for_one(m, gates, n);
    return multiplier(m, scores, own.detach(), selected, gates.detach(), n.mask);
}

/// hidden *= noise, seen through a view: the base's gradient is copied whole, its slice too (CopySlices).
Tensor multiply_view_in_place(Machine &m, const Tensor &x, const Tensor &noise)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Shape shape = in[0].shape();
            Tensor result = mm.empty(shape, in[0].dtype(), "copy_slices");
            const Tensor slice = mm.empty(shape, in[0].dtype(), "copy_slices");
            const Tensor product = mm.empty(shape, in[0].dtype(), "mul_backward");
            g[0] = std::move(result);
        });
        node->saved[0].keep(m, noise);
        attach(out, node);
    }
    return out;
}

Tensor jitter_in_place(Machine &m, const Tensor &x, const Tensor &noise)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
        });
        node->saved[0].keep(m, noise);
        attach(out, node);
    }
    return out;
}

} // namespace

Tensor jitter(Machine &m, const Tensor &x)
{
    const Tensor noise = m.empty(x.shape(), x.dtype(), "uniform");
    return jitter_in_place(m, x, noise);
}

Routing sparse_mixer_route(Machine &m, Router &router, Tensor &x, bool training)
{
    if (training && router.spec->router.input_jitter > 0.0) {
        const Tensor noise = m.empty(x.shape(), x.dtype(), "uniform");
        x = multiply_view_in_place(m, x, noise);
    }
    Routing out;
    out.logits = router.linear.forward(m, x);
    const Tensor &scores = out.logits;
    const Count tokens = x.shape().rows();
    Names names, second_names;
    Tensor first_expert, second_expert;
    Tensor first = choose(m, scores, scores, training, names, first_expert);
    const Tensor remaining = masked_fill(m, scores, first_expert);
    Tensor second = choose(m, scores, remaining, training, names, second_expert);
    out.scores = concatenate(m, std::move(first), std::move(second), {tokens, 2});
    out.indices = m.empty({tokens, 2}, Dtype::int64, "cat");
    return out;
}

} // namespace plimsoll::step
