// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> pvera_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"pvera_lambda_b", {linear.out}}, {"pvera_lambda_d", {2 * use.rank()}}};
}

AdapterTensors pvera_shared(const AdapterUse &use, const AdaptedModel &model)
{
    const auto [in, out] = largest_sides(model);
    return {{"pvera_A", {2 * use.rank(), in}, false, Dtype::fp32}, {"pvera_B", {out, use.rank()}, false, Dtype::fp32}};
}

step::Tensor pvera_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    Leaf &b = call.leaves[0], &d = call.leaves[1];
    const Count rank = call.use.rank();
    const Tensor result = base_result(call, x);
    x = to(m, std::move(x), d.value.dtype());
    const Tensor dropped = dropout(m, x, call.use.number("pvera_dropout", 0.0));
    Tensor low = linear_with(m, dropped, call.shared[0].value.view({2 * rank, held.in}));
    low = mul(m, d.value, std::move(low));
    Tensor sample;
    { // mean and logarithm of the variance, and a draw of it
        auto [mean, spread] = chunk_in_two(m, low);
        Tensor deviation = pointwise(m, scale(m, spread), "exp", true);
        const Tensor noise = m.empty(deviation.shape(), deviation.dtype(), "randn_like");
        sample = add(m, mean, mul(m, noise, std::move(deviation)));
    }
    Tensor update = linear_with(m, std::move(sample), call.shared[1].value.view({held.out, rank}));
    update = mul(m, b.value, std::move(update));
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/pvera.
constinit const AdapterMethod adapters::pvera = {
    .name = "pvera",
    .title = "PVeRA",
    .rank_key = "r",
    .rank = 256,
    .source = "PEFT 0.21, PveraConfig.r",
    .tensors = pvera_tensors,
    .shared = pvera_shared,
    .forward = pvera_forward,
};

} // namespace plimsoll
