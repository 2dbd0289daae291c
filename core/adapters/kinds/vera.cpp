// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> vera_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"vera_lambda_b", {linear.out}}, {"vera_lambda_d", {use.rank()}}};
}

/// vera/model.py, _find_dim: one pair, as large as the largest of the modules asks.
AdapterTensors vera_shared(const AdapterUse &use, const AdaptedModel &model)
{
    const auto [in, out] = largest_sides(model);
    return {{"vera_A", {use.rank(), in}, false, Dtype::fp32}, {"vera_B", {out, use.rank()}, false, Dtype::fp32}};
}

step::Tensor vera_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    Leaf &b = call.leaves[0], &d = call.leaves[1];
    const Count rank = call.use.rank();
    const Tensor result = base_result(call, x);
    x = to(m, std::move(x), d.value.dtype());
    const Tensor dropped = dropout(m, x, call.use.number("vera_dropout", 0.0));
    Tensor low = linear_with(m, dropped, call.shared[0].value.view({rank, held.in}));
    low = mul(m, d.value, std::move(low));
    Tensor update = linear_with(m, std::move(low), call.shared[1].value.view({held.out, rank}));
    update = mul(m, b.value, std::move(update));
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/vera.
constinit const AdapterMethod adapters::vera = {
    .name = "vera",
    .title = "VeRA",
    .rank_key = "r",
    .rank = 256,
    .source = "PEFT 0.21, VeraConfig.r",
    .tensors = vera_tensors,
    .shared = vera_shared,
    .forward = vera_forward,
};

} // namespace plimsoll
