// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/nn/experts.h"
#include "core/nn/router_ops.h"

#include <utility>

// Routers of decoders of 2025 and 2026 (transformers 5.23, models/*/modeling_*.py), line by line.

namespace plimsoll::step {

ExpertsModule::Routing ExpertsModule::hy_v3_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = float_logits(m, x);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    const Tensor choice = add(m, scores, m_correction);
    const TopK best = topk(m, choice, m_spec->moe.top_k);
    out.indices = best.indices;
    Tensor values = gather(m, scores, out.indices);
    values = divide(m, values, add_number(m, sum_last(m, values, values.shape().with_last(1))), false);
    out.scores = scale(m, std::move(values));
    return out;
}

ExpertsModule::Routing ExpertsModule::laguna_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, x), Dtype::fp32);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    {
        const TopK best = topk(m, add(m, scores, to(m, m_correction, Dtype::fp32)), m_spec->moe.top_k);
        out.indices = best.indices;
    }
    Tensor values = gather(m, scores, out.indices);
    values = divide(m, values, sum_last(m, values, values.shape().with_last(1)), false);
    out.scores = to(m, std::move(values), x.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::kolibri_route(Machine &m, const Tensor &x)
{
    const MoeSpec &moe = m_spec->moe;
    Routing out;
    if (!m.grad_enabled && x.dtype() == m_router.leaf.value.dtype()) { // torch.mm(…, out_dtype=torch.float32)
        out.logits = m.empty({x.shape().rows(), moe.experts}, Dtype::fp32, "mm");
        cublas_workspace(m);
    } else {
        out.logits = float_logits(m, x);
    }
    {
        const TopK best = topk(m, add(m, out.logits, m_correction), moe.top_k);
        out.indices = best.indices;
    }
    Tensor values = pointwise(m, gather(m, out.logits, out.indices), "sigmoid", true);
    if (moe.normalised) values = divide(m, values, sum_last(m, values, values.shape().with_last(1)), false);
    out.scores = std::move(values);
    return out;
}

ExpertsModule::Routing ExpertsModule::aria_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = router_product(m, x);
    const TopK best = topk(m, out.logits, m_spec->moe.top_k);
    out.indices = best.indices;
    out.scores = softmax(m, best.values, m.autocast ? Dtype::fp32 : best.values.dtype());
    return out;
}

} // namespace plimsoll::step
