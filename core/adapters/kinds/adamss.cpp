// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

struct AdamssSizes {
    Count r, parts, rank;
};

AdamssSizes adamss_sizes(const AdapterUse &use)
{
    constexpr Count usual_parts = 5;
    return {use.rank(), std::max<Count>(1, use.count("num_subspaces", usual_parts)), use.count("subspace_rank", 1)};
}

/// Clusters of the columns as even as they come, which k-means makes uneven: their sum is the same where none is below the rank.
Result<AdapterTensors> adamss_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const AdamssSizes s = adamss_sizes(use);
    // a buffer that autocast_adapter_dtype casts with the parameters; scatter_index stays on the host
    AdapterTensors out{{"adamss_newB", {s.r, linear.in + (linear.bias ? 1 : 0)}, false, use.adapter().dtype}};
    for (Count i = 0; i < s.parts; ++i) {
        const Count part = linear.out / s.parts + (i < linear.out % s.parts ? 1 : 0),
                    rank = std::max<Count>(1, std::min(part, s.rank));
        out.insert(out.end(), {{"adamss_A", {rank, s.r}}, {"adamss_B", {part, rank}}});
    }
    return out;
}

step::Tensor adamss_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor result = base_result(call, x);
    const Dtype dtype = call.module.dtype();
    x = to(m, std::move(x), dtype);
    Tensor seen = x;
    if (call.module.bias()) { // a column of ones, which torch.cat puts behind it
        const Tensor ones = m.empty(x.shape().with_last(1), dtype, "ones");
        seen = concatenate(m, x, ones, x.shape().with_last(x.shape().last() + 1));
    }
    const Tensor projected = linear_with(m, seen, to(m, call.buffers[0], dtype));
    Tensor joined = m.empty(result.shape(), projected.dtype(), "cat");
    for (std::size_t i = 0; i + 1 < call.leaves.size(); i += 2) {
        Tensor part = linear_with(m, projected, to(m, call.leaves[i].value, dtype));
        part = linear_with(m, std::move(part), to(m, call.leaves[i + 1].value, dtype));
        joined = added_in_place(m, joined, part);
    }
    const Tensor index = m.empty({joined.shape().last()}, Dtype::int64, "to");
    const Tensor placed = scattered(m, joined, joined.shape(), index);
    return to(m, add(m, result, placed), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/adamss.
constinit const AdapterMethod adapters::adamss = {
    .name = "adamss",
    .title = "AdaMSS",
    .rank_key = "r",
    .rank = 100,
    .source = "PEFT 0.21, AdamssConfig.r",
    .tensors = adamss_tensors,
    .forward = adamss_forward,
    .dense_only = true,
};

} // namespace plimsoll
