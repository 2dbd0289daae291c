// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"
#include "core/nn/liger.h"

#include <tuple>

// Multi-head latent attention as transformers 5.23 runs it (models/deepseek_v2, deepseek_v3, minicpm3, glm4_moe_lite).

namespace plimsoll::step {

namespace {

/// tensor[..., :n].copy_(a); tensor[..., n:].copy_(b) on a new tensor of `dtype`, b expanded over heads first: two CopySlices
/// (torch/csrc/autograd/functions/tensor.cpp), each of which copies the whole gradient and its slice.
Tensor fill_slices(Machine &m, Tensor a, Tensor b, Shape whole, Dtype dtype)
{
    const Shape narrow_b = b.shape();
    Shape wide_b = narrow_b;
    wide_b.size[1] = whole.size[1];
    if (any_requires_grad(m, {&b})) {
        Tensor expanded = b;
        attach(expanded, make_node(m, {&b}, [narrow_b](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(narrow_b, in[0].dtype(), "expand_backward");
               }));
        b = std::move(expanded);
    }
    Tensor out = m.empty(whole, dtype, "new_empty");
    const auto copy_into = [&](Tensor part, Shape shape) {
        if (!any_requires_grad(m, {&part, &out})) return;
        const Dtype from = part.dtype();
        Tensor before = out;
        attach(out, make_node(m, {&part, &before}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   Tensor result = mm.empty(whole, in[0].dtype(), "copy_slices");
                   Tensor slice = mm.empty(shape, in[0].dtype(), "copy_slices");
                   Tensor zeros;
                   if (self.needs(1)) zeros = mm.empty(shape, in[0].dtype(), "copy_slices");
                   if (self.needs(0)) g[0] = from == slice.dtype() ? std::move(slice) : mm.empty(shape, from, "to");
                   if (self.needs(1)) g[1] = std::move(result);
               }));
    };
    copy_into(std::move(a), whole.with_last(whole.last() - wide_b.last()));
    copy_into(std::move(b), wide_b);
    return out;
}

/// A view whose gradient comes head by head: backward copies it into the order of the projection.
Tensor heads_of(Machine &m, Tensor x, Shape heads)
{
    const Shape flat = x.shape();
    Tensor out = x.view(heads);
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [flat](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(flat, in[0].dtype(), "reshape_backward");
               }));
    return out;
}

} // namespace

Tensor latent_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, bool tempered)
{
    const ForwardInputs &inputs = pass.inputs;
    const AttentionSpec &a = layer.spec->attention;
    LatentModules &latent = *layer.latent;
    const Count b = inputs.batch, s = inputs.length, nope = a.latent.qk_nope_head_dim, rope = a.latent.qk_rope_head_dim;
    Tensor q, q_residual;
    if (a.latent.q_lora_rank == 0) {
        q = layer.q.forward(m, x);
    } else {
        q = latent.q_a.forward(m, x);
        q = latent.q_a_norm.forward(m, std::move(q));
        if (layer.spec->extension && layer.spec->extension->indexer) q_residual = q;
        q = latent.q_b.forward(m, std::move(q));
    }
    q = heads_of(m, std::move(q), {b, a.heads, s, a.head_dim});
    const bool turns = a.rotary.dim > 0; // Kimi Linear's positions are in its recurrences
    Tensor q_pass, q_rot;
    if (turns) std::tie(q_pass, q_rot) = split_in_two(m, q, {b, a.heads, s, nope}, {b, a.heads, s, rope});
    const Tensor compressed = latent.kv_a.forward(m, x);
    auto [kv, k_rot] = split_in_two(m, compressed, {b, s, a.latent.kv_lora_rank}, {b, 1, s, rope});
    if (latent.kv_a_norm.liger()) {
        // the kernel's wrapper copies what is no block of its own
        Tensor copy = m.empty(kv.shape(), kv.dtype(), "contiguous");
        copy.node = kv.node;
        kv = std::move(copy);
    }
    kv = latent.kv_a_norm.forward(m, std::move(kv));
    kv = kv.view({b, 1, s, a.latent.kv_lora_rank});
    AttentionNames names;
    if (turns) {
        names.p.q = std::move(q_rot);
        names.p.k = std::move(k_rot);
        pass.model.attends.turn(m, a, names, pass);
        q_rot = std::move(names.p.q);
        k_rot = std::move(names.p.k);
    }
    Count keys = s;
    if (inputs.cache) {
        LayerCache &cache = (*inputs.cache)[layer.index];
        update_cache(m, cache, std::nullopt, inputs, kv, k_rot);
        keys = kv.shape().size[2];
    }
    Tensor query = turns ? concatenate(m, q_pass, q_rot, {b, a.heads, s, a.head_dim}) : q;
    if (tempered) { // get_llama_4_attn_scale(…).to(query_states.dtype)
        const Tensor wide = m.empty({1, 1, s, 1}, Dtype::fp32, "attn_scale");
        query = mul(m, query, to(m, wide, query.dtype()));
    }
    Tensor key, value;
    {
        Tensor expanded = latent.kv_b.forward(m, kv);
        expanded = heads_of(m, std::move(expanded), {b, a.heads, keys, nope + a.v_head_dim});
        auto [k_pass, values] = split_in_two(m, expanded, {b, a.heads, keys, nope}, {b, a.heads, keys, a.v_head_dim});
        key = fill_slices(m, std::move(k_pass), k_rot, {b, a.heads, keys, a.head_dim}, expanded.dtype());
        value = std::move(values);
    }
    const Count read = inputs.static_length > 0 && s > 1 ? s : keys;
    const double rate = pass.attention_dropout_of(layer);
    if (q_residual.defined()) {
        pass.names.chosen = choose_keys(m, layer, x, q_residual, pass, inputs.cache ? &(*inputs.cache)[layer.index] : nullptr);
        const AttentionMask mask = sparse_mask(m, pass, keys, names.held);
        Tensor out = attend(m, a, query, key, value, pass, read, rate, &mask);
        if (!layer.spec->extension->indexer->interleaved) pass.names.chosen.reset(); // DeepSeek's layers do not hand it on
        return layer.o.forward(m, std::move(out));
    }
    Tensor out = attend(m, a, query, key, value, pass, read, rate);
    return layer.o.forward(m, std::move(out));
}

} // namespace plimsoll::step
