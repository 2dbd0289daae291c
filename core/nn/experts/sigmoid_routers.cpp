// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/nn/experts/router_kinds.h"
#include "core/nn/experts/router_ops.h"

#include <utility>

// Routers that choose by sigmoids, or by scores and a bias that only the choice sees (transformers 5.23, models/*/modeling_*.py), line by
// line.

namespace plimsoll::step {

Routing corrected_sigmoid_route(Machine &m, Router &router, Tensor x)
{
    Routing out;
    out.logits = router_product(m, router, to(m, std::move(x), router.weight.leaf.value.dtype()));
    const Tensor scores = pointwise(m, to(m, out.logits, Dtype::fp32), "sigmoid", true);
    const Tensor choice = add(m, scores, router.correction);
    const TopK best = topk(m, choice, router.spec->top_k);
    out.indices = best.indices;
    out.scores = normalised(m, gather(m, scores, out.indices));
    return out;
}

Routing corrected_sigmoid_scaled_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, router, x), Dtype::fp32);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    out.indices = topk(m, add(m, scores, router.correction), router.spec->top_k).indices;
    Tensor best = gather(m, scores, out.indices);
    const Tensor total = add_number(m, sum_last(m, best, best.shape().with_last(1)));
    best = divide(m, best, total, false);
    out.scores = scale(m, std::move(best));
    return out;
}

Routing corrected_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    // all of it outside autocast
    const auto before = std::exchange(m.autocast, std::nullopt);
    Routing out;
    out.logits = matmul_weight(m, to(m, x, Dtype::fp32), to(m, router.weight.value(m), Dtype::fp32), router.spec->experts);
    Tensor weights = softmax(m, out.logits, Dtype::fp32);
    {
        const Tensor choice = add(m, weights, router.correction);
        out.indices = topk(m, choice, router.spec->top_k).indices;
    }
    weights = gather(m, weights, out.indices);
    const Tensor total = clamp(m, sum_last(m, weights, weights.shape().with_last(1)), false);
    weights = divide(m, std::move(weights), total, false);
    m.autocast = before;
    out.scores = to(m, std::move(weights), x.dtype());
    return out;
}

Routing sigmoid_route(Machine &m, Router &router, const Tensor &x)
{
    const MoeSpec &moe = *router.spec;
    Routing out;
    out.logits = router_product(m, router, x);
    Tensor weights = pointwise(m, out.logits, "sigmoid", true);
    Tensor choice;
    if (moe.router.corrected) {
        choice = m.empty(weights.shape(), Dtype::fp32, "add");
        out.indices = topk(m, choice, moe.top_k).indices;
        weights = gather(m, weights, out.indices);
    } else {
        TopK best = topk(m, weights, moe.top_k);
        out.indices = std::move(best.indices);
        weights = std::move(best.values);
    }
    if (moe.router.normalised) {
        const Tensor total = add_number(m, sum_last(m, weights, weights.shape().with_last(1)));
        weights = divide(m, std::move(weights), total, false);
    }
    out.scores = scale(m, std::move(weights));
    return out;
}

Routing corrected_sigmoid_of_float_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = float_logits(m, router, x);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    const Tensor choice = add(m, scores, router.correction);
    const TopK best = topk(m, choice, router.spec->top_k);
    out.indices = best.indices;
    Tensor values = gather(m, scores, out.indices);
    values = divide(m, values, add_number(m, sum_last(m, values, values.shape().with_last(1))), false);
    out.scores = scale(m, std::move(values));
    return out;
}

Routing corrected_sigmoid_cast_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, router, x), Dtype::fp32);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    {
        const TopK best = topk(m, add(m, scores, to(m, router.correction, Dtype::fp32)), router.spec->top_k);
        out.indices = best.indices;
    }
    Tensor values = gather(m, scores, out.indices);
    values = divide(m, values, sum_last(m, values, values.shape().with_last(1)), false);
    out.scores = to(m, std::move(values), x.dtype());
    return out;
}

Routing corrected_logits_route(Machine &m, Router &router, const Tensor &x)
{
    const MoeSpec &moe = *router.spec;
    Routing out;
    if (!m.grad_enabled && x.dtype() == router.weight.leaf.value.dtype()) { // torch.mm(…, out_dtype=torch.float32)
        out.logits = m.empty({x.shape().rows(), moe.experts}, Dtype::fp32, "mm");
        cublas_workspace(m);
    } else {
        out.logits = float_logits(m, router, x);
    }
    {
        const TopK best = topk(m, add(m, out.logits, router.correction), moe.top_k);
        out.indices = best.indices;
    }
    Tensor values = pointwise(m, gather(m, out.logits, out.indices), "sigmoid", true);
    if (moe.router.normalised) values = divide(m, values, sum_last(m, values, values.shape().with_last(1)), false);
    out.scores = std::move(values);
    return out;
}

} // namespace plimsoll::step
