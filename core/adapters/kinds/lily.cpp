// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

constexpr Count lily_usual_experts = 2;

Result<AdapterTensors> lily_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"lily_A", {use.rank(), linear.in}},
                          {"lily_router", {use.count("num_B", lily_usual_experts), use.rank()}}};
}

/// lily/model.py, _post_injection_hook: the experts of all modules that one target names are the same, if their shapes are. A regular
/// expression is one target; all-linear becomes whole names, which PEFT (tuners_utils.py, MIN_TARGET_MODULES_FOR_OPTIMIZATION)
/// shortens to ends of names from 20 on.
std::vector<AdaptedLinear> lily_kinds(const AdapterUse &use, const AdaptedModel &model)
{
    constexpr std::size_t shortened_from = 20;
    const Adapter &adapter = use.adapter();
    if (adapter.targets == std::vector<std::string>{"all-linear"} && model.linears.size() < shortened_from) return model.linears;
    std::vector<AdaptedLinear> out;
    for (AdaptedLinear linear : model.linears) {
        if (adapter.targets_regex) linear.module.clear();
        if (std::ranges::find(out, linear) == out.end()) out.push_back(std::move(linear));
    }
    return out;
}

AdapterTensors lily_shared(const AdapterUse &use, const AdaptedModel &model)
{
    AdapterTensors out;
    for (const AdaptedLinear &kind : lily_kinds(use, model))
        out.push_back({"lily_B", {use.count("num_B", lily_usual_experts) * use.rank(), kind.out}});
    return out;
}

/// The experts of a module: those of its own width, one after the other.
step::Leaf &lily_experts(const step::AdapterCall &call)
{
    for (step::Leaf &leaf : call.shared)
        if (leaf.value.shape().last() == call.module.held().out) return leaf;
    return call.shared.front();
}

step::Tensor lily_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count experts = call.use.count("num_B", lily_usual_experts), r = call.use.rank();
    const Tensor result = base_result(call, x);
    x = to(m, std::move(x), call.leaves[0].value.dtype());
    const Tensor low = linear(m, x, call.leaves[0], nullptr);
    const Tensor odds = linear(m, low, call.leaves[1], nullptr);
    const Tensor shares = softmax(m, odds, Dtype::fp32);
    Tensor mean = scattered(m, shares, {1, experts}, {});
    const Tensor all = lily_experts(call).value.view({experts, r * held.out});
    Tensor combined = product_with(m, std::move(mean), all, r * held.out).view({r, held.out});
    Tensor update = scale(m, product_with(m, low, std::move(combined), held.out));
    return add(m, result, to(m, std::move(update), result.dtype()));
}

} // namespace

/// peft 0.21.2 tuners/lily.
constinit const AdapterMethod adapters::lily = {
    .name = "lily",
    .title = "Lily",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, LilyConfig.r",
    .tensors = lily_tensors,
    .shared = lily_shared,
    .forward = lily_forward,
};

} // namespace plimsoll
