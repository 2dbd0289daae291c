// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> loha_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"hada_w1_a", {linear.out, use.rank()}},
                          {"hada_w1_b", {use.rank(), linear.in}},
                          {"hada_w2_a", {linear.out, use.rank()}},
                          {"hada_w2_b", {use.rank(), linear.in}}};
}

/// loha/layer.py, HadaWeight: keeps its four factors alone, and makes both products again in backward, outside autocast.
step::Tensor hadamard_weight(const step::AdapterCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Shape whole{held.out, held.in};
    const auto factor = [&](std::size_t i) -> Leaf & { return call.leaves[i]; };
    Tensor out;
    Dtype dtype{};
    {
        const auto both = [&](Leaf &left, Leaf &right) {
            const Tensor b = autocast_weight(m, right).detach(), a = autocast_weight(m, left).detach();
            dtype = a.dtype();
            Tensor made = m.empty(whole, dtype, "mm");
            cublas_workspace(m);
            return made;
        };
        const Tensor first = both(factor(0), factor(1)), second = both(factor(2), factor(3));
        const Tensor times = m.empty(whole, dtype, "mul");
        out = m.empty(whole, dtype, "mul");
    }
    const Tensor &a1 = factor(0).value, &b1 = factor(1).value, &a2 = factor(2).value, &b2 = factor(3).value;
    if (!any_requires_grad(m, {&a1, &b1, &a2, &b2})) return out;
    const Shape left = a1.shape(), right = b1.shape();
    const Dtype own = a1.dtype();
    attach(out, make_node(m, {&a1, &b1, &a2, &b2}, [=](Machine &mm, Node &, Gradients &in, Gradients &g) {
               const Tensor scaled = mm.empty(whole, in[0].dtype(), "mul");
               Tensor kept;
               for (const std::size_t i : {0U, 2U}) {
                   Tensor product = mm.empty(whole, own, "mm");
                   Tensor times = mm.empty(whole, promote(own, in[0].dtype()), "mul");
                   product.reset();
                   kept = std::move(times);
                   g[i] = mm.empty(left, kept.dtype(), "mm");
                   g[i + 1] = mm.empty(right, kept.dtype(), "mm");
               }
           }));
    return out;
}

step::Tensor loha_forward(const step::AdapterCall &call, step::Tensor x)
{
    // the base's result first, then the weight
    using namespace step;
    Machine &m = call.m;
    const Tensor result = call.module.base_forward(m, x);
    Tensor delta = hadamard_weight(call);
    x = to(m, std::move(x), delta.dtype());
    Tensor added = linear_with(m, std::move(x), std::move(delta));
    return to(m, add(m, result, std::move(added)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/loha.
constinit const AdapterMethod adapters::loha = {
    .name = "loha",
    .title = "LoHa",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, LoHaConfig.r",
    .tensors = loha_tensors,
    .forward = loha_forward,
    .dense_only = true,
    .ranks_by_name = RanksByNameAre::taken,
};

} // namespace plimsoll
