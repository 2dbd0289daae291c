// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

struct LokrShape {
    Count out_l = 1, out_k = 1, in_m = 1, in_n = 1;
    bool whole_first = true, whole_second = true; ///< not two factors of the rank
};

/// lokr/layer.py, factorization: two factors, the first the lower one.
std::pair<Count, Count> lokr_factors(Count dimension, std::optional<Count> wanted)
{
    if (wanted && *wanted > 0 && dimension % *wanted == 0) return {*wanted, dimension / *wanted};
    const Count most = wanted.value_or(dimension);
    Count m = 1, n = dimension;
    const Count length = m + n;
    while (m < n) {
        Count next = m + 1;
        while (dimension % next != 0) ++next;
        if (next + dimension / next > length || next > most) break;
        m = next;
        n = dimension / next;
    }
    return {std::min(m, n), std::max(m, n)};
}

LokrShape lokr_shape(const AdapterUse &use, Count in, Count out)
{
    const Count given = use.count("decompose_factor", 0);
    const std::optional<Count> factor = given > 0 ? std::optional(given) : std::nullopt; // -1: the root's neighbours
    const auto [in_m, in_n] = lokr_factors(in, factor);
    const auto [out_l, out_k] = lokr_factors(out, factor);
    LokrShape shape{out_l, out_k, in_m, in_n, true, true};
    shape.whole_first = !(use.flag("decompose_both", false) && 2 * use.rank() < std::max(out_l, in_m));
    shape.whole_second = 2 * use.rank() >= std::max(out_k, in_n);
    return shape;
}

Result<AdapterTensors> lokr_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const LokrShape s = lokr_shape(use, linear.in, linear.out);
    AdapterTensors out;
    if (s.whole_first)
        out.push_back({"lokr_w1", {s.out_l, s.in_m}});
    else
        out.insert(out.end(), {{"lokr_w1_a", {s.out_l, use.rank()}}, {"lokr_w1_b", {use.rank(), s.in_m}}});
    if (s.whole_second)
        out.push_back({"lokr_w2", {s.out_k, s.in_n}});
    else
        out.insert(out.end(), {{"lokr_w2_a", {s.out_k, use.rank()}}, {"lokr_w2_b", {use.rank(), s.in_n}}});
    return out;
}

step::Tensor lokr_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const LokrShape s = lokr_shape(call.use, held.in, held.out);
    const Tensor result = call.module.base_forward(m, x);
    std::size_t next = 0;
    const auto half = [&](bool whole) {
        if (whole) return call.leaves[next++].value;
        const Tensor left = call.leaves[next].value, right = call.leaves[next + 1].value;
        next += 2;
        return product_with(m, left, right, right.shape().last());
    };
    const Tensor first = half(s.whole_first), second = half(s.whole_second);
    Tensor delta = scale(m, kronecker(m, first, second, {held.out, held.in}));
    x = to(m, std::move(x), delta.dtype());
    Tensor added = linear_with(m, std::move(x), std::move(delta));
    return to(m, add(m, result, std::move(added)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/lokr.
constinit const AdapterMethod adapters::lokr = {
    .name = "lokr",
    .title = "LoKr",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, LoKrConfig.r",
    .tensors = lokr_tensors,
    .forward = lokr_forward,
    .dense_only = true,
    .ranks_by_name = RanksByNameAre::taken,
};

} // namespace plimsoll
