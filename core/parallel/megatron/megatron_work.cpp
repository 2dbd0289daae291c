// SPDX-License-Identifier: GPL-3.0-or-later
// The work of Megatron-LM's layers, beside what they allocate.
#include "core/parallel/megatron_step.h"
#include "core/torch/work.h"

#include <algorithm>

namespace plimsoll::step {

void MegatronStep::tell_attention(Machine &m, const MegatronLayer &layer, bool backward) const
{
    if (!m.work || layer.delta > 0 || layer.heads <= 0) return;
    AttentionWork told;
    told.phase = m.phase();
    told.dtype = m_dtype;
    told.backward = backward;
    told.batch = m_plan.micro_batch;
    told.heads = layer.heads;
    told.head_dim = layer.attention / layer.heads;
    told.kv_heads = std::max<Count>(1, (layer.qkv - layer.attention) / std::max<Count>(1, 2 * told.head_dim));
    // causal work is shared out evenly among context ranks: each has a piece from both ends
    told.queries = m_tokens / std::max<Count>(1, m_plan.micro_batch);
    told.keys = m_plan.sequence_length;
    told.causal = m_plan.parallel.context == 1;
    if (!told.causal) told.keys /= 2;
    m.work->attention(told, static_cast<double>(m.times()));
}

/// Through a matrix to its input, and the matrix's own gradient where it trains.
void MegatronStep::tell_gradients(Machine &m, Count rows, Count in, Count out, Count experts) const
{
    for (int made = adapts() ? 1 : 0; made < 2; ++made) {
        if (experts > 0)
            m.multiplies_grouped(rows, in, out, m_dtype, experts);
        else if (made == 0)
            m.multiplies(out, in, rows, m_dtype);
        else
            m.multiplies(rows, in, out, m_dtype);
    }
}

} // namespace plimsoll::step
