// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

Count adapted_layers(const AdapterUse &use, Count layers) { return std::min(layers, use.count("adapter_layers", layers)); }

AdapterTensors adaption_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    AdapterTensors out;
    for (Count i = 0; i < adapted_layers(use, model.layers); ++i)
        out.insert(out.end(), {{"adaption_prompt", {1, use.count("adapter_len", 0), model.hidden}}, {"adaption_gate", {1}}});
    return out;
}

/// utils.py, llama_compute_query_states and gpt2_compute_query_states: [rows, heads, tokens, width].
step::Tensor queries_again(const step::AttendedCall &call)
{
    using namespace step;
    Machine &m = call.m;
    const Shape &x = call.x.shape();
    const Shape heads{x.size[0], call.heads, x.size[1], call.head_dim};
    if (call.fused.loaded()) return narrow(m, call.fused.forward(m, call.x), {x.size[0], x.size[1], x.last()}).view(heads);
    Tensor query = call.q.forward(m, call.x).view(heads);
    const Tensor value = call.v.forward(m, call.x);
    if (!call.cos.defined()) return query;
    Tensor turned = mul(m, query, call.cos);
    return add(m, std::move(turned), mul(m, rotate_half(m, query), call.sin));
}

/// layer.py, AdaptedAttention: the prompts' keys or values for every row and head; [rows · heads, tokens, width].
step::Tensor prompt_heads(const step::AttendedCall &call, step::LinearModule &projection, step::Leaf &prompt)
{
    using namespace step;
    Machine &m = call.m;
    const Count rows = call.x.shape().size[0], tokens = prompt.value.shape().size[1];
    Tensor out = projection.forward(m, prompt.value);
    if (call.fused.loaded()) out = narrow(m, std::move(out), {1, tokens, call.kv_heads * call.head_dim});
    const Shape repeated{rows * call.kv_heads, tokens, call.head_dim}, all{rows * call.heads, tokens, call.head_dim};
    const auto copied = [&m](const Tensor &x, const Shape &shape) {
        const Tensor copy = m.empty(shape, x.dtype(), "repeat");
        return added_in_place(m, copy, x);
    };
    out = copied(out, repeated);
    return call.fused.loaded() ? out : copied(out, all);
}

/// layer.py, AdaptedAttention.forward and AdaptedAttentionGPT.forward, of the last adapter_layers.
step::Tensor with_prompts(const step::AttendedCall &call, step::Tensor result)
{
    using namespace step;
    const Count adapted = adapted_layers(call.use, call.layers), first = call.layers - adapted;
    if (call.layer < first) return result;
    Machine &m = call.m;
    const auto own = call.shared.subspan(2 * static_cast<std::size_t>(call.layer - first), 2);
    Leaf &prompt = own[0], &gate = own[1];
    const bool fused = call.fused.loaded();
    const Tensor key = prompt_heads(call, fused ? call.fused : call.k, prompt);
    const Tensor value = prompt_heads(call, fused ? call.fused : call.v, prompt);
    Tensor query = queries_again(call);
    const Count rows = query.shape().size[0], tokens = query.shape().size[2], prompts = key.shape().size[1];
    const Shape scored{rows * call.heads, tokens, prompts}, headed{rows * call.heads, tokens, call.head_dim};
    query = contiguous(m, std::move(query), rows > 1).view(headed); // its heads lie token by token
    const Dtype previous = query.dtype();
    Tensor scores = scale(m, bmm(m, query, transposed(key), scored));
    scores = mul(m, gate.value, to(m, softmax(m, std::move(scores), Dtype::fp32), previous));
    Tensor added = bmm(m, std::move(scores), value, headed);
    added = clone(m, std::move(added)).view(result.shape());
    if (!fused) added = call.o.forward(m, std::move(added));
    return to(m, add(m, result, std::move(added)), previous);
}

} // namespace

/// peft 0.21.2 tuners/adaption_prompt.
constinit const AdapterMethod adapters::adaption_prompt = {
    .name = "adaption_prompt",
    .title = "Adaption prompt",
    .shared = adaption_tensors,
    .attended = with_prompts,
    .shared_as_base = true,
    .model_types = "llama mistral gpt2",
};

} // namespace plimsoll
