// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plimsoll {

namespace {

std::optional<std::pair<Count, Count>> boft_blocks(const AdapterUse &use, Count in)
{
    constexpr Count usual_side = 4;
    const Count number = use.count("boft_block_num", 0), side = use.count("boft_block_size", number == 0 ? usual_side : 0);
    if ((number == 0) == (side == 0) || in % std::max(number, side) != 0) return std::nullopt;
    return number == 0 ? std::pair{in / side, side} : std::pair{number, in / number};
}

Result<AdapterTensors> boft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const auto blocks = boft_blocks(use, linear.in);
    if (!blocks)
        return Error{"adapter.settings", std::to_string(linear.in),
                     phrase(QT_TRANSLATE_NOOP("core", "widths that the blocks divide")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses %2 otherwise"), {"PEFT", "BOFT"})};
    // without its CUDA extension, which a compiler on the machine makes, there is one butterfly factor
    return AdapterTensors{{"boft_P", {1, linear.in, linear.in}, false, Dtype::fp32},
                          {"boft_R", {1, blocks->first, blocks->second, blocks->second}},
                          {"boft_s", {linear.out}}};
}

step::Tensor boft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Dtype previous = x.dtype();
    Leaf &rotations = call.leaves[0], &scales = call.leaves[1];
    const Shape blocks = rotations.value.shape();
    const Shape square{1, held.in, held.in};
    Tensor whole;
    const Tensor eye = m.empty({held.in, held.in}, previous, "eye");
    {
        const Shape each{blocks.size[1], blocks.size[2], blocks.size[3]};
        const Tensor seen = rotations.value.view(each);
        Tensor skew = subtract(m, seen, seen);
        skew = scale(m, std::move(skew));
        const Tensor orthogonal = cayley(m, skew, 0, false);
        Tensor diagonal = scattered(m, orthogonal, square, {});
        const Tensor permutation = to(m, call.buffers[0], previous);
        diagonal = to(m, std::move(diagonal), previous);
        whole = bmm(m, diagonal, permutation, square);
        whole = bmm(m, permutation, whole, square);
    }
    Tensor rotation = product_with(m, whole.view({held.in, held.in}), eye, held.in);
    const Tensor factor = scale(m, scales.value);
    Tensor rotated = product_with(m, std::move(x), std::move(rotation), held.in);
    Tensor result = call.module.base_forward(m, std::move(rotated));
    Leaf *bias = call.module.bias();
    if (bias) result = subtract(m, std::move(result), bias->value);
    result = mul(m, std::move(result), factor);
    if (bias) result = add(m, std::move(result), bias->value);
    return to(m, std::move(result), previous);
}

} // namespace

/// peft 0.21.2 tuners/boft.
constinit const AdapterMethod adapters::boft = {
    .name = "boft",
    .title = "BOFT",
    .tensors = boft_tensors,
    .forward = boft_forward,
};

} // namespace plimsoll
