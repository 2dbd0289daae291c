// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

Count randlora_bases(const AdapterUse &use, Count narrow) { return (narrow + use.rank() - 1) / use.rank(); }

Result<AdapterTensors> randlora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count narrow = std::min(linear.in, linear.out), bases = randlora_bases(use, narrow);
    return AdapterTensors{{"randlora_lambda", {use.rank(), bases}}, {"randlora_gamma", {bases, narrow}}};
}

/// randlora/model.py, _init_randlora_A_randlora_B.
AdapterTensors randlora_shared(const AdapterUse &use, const AdaptedModel &model)
{
    const auto [in, out] = largest_sides(model);
    const Count narrow = std::min(in, out), wide = std::max(in, out);
    return {{"randlora_A", {use.rank(), 1, narrow}, false, Dtype::fp32},
            {"randlora_B", {wide, randlora_bases(use, narrow), use.rank()}, false, Dtype::fp32}};
}

/// UniqueBaseGrad: lambda times A times gamma; keeps the three, and einsum's backward makes whole products.
step::Tensor randlora_base(const step::AdapterCall &call, Count bases, Count narrow)
{
    using namespace step;
    Machine &m = call.m;
    const Count rank = call.use.rank();
    const Tensor &lambda = call.leaves[0].value, &gamma = call.leaves[1].value;
    const Shape whole{rank, bases, narrow};
    Tensor out;
    {
        const Tensor first = m.empty(whole, lambda.dtype(), "mul");
        out = m.empty(whole, lambda.dtype(), "mul");
    }
    if (!any_requires_grad(m, {&lambda, &gamma})) return out;
    const Shape left = lambda.shape(), right = gamma.shape();
    attach(out, make_node(m, {&lambda, &gamma}, [=](Machine &mm, Node &, Gradients &in, Gradients &g) {
               for (const std::size_t i : {0U, 1U}) {
                   const Tensor times = mm.empty(whole, in[0].dtype(), "einsum");
                   g[i] = mm.empty(i == 0 ? left : right, in[0].dtype(), "einsum");
               }
           }));
    return out;
}

step::Tensor randlora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count narrow = std::min(held.in, held.out), wide = std::max(held.in, held.out),
                bases = randlora_bases(call.use, narrow), middle = bases * call.use.rank();
    const Tensor result = base_result(call, x);
    Tensor fixed = call.shared[1].value.view({wide, bases, call.use.rank()});
    if (fixed.elements() != call.shared[1].value.elements() && bases * call.use.rank() != call.shared[1].value.shape().rows())
        fixed = m.empty({wide, middle}, fixed.dtype(), "reshape"); // a slice of both dimensions is flattened by a copy
    fixed = fixed.view({wide, middle});
    Tensor trained = randlora_base(call, bases, narrow).view({middle, narrow});
    x = to(m, std::move(x), fixed.dtype()); // x.to(update_A.dtype): each module makes a copy of its own
    const Tensor dropped = dropout(m, x, call.use.number("randlora_dropout", 0.0));
    Tensor update;
    if (narrow == held.in) {
        Tensor low = linear_with(m, dropped, std::move(trained));
        update = linear_with(m, std::move(low), std::move(fixed));
    } else {
        Tensor low = linear_with(m, dropped, transposed(fixed));
        update = linear_with(m, std::move(low), transposed(trained));
    }
    update = scale(m, std::move(update));
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/randlora.
constinit const AdapterMethod adapters::randlora = {
    .name = "randlora",
    .title = "RandLoRA",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, RandLoraConfig.r",
    .tensors = randlora_tensors,
    .shared = randlora_shared,
    .forward = randlora_forward,
};

} // namespace plimsoll
