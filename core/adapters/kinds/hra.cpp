// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> hra_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"hra_u", {linear.in, use.rank()}}};
}

/// apply_GS: each column less its parts along those before it.
step::Tensor orthogonal_columns(const step::AdapterCall &call, Count n)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor &given = call.leaves[0].value;
    TensorList columns;
    for (Count i = 0; i < call.use.rank(); ++i) {
        Tensor column = narrow(m, given, {n, 1});
        for (const Tensor &before : columns) {
            const Tensor part = product_with(m, transposed(before), column, 1);
            column = subtract(m, column, mul(m, part, before));
        }
        columns.push_back(scale(m, column));
    }
    Tensor out = m.empty({n, call.use.rank()}, given.dtype(), "cat");
    for (const Tensor &column : columns) out = added_in_place(m, out, column);
    return out;
}

/// hra/layer.py, get_delta_weight: as many reflections as the rank, each a product with the whole square.
step::Tensor hra_rotation(const step::AdapterCall &call, Count n)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor &given = call.leaves[0].value;
    const Count rank = call.use.rank();
    if (call.use.flag("apply_GS", false)) {
        const Tensor ordered = orthogonal_columns(call, n);
        const Tensor eye = m.empty({n, n}, given.dtype(), "eye");
        Tensor outer = product_with(m, scale(m, ordered), transposed(ordered), n);
        return subtract(m, eye, std::move(outer));
    }
    const Tensor unit = scale(m, given);
    Tensor weight = m.empty({n, n}, given.dtype(), "eye");
    for (Count i = 0; i < rank; ++i) {
        const Tensor column = narrow(m, unit, {n, 1});
        Tensor low = product_with(m, scale(m, weight), column, 1);
        Tensor outer = product_with(m, std::move(low), transposed(column), n);
        weight = subtract(m, weight, std::move(outer));
    }
    return weight;
}

step::Tensor hra_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Dtype previous = x.dtype();
    Tensor turned;
    {
        const Tensor eye = m.empty({held.in, held.in}, Dtype::fp32, "eye");
        const Tensor rotation = hra_rotation(call, held.in);
        turned = product_with(m, to(m, eye, rotation.dtype()), rotation, held.in);
    }
    const Tensor weight = to(m, call.module.weight().value.detach(), turned.dtype());
    turned = product_with(m, weight, turned, held.in);
    x = to(m, std::move(x), turned.dtype());
    return to(m, linear_with(m, std::move(x), std::move(turned), call.module.bias()), previous);
}

} // namespace

/// peft 0.21.2 tuners/hra.
constinit const AdapterMethod adapters::hra = {
    .name = "hra",
    .title = "HRA",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, HRAConfig.r",
    .tensors = hra_tensors,
    .forward = hra_forward,
    .dense_only = true,
};

} // namespace plimsoll
