// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

Count deft_rank(const AdapterUse &use, Count out) { return std::min(use.rank(), out); }

Result<AdapterTensors> deft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = deft_rank(use, linear.out);
    AdapterTensors out{{"deft_P", {linear.out, r}}};
    if (!use.flag("para", false)) out.push_back({"deft_R", {r, linear.in}});
    return out;
}

step::Tensor deft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Dtype previous = x.dtype();
    const Count r = deft_rank(call.use, held.out);
    Tensor result = to(m, call.module.base_forward(m, x), Dtype::fp32);
    Leaf *bias = call.module.bias();
    const Tensor product = bias ? subtract(m, result, bias->value) : result;
    x = to(m, std::move(x), Dtype::fp32);
    const Tensor direction = scale(m, call.leaves[0].value), right = scale(m, call.leaves[0].value); // relu's columns
    {
        Tensor low = product_with(m, product, right, r);
        const Tensor correction = product_with(m, std::move(low), transposed(direction), held.out);
        result = subtract(m, result, correction);
    }
    if (call.leaves.size() > 1) {
        Tensor low = linear_with(m, x, scale(m, call.leaves[1].value));
        Tensor added = product_with(m, std::move(low), transposed(direction), held.out);
        result = add(m, result, std::move(added));
    }
    return to(m, std::move(result), previous);
}

} // namespace

/// peft 0.21.2 tuners/deft.
constinit const AdapterMethod adapters::deft = {
    .name = "deft",
    .title = "DEFT",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, DeftConfig.r",
    .tensors = deft_tensors,
    .forward = deft_forward,
    .dense_only = true,
};

} // namespace plimsoll
