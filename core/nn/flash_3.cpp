// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/ground/bytes.h"

// flash-attention 3: Dao-AILab/flash-attention hopper/flash_api.cpp @000090d0, hopper/flash_attn_interface.py.

namespace plimsoll::step {

namespace {

/// round_up_headdim()
Count rounded_width(Count dim)
{
    for (const Count width : {64, 96, 128, 192})
        if (dim <= width) return width;
    return 256;
}

bool is_ada_or_ga10(const CardFacts &device)
{
    return device.capability_major == 8 && (device.capability_minor == 6 || device.capability_minor == 9);
}

/// kBlockM of mha_bwd for causal attention, to which the queries are rounded.
Count query_block(const CardFacts &device, Count width)
{
    if (device.capability_major >= 9) return width <= 64 ? 128 : 64;
    if (is_ada_or_ga10(device)) return width <= 192 ? 64 : 32;
    return width <= 64 ? 128 : 64;
}

/// kBlockN
Count key_block(const CardFacts &device, Count width)
{
    if (device.capability_major >= 9) return width <= 128 ? 128 : width <= 192 ? 96 : 80;
    if (is_ada_or_ga10(device)) return width <= 96 ? 128 : width <= 128 ? 96 : 64;
    return width <= 128 ? 128 : width <= 192 ? 80 : 64;
}

} // namespace

Tensor flash_3_kernel(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    tell_attention(m, dtype, c, false);
    Tensor out = m.empty({c.batch, c.queries, c.heads * c.v_head_dim}, dtype, "flash_attention_3");
    Tensor lse = m.empty({c.batch, c.heads, c.queries}, Dtype::fp32, "flash_attention_3");
    (void)m.empty({1}, Dtype::int32, "flash_attention_3"); // tile_count_semaphore
    if (!any_requires_grad(m, {&q, &k, &v})) return out;
    auto node = make_node(m, {&q, &k, &v}, [c, dtype](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        tell_attention(mm, dtype, c, true);
        const Shape queries{c.batch, c.heads, c.queries, c.head_dim}, keys{c.batch, c.kv_heads, c.keys, c.head_dim};
        g[0] = mm.empty(queries, dtype, "flash_3_backward");
        g[1] = mm.empty(keys, dtype, "flash_3_backward");
        g[2] = mm.empty(keys.with_last(c.v_head_dim), dtype, "flash_3_backward");
        const Count width = rounded_width(c.head_dim), block = mm.ask(query_block, width), rows = round_up(c.queries, block);
        const auto floats = [&mm](Shape shape) { return mm.empty(shape, Dtype::fp32, "flash_3_backward"); };
        const Tensor sums = floats({c.batch, c.heads, rows});
        const Tensor logarithms = floats({c.batch, c.heads, rows});
        const Tensor query = floats({c.batch, c.heads, rows, width});
        Tensor key, value;
        if (c.heads != c.kv_heads) {
            const Count columns = round_up(c.keys, mm.ask(key_block, width));
            key = floats({c.batch, c.kv_heads, columns, width});
            value = floats({c.batch, c.kv_heads, columns, width});
        }
        const Tensor semaphores = mm.empty({rows / block, c.batch, c.heads}, Dtype::int32, "flash_3_backward");
    });
    for (const Tensor *t : {&q, &k, &v, static_cast<const Tensor *>(&out), static_cast<const Tensor *>(&lse)})
        node->more.emplace_back(m, *t);
    attach(out, node);
    return out;
}

} // namespace plimsoll::step
