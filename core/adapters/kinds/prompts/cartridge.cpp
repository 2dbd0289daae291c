// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"

#include <algorithm>

namespace plimsoll {

namespace {

AdapterTensors cartridge_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count heads = model.heads > 0 ? model.heads : 1;
    const Count width = model.kv_heads > 0 ? model.hidden / heads * model.kv_heads : model.hidden;
    const Count tokens = step::prompt_length(use), frozen = std::min(tokens, use.count("num_frozen_tokens", 1));
    return {{"trainable_tokens", {tokens - frozen, model.layers * 2 * width}},
            {"frozen_tokens", {frozen, model.layers * 2 * width}, false, Dtype::fp32}};
}

/// tuners/cartridge/model.py: what is frozen and what trains, put together and seen once for each row.
step::Tensor cartridge_past(const step::PastCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor trains = call.shared[0].value, frozen = call.shared[1].value;
    Shape whole = trains.shape();
    whole.size[0] += frozen.shape().size[0];
    Tensor out = m.empty(whole, trains.dtype(), "cat").view({1, whole.size[0], whole.last()});
    Shape all = out.shape();
    all.size[0] = call.rows;
    out = out.view(all).detach();
    const Shape own = trains.shape();
    attach(out, make_node(m, {&trains}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(own, in[0].dtype(), "expand_backward");
           }));
    return out;
}

} // namespace

/// peft 0.21.2 tuners/cartridge.
constinit const AdapterMethod adapters::cartridge = {
    .name = "cartridge",
    .title = "Cartridge",
    .shared = cartridge_tensors,
    .past_tokens = step::prompt_length,
    .past = cartridge_past,
};

} // namespace plimsoll
