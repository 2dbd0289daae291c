// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

constexpr Count lily_usual_experts = 2;

/// So many modules of a kind, one after the other, have one A.
Count lily_stride(const AdapterUse &use) { return use.count("stride_A", 1); }

Result<AdapterTensors> lily_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    if (lily_stride(use) < 1)
        return Error{"adapter.settings", "stride_A 0", phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"1"}), {}};
    AdapterTensors out{{"lily_router", {use.count("num_B", lily_usual_experts), use.rank()}}};
    if (lily_stride(use) == 1) out.insert(out.begin(), {"lily_A", {use.rank(), linear.in}});
    return out;
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

/// The A that several modules share, those of one kind one after the other, ahead of the experts.
AdapterTensors lily_shared(const AdapterUse &use, const AdaptedModel &model)
{
    AdapterTensors out;
    const Count stride = lily_stride(use);
    const std::vector<AdaptedLinear> kinds = lily_kinds(use, model);
    if (stride > 1)
        for (const AdaptedLinear &kind : kinds) {
            const auto same = std::ranges::count_if(model.linears, [&](const AdaptedLinear &linear) {
                return (kind.module.empty() || linear.module == kind.module) && linear.in == kind.in && linear.out == kind.out;
            });
            const Count alone = kinds.size() == model.linears.size() ? 1 : static_cast<Count>(same);
            for (Count i = 0; i < ceil_div(alone, stride); ++i) out.push_back({"lily_A", {use.rank(), kind.in}});
        }
    for (const AdaptedLinear &kind : kinds)
        out.push_back({"lily_B", {use.count("num_B", lily_usual_experts) * use.rank(), kind.out}});
    return out;
}

/// The experts of a module: those of its own width, one after the other.
step::Leaf &lily_experts(const step::AdapterCall &call)
{
    const Count rows = call.use.count("num_B", lily_usual_experts) * call.use.rank();
    for (step::Leaf &leaf : call.shared)
        if (leaf.value.shape() == step::Shape{rows, call.module.held().out}) return leaf;
    return call.shared.back();
}

/// The A of a module: its own, or of those of its width the one of its layer's turn.
step::Leaf &lily_a(const step::AdapterCall &call)
{
    const Count stride = lily_stride(call.use);
    if (stride == 1) return call.leaves[0];
    const step::Shape wanted{call.use.rank(), call.module.held().in};
    const Count turn = std::max<Count>(0, call.m.scope.layer) / stride;
    step::Leaf *found = &call.shared.front();
    Count seen = 0;
    for (step::Leaf &leaf : call.shared)
        if (leaf.value.shape() == wanted && seen++ <= turn) found = &leaf;
    return *found;
}

step::Tensor lily_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count experts = call.use.count("num_B", lily_usual_experts), r = call.use.rank();
    const Tensor result = base_result(call, x);
    Leaf &a = lily_a(call);
    x = to(m, std::move(x), a.value.dtype());
    const Tensor low = linear(m, x, a, nullptr);
    const Tensor odds = linear(m, low, call.leaves.back(), nullptr);
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
