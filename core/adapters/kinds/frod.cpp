// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

Count frod_sparse_values(const AdapterUse &use, Count in)
{
    constexpr double usual = 0.01;
    const auto wanted = static_cast<Count>(static_cast<double>(in * in) * use.number("sparse_rate", usual));
    return std::min(wanted, in * in - in);
}

Result<AdapterTensors> frod_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"frod_lambda_s_values", {frod_sparse_values(use, linear.in)}},
                          {"frod_lambda_l", {linear.in}},
                          {"frod_U", {linear.out, linear.in}, false, Dtype::bf16}};
}

/// frod/model.py: one V and one pattern for all modules of a name.
AdapterTensors frod_shared(const AdapterUse &use, const AdaptedModel &model)
{
    AdapterTensors out;
    std::vector<AdaptedLinear> kinds;
    for (const AdaptedLinear &linear : model.linears) {
        if (std::ranges::find(kinds, linear) != kinds.end()) continue;
        kinds.push_back(linear);
        out.insert(out.end(), {{"frod_V", {linear.in, linear.in}, false, Dtype::bf16},
                               {"frod_s_indices", {2, frod_sparse_values(use, linear.in)}, false, Dtype::int64}});
    }
    return out;
}

step::Tensor frod_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Dtype previous = x.dtype();
    const auto found = std::ranges::find_if(call.shared, [&](Leaf &leaf) { return leaf.value.shape().size[1] == held.in; });
    const Tensor turned = product_with(m, x, (found == call.shared.end() ? call.shared.front() : *found).value, held.in);
    const Tensor sparse = mul(m, turned, narrow(m, to(m, call.leaves[0].value, turned.dtype()), {1}));
    const Tensor scaled = mul(m, turned, to(m, call.leaves[1].value, turned.dtype()));
    Tensor out = linear_with(m, add(m, sparse, scaled), call.buffers[0]);
    if (call.module.bias()) out = add(m, std::move(out), call.module.bias()->value);
    return to(m, std::move(out), previous);
}

} // namespace

/// peft 0.21.2 tuners/frod.
constinit const AdapterMethod adapters::frod = {
    .name = "frod",
    .title = "FRoD",
    .tensors = frod_tensors,
    .shared = frod_shared,
    .forward = frod_forward,
    .dense_only = true,
};

} // namespace plimsoll
