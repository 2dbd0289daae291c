// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <utility>

namespace plimsoll {

namespace {

struct OftBlocks {
    Count count = 1, side = 1;
};

/// oft/layer.py, adjust_oft_parameters: the divisor of `in` next to `wanted`, the lower one of two.
Count oft_divisor(Count in, Count wanted)
{
    if (wanted >= in) return in;
    Count above = wanted, below = wanted;
    while (above <= in && in % above != 0) ++above;
    while (below > 1 && in % below != 0) --below;
    return wanted - below <= above - wanted ? below : above;
}

std::optional<OftBlocks> oft_blocks(const AdapterUse &use, Count in)
{
    constexpr Count usual_side = 32;
    const Count r = use.count("r", 0), side = use.count("oft_block_size", r == 0 ? usual_side : 0);
    if ((r == 0) == (side == 0)) return std::nullopt;
    if (r == 0) {
        const Count taken = oft_divisor(in, side);
        return OftBlocks{in / taken, taken};
    }
    const Count taken = oft_divisor(in, r);
    return OftBlocks{taken, in / taken};
}

Result<AdapterTensors> oft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const auto blocks = oft_blocks(use, linear.in);
    if (!blocks)
        return Error{"adapter.settings", "r, oft_block_size", phrase(QT_TRANSLATE_NOOP("core", "one of both, the other 0")), {}};
    const Count values = blocks->side * (blocks->side - 1) / 2;
    return AdapterTensors{{"oft_R", {use.flag("block_share", false) ? 1 : blocks->count, values}},
                          {"rows", {values}, false, Dtype::int64},
                          {"cols", {values}, false, Dtype::int64}};
}

step::Tensor oft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Dtype previous = x.dtype();
    const OftBlocks blocks = *oft_blocks(call.use, call.module.held().in);
    Leaf &weight = call.leaves[0];
    constexpr Count usual_terms = 5;
    x = to(m, std::move(x), weight.value.dtype());
    Tensor rotation;
    {
        Tensor skew = scattered(m, weight.value, {weight.value.shape().size[0], blocks.side, blocks.side}, {});
        skew = subtract(m, skew, skew);
        rotation =
            cayley(m, skew, call.use.count("num_cayley_neumann_terms", usual_terms), call.use.flag("use_cayley_neumann", true));
    }
    const Count tokens = x.shape().rows();
    const Shape folded{blocks.count, tokens, blocks.side};
    const Tensor turned = bmm(m, x.view(folded), rotation, folded);
    Tensor rotated = contiguous(m, turned, true).view(x.shape());
    rotated = to(m, std::move(rotated), x.dtype());
    rotated = to(m, std::move(rotated), previous);
    return call.module.base_forward(m, std::move(rotated));
}

} // namespace

/// peft 0.21.2 tuners/oft.
constinit const AdapterMethod adapters::oft = {
    .name = "oft",
    .title = "OFT",
    .tensors = oft_tensors,
    .forward = oft_forward,
};

} // namespace plimsoll
