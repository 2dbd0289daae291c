// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> beft_tensors(const AdapterUse &, const AdaptedLinear &linear)
{
    return AdapterTensors{{"beft_bias", {linear.out}}};
}

step::Tensor beft_forward(const step::AdapterCall &call, step::Tensor x)
{
    const step::Tensor result = call.module.base_forward(call.m, std::move(x));
    return step::to(call.m, step::add(call.m, result, call.leaves[0].value), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/beft.
constinit const AdapterMethod adapters::beft = {
    .name = "beft",
    .title = "BEFT",
    .tensors = beft_tensors,
    .forward = beft_forward,
    .default_targets = beft_targets,
};

} // namespace plimsoll
