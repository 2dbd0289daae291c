// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/experts_beside.h"

#include "core/nn/experts/expert_ops.h"
#include "core/nn/liger.h"
#include "core/torch/sorting.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// A frozen stack of [experts, out, in].
struct Stack {
    Shape dense;
    bool packed = false;
    /// _get_base_weight: made for one product; nothing where it is read as it lies.
    [[nodiscard]] Tensor unpacked(Machine &m, Dtype dtype) const
    {
        if (!packed) return {};
        const Tensor scales =
            m.empty({(dense.elements() + four_bit_block - 1) / four_bit_block}, Dtype::fp32, "dequantize_blockwise");
        return m.empty(dense, dtype, "dequantize_4bit", Component::weight_casts);
    }
    void multiplies(Machine &m, Count rows, Dtype dtype) const
    {
        m.multiplies_grouped(rows, dense.size[1], dense.last(), dtype, dense.size[0]);
    }
};

/// _GroupedMMRecompute
Tensor frozen_product(Machine &m, const Stack &stack, const Tensor &x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        node = make_node(m, {&x}, [shape, stack](Machine &mm, Node &, Gradients &in, Gradients &g) {
            const Tensor matrix = stack.unpacked(mm, in[0].dtype());
            g[0] = mm.empty(shape, in[0].dtype(), "grouped_mm_backward");
            stack.multiplies(mm, shape.rows(), in[0].dtype());
        });
    }
    const Tensor matrix = stack.unpacked(m, x.dtype());
    Tensor out = m.empty(x.shape().with_last(stack.dense.size[1]), x.dtype(), "grouped_mm");
    stack.multiplies(m, x.shape().rows(), x.dtype());
    if (node) attach(out, node);
    return out;
}

/// weighted_unpermute of rows whose scores were taken off the tape: [tokens, hidden].
Tensor combined(Machine &m, const Tensor &rows, Count tokens)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&rows})) {
        const Shape shape = rows.shape();
        node = make_node(m, {&rows}, [shape](Machine &mm, Node &, Gradients &in, Gradients &g) {
            g[0] = mm.empty(shape, in[0].dtype(), "unpermute_backward");
        });
    }
    Tensor out = m.empty({tokens, rows.shape().last()}, rows.dtype(), "unpermute");
    if (node) attach(out, node);
    return out;
}

/// _MoEGateGradIdentity: keeps the down projection's input, which is made again where no adapter reads it, and the scores in expert
/// order.
Tensor scored_input(Machine &m, const Tensor &inner, const Tensor &scores, bool adapted)
{
    if (!any_requires_grad(m, {&scores})) return inner;
    Tensor out = inner.detach();
    const Shape of_scores = scores.shape();
    auto node = make_node(m, {&inner, &scores}, [of_scores](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor weights = self.saved[1].unpack(mm);
        if (self.needs(1)) g[1] = mm.empty(of_scores, weights.dtype(), "sum");
        if (self.needs(0)) g[0] = in[0];
    });
    if (adapted) node->saved[0].keep(m, inner);
    node->saved[1].keep(m, scores);
    attach(out, node);
    return out;
}

Tensor adapted_product(Machine &m, const Adaptable &part, const Stack &stack, const Tensor &x, const Tensor &offsets)
{
    Tensor out = frozen_product(m, stack, x);
    if (!part.lora) return out;
    Tensor delta = part.lora->beside(m, x, stack.dense, offsets);
    return add_in_place(m, std::move(out), delta);
}

} // namespace

Tensor experts_beside(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor order = m.empty({pairs}, Dtype::int64, "argsort");
    sort_temporaries(m, pairs);
    const Tensor offsets = m.empty({moe.experts}, Dtype::int32, "cumsum");
    const Stack up{experts.dense_up(), experts.up_layout != nullptr || experts.gate_up.packed != nullptr};
    const Stack down{experts.dense_down(), experts.down_layout != nullptr || experts.down.packed != nullptr};
    const Dtype compute = m.autocast.value_or(x.dtype());
    Tensor rows = gather_rows(m, to(m, x.view({tokens, hidden}), compute), order, {pairs, hidden});
    Tensor projected = adapted_product(m, experts.gate_up, up, rows, offsets);
    rows.reset();
    // compiled, or one kernel (moe_fused_swiglu.py): the activation is made again
    if (moe.gated) {
        auto [gate, second] = chunk_in_two(m, projected);
        projected.reset();
        projected = liger_gated_product(m, std::move(gate), std::move(second));
    } else {
        projected = activate(m, projected, experts.spec->activation);
    }
    const Tensor scores = gather_rows(m, routing.scores.view({pairs, 1}), order, {pairs, 1});
    projected = scored_input(m, projected, scores, experts.down.lora != nullptr);
    projected = adapted_product(m, experts.down, down, projected, offsets);
    return to(m, combined(m, projected, tokens), x.dtype());
}

} // namespace plimsoll::step
