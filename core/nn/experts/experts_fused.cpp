// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/experts_fused.h"

#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/experts_beside.h"
#include "core/nn/experts/experts_exchanged.h"
#include "core/nn/experts/experts_packed.h"
#include "core/nn/liger.h"
#include "core/torch/sorting.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// x.clamp with one bound or both: keeps its input; backward compares once a bound.
Tensor clamp_number(Machine &m, const Tensor &x, int bounds)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [bounds](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor zero = mm.empty({1}, in[0].dtype(), "scalar");
            const Tensor first = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            Tensor second;
            if (bounds > 1) second = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "clamp_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "clamp");
    if (node) attach(out, node);
    return out;
}

Tensor clamped_gate(Machine &m, const MoeSpec &moe, const Tensor &projected)
{
    // GptOssExperts._apply_gate: gate and up in turns, both clamped
    const Shape half = projected.shape().with_last(moe.expert_width);
    Tensor gate = narrow(m, projected, half);
    Tensor up = narrow(m, projected, half);
    gate = clamp_number(m, gate, 1);
    up = clamp_number(m, up, 2);
    Tensor scaled = scale(m, gate);
    scaled = pointwise(m, std::move(scaled), "sigmoid", true);
    const Tensor glu = mul(m, gate, std::move(scaled));
    Tensor shifted = add_number(m, up);
    return mul(m, std::move(shifted), glu);
}

} // namespace

Tensor gate_of(Machine &m, const MlpSpec &spec, const Tensor &projected)
{
    if (spec.moe.clamped_gate) return clamped_gate(m, spec.moe, projected);
    if (!spec.moe.gated) return activate(m, projected, spec.activation);
    const auto [gate, up] = chunk_in_two(m, projected);
    Tensor gated = activate(m, gate, spec.activation);
    return mul(m, std::move(gated), up);
}

namespace {

/// x.masked_fill_(…): the same storage; backward fills a new one.
Tensor masked_in_place(Machine &m, const Tensor &x)
{
    if (!any_requires_grad(m, {&x})) return x;
    Tensor out = x.detach();
    attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(in[0].shape(), in[0].dtype(), "masked_fill");
           }));
    return out;
}

} // namespace

Tensor grouped_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing, const GroupedCall &call)
{
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, call.top_k);
    if (experts.liger)
        return liger_experts(m, x.view({tokens, hidden}), experts.gate_up.value(m), experts.down.value(m), routing.indices,
                             routing.scores, {moe.experts, moe.expert_width});
    Tensor sorted = m.empty({pairs}, Dtype::int64, "sort");
    Tensor order = m.empty({pairs}, Dtype::int64, "sort");
    sort_temporaries(m, pairs);
    Tensor rows = m.empty({pairs}, Dtype::int64, "floor_divide");
    Tensor selected = gather_rows(m, x.view({tokens, hidden}), rows, {pairs, hidden});
    rows.reset();
    Tensor weights = gather_rows(m, routing.scores.view({pairs, 1}), order, {pairs, 1});
    Tensor counted = m.empty({pairs}, Dtype::int32, "int");
    Tensor counts = m.empty({call.experts}, Dtype::int32, "histc");
    Tensor offsets = m.empty({call.experts}, Dtype::int32, "cumsum");
    Tensor mask;
    if (call.masked) mask = m.empty({pairs}, Dtype::boolean, "ge");
    Tensor selected_weights = experts.gate_up.value(m), biases;
    if (call.masked) selected = masked_in_place(m, selected);
    if (moe.bias) biases = gather_rows(m, experts.gate_up_bias.value, sorted, {pairs, experts.up_width()});
    Tensor projected =
        packed_product(m, call.experts, experts.up_layout, selected, selected_weights, experts.up_width(), offsets);
    if (moe.bias) projected = add_in_place(m, std::move(projected), biases);
    if (call.masked) projected = fill_masked(m, projected);
    projected = gate_of(m, *experts.spec, projected);
    selected_weights = experts.down.value(m);
    if (moe.bias) biases = gather_rows(m, experts.down_bias.value, sorted, {pairs, hidden});
    projected = packed_product(m, call.experts, experts.down_layout, std::move(projected), selected_weights, hidden, offsets);
    if (moe.bias) projected = add_in_place(m, std::move(projected), biases);
    if (call.masked) projected = fill_masked(m, projected);
    Tensor weighted = mul(m, projected, weights);
    Tensor inverse = m.empty({pairs}, Dtype::int64, "empty_like");
    m.workspace(product(pairs, 8), "arange");
    weighted = gather_rows(m, weighted, inverse, {pairs, hidden});
    const Tensor summed = sum_of_choices(m, weighted, tokens);
    Tensor out = to(m, summed, x.dtype());
    // the frame lets go of its names in their order, of final_hidden_states last
    for (Tensor *name : {&sorted, &order, &selected, &weights, &counted, &counts, &offsets, &selected_weights, &biases,
                         &projected, &weighted, &inverse})
        name->reset();
    return out;
}

namespace {

Tensor grouped(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    if (m.units) [[unlikely]]
        if (const ExpertExchange exchange = m.units->exchange(); exchange.ranks > 1)
            return exchanged_experts(m, experts, x, routing, exchange);
    const MoeSpec &moe = experts.spec->moe;
    return grouped_experts(m, experts, x, routing, {.top_k = moe.top_k, .experts = moe.experts});
}

Tensor batched(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    // batched_mm_experts_forward: every chosen expert's weights are copied, once for each token that chose it
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor selected = m.empty({pairs, hidden}, x.dtype(), "repeat_interleave");
    const auto chosen = [&](const Tensor &weight) {
        return m.empty({pairs, weight.shape().size[1], weight.shape().last()}, weight.dtype(), "index");
    };
    const auto product = [&](const Tensor &weight, Count width) {
        Tensor out = m.empty({pairs, width}, weight.dtype(), "bmm");
        cublas_workspace(m);
        return out;
    };
    Tensor weights = chosen(experts.gate_up.value(m)), biases;
    if (moe.bias) biases = gather_rows(m, experts.gate_up_bias.value, routing.indices, {pairs, experts.up_width()});
    Tensor projected = product(weights, experts.up_width());
    projected = gate_of(m, *experts.spec, projected);
    weights = chosen(experts.down.value(m));
    if (moe.bias) biases = gather_rows(m, experts.down_bias.value, routing.indices, {pairs, hidden});
    projected = product(weights, hidden);
    const Tensor weighted = mul(m, projected, routing.scores.view({pairs, 1}));
    return to(m, sum_of_choices(m, weighted, tokens), x.dtype());
}

} // namespace

void FusedExperts::load(Machine &m, const MlpSpec &described, Count hidden, const Precision &precision)
{
    spec = &described;
    const MoeSpec &moe = described.moe;
    const Count width = width_in = moe.latent.in.out > 0 ? moe.latent.in.out : hidden;
    const auto parameter = [&](Leaf &leaf, Shape shape, const char *name) {
        leaf.value = new_parameter(m, shape, precision.weights, name);
        leaf.module = described.name.c_str();
        leaf.layer = m.scope.layer;
    };
    if (moe.stacked_rows) {
        for (Leaf *leaf : {&gate_up.leaf, &second, &down.leaf})
            parameter(*leaf, {product(moe.experts, moe.expert_width), hidden}, "experts.mlp");
        return;
    }
    if (precision.loaded && (moe.layouts.gate_up || moe.layouts.down)) return load_packed(m, *this, width, precision);
    const auto stack = [&](Adaptable &part, Shape shape, const char *name) {
        if (precision.unpacks)
            part.leaf.value = new_unpacked(m, precision, shape, name, moe.clamped_gate);
        else if (precision.packs_experts)
            part.load_packed(m, shape, precision.weights, precision.four_bit(), precision.double_quant);
        else
            return parameter(part.leaf, shape, name);
        part.leaf.module = described.name.c_str();
        part.leaf.layer = m.scope.layer;
        if (precision.packs_experts && !m.stopped) m.empty_cache();
    };
    const Count held = m.units ? moe.experts / m.units->exchange().ranks : moe.experts;
    stack(gate_up, {held, up_width(), width}, "experts.gate_up_proj");
    if (moe.bias) parameter(gate_up_bias, {held, up_width()}, "experts.gate_up_proj_bias");
    stack(down, {held, width, moe.expert_width}, "experts.down_proj");
    if (moe.bias) parameter(down_bias, {held, hidden}, "experts.down_proj_bias");
}

Tensor FusedExperts::forward(Machine &m, const Tensor &x, const Routing &routing)
{
    if (spec->moe.stacked_rows) return stacked_experts(m, *this, x, routing);
    if (beside && m.phase() != Phase::generate) return experts_beside(m, *this, x, routing);
    // the wrapper of down_proj is around that of gate_up_proj
    down.enter(m);
    gate_up.enter(m);
    // generation/utils.py: 'batched_mm' once the prompt is through
    const bool one_by_one = m.phase() == Phase::generate;
    Tensor out = up_layout && up_layout->packing == Packing::four_bit_floats ? mxfp4_experts(m, *this, x, routing)
                 : packed() && one_by_one                                    ? packed_batched(m, *this, x, routing)
                 : one_by_one                                                ? batched(m, *this, x, routing)
                                                                             : grouped(m, *this, x, routing);
    gate_up.leave();
    down.leave();
    return out;
}

} // namespace plimsoll::step
