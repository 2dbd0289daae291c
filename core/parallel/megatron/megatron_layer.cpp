// SPDX-License-Identifier: GPL-3.0-or-later
// One layer of Megatron-LM, forward and backward (megatron/core/transformer/{transformer_layer,attention,mlp}.py d98e8a6 on Transformer
// Engine's linears).
#include "core/parallel/megatron_step.h"

#include <utility>

namespace plimsoll::step {

Tensor MegatronStep::gathered(Machine &m, Count width) const { return gathers() ? tokens(m, width, "all_gather") : Tensor(); }

Tensor MegatronStep::adapted(Machine &m, Tensor made, bool targeted, Kept &kept) const
{
    if (!targeted) return made;
    const Shape shape = made.shape();
    m.multiplies(shape.rows(), m_plan.adapter.rank, shape.last(), m_dtype); // about as wide as what comes out
    m.multiplies(shape.rows(), shape.last(), m_plan.adapter.rank, m_dtype);
    kept.low.push_back(m.empty({shape.rows(), m_plan.adapter.rank}, m_dtype, "lora_A"));
    const Tensor delta = m.empty(shape, m_dtype, "lora_B");
    return m.empty(shape, m_dtype, "add");
}

void MegatronStep::adapter_gradient(Machine &m, Count rows, Count in, bool targeted) const
{
    if (!targeted) return;
    for (int made = 0; made < 4; ++made)
        m.multiplies(rows, m_plan.adapter.rank, in, m_dtype); // of both matrices, and through both
    const Tensor low = m.empty({rows, m_plan.adapter.rank}, m_dtype, "dgrad");
    (void)m.empty({rows, in}, m_dtype, "dgrad"); // added to the matrix's own
}

void MegatronStep::attend(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    tell_attention(m, layer, false);
    kept.attention = tokens(m, layer.attention, "flash_attention");
    kept.sums = m.empty({m_tokens, layer.heads}, Dtype::fp32, "flash_attention");
}

void MegatronStep::run_mlp(Machine &m, const MegatronMlp &mlp, Kept &kept, Tensor &fc1, Tensor &act) const
{
    const Count hidden = m_stage.hidden;
    {
        const Tensor whole = gathered(m, hidden);
        m.multiplies(m_tokens, mlp.fc1, hidden, m_dtype);
        fc1 = adapted(m, tokens(m, mlp.fc1, "linear_fc1"), m_targets.fc1, kept);
    }
    act = tokens(m, mlp.act, "swiglu");
    m.multiplies(m_tokens, hidden, mlp.act, m_dtype);
    const Tensor projected = adapted(m, tokens(m, hidden, "linear_fc2"), m_targets.fc2, kept);
}

MegatronStep::Kept MegatronStep::forward(Machine &m, const MegatronLayer &layer, Tensor input) const
{
    Kept kept;
    kept.input = std::move(input);
    kept.normed = shared(m, layer.hidden, "layernorm");
    if (layer.latent.kv_rank > 0) {
        project_down(m, layer, kept);
        project_up(m, layer, kept);
    } else {
        const Tensor whole = gathered(m, layer.hidden);
        m.multiplies(m_tokens, layer.qkv, layer.hidden, m_dtype);
        kept.qkv = adapted(m, tokens(m, layer.qkv, "linear_qkv"), m_targets.qkv, kept);
    }
    if (layer.delta > 0) delta_forward(m, layer, kept);
    attend(m, layer, kept);
    drop_of_attention(kept);
    {
        m.multiplies(m_tokens, layer.hidden, layer.attention, m_dtype);
        const Tensor projected = adapted(m, tokens(m, layer.hidden, "linear_proj"), m_targets.proj, kept);
        const Tensor reduced = shared(m, layer.hidden, gathers() ? "reduce_scatter" : "all_reduce");
        kept.residual = shared(m, layer.hidden, "add");
    }
    if (m_recompute.layernorm && layer.latent.kv_rank > 0) kept.normed.reset();
    kept.normed_2 = shared(m, layer.hidden, "layernorm");
    if (layer.experts > 0)
        run_experts(m, layer, kept);
    else
        run_mlp(m, layer.dense(), kept, kept.fc1, kept.act);
    drop_of_mlp(layer, kept);
    return kept;
}

void MegatronStep::drop_of_attention(Kept &kept) const
{
    if (m_recompute.core_attn) kept.sums.reset(); // its output is what the projection keeps
    if (!m_recompute.mla_up_proj || !kept.keys.defined()) return;
    for (Tensor *made : {&kept.qkv, &kept.keys, &kept.values}) made->reset();
}

void MegatronStep::drop_of_mlp(const MegatronLayer &layer, Kept &kept) const
{
    const bool whole = layer.experts > 0 ? m_recompute.moe : m_recompute.mlp;
    if (whole || m_recompute.moe_act) {
        if (whole || layer.experts > 0) kept.act.reset();
    }
    if (whole || m_recompute.shared_experts)
        for (Tensor *made : {&kept.shared_fc1, &kept.shared_act}) made->reset();
    if (whole)
        for (Tensor *made : {&kept.fc1, &kept.permuted, &kept.routing}) made->reset();
    // a dense MLP's norm is one with its first matrix, and made again with it
    if (layer.experts > 0 ? m_recompute.layernorm : whole) kept.normed_2.reset();
}

void MegatronStep::again_for_mlp(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    Scope scope = m.scope;
    scope.component = Component::recompute;
    const WithScope inside(m, scope);
    if (!kept.normed_2.defined()) kept.normed_2 = shared(m, layer.hidden, "layernorm");
    if (layer.experts == 0) {
        if (!kept.fc1.defined()) run_mlp(m, layer.dense(), kept, kept.fc1, kept.act);
        return;
    }
    if (!kept.fc1.defined()) return run_experts(m, layer, kept);
    if (!kept.act.defined()) kept.act = m.empty({coming_rows(layer), layer.act}, m_dtype, "swiglu");
    if (layer.shared > 0 && !kept.shared_fc1.defined()) run_mlp(m, layer.every_token(), kept, kept.shared_fc1, kept.shared_act);
}

void MegatronStep::again_for_attention(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    Scope scope = m.scope;
    scope.component = Component::recompute;
    const WithScope inside(m, scope);
    if (!kept.normed.defined()) kept.normed = shared(m, layer.hidden, "layernorm");
    if (!kept.qkv.defined()) project_up(m, layer, kept);
    if (!kept.sums.defined()) attend(m, layer, kept);
}

void MegatronStep::backward_mlp(Machine &m, const MegatronMlp &mlp, Tensor &fc1, Tensor &act)
{
    const Count hidden = m_stage.hidden;
    Tensor whole = gathered(m, hidden);
    tell_gradients(m, m_tokens, mlp.act, hidden, 0);
    Tensor of_act = tokens(m, mlp.act, "dgrad");
    weight_gradient(m, hidden, mlp.act);
    adapter_gradient(m, m_tokens, mlp.act, m_targets.fc2);
    whole.reset();
    act.reset();
    const Tensor of_fc1 = tokens(m, mlp.fc1, "swiglu_backward");
    of_act.reset();
    fc1.reset();
    const Tensor input = gathered(m, hidden);
    tell_gradients(m, m_tokens, hidden, mlp.fc1, 0);
    const Tensor of_input = tokens(m, hidden, "dgrad");
    weight_gradient(m, mlp.fc1, hidden);
    adapter_gradient(m, m_tokens, hidden, m_targets.fc1);
}

void MegatronStep::delta_forward(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    const Tensor projected = tokens(m, layer.qkv, "linear_qkv"), convolved = tokens(m, layer.delta_mixed, "causal_conv1d");
    kept.delta = tokens(m, layer.delta, "gated_delta_rule");
    const Tensor w = tokens(m, layer.delta_keys, "recompute_w_u"), u = tokens(m, layer.attention, "recompute_w_u");
    const Tensor states = tokens(m, layer.delta_states, "chunk_states"), corrected = tokens(m, layer.attention, "v_new");
}

void MegatronStep::delta_backward(Machine &m, const MegatronLayer &layer) const
{
    const Count keys = layer.delta_keys, values = layer.attention;
    const Tensor of_gate = tokens(m, values, "mul_backward"), of_normed = tokens(m, values, "mul_backward");
    const Tensor of_result = tokens(m, values, "rmsnorm_backward");
    const Tensor w = tokens(m, keys, "recompute_w_u"), u = tokens(m, values, "recompute_w_u");
    const Tensor states = tokens(m, layer.delta_states, "chunk_states"), corrected = tokens(m, values, "v_new");
    Tensor of_values = tokens(m, values, "chunk_bwd_dv");
    const Tensor of_states = tokens(m, layer.delta_states, "chunk_bwd_dh");
    of_values = tokens(m, values, "chunk_bwd_dh");
    const Tensor dq = tokens(m, keys, "chunk_bwd_dqk"), dk = tokens(m, keys, "chunk_bwd_dqk"),
                 dw = tokens(m, keys, "chunk_bwd_dw");
    const Tensor more = tokens(m, keys, "wy_backward"), dv = tokens(m, values, "wy_backward");
}

void MegatronStep::backward_scores(Machine &m, const MegatronLayer &layer, Kept &kept, Tensor of_attention)
{
    if (layer.delta > 0) delta_backward(m, layer);
    Tensor of_qkv = tokens(m, layer.qkv, layer.delta > 0 ? "cat" : "flash_backward");
    if (layer.delta == 0) {
        const Tensor accumulated = m.empty({m_tokens, layer.attention}, Dtype::fp32, "flash_backward");
        of_attention.reset();
    }
    of_attention.reset();
    for (Tensor *made : {&kept.qkv, &kept.delta, &kept.attention, &kept.sums}) made->reset();
    const Tensor input = gathered(m, layer.hidden);
    tell_gradients(m, m_tokens, layer.hidden, layer.qkv, 0);
    const Tensor of_input = tokens(m, layer.hidden, "dgrad");
    weight_gradient(m, layer.qkv, layer.hidden);
    adapter_gradient(m, m_tokens, layer.hidden, m_targets.qkv);
}

void MegatronStep::backward_attention(Machine &m, const MegatronLayer &layer, Kept &kept)
{
    Tensor whole = gathered(m, layer.hidden);
    tell_gradients(m, m_tokens, layer.attention, layer.hidden, 0);
    tell_attention(m, layer, true);
    Tensor of_attention = tokens(m, layer.attention, "dgrad");
    weight_gradient(m, layer.hidden, layer.attention);
    adapter_gradient(m, m_tokens, layer.attention, m_targets.proj);
    whole.reset();
    again_for_attention(m, layer, kept);
    if (layer.latent.kv_rank > 0)
        backward_latent(m, layer, kept, std::move(of_attention));
    else
        backward_scores(m, layer, kept, std::move(of_attention));
}

void MegatronStep::backward(Machine &m, const MegatronLayer &layer, Kept kept, Tensor &gradient)
{
    again_for_mlp(m, layer, kept);
    if (layer.experts > 0)
        backward_experts(m, layer, kept);
    else
        backward_mlp(m, layer.dense(), kept.fc1, kept.act);
    kept.normed_2.reset();
    gradient = shared(m, layer.hidden, "layernorm_backward");
    kept.residual.reset();
    backward_attention(m, layer, kept);
    kept.normed.reset();
    gradient = shared(m, layer.hidden, "layernorm_backward");
}

/// What a matrix's gradient is computed into is main_grad itself; autograd is given a tensor of the weight's shape and type that
/// stands for it, one of each shape for all layers and for good (Transformer Engine 2.18 module/base.py, get_dummy_wgrad).
void MegatronStep::weight_gradient(Machine &m, Count out, Count in)
{
    if (adapts()) return; // the matrix stays
    Tensor &made = m_dummies[{out, in}];
    if (!made.defined()) made = m.empty({out, in}, m_dtype, "get_dummy_wgrad", Component::gradients);
}

} // namespace plimsoll::step
