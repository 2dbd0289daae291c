// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <utility>

namespace plimsoll {

namespace {

AdapterTensors trained_token_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count tokens = use.size_of_list("token_indices").value_or(0);
    return {{"trainable_tokens_delta", {tokens, model.hidden}},
            {"trainable_tokens_original", {tokens, model.hidden}, false, Dtype::fp32}};
}

/// trainable_tokens/layer.py, get_merged_weights: the whole table again, with the rows that train in it.
step::Tensor merged_table(step::Machine &m, step::Leaf &table, step::Leaf &delta)
{
    using namespace step;
    const Tensor rows = to(m, delta.value, table.value.dtype());
    Tensor out = m.empty(table.value.shape(), table.value.dtype(), "index_copy", Component::weight_casts);
    if (!any_requires_grad(m, {&rows})) return out;
    const Shape own = rows.shape();
    attach(out, make_node(m, {&rows}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(own, in[0].dtype(), "index_select");
           }));
    return out;
}

step::Tensor embed_trained_tokens(const step::EmbeddingCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor merged = merged_table(m, call.table, call.shared[0]);
    const Shape table = merged.shape();
    Tensor out = m.empty({call.tokens.size[0], call.tokens.size[1], table.last()}, merged.dtype(), "embedding");
    if (any_requires_grad(m, {&merged}))
        attach(out, make_node(m, {&merged}, [table](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(table, in[0].dtype(), "embedding_backward");
               }));
    return out;
}

step::Tensor trained_tokens_head(const step::AdapterCall &call, step::Tensor x)
{
    return step::linear_with(call.m, std::move(x), merged_table(call.m, call.module.weight(), call.shared[0]));
}

} // namespace

/// peft 0.21.2 tuners/trainable_tokens.
constinit const AdapterMethod adapters::trainable_tokens = {
    .name = "trainable_tokens",
    .title = "Trainable tokens",
    .shared = trained_token_tensors,
    .forward = trained_tokens_head,
    .embed = embed_trained_tokens,
    .takes_tied_head = true,
};

} // namespace plimsoll
