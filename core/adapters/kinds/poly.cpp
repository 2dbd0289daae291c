// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

struct PolySizes {
    Count tasks, skills, splits;
};

PolySizes poly_sizes(const AdapterUse &use)
{
    constexpr Count usual_skills = 4;
    return {use.count("n_tasks", 1), use.count("n_skills", usual_skills), std::max<Count>(1, use.count("n_splits", 1))};
}

Result<AdapterTensors> poly_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const PolySizes sizes = poly_sizes(use);
    return AdapterTensors{{"poly_lora_A", {sizes.splits, sizes.skills, linear.in / sizes.splits, use.rank()}},
                          {"poly_lora_B", {sizes.splits, sizes.skills, use.rank(), linear.out / sizes.splits}},
                          {"poly_router", {sizes.tasks, sizes.splits * sizes.skills}}};
}

step::Tensor poly_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count rows = x.shape().size[0], tokens = x.shape().rows() / rows, r = call.use.rank();
    const Count skills = poly_sizes(call.use).skills;
    const Tensor result = base_result(call, x);
    const Tensor weights = scattered(m, call.leaves[2].value, {rows, skills}, {}); // of each row's task
    const auto mixed = [&](Leaf &leaf, const Shape &shape) {
        const Tensor all = leaf.value.view({skills, leaf.value.elements() / skills});
        return product_with(m, weights, all, all.shape().last()).view(shape);
    };
    const Tensor a = mixed(call.leaves[0], {rows, held.in, r}), b = mixed(call.leaves[1], {rows, r, held.out});
    x = to(m, std::move(x), a.dtype());
    Tensor low = bmm(m, x.view({rows, tokens, held.in}), a, {rows, tokens, r});
    Tensor update = scale(m, bmm(m, std::move(low), b, {rows, tokens, held.out}));
    return added_in_place(m, result, update.view(result.shape()));
}

} // namespace

/// peft 0.21.2 tuners/poly.
constinit const AdapterMethod adapters::poly = {
    .name = "poly",
    .title = "Poly",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, PolyConfig.r",
    .tensors = poly_tensors,
    .forward = poly_forward,
};

} // namespace plimsoll
