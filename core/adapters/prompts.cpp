// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/prompts.h"

#include "core/torch/ops.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

Count prompt_length(const AdapterUse &use)
{
    constexpr Count usual = 20;
    return use.count("num_virtual_tokens", usual);
}

Tensor behind_prompt(const EmbeddingCall &call, Tensor prompt)
{
    Machine &m = call.m;
    const Count own = std::max<Count>(1, call.tokens.size[1] - prompt.shape().size[1]);
    const Tensor embedded = embedding(m, {call.tokens.size[0], own}, call.table);
    prompt = to(m, std::move(prompt), embedded.dtype());
    Tensor out = m.empty({call.tokens.size[0], call.tokens.size[1], embedded.shape().last()}, embedded.dtype(), "cat");
    if (!any_requires_grad(m, {&prompt, &embedded})) return out;
    const Shape first = prompt.shape(), second = embedded.shape();
    attach(out, make_node(m, {&prompt, &embedded}, [=](Machine &, Node &self, Gradients &in, Gradients &g) {
               if (self.needs(0)) g[0] = in[0].view(first);
               if (self.needs(1)) g[1] = in[0].view(second);
           }));
    return out;
}

} // namespace plimsoll::step
