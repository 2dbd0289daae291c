// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/gated_attention.h"
#include "core/torch/mixer_ops.h"

// AFMoE, Laguna and LFM3 (transformers 5.23, modeling_afmoe.py, modeling_laguna.py, modeling_lfm3.py): a projection of its own
// gates the attention's output.

namespace plimsoll::step {

namespace {

/// The attention's output times what its gate makes of `x`, or of `gate` where that was projected first.
Tensor gated(Machine &m, Layer &layer, Tensor out, Tensor gate, const Tensor &x)
{
    const GateForm form = layer.spec->extension->gate_form;
    if (form == GateForm::softplus_last) {
        gate = to(m, layer.optional_modules->attention_gate.forward(m, x), Dtype::fp32);
        gate = to(m, pointwise(m, std::move(gate), "softplus", false), out.dtype());
    } else {
        if (form == GateForm::sigmoid_last) gate = layer.optional_modules->attention_gate.forward(m, x);
        gate = pointwise(m, gate, "sigmoid", true);
    }
    const Shape whole = out.shape();
    if (gate.elements() == out.elements()) return mul(m, std::move(out), std::move(gate));
    const Count rows = gate.elements(), width = out.elements() / rows;
    return outer(m, out.view({rows, width}), gate.view({rows, 1}), {rows, width}).view(whole);
}

} // namespace

Tensor apart_gated_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    // AfmoeAttention, LagunaAttention, Lfm3Attention
    const ForwardInputs &inputs = pass.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const GateForm form = layer.spec->extension->gate_form;
    const bool normed_each = form == GateForm::sigmoid_last;
    const Count b = inputs.batch, s = inputs.length;
    Tensor q = layer.q.forward(m, x).view({b, a.heads, s, a.head_dim});
    if (normed_each) q = layer.q_norm.forward(m, std::move(q));
    Tensor k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
    if (normed_each) k = layer.k_norm.forward(m, std::move(k));
    Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
    Tensor gate;
    if (form == GateForm::sigmoid_first) gate = layer.optional_modules->attention_gate.forward(m, x);
    if (!normed_each) {
        q = layer.q_norm.forward(m, std::move(q));
        k = layer.k_norm.forward(m, std::move(k));
    }
    AttentionNames n;
    n.p.q = std::move(q);
    n.p.k = std::move(k);
    if (a.rotary.dim > 0) pass.model.attends.turn(m, a, n, pass);
    q = std::move(n.p.q);
    k = std::move(n.p.k);
    Count keys = s;
    if (inputs.cache) {
        update_cache(m, (*inputs.cache)[layer.index], a.sliding_window, inputs, k, v);
        keys = k.shape().size[2];
        if (inputs.backend == AttentionBackend::sdpa && s > 1 && !pass.mask_of(a).tensor.defined()) keys = s;
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    Tensor out = attend(m, a, q, k, v, pass, keys, pass.attention_dropout_of(layer));
    out = gated(m, layer, std::move(out), gate, x); // AFMoE has a name for the projection
    return layer.o.forward(m, out);
}

} // namespace plimsoll::step
