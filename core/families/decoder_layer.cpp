// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

namespace plimsoll::step {

namespace {

Tensor heads_view(Tensor x, Count batch, Count heads, Count length, Count dim) { return x.view({batch, heads, length, dim}); }

/// Heads that are turned by halves: autograd sums their gradient in the zeros of slice_backward, which lie head by head, so that
/// the backward of `.view(hidden_shape).transpose(1, 2)` copies it (torch 2.15, recorded event by event for LLaMA). A norm of
/// every head leaves the layout as it is (Qwen3, Gemma 3); of one head both layouts are the same.
Tensor turned_heads(Machine &m, Tensor x)
{
    if (x.shape().size[1] == 1 || !any_requires_grad(m, {&x})) return x;
    return copied_back(m, x);
}

/// `qkv = self.query_key_value(hidden_states)`: a name that lives until the attention returns, so that in generation, where the
/// cache has copies of keys and values, all of it stays. GPT-2 and GPTBigCode, without rotary embedding, split it in that line.
bool names_fused(const FamilyForms &forms, const AttentionSpec &a)
{
    const bool in_one_line = forms.attention == AttentionForm::library && forms.split == FusedSplit::split && a.rotary_dim == 0;
    return forms.attention != AttentionForm::gpt2 && !in_one_line;
}

/// The first norm's result keeps its name beside the attention's while the MLP runs: Falcon's layers and, of those that name the
/// attention's output, StableLM's, whose rotated parts live on as well; GPT-NeoX Japanese's ln_out.
bool names_norm(const FamilyForms &forms)
{
    return forms.own_linear || forms.attention == AttentionForm::neox_japanese ||
           (forms.names_attention && forms.join == RotaryJoin::held);
}

/// `feed_forward_hidden_states = self.mlp(hidden_states)`, so that what the MLP read is there while the sum is made: GPT-2 and
/// its kin (modeling_gpt2.py, modeling_gpt_neo.py, modeling_gpt_bigcode.py).
bool names_fed(const FamilyForms &forms)
{
    return forms.names_attention && !names_norm(forms) && forms.attention != AttentionForm::llama4 &&
           forms.attention != AttentionForm::openai;
}

/// `attn_output = self.resid_dropout(attn_output)` stands in the attention's own forward, before its names go: GPT-2 and its kin,
/// GPT-J and CodeGen.
bool drops_inside(const FamilyForms &forms)
{
    return names_fed(forms) || forms.attention == AttentionForm::gptj || forms.attention == AttentionForm::codegen;
}

} // namespace

AttentionCall Decoder::call_of(const AttentionSpec &a, const ForwardInputs &inputs, Count keys, double dropout_rate)
{
    AttentionCall call;
    call.batch = inputs.batch;
    call.heads = a.heads;
    call.kv_heads = a.kv_heads;
    call.queries = inputs.length;
    call.keys = keys;
    call.head_dim = a.head_dim;
    call.v_head_dim = a.v_head_dim;
    call.softcap = a.softcap;
    // what torch.cat put together lies head by head, but for GPT-J's, which is transposed after it; Liger's kernel joins nothing
    const bool joined = !m_liger.rope && a.rotary_dim > 0 && m_forms.turn != TurnForm::gathered &&
                        (m_forms.join != RotaryJoin::none || a.rotary_dim < a.head_dim);
    call.fresh_query = a.kind == AttentionKind::grouped && !joined;
    call.strided_keys = !inputs.cache && !joined;
    call.strided_values = !inputs.cache;
    call.dropout = dropout_rate;
    call.flash_3 = inputs.backend == AttentionBackend::flash3;
    call.softmax_dtype = m_forms.attention != AttentionForm::gpt2;
    call.kept_weights = inputs.attentions;
    call.named_weights = &m_weights;
    return call;
}

Tensor Decoder::attend(Machine &m, const AttentionSpec &a, Tensor q, Tensor k, Tensor v, const Shared &shared, Count keys,
                       double dropout_rate, const AttentionMask *own_mask)
{
    const ForwardInputs &inputs = shared.inputs;
    const AttentionMask &mask = own_mask ? *own_mask : mask_of(shared, a);
    AttentionCall call = call_of(a, inputs, keys, dropout_rate);
    if (m_forms.repeats_heads && a.heads != a.kv_heads) {
        k = repeat_kv(m, std::move(k), a.heads / a.kv_heads);
        v = repeat_kv(m, std::move(v), a.heads / a.kv_heads);
        call.kv_heads = call.heads;
    }
    switch (inputs.backend) {
    case AttentionBackend::eager: return eager_attention(m, std::move(q), std::move(k), std::move(v), mask, call);
    case AttentionBackend::flash2:
    case AttentionBackend::flash3:
        return flash_attention(m, std::move(q), std::move(k), std::move(v), call, inputs.padded, m_precision.weights);
    default:
        if (call.queries == 1 && mask.tensor.defined() && call.heads != call.kv_heads) {
            // sdpa_attention.py pack_gqa: one token's query heads become the rows of their key head
            call.queries = call.heads / call.kv_heads;
            call.heads = call.kv_heads;
            return sdpa(m, std::move(q), std::move(k), std::move(v), mask, call).view({inputs.batch, 1, a.heads * a.v_head_dim});
        }
        return sdpa(m, std::move(q), std::move(k), std::move(v), mask, call);
    }
}

Decoder::Projected Decoder::take_apart(Machine &m, const AttentionSpec &a, const Tensor &fused, Count b, Count s) const
{
    const Shape q{b, a.heads, s, a.head_dim}, k{b, a.kv_heads, s, a.head_dim}, v{b, a.kv_heads, s, a.v_head_dim};
    switch (m_forms.split) {
    case FusedSplit::split: {
        const std::vector<Tensor> parts = split(m, fused, {q, k, v});
        return {parts[0], parts[1], parts[2]};
    }
    case FusedSplit::mesh: { // the parts of four devices lie side by side: heads are gathered by copies
        const std::vector<Tensor> parts = split(m, fused, {q, v, k});
        Projected out;
        out.q = contiguous(m, parts[0], true);
        out.k = contiguous(m, parts[2], true);
        out.v = contiguous(m, parts[1], true);
        return out;
    }
    case FusedSplit::multi_query: {
        Projected out;
        out.q = narrow(m, fused, q);
        out.k = index_copy(m, fused, k);
        out.v = index_copy(m, fused, v);
        return out;
    }
    case FusedSplit::groups: {
        const Count groups = (fused.shape().last() / a.head_dim - a.heads) / 2;
        const Shape one{b, groups, s, a.head_dim};
        const Tensor query = narrow(m, fused, q);
        const Tensor key = index_copy(m, fused, one), value = index_copy(m, fused, one);
        Projected out;
        out.q = contiguous(m, query, true); // flatten(2, 3) of a slice
        out.k = repeat_kv(m, key, a.heads / groups);
        out.v = repeat_kv(m, value, a.heads / groups);
        return out;
    }
    default: {
        Projected out;
        out.q = narrow(m, fused, q);
        out.k = narrow(m, fused, k);
        out.v = narrow(m, fused, v);
        return out;
    }
    }
}

Decoder::HeadOrder Decoder::head_order(const AttentionSpec &a, const Shared &shared) const
{
    const bool eager = shared.inputs.backend == AttentionBackend::eager;
    const bool repeated = mask_of(shared, a).tensor.defined() && a.heads != a.kv_heads;
    const bool turned =
        a.rotary_dim > 0 && a.rotary_form != RotaryForm::complex && m_forms.turn != TurnForm::gathered && !m_liger.rope;
    const bool bare = a.rotary_dim == 0;
    // the product's gradient of keys that were transposed once more lies token by token
    const bool summed = eager && a.heads != a.kv_heads;
    return {turned || (bare && eager), turned || (bare && (summed || repeated)), eager || repeated, bare && eager && !summed};
}

Decoder::Projected Decoder::project(Machine &m, Layer &layer, const Tensor &x, const Shared &shared)
{
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const Count b = inputs.batch, s = inputs.length;
    const auto normed = [&](Tensor t, NormModule &norm, Count heads, Count dim) {
        if (norm.present() && !a.norm_per_head) t = norm.forward(m, std::move(t));
        return heads_view(std::move(t), b, heads, s, dim);
    };
    const auto per_head = [&](Tensor t, NormModule &norm) {
        return norm.present() && a.norm_per_head && !m_forms.norm_after_turn ? norm.forward(m, std::move(t)) : t;
    };
    const HeadOrder ordered = head_order(a, shared);
    Projected out;
    if (a.fused.out > 0) {
        Tensor all = layer.fused.forward(m, x);
        if (a.clip_qkv) all = clamp(m, all, false);
        // GPT-NeoX splits what is transposed: torch.cat of the three gradients lies head by head, and so a copy of it
        const bool whole = m_forms.split == FusedSplit::split && a.rotary_dim > 0;
        if (whole) all = turned_heads(m, std::move(all));
        if (names_fused(m_forms, a)) out.named = all;
        Tensor named = std::move(out.named);
        out = take_apart(m, a, all, b, s);
        out.named = std::move(named);
        out.q = per_head(std::move(out.q), layer.q_norm);
        out.k = per_head(std::move(out.k), layer.k_norm);
        if (m_forms.split == FusedSplit::slices && m_forms.join == RotaryJoin::each && !m_liger.rope && a.rotary_dim > 0) {
            out.q = turned_heads(m, std::move(out.q));
            out.k = turned_heads(m, std::move(out.k));
            if (ordered.v) out.v = turned_heads(m, std::move(out.v));
        }
        if (m_forms.split == FusedSplit::mesh && ordered.v) out.v = turned_heads(m, std::move(out.v));
        if (m_forms.split == FusedSplit::split && a.rotary_dim == 0) {
            const bool query_first = m_forms.attention == AttentionForm::mpt || m_forms.attention == AttentionForm::openai;
            if (ordered.q && query_first) out.q = turned_heads(m, std::move(out.q));
            if (ordered.k) out.k = turned_heads(m, std::move(out.k));
            if (ordered.v) out.v = turned_heads(m, std::move(out.v));
            if (ordered.q && !query_first) out.q = turned_heads(m, std::move(out.q));
        }
        return out;
    }
    Tensor query = layer.q.forward(m, x);
    if (m_forms.scales_query) query = scale(m, std::move(query));
    out.q = normed(std::move(query), layer.q_norm, a.heads, a.head_dim);
    if (ordered.q && !m_forms.views_last) out.q = turned_heads(m, std::move(out.q)); // before the key: backward runs them in turn
    if (!m_forms.norms_last) out.q = per_head(std::move(out.q), layer.q_norm);
    Tensor key = layer.k.forward(m, x, ordered.k_by_tokens);
    if (layer.mixer) key = scale(m, std::move(key)); // Falcon-H1
    out.k = normed(std::move(key), layer.k_norm, a.kv_heads, a.head_dim);
    if (ordered.k && !m_forms.views_last) out.k = turned_heads(m, std::move(out.k));
    if (!m_forms.norms_last) out.k = per_head(std::move(out.k), layer.k_norm);
    out.v = layer.v.forward(m, x);
    if (a.clip_qkv && m_forms.clip_in_place) {
        out.q = clamp(m, std::move(out.q), true);
        out.k = clamp(m, std::move(out.k), true);
        out.v = clamp(m, std::move(out.v), true);
    }
    out.v = heads_view(std::move(out.v), b, a.kv_heads, s, a.v_head_dim);
    if (m_forms.views_last && ordered.q) out.q = turned_heads(m, std::move(out.q));
    if (m_forms.views_last && ordered.k) out.k = turned_heads(m, std::move(out.k));
    if (ordered.v) out.v = turned_heads(m, std::move(out.v));
    if (m_forms.norms_last) {
        out.q = per_head(std::move(out.q), layer.q_norm);
        out.k = per_head(std::move(out.k), layer.k_norm);
    }
    if (m_forms.scales_values) out.v = scale(m, std::move(out.v));
    return out;
}

Tensor Decoder::attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    if (layer.latent) return latent_attention(m, layer, index, x, shared);
    if (m_forms.litgpt_attention) return litgpt_attention(m, layer, x, shared);
    if (m_forms.attention == AttentionForm::bloom) return bloom_attention(m, layer, index, x, {}, shared);
    if (m_forms.attention == AttentionForm::mpt) return mpt_attention(m, layer, index, x, shared);
    if (m_forms.attention == AttentionForm::llama4) return llama4_attention(m, layer, index, x, shared);
    if (layer.seldom && layer.seldom->attention_gate.loaded()) return apart_gated_attention(m, layer, index, x, shared);
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    std::vector<Tensor> held; // by the forward's names
    Projected p = project(m, layer, x, shared);
    if (a.rotary_dim > 0) turn(m, a, p.q, p.k, shared, held);
    if (m_forms.norm_after_turn && layer.q_norm.present()) {
        p.q = layer.q_norm.forward(m, std::move(p.q));
        p.k = layer.k_norm.forward(m, std::move(p.k));
    }
    Count keys = inputs.length;
    if (inputs.cache) {
        // CodeGen's turned key is float32 and named until the cache has a copy in the model's dtype
        const Tensor turned = m_forms.attention == AttentionForm::codegen ? p.k : Tensor{};
        if (turned.defined()) p.k = to(m, p.k, x.dtype());
        update_cache(m, (*inputs.cache)[index], window_of(a), inputs, p.k, p.v);
        keys = p.k.shape().size[2];
        // sdpa_attention.py: before the causal flag, a static cache is read up to the prompt's end
        if (inputs.backend == AttentionBackend::sdpa && inputs.length > 1 && !mask_of(shared, a).tensor.defined())
            keys = inputs.length;
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, p.k, p.v);
    const double rate = inputs.training ? layer.spec->attention_dropout : 0.0;
    if (a.sinks || m_forms.attention == AttentionForm::some_sinks) {
        const bool apart = m_forms.attention == AttentionForm::lse_sinks;
        const AttentionCall call = call_of(a, inputs, keys, rate);
        Tensor out = apart ? lse_sink_attention(m, p.q, p.k, p.v, layer.seldom->sinks, mask_of(shared, a), call)
                           : sink_attention(m, p.q, p.k, p.v, a.sinks ? &layer.seldom->sinks : nullptr, mask_of(shared, a), call);
        return layer.o.forward(m, std::move(out));
    }
    if (m_forms.attention == AttentionForm::differential)
        return layer.o.forward(m, differential_attention(m, layer, p.q, p.k, p.v, shared, keys));
    const bool own =
        m_forms.attention != AttentionForm::library && m_forms.attention != AttentionForm::gpt2 && !is_flash(inputs.backend);
    const bool rebinds = m_forms.attention == AttentionForm::xglm; // its forward gives the flattened heads the same names
    const auto handed = [rebinds](Tensor &t) { return rebinds ? std::move(t) : t; };
    Tensor out = own ? own_attention(m, a, handed(p.q), handed(p.k), handed(p.v), shared, keys, rate, x.dtype())
                     : attend(m, a, p.q, p.k, p.v, shared, keys, rate);
    if (layer.seldom && layer.seldom->attention_sub_norm.present())
        out = layer.seldom->attention_sub_norm.forward(m, std::move(out));
    out = layer.o.forward(m, std::move(out));
    if (drops_inside(m_forms)) out = dropout(m, std::move(out), inputs.training ? layer.spec->dropout : 0.0);
    p.named.reset(); // a frame lets go of its names in their order
    p.q.reset();
    if (m_forms.split == FusedSplit::mesh) p.v.reset(); // query, value, key = torch.split(…)
    p.k.reset();
    p.v.reset();
    return out;
}

void Decoder::turn(Machine &m, const AttentionSpec &a, Tensor &q, Tensor &k, const Shared &shared, std::vector<Tensor> &held)
{
    const bool own_table = window_of(a) && shared.window_positional.cos.defined();
    const Positional &tables = own_table ? shared.window_positional : shared.positional;
    const Tensor &cos = tables.cos, &sin = tables.sin;
    if (m_liger.rope) {
        // the kernel wants [batch, length, heads, head_dim]: slices of a fused projection do not fit, nor do gradients that
        // come as [batch, heads, length, head_dim] from eager attention or from the sum over repeated keys
        const bool eager = shared.inputs.backend == AttentionBackend::eager;
        const bool repeated = mask_of(shared, a).tensor.defined() && a.heads != a.kv_heads;
        return liger_rope(m, q, k, cos, sin, {a.fused.out > 0, eager, eager || repeated});
    }
    if (a.rotary_form == RotaryForm::complex)
        return apply_rotary_complex(m, q, k, cos, shared.inputs.backend != AttentionBackend::eager);
    if (a.rotary_form != RotaryForm::halves) {
        const auto one = [&](const Tensor &x) {
            return a.rotary_form == RotaryForm::pairs ? apply_rotary_pairs(m, x, cos, sin) : apply_rotary_split(m, x, cos, sin);
        };
        Tensor turned_q = one(q);
        k = one(k);
        q = std::move(turned_q);
        return;
    }
    if (m_forms.attention == AttentionForm::codegen) return turn_codegen(m, a, q, k, shared, held);
    if (m_forms.turn == TurnForm::gathered) {
        // GPT-J repeats its whole table of sines for every row of position_ids, in every layer
        const Count rows = a.buffers.empty() ? shared.inputs.length : a.buffers.front().shape.front();
        Tensor table = m.empty({shared.inputs.position_rows, 1, rows, a.rotary_dim}, Dtype::fp32, "repeat");
        return apply_rotary(m, q, k, table.view({shared.inputs.position_rows, 1, shared.inputs.length, a.rotary_dim}), sin,
                            m_forms, a.rotary_dim, held);
    }
    apply_rotary(m, q, k, cos, sin, m_forms, a.rotary_dim, held);
}

void Decoder::keep_in_training(Machine &m, std::vector<Tensor> &cache, Tensor &k, Tensor &v)
{
    // cache_utils.py DynamicLayer.update: torch.cat behind an empty tensor, laid out head by head: the gradient of the
    // values is copied before their projection reads it
    for (Tensor *t : {&k, &v}) {
        const bool copies = t == &v;
        Tensor out = m.empty(t->shape(), t->dtype(), "cat");
        if (any_requires_grad(m, {t}))
            attach(out, make_node(m, {t}, [copies](Machine &mm, Node &, Gradients &in, Gradients &g) {
                       g[0] = copies ? mm.empty(in[0].shape(), in[0].dtype(), "reshape_backward") : in[0].view(in[0].shape());
                   }));
        cache.push_back(out.detach());
        *t = std::move(out);
    }
}

Tensor Decoder::block(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared, bool attends)
{
    const Checkpointing &checkpointing = shared.inputs.checkpointing;
    const bool again =
        shared.inputs.training && checkpointing.enabled && checkpointing.selective == (attends ? "attention" : "mlp");
    if (!again) return attends ? attention(m, layer, index, x, shared) : mlp(m, layer, x, shared.inputs.training);
    return checkpoint(m, x, [this, &m, &layer, index, held = shared.shared_from_this(), attends](Tensor in) {
        return attends ? attention(m, layer, index, in, *held) : mlp(m, layer, in, held->inputs.training);
    });
}

Tensor Decoder::parallel_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    const double rate = shared.inputs.training ? layer.spec->dropout : 0.0;
    Tensor hidden = layer.input_norm.present() ? layer.input_norm.forward(m, input) : input;
    Tensor other;
    const bool unnamed = layer.post_attention_norm.present(); // GPT-NeoX: self.attention(self.input_layernorm(x))
    if (layer.pre_mlp_norm.present()) other = layer.pre_mlp_norm.forward(m, input); // Falcon 40B: both norms come first
    const double each = m_forms.own_linear || drops_inside(m_forms) ? 0.0 : rate;
    Tensor attended = dropout(m, block(m, layer, index, hidden, shared, true), each);
    if (unnamed) hidden.reset();
    if (unnamed) other = layer.post_attention_norm.forward(m, input);
    if (!other.defined()) other = hidden;
    if (m_forms.own_linear) { // Falcon: mlp_output += attention_output, and dropout_add of the sum
        const Tensor sum = add_in_place(m, block(m, layer, index, other, shared, false), attended);
        return add(m, input, dropout(m, sum, rate));
    }
    Tensor fed = dropout(m, block(m, layer, index, other, shared, false), rate);
    if (unnamed) other.reset(); // self.mlp(self.post_attention_layernorm(x)): it has no name either
    Tensor out = m_forms.residual_first ? add(m, add(m, input, attended), fed) : add(m, add(m, attended, fed), input);
    for (Tensor *name : {&hidden, &other, &attended, &m_weights, &fed}) name->reset(); // in the frame's order
    return out;
}

Tensor Decoder::layer_forward(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    const LayerSpec &spec = *layer.spec;
    if (is_extended(spec)) return extended_layer(m, layer, index, input, shared);
    if (shared.inputs.checkpointing.selective.empty()) {
        if (m_forms.attention == AttentionForm::bloom) return bloom_layer(m, layer, index, input, shared);
        if (m_forms.attention == AttentionForm::mpt) return mpt_layer(m, layer, index, input, shared);
    }
    if (spec.parallel) return parallel_layer(m, layer, index, input, shared);
    const auto norm = [&m](NormModule &module, Tensor x) { return module.present() ? module.forward(m, std::move(x)) : x; };
    const bool four = layer.pre_mlp_norm.present();
    const double rate = shared.inputs.training ? spec.dropout : 0.0;
    Tensor hidden = spec.norm_after || m_forms.norm_sum ? input : norm(layer.input_norm, input);
    Tensor normed = names_norm(m_forms) || m_forms.names_attention ? hidden : Tensor{};
    Tensor mixed = block(m, layer, index, hidden, shared, true);
    if (m_forms.inline_mlp) hidden.reset(); // OPT's kin name the result as the input, and drop out in the layer itself
    hidden = drops_inside(m_forms) ? std::move(mixed) : dropout(m, std::move(mixed), rate);
    Tensor attended = m_forms.names_attention ? hidden : Tensor{};
    if (four || spec.norm_after) hidden = norm(layer.post_attention_norm, std::move(hidden));
    hidden = add_to_residual(m, input, std::move(hidden), spec.residual_multiplier.has_value());
    if (!names_norm(m_forms)) normed.reset(); // hidden_states = attn_output + residual
    if (m_forms.norm_sum) hidden = norm(layer.input_norm, std::move(hidden));
    if (m_forms.flattens_mlp) hidden = seen_anew(m, hidden);
    Tensor residual = hidden;
    if (four)
        hidden = norm(layer.pre_mlp_norm, hidden);
    else if (!spec.norm_after && !m_forms.norm_sum)
        hidden = norm(layer.post_attention_norm, hidden);
    Tensor read = names_fed(m_forms) ? hidden : Tensor{};
    if (m_forms.inline_mlp) {
        hidden = layer.up.forward(m, std::move(hidden));
        hidden = activate(m, std::move(hidden), spec.mlp.activation);
        hidden = layer.down.forward(m, std::move(hidden));
        hidden = dropout(m, std::move(hidden), rate);
    } else {
        const Tensor named = m_forms.own_linear ? hidden : Tensor{}; // Falcon's mlp_layernorm_out
        Tensor fed = dropout(m, block(m, layer, index, hidden, shared, false), rate);
        if (m_forms.own_linear) return add(m, residual, std::move(fed));
        hidden = std::move(fed);
    }
    hidden = norm(layer.post_mlp_norm, std::move(hidden));
    if (names_fed(m_forms)) {
        Tensor out = add(m, residual, hidden);
        if (m.stopped) hidden.reset(); // raised inside the MLP: its result never got this name
        for (Tensor *name : {&read, &residual, &attended, &m_weights, &hidden}) name->reset(); // in the frame's order
        return out;
    }
    hidden = add_to_residual(m, residual, std::move(hidden), spec.residual_multiplier.has_value());
    if (m_forms.flattens_mlp) hidden = seen_anew(m, hidden);
    return m_forms.norm_sum ? norm(layer.post_attention_norm, std::move(hidden)) : hidden;
}

} // namespace plimsoll::step
