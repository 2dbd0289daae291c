// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> miss_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = use.rank();
    const std::string init = use.word("init_weights");
    const auto refused = [&](std::string_view accepted) {
        return Error{"adapter.settings", "init_weights " + init, std::string(accepted),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses %2 otherwise"), {"PEFT", "MiSS"})};
    };
    if (r > linear.in) return refused("r <= in_features");
    if (init == "bat") {
        if (linear.in % r != 0 || linear.out % r != 0) return refused("in_features % r == 0, out_features % r == 0");
        return AdapterTensors{{"miss_block", {linear.out / r, r, r}}};
    }
    if (init != "mini") return AdapterTensors{{"miss_block", {r, linear.out}}};
    const Count mini = use.count("mini_r", 1);
    if (mini == 0 || linear.out % mini != 0) return refused("out_features % mini_r == 0");
    return AdapterTensors{{"miss_block", {r, mini}}};
}

/// The weight rebuilt block by block (init_weights="bat"), and the base left out.
step::Tensor miss_bat(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count r = call.use.rank();
    const Dtype previous = x.dtype();
    Leaf &block = call.leaves[0];
    Tensor whole;
    {
        const Tensor copy = m.empty({held.out, held.in}, base_matrix(call).dtype(), "clone");
        const Tensor wide = to(m, copy, block.value.dtype());
        const Shape blocks{held.in / r, held.out / r * r, r};
        Tensor turned = bmm(m, wide.view(blocks), block.value, blocks);
        turned = add(m, std::move(turned), block.value);
        const Tensor ordered = contiguous(m, std::move(turned), true).view({held.out, held.in});
        whole = add(m, copy, ordered);
    }
    x = to(m, std::move(x), whole.dtype());
    return to(m, linear_with(m, std::move(x), std::move(whole), call.module.bias()), previous);
}

step::Tensor miss_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const std::string init = call.use.word("init_weights");
    if (init == "bat") return miss_bat(call, std::move(x));
    const HeldMatrix &held = call.module.held();
    const Count r = call.use.rank();
    const Tensor result = base_result(call, x);
    Tensor block = call.leaves[0].value;
    if (init == "mini") block = scattered(m, block, {r, held.out}, {}); // repeat, whose backward sums
    if (held.in % r != 0) x = pointwise(m, std::move(x), "constant_pad_nd", false);
    x = to(m, std::move(x), block.dtype());
    const Tensor dropped = dropout(m, x, call.use.number("miss_dropout", 0.0));
    Tensor sums = sum_of_blocks(m, dropped, r);
    Tensor update = product_with(m, std::move(sums), std::move(block), held.out);
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/miss.
constinit const AdapterMethod adapters::miss = {
    .name = "miss",
    .title = "MiSS",
    .rank_key = "r",
    .rank = 64,
    .source = "PEFT 0.21, MissConfig.r",
    .tensors = miss_tensors,
    .forward = miss_forward,
};

} // namespace plimsoll
