// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> supertuning_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    constexpr double usual = 0.99;
    const double kept = 1 - use.number("sparsity", usual);
    const auto values = static_cast<Count>(static_cast<double>(linear.in * linear.out) * kept);
    const Count r = use.count("r", 0);
    AdapterTensors out{{"supertuning_values", {values}}, {"supertuning_indices", {values}, false, Dtype::int32}};
    if (r > 0) out.insert(out.end(), {{"supertuning_lora_A", {r, linear.in}}, {"supertuning_lora_B", {linear.out, r}}});
    return out;
}

step::Tensor supertuning_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    Tensor weight;
    {
        const Tensor indices = m.empty({call.leaves[0].value.elements()}, Dtype::int64, "to");
        const Tensor values = to(m, call.leaves[0].value, base_matrix(call).dtype());
        weight = scattered(m, values, {held.out, held.in}, indices);
    }
    Tensor result = linear_with(m, x, std::move(weight), call.module.bias());
    if (call.leaves.size() < 3) return result;
    x = to(m, std::move(x), call.leaves[1].value.dtype());
    Tensor update = linear(m, linear(m, x, call.leaves[1], nullptr), call.leaves[2], nullptr);
    update = to(m, scale(m, std::move(update)), result.dtype());
    return add(m, std::move(result), std::move(update));
}

} // namespace

/// peft 0.21.2 tuners/supertuning.
constinit const AdapterMethod adapters::supertuning = {
    .name = "supertuning",
    .title = "Supertuning",
    .tensors = supertuning_tensors,
    .forward = supertuning_forward,
    .dense_only = true,
};

} // namespace plimsoll
