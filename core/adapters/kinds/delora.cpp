// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> delora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"delora_A", {use.rank(), linear.in}},
                          {"delora_B", {linear.out, use.rank()}},
                          {"delora_lambda", {1}},
                          {"delora_w_norm", {linear.in}, false, Dtype::fp32}};
}

step::Tensor delora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    Leaf &a = call.leaves[0], &b = call.leaves[1], &lambda = call.leaves[2];
    const Tensor result = call.module.base_forward(m, x);
    const Tensor zeros = m.empty(result.shape(), result.dtype(), "zeros_like");
    Tensor low;
    {
        Tensor weighed = mul(m, x, call.buffers[0]);
        low = linear(m, std::move(weighed), a, nullptr);
    }
    const auto norm = [&](Leaf &leaf) { return clamp(m, scattered(m, leaf.value, {call.use.rank()}, leaf.value), false); };
    const Tensor first = norm(a), second = norm(b);
    const Tensor norms = mul(m, first, second);
    const Tensor factor = mul(m, scale(m, lambda.value), norms);
    low = mul(m, std::move(low), factor);
    Tensor update = linear(m, std::move(low), b, nullptr);
    const Tensor sum = added_in_place(m, zeros, update);
    update.reset();
    return to(m, add(m, result, to(m, sum, result.dtype())), x.dtype());
}

} // namespace

/// peft 0.21.2 tuners/delora.
constinit const AdapterMethod adapters::delora = {
    .name = "delora",
    .title = "DeLoRA",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, DeloraConfig.r",
    .tensors = delora_tensors,
    .forward = delora_forward,
    .dense_only = true,
    .ranks_by_name = RanksByNameAre::taken,
};

} // namespace plimsoll
