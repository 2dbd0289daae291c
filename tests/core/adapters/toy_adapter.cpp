// SPDX-License-Identifier: GPL-3.0-or-later
// An adapter method of a test's own: a vector for each output, a frozen one beside it, one matrix for the whole model, and a product
// that keeps the base's result. All that a method takes is this file and the line that registers it.
#include "tests/core/adapters/toy_adapter.h"

#include "core/torch/ops.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> toy_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    if (linear.out % use.count("parts", 1) != 0) return Error{"adapter.settings", "parts", "a divisor", {}};
    return AdapterTensors{{"scale", {linear.out}}, {"frozen", {linear.out}, false, Dtype::int64}};
}

AdapterTensors toy_shared(const AdapterUse &use, const AdaptedModel &model)
{
    return {{"bank", {use.rank(), static_cast<Count>(model.linears.size())}}};
}

step::Tensor toy_forward(const step::AdapterCall &call, step::Tensor x)
{
    step::Tensor result = call.module.base_forward(call.m, std::move(x));
    return step::mul(call.m, std::move(result), call.leaves[0].value);
}

} // namespace

constinit const AdapterMethod toy_adapter = {
    .name = "toy",
    .title = "Toy",
    .rank_key = "width",
    .rank = 3,
    .source = "toy_peft 1.0, ToyConfig.width",
    .tensors = toy_tensors,
    .shared = toy_shared,
    .forward = toy_forward,
    .dense_only = true,
};

} // namespace plimsoll
