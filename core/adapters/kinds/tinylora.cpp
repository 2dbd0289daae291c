// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

Count tinylora_width(const AdapterUse &use)
{
    constexpr Count usual = 64;
    return use.count("u", usual);
}
bool tinylora_ties(const AdapterUse &use) { return use.number("weight_tying", 0.0) > 0.0; }

Result<AdapterTensors> tinylora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = std::min({use.rank(), linear.in, linear.out}), u = tinylora_width(use);
    AdapterTensors out;
    if (!tinylora_ties(use)) out.push_back({"tinylora_v", {u}});
    out.insert(out.end(), {{"tinylora_A", {r, linear.in}, false, Dtype::fp32},
                           {"tinylora_B", {linear.out, r}, false, Dtype::fp32},
                           {"tinylora_P", {u, r, r}, false, Dtype::fp32}});
    return out;
}

/// tinylora/model.py: so many vectors, each for neighbouring modules.
AdapterTensors tinylora_shared(const AdapterUse &use, const AdaptedModel &model)
{
    if (!tinylora_ties(use)) return {};
    const auto modules = static_cast<double>(model.linears.size());
    const Count groups = std::max<Count>(1, std::llrint(modules * (1.0 - use.number("weight_tying", 0.0))));
    return {{"tinylora_v", {groups, tinylora_width(use)}}};
}

step::Tensor tinylora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor result = base_result(call, x);
    const Tensor &a = call.buffers[0], &b = call.buffers[1], &projection = call.buffers[2];
    const Count u = tinylora_width(call.use), r = a.shape().size[0];
    const Tensor v = tinylora_ties(call.use) ? narrow(m, call.shared[0].value, {1, u}) : call.leaves[0].value.view({1, u});
    const Tensor middle = product_with(m, v, projection.view({u, r * r}), r * r).view({r, r});
    x = to(m, std::move(x), a.dtype());
    Tensor low = linear_with(m, linear_with(m, x, a), middle);
    return to(m, add(m, result, linear_with(m, std::move(low), b)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/tinylora.
constinit const AdapterMethod adapters::tinylora = {
    .name = "tinylora",
    .title = "TinyLoRA",
    .rank_key = "r",
    .rank = 2,
    .source = "PEFT 0.21, TinyLoraConfig.r",
    .tensors = tinylora_tensors,
    .shared = tinylora_shared,
    .forward = tinylora_forward,
    .dense_only = true,
};

} // namespace plimsoll
