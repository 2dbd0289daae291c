// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> shira_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count values = use.rank() * (linear.in + linear.out);
    if (values > linear.in * linear.out)
        return Error{"adapter.rank", std::to_string(use.rank()), phrase(QT_TRANSLATE_NOOP("core", "a lower rank")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses more values than the matrix has"), {"PEFT"})};
    return AdapterTensors{{"shira_weight", {values}}, {"shira_indices", {2, values}, false, Dtype::int32}};
}

step::Tensor shira_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Tensor &values = call.leaves[0].value;
    const Shape whole{held.out, held.in};
    const Tensor copy = m.empty(whole, base_matrix(call).dtype(), "clone");
    Tensor weight = copy;
    {
        const Tensor indices = m.empty({2, values.elements()}, Dtype::int64, "to"); // torch.sparse_coo_tensor's own
        if (any_requires_grad(m, {&values})) {
            const Ref<Node> node = make_node(m, {&values}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                const Tensor kept = self.saved[0].unpack(mm);
                const Tensor wide = mm.empty(whole, Dtype::fp32, "to");
                g[0] = mm.empty({kept.elements() / 2}, Dtype::fp32, "sparse_mask");
                (void)in;
            });
            node->saved[0].keep(m, indices);
            weight = copy.detach();
            attach(weight, node);
        }
    }
    return linear_with(m, std::move(x), std::move(weight), call.module.bias());
}

} // namespace

/// peft 0.21.2 tuners/shira.
constinit const AdapterMethod adapters::shira = {
    .name = "shira",
    .title = "SHiRA",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, ShiraConfig.r",
    .tensors = shira_tensors,
    .forward = shira_forward,
};

} // namespace plimsoll
