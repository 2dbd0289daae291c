// SPDX-License-Identifier: GPL-3.0-or-later
// Multi-head latent attention of Megatron-LM (megatron/core/transformer/multi_latent_attention.py d98e8a6): TELinear, which every tensor
// rank has whole, projects down the tokens that a rank has; norms are one with the matrices that project up.
#include "core/parallel/megatron_step.h"

#include <utility>

namespace plimsoll::step {

void MegatronStep::project_down(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    const MegatronLatent &l = layer.latent;
    if (l.q_rank > 0) {
        m.multiplies(m_shared_tokens, l.q_rank, layer.hidden, m_dtype);
        kept.narrow.push_back(adapted(m, shared(m, l.q_rank, "linear_q_down_proj"), m_targets.q_down, kept));
        kept.narrow.push_back(shared(m, l.q_rank, "layernorm"));
    }
    m.multiplies(m_shared_tokens, l.kv_rank + l.rope, layer.hidden, m_dtype);
    kept.narrow.push_back(adapted(m, shared(m, l.kv_rank + l.rope, "linear_kv_down_proj"), m_targets.kv_down, kept));
    kept.narrow.push_back(shared(m, l.kv_rank, "layernorm"));
}

/// Queries are turned where they stand; keys and values are laid out anew, and what both were cut from goes
/// (fusions/fused_mla_yarn_rope_apply.py).
void MegatronStep::project_up(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    const MegatronLatent &l = layer.latent;
    const Count from = l.q_rank > 0 ? l.q_rank : layer.hidden;
    {
        const Tensor whole = gathered(m, from);
        m.multiplies(m_tokens, l.query, from, m_dtype);
        kept.qkv = adapted(m, tokens(m, l.query, "linear_q_up_proj"), m_targets.q_up, kept);
    }
    Tensor whole = gathered(m, l.kv_rank);
    m.multiplies(m_tokens, l.up, l.kv_rank, m_dtype);
    const Tensor both = adapted(m, tokens(m, l.up, "linear_kv_up_proj"), m_targets.kv_up, kept);
    whole.reset();
    kept.keys = tokens(m, l.query, "fused_apply_mla_rope_for_kv");
    kept.values = tokens(m, layer.attention, "fused_apply_mla_rope_for_kv");
}

void MegatronStep::backward_latent(Machine &m, const MegatronLayer &layer, Kept &kept, Tensor of_attention)
{
    const MegatronLatent &l = layer.latent;
    Tensor of_queries = tokens(m, l.query, "flash_backward"), of_keys = tokens(m, l.query, "flash_backward"),
           of_values = tokens(m, layer.attention, "flash_backward");
    {
        const Tensor accumulated = m.empty({m_tokens, l.query}, Dtype::fp32, "flash_backward");
        of_attention.reset();
    }
    for (Tensor *made : {&kept.qkv, &kept.keys, &kept.values, &kept.attention, &kept.sums}) made->reset();
    const auto through = [&](Count out, Count in, bool targeted) {
        const Tensor input = gathered(m, in);
        tell_gradients(m, m_tokens, in, out, 0);
        const Tensor of_input = tokens(m, in, "dgrad");
        weight_gradient(m, out, in);
        adapter_gradient(m, m_tokens, in, targeted);
        return shared(m, in, "layernorm_backward");
    };
    Tensor of_both = tokens(m, l.up, "fused_apply_mla_rope_for_kv");
    of_keys.reset();
    of_values.reset();
    Tensor of_kv = through(l.up, l.kv_rank, m_targets.kv_up);
    of_both.reset();
    Tensor of_q = through(l.query, l.q_rank > 0 ? l.q_rank : layer.hidden, m_targets.q_up);
    of_queries.reset();
    kept.narrow.clear();
    const auto down = [&](Count out, bool targeted) {
        tell_gradients(m, m_shared_tokens, layer.hidden, out, 0);
        Tensor of_input = shared(m, layer.hidden, "dgrad");
        weight_gradient(m, out, layer.hidden);
        adapter_gradient(m, m_shared_tokens, layer.hidden, targeted);
        return of_input;
    };
    const Tensor first = down(l.kv_rank + l.rope, m_targets.kv_down);
    if (l.q_rank == 0) return;
    const Tensor second = down(l.q_rank, m_targets.q_down);
}

} // namespace plimsoll::step
