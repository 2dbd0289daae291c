// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

constexpr Count gralora_usual_parts = 2;

Result<AdapterTensors> gralora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count parts = use.count("gralora_k", gralora_usual_parts), rank = use.rank(), plain = use.count("hybrid_r", 0);
    if (parts == 0 || linear.in % parts != 0 || linear.out % parts != 0 || rank % parts != 0)
        return Error{"adapter.settings", "gralora_k " + std::to_string(parts),
                     phrase(QT_TRANSLATE_NOOP("core", "a divisor of rank and widths")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses a module of %2 x %3"),
                            {"PEFT", std::to_string(linear.out), std::to_string(linear.in)})};
    AdapterTensors out{{"gralora_A", {parts, linear.in / parts, rank}}, {"gralora_B", {parts, rank, linear.out / parts}}};
    if (plain > 0) out.insert(out.end(), {{"gralora_A_general", {plain, linear.in}}, {"gralora_B_general", {linear.out, plain}}});
    return out;
}

step::Tensor gralora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count parts = call.use.count("gralora_k", gralora_usual_parts), rank = call.use.rank(), tokens = x.shape().rows();
    Leaf &a = call.leaves[0], &b = call.leaves[1];
    Tensor result = base_result(call, x);
    const Shape shape = result.shape();
    Tensor update;
    {
        Tensor wide = dropout(m, to(m, x, a.value.dtype()), call.use.number("gralora_dropout", 0.0));
        Tensor low = bmm(m, wide.view({parts, tokens, held.in / parts}), a.value, {parts, tokens, rank});
        wide.reset();
        low = contiguous(m, std::move(low), true);
        Tensor made = bmm(m, std::move(low), b.value, {parts, tokens, held.out / parts});
        update = contiguous(m, std::move(made), true).view(shape);
    }
    Tensor scaled = scale(m, to(m, update, result.dtype()));
    result = added_in_place(m, result, scaled);
    scaled.reset();
    if (call.leaves.size() < 4) return result;
    const Tensor wide = dropout(m, to(m, x, a.value.dtype()), call.use.number("gralora_dropout", 0.0));
    Tensor plain = linear(m, linear(m, wide, call.leaves[2], nullptr), call.leaves[3], nullptr);
    scaled = scale(m, to(m, plain, result.dtype()));
    return added_in_place(m, result, scaled);
}

} // namespace

/// peft 0.21.2 tuners/gralora.
constinit const AdapterMethod adapters::gralora = {
    .name = "gralora",
    .title = "GraLoRA",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, GraloraConfig.r",
    .tensors = gralora_tensors,
    .forward = gralora_forward,
};

} // namespace plimsoll
