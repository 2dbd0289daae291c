// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> adalora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    // ranknum, which stands still, becomes a parameter that trains when it is cast from 16 bit (_buffer_dict.py, ParameterDict)
    return AdapterTensors{
        {"lora_A", {use.rank(), linear.in}}, {"lora_B", {linear.out, use.rank()}}, {"lora_E", {use.rank(), 1}}, {"ranknum", {1}}};
}

step::Tensor adalora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    Leaf &a = call.leaves[0], &b = call.leaves[1], &e = call.leaves[2], &ranknum = call.leaves[3];
    const Tensor result = base_result(call, x);
    const Tensor divisor = add_number(m, ranknum.value);
    x = to(m, std::move(x), a.value.dtype());
    const Tensor dropped = dropout(m, x, call.use.adapter().dropout);
    Tensor product = mul(m, a.value, e.value);
    Tensor low = product_with(m, dropped, std::move(product), call.use.rank());
    Tensor update = product_with(m, std::move(low), b.value, call.module.held().out);
    update = scale(m, std::move(update));
    update = divided(m, std::move(update), divisor);
    return added_in_place(m, result, update);
}

} // namespace

/// peft 0.21.2 tuners/adalora.
constinit const AdapterMethod adapters::adalora = {
    .name = "adalora",
    .title = "AdaLoRA",
    .rank_key = "init_r",
    .rank = 12,
    .source = "PEFT 0.21, AdaLoraConfig.init_r",
    .tensors = adalora_tensors,
    .forward = adalora_forward,
    .default_targets = adalora_targets,
};

} // namespace plimsoll
