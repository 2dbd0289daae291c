// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"

#include "core/adapters/adapter_run.h"
#include "core/torch/mixer_ops.h"

#include <utility>

// Layers: from hidden states to hidden states.

namespace plimsoll::step {

Tensor add_to_residual(Machine &m, const Tensor &residual, Tensor part, bool multiplied)
{
    if (!multiplied) return add(m, residual, std::move(part));
    Tensor scaled = scale(m, part);
    return add(m, residual, std::move(scaled));
}

Tensor normed_by(Machine &m, NormModule &norm, Tensor x) { return norm.present() ? norm.forward(m, std::move(x)) : x; }

namespace {

using Part = Tensor (*)(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);

Tensor recomputed(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, const char *selected, Part part)
{
    const Checkpointing &checkpointing = pass.inputs.checkpointing;
    const bool again = pass.inputs.training && checkpointing.enabled && checkpointing.selective == selected;
    if (!again) return part(m, layer, x, pass);
    return checkpoint(m, x, [&m, &layer, held = pass.shared_from_this(), part](Tensor in) { return part(m, layer, in, *held); });
}

/// The kernel's product of gate and up.
Tensor liger_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    Tensor gate, up, both;
    if (layer.spec->mlp.kind == MlpKind::gated_fused) {
        // LigerPhi3SwiGLUMLP names the halves, views of one result, until down_proj is done
        both = layer.up.forward(m, x);
        auto [first, second] = chunk_in_two(m, both);
        gate = contiguous(m, std::move(first), true);
        up = contiguous(m, std::move(second), true);
    } else {
        gate = layer.gate.forward(m, x);
        up = layer.up.forward(m, x);
    }
    Tensor product = liger_gated_product(m, std::move(gate), std::move(up));
    return layer.down.forward(m, std::move(product));
}

} // namespace

namespace {

/// With what PEFT's wrapper around the class's attention adds.
Tensor attended(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    Tensor out = pass.model.attends.attention(m, layer, x, pass);
    const AdapterRun *const adapters = pass.model.adapters.get();
    if (adapters == nullptr || !adapters->adds_to_attention()) return out;
    const AttentionSpec &a = layer.spec->attention;
    return adapters->attended({m, adapters->use(), adapters->shared(), static_cast<Count>(layer.index),
                               static_cast<Count>(pass.model.layers.size()), layer.q, layer.k, layer.v, layer.fused, layer.o,
                               a.heads, a.kv_heads, a.head_dim, x, pass.positional.cos, pass.positional.sin},
                              std::move(out));
}

} // namespace

Tensor attention_block(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    return recomputed(m, layer, x, pass, "attention",
                      [](Machine &mm, Layer &of, const Tensor &in, const Pass &p) { return attended(mm, of, in, p); });
}

Tensor mlp_block(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    return recomputed(m, layer, x, pass, "mlp",
                      [](Machine &mm, Layer &of, const Tensor &in, const Pass &p) { return p.model.runs.mlp(mm, of, in, p); });
}

Tensor dense_mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    const MlpSpec &spec = layer.spec->mlp;
    const LigerForms &liger = pass.model.liger;
    if (liger.gated_mlp && (spec.kind == MlpKind::gated || spec.kind == MlpKind::gated_fused)) return liger_mlp(m, layer, x);
    if (spec.kind == MlpKind::plain) {
        Tensor hidden = layer.up.forward(m, x);
        hidden = liger.relu_squared ? liger_relu_squared(m, std::move(hidden)) : activate(m, std::move(hidden), spec.activation);
        return layer.down.forward(m, std::move(hidden));
    }
    if (spec.kind == MlpKind::gated_fused) { // gate, up = both.chunk(2, dim=-1)
        Tensor both = layer.up.forward(m, x);
        auto [gate, up] = chunk_in_two(m, std::move(both));
        up = mul(m, up, activate(m, gate, spec.activation));
        return layer.down.forward(m, std::move(up));
    }
    Tensor gate = layer.gate.forward(m, x);
    gate = activate(m, std::move(gate), spec.activation);
    Tensor up = layer.up.forward(m, x);
    Tensor product = mul(m, std::move(gate), std::move(up));
    if (layer.optional_modules) product = normed_by(m, layer.optional_modules->mlp_sub_norm, std::move(product));
    return layer.down.forward(m, std::move(product));
}

Tensor DecoderClass::mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const
{
    if (!layer.experts) return dense_mlp(m, layer, x, pass);
    Tensor out = layer.experts->forward(m, x, pass.inputs.training);
    if (m.after_module) m.after_module(layer.spec->mlp.name.c_str(), x, out);
    return out;
}

Tensor DecoderClass::layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const
{
    const LayerSpec &spec = *layer.spec;
    if (is_mixed(spec)) return mixed_layer(m, layer, input, pass);
    const double rate = pass.dropout_of(layer);
    if (spec.parallel) return parallel_layer(m, layer, input, pass, rate);
    const bool four = layer.pre_mlp_norm.present(), multiplied = spec.residual_multiplier.has_value();
    Tensor hidden = spec.norm_after ? input : normed_by(m, layer.input_norm, input);
    Tensor mixed = attention_block(m, layer, hidden, pass);
    hidden = dropout(m, std::move(mixed), rate);
    if (four || spec.norm_after) hidden = normed_by(m, layer.post_attention_norm, std::move(hidden));
    hidden = add_to_residual(m, input, std::move(hidden), multiplied);
    Tensor residual = hidden;
    if (four)
        hidden = layer.pre_mlp_norm.forward(m, hidden);
    else if (!spec.norm_after)
        hidden = normed_by(m, layer.post_attention_norm, hidden);
    Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
    hidden = std::move(fed);
    hidden = normed_by(m, layer.post_mlp_norm, std::move(hidden));
    return add_to_residual(m, residual, std::move(hidden), multiplied);
}

Tensor parallel_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass, double attention_dropout,
                      bool residual_first)
{
    Tensor hidden = normed_by(m, layer.input_norm, input);
    Tensor other;
    const bool unnamed = layer.post_attention_norm.present(); // GPT-NeoX: self.attention(self.input_layernorm(x))
    if (layer.pre_mlp_norm.present()) other = layer.pre_mlp_norm.forward(m, input); // Falcon 40B: both norms come first
    Tensor attended = dropout(m, attention_block(m, layer, hidden, pass), attention_dropout);
    if (unnamed) hidden.reset();
    if (unnamed) other = layer.post_attention_norm.forward(m, input);
    if (!other.defined()) other = hidden;
    Tensor fed = dropout(m, mlp_block(m, layer, other, pass), pass.dropout_of(layer));
    if (unnamed) other.reset(); // self.mlp(self.post_attention_layernorm(x)): it has no name either
    Tensor out = residual_first ? add(m, add(m, input, attended), fed) : add(m, add(m, attended, fed), input);
    for (Tensor *name : {&hidden, &other, &attended, &pass.names.weights, &fed}) name->reset(); // in the frame's order
    return out;
}

Tensor named_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass)
{
    Tensor hidden = normed_by(m, layer.input_norm, input);
    Tensor normed = hidden;
    Tensor mixed = attention_block(m, layer, hidden, pass);
    hidden = std::move(mixed);
    Tensor attended = hidden;
    hidden = add(m, input, std::move(hidden));
    normed.reset(); // hidden_states = attn_output + residual
    Tensor residual = hidden;
    hidden = normed_by(m, layer.post_attention_norm, hidden);
    Tensor read = hidden; // feed_forward_hidden_states = self.mlp(hidden_states)
    Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), pass.dropout_of(layer));
    hidden = std::move(fed);
    Tensor out = add(m, residual, hidden);
    if (m.stopped) hidden.reset(); // raised inside the MLP: its result never got this name
    for (Tensor *name : {&read, &residual, &attended, &pass.names.weights, &hidden}) name->reset(); // in the frame's order
    return out;
}

Tensor inline_mlp_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass)
{
    const double rate = pass.dropout_of(layer);
    Tensor hidden = layer.input_norm.forward(m, input);
    Tensor mixed = attention_block(m, layer, hidden, pass);
    hidden.reset(); // the result is named as the input
    hidden = dropout(m, std::move(mixed), rate);
    hidden = add(m, input, std::move(hidden));
    const Tensor residual = hidden;
    hidden = layer.post_attention_norm.forward(m, hidden);
    hidden = layer.up.forward(m, std::move(hidden));
    hidden = activate(m, std::move(hidden), layer.spec->mlp.activation);
    hidden = layer.down.forward(m, std::move(hidden));
    hidden = dropout(m, std::move(hidden), rate);
    return add(m, residual, std::move(hidden));
}

bool is_mixed(const LayerSpec &spec)
{
    const LayerExtension *more = spec.extension.get();
    const bool plain = !more || more->indexer || more->attention_gate.out > 0 || more->attention_sub_norm.kind != NormKind::none;
    return !plain || spec.attention.kind == AttentionKind::none || spec.mlp.kind == MlpKind::none;
}

Tensor mix(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    const ForwardInputs &inputs = pass.inputs;
    MixerCall call;
    call.multiplied = layer.spec->attention.kind != AttentionKind::none;
    call.masked = layer.spec->extension->mixer.masks_always ? inputs.mask_given : inputs.padded;
    call.forms = inputs.mixers;
    if (!inputs.cache) return layer.mixer->forward(m, x, call);
    LayerCache &cache = (*inputs.cache)[layer.index];
    MixerState state{std::move(cache.convolution), std::move(cache.recurrent)};
    call.state = &state;
    Tensor out = layer.mixer->forward(m, x, call);
    cache.convolution = std::move(state.convolution);
    cache.recurrent = std::move(state.recurrent);
    return out;
}

Tensor mixed_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass, bool casts)
{
    const LayerSpec &spec = *layer.spec;
    const bool wide = spec.extension && spec.extension->residual_fp32, multiplied = spec.residual_multiplier.has_value();
    const Dtype norms = pass.model.precision.kbit_prepare ? Dtype::fp32 : pass.model.precision.weights;
    const bool attends = spec.attention.kind != AttentionKind::none;
    Tensor hidden = input;
    if (layer.mixer || attends) {
        Tensor x = wide || casts ? to(m, input, norms) : input;
        x = normed_by(m, layer.input_norm, std::move(x));
        const Tensor residual = wide ? to(m, input, Dtype::fp32) : input;
        Tensor part;
        if (layer.mixer) part = mix(m, layer, x, pass);
        if (attends) part = pass.model.attends.attention(m, layer, x, pass);
        x.reset();
        if (layer.pre_mlp_norm.present()) part = normed_by(m, layer.post_attention_norm, std::move(part));
        hidden = add_to_residual(m, residual, std::move(part), multiplied);
    }
    if (spec.mlp.kind == MlpKind::none) return hidden;
    const Tensor residual = hidden;
    if (casts) hidden = to(m, hidden, norms);
    hidden = normed_by(m, layer.pre_mlp_norm.present() ? layer.pre_mlp_norm : layer.post_attention_norm, std::move(hidden));
    hidden = pass.model.runs.mlp(m, layer, hidden, pass);
    hidden = normed_by(m, layer.post_mlp_norm, std::move(hidden));
    return add_to_residual(m, residual, std::move(hidden), multiplied);
}

} // namespace plimsoll::step
