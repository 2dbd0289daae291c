// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> unilora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = use.rank();
    return AdapterTensors{{"unilora_indices_A", {r, linear.in}, false, Dtype::int64},
                          {"unilora_indices_B", {linear.out, r}, false, Dtype::int64},
                          {"unilora_scales_A", {r, linear.in}, false, Dtype::fp32},
                          {"unilora_scales_B", {linear.out, r}, false, Dtype::fp32}};
}

AdapterTensors unilora_shared(const AdapterUse &use, const AdaptedModel &)
{
    constexpr Count usual = 256;
    return {{"unilora_theta_d", {use.count("theta_d_length", usual)}}};
}

step::Tensor unilora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count r = call.use.rank();
    const Tensor result = base_result(call, x);
    const auto half = [&](const Shape &shape, std::size_t at) {
        const Tensor read = scattered(m, call.shared[0].value, shape, call.buffers[at]);
        return mul(m, read, call.buffers[at + 2]);
    };
    const Tensor a = half({r, held.in}, 0), b = half({held.out, r}, 1);
    x = to(m, std::move(x), a.dtype());
    Tensor update = linear_with(m, linear_with(m, x, a), b);
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/unilora.
constinit const AdapterMethod adapters::unilora = {
    .name = "unilora",
    .title = "Uni-LoRA",
    .rank_key = "r",
    .rank = 4,
    .source = "PEFT 0.21, UniLoraConfig.r",
    .tensors = unilora_tensors,
    .shared = unilora_shared,
    .forward = unilora_forward,
};

} // namespace plimsoll
