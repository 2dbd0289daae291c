// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> peanut_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = use.rank();
    AdapterTensors out{{"peanut_A", {r, linear.out}}, {"peanut_B", {linear.out, r}}};
    for (Count i = 0; i < use.count("depth", 0); ++i)
        out.insert(out.end(), {{"peanut_encoders", {r, r}}, {"peanut_decoders", {r, r}}});
    return out;
}

step::Tensor peanut_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Tensor result = call.module.base_forward(m, x);
    Tensor delta;
    {
        // the transposed weight through both layers, and what comes between
        Tensor low = product_with(m, to(m, base_matrix(call), call.leaves[0].value.dtype()).view({held.in, held.out}),
                                  call.leaves[0].value, call.use.rank());
        low = pointwise(m, std::move(low), "relu", true);
        for (std::size_t i = 2; i < call.leaves.size(); ++i)
            low = pointwise(m, product_with(m, low, call.leaves[i].value, call.use.rank()), "relu", true);
        delta = scale(m, product_with(m, low, call.leaves[1].value, held.out));
    }
    x = to(m, std::move(x), delta.dtype());
    Tensor update = linear_with(m, std::move(x), delta.view({held.out, held.in}));
    return add(m, result, std::move(update));
}

} // namespace

/// peft 0.21.2 tuners/peanut.
constinit const AdapterMethod adapters::peanut = {
    .name = "peanut",
    .title = "PEANuT",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, PeanutConfig.r",
    .tensors = peanut_tensors,
    .forward = peanut_forward,
    .dense_only = true,
};

} // namespace plimsoll
