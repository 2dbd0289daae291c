// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

struct OsfRanks {
    Count high, low; ///< singular vectors that stand still, and that train
};

/// osf/model.py, _resolve_rank: half of them unless told; below 1 a share.
OsfRanks osf_ranks(const AdapterUse &use, Count in, Count out)
{
    const Count all = std::min(in, out);
    const double said = use.number("effective_rank", 0.0);
    Count high = said <= 0.0  ? all / 2
                 : said < 1.0 ? static_cast<Count>(static_cast<double>(all) * said)
                              : static_cast<Count>(said);
    high = std::clamp<Count>(high, 1, all);
    return {high, all - high};
}

Result<AdapterTensors> osf_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const auto [high, low] = osf_ranks(use, linear.in, linear.out);
    AdapterTensors out{{"U_low", {linear.out, low}},
                       {"S_low", {low}},
                       {"V_low", {low, linear.in}},
                       {"U_low_init", {linear.out, low}, false, Dtype::fp32},
                       {"S_low_init", {low}, false, Dtype::fp32},
                       {"V_low_init", {low, linear.in}, false, Dtype::fp32}};
    if (linear.out > linear.in) out.push_back({"U_high", {linear.out, high}, false, Dtype::fp32});
    if (linear.out < linear.in) out.push_back({"V_high", {high, linear.in}, false, Dtype::fp32});
    return out;
}

step::Tensor osf_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Dtype previous = x.dtype();
    const Count low = osf_ranks(call.use, held.in, held.out).low;
    const Tensor result = call.module.base_forward(m, x);
    const Tensor &u = call.leaves[0].value, &s = call.leaves[1].value, &v = call.leaves[2].value;
    const auto joined = [&](const Tensor &part, const Shape &whole) { // torch.cat: gradients are views of the whole's
        Tensor out = m.empty(whole, part.dtype(), "cat");
        if (any_requires_grad(m, {&part})) {
            const Shape own = part.shape();
            attach(out, make_node(m, {&part}, [own](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(own); }));
        }
        return out;
    };
    Tensor a;
    {
        const Tensor trained = mul(m, u, s);
        const Tensor first = m.empty(u.shape(), u.dtype(), "mul"), negative = m.empty(u.shape(), u.dtype(), "neg");
        a = joined(trained, {held.out, 2 * low});
    }
    const Tensor b = joined(v, {2 * low, held.in});
    x = to(m, std::move(x), a.dtype());
    Tensor update = linear_with(m, linear_with(m, x, b), a);
    return add(m, result, to(m, std::move(update), previous));
}

} // namespace

/// peft 0.21.2 tuners/osf.
constinit const AdapterMethod adapters::osf = {
    .name = "osf",
    .title = "OSF",
    .tensors = osf_tensors,
    .forward = osf_forward,
    .dense_only = true,
    .default_targets = osf_targets,
};

} // namespace plimsoll
