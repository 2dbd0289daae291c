// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> hira_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"hira_A", {use.rank(), linear.in}}, {"hira_B", {linear.out, use.rank()}}};
}

step::Tensor hira_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    Leaf &a = call.leaves[0], &b = call.leaves[1];
    const Tensor result = base_result(call, x);
    const Tensor product = product_with(m, transposed(a.value), transposed(b.value), held.out);
    x = to(m, std::move(x), a.value.dtype());
    const Tensor dropped = dropout(m, x, call.use.number("hira_dropout", 0.0));
    Tensor weight = mul(m, base_matrix(call), product.view({held.out, held.in}));
    Tensor update = linear_with(m, dropped, std::move(weight));
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/hira.
constinit const AdapterMethod adapters::hira = {
    .name = "hira",
    .title = "HiRA",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, HiraConfig.r",
    .tensors = hira_tensors,
    .forward = hira_forward,
    .ranks_by_name = RanksByNameAre::ignored, // tuners/hira/model.py reads it, and makes the module with config.r
};

} // namespace plimsoll
