// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-graph.cpp (build_qkv, build_attn, build_attn_mha), src/llama-kv-cache.cpp; and b4965's
#include "core/serving/llama_classes.h"
#include "core/serving/llama_graph_builder.h"

#include <algorithm>

namespace plimsoll {

GgmlId LlamaGraphBuilder::rope(GgmlId x, Count rotary) { return rotary > 0 ? m_graph.like(GgmlOp::rope, x, {m_positions}) : x; }

LlamaGraphBuilder::Heads LlamaGraphBuilder::heads(GgmlId x, const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    const Count t = m_tokens;
    Heads h;
    if (a.fused.out > 0) {
        const GgmlId qkv = linear(x, GgufRole::attn_qkv, a.fused.bias);
        const Bytes row = m_graph.at(qkv).nb[1];
        const auto part = [&](Count width, Count count) {
            if (m_setup.build.writes_rows) return m_graph.view(qkv, {width, count, t}, {width * 4, row});
            return m_graph.reshape(m_graph.cont(m_graph.view(qkv, {width * count, t}, {row})), {width, count, t});
        };
        h = {part(a.head_dim, a.heads), part(a.head_dim, gguf_kv_heads(a)), part(a.v_head_dim, gguf_kv_heads(a))};
    } else {
        h = {linear(x, GgufRole::attn_q, a.q.bias), linear(x, GgufRole::attn_k, a.k.bias), linear(x, GgufRole::attn_v, a.v.bias)};
        if (!a.norms.per_head) {
            h.q = norm(h.q, a.norms.q);
            h.k = norm(h.k, a.norms.k);
        }
        const bool gated = makes_gate(spec.attention);
        const Bytes wide = a.head_dim * 8;
        h.q = gated ? m_graph.view(h.q, {a.head_dim, a.heads, t}, {wide, wide * a.heads})
                    : m_graph.reshape(h.q, {a.head_dim, a.heads, t});
        h.k = m_graph.reshape(h.k, {a.head_dim, a.kv_heads, t});
        h.v = m_graph.reshape(h.v, {a.v_head_dim, a.kv_heads, t});
    }
    if (a.norms.per_head) {
        h.q = norm(h.q, a.norms.q);
        h.k = norm(h.k, a.norms.k);
    }
    h.q = rope(h.q, a.rotary.dim);
    h.k = rope(h.k, a.rotary.dim);
    if (llama_class(m_architecture.model_type).scales_queries) h.q = one(GgmlOp::scale, h.q);
    return h;
}

GgmlId LlamaGraphBuilder::attention(GgmlId x, const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    if (a.kind == AttentionKind::latent) return latent_attention(x, spec);
    const Heads h = heads(x, spec);
    GgmlId gate = -1;
    if (makes_gate(spec.attention)) {
        GgmlId full = h.q;
        while (m_graph.at(full).op != GgmlOp::mul_mat && m_graph.at(full).src[0] >= 0) full = m_graph.at(full).src[0];
        const Bytes wide = a.head_dim * 8;
        gate = m_graph.cont(m_graph.view(full, {a.head_dim, a.heads, m_tokens}, {wide, wide * a.heads}),
                            {a.head_dim * a.heads, m_tokens});
    }
    GgmlId out = attend(h, spec);
    if (gate >= 0) out = mul(out, one(GgmlOp::unary, gate));
    return linear(out, GgufRole::attn_out, a.o.bias);
}

GgmlId LlamaGraphBuilder::latent_attention(GgmlId x, const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    const Count t = m_tokens, nope = a.latent.qk_nope_head_dim, turned = a.latent.qk_rope_head_dim, head = nope + turned;
    GgmlId q = x;
    if (a.latent.q_lora_rank > 0) {
        q = norm_kind(linear(x, GgufRole::attn_q_a, false), NormKind::rms, a.latent.q_lora_rank, false, true);
        q = linear(q, GgufRole::attn_q_b, false);
    } else {
        q = linear(x, GgufRole::attn_q, false);
    }
    const Bytes q_row = head * 4;
    const GgmlId q_nope = m_graph.view(q, {nope, a.heads, t}, {q_row, q_row * a.heads});
    GgmlId q_turned = m_graph.view(q, {turned, a.heads, t}, {q_row, q_row * a.heads});
    const GgmlId both = linear(x, GgufRole::attn_kv_a, false);
    const Bytes both_row = m_graph.at(both).nb[1];
    GgmlId latent = m_graph.view(both, {a.latent.kv_lora_rank, t}, {both_row});
    GgmlId k_turned = m_graph.view(both, {turned, 1, t}, {both_row, both_row});
    const LlamaBuild &build = m_setup.build;
    if (!build.latent_cache) latent = m_graph.cont(latent);
    latent = norm_kind(latent, NormKind::rms, a.latent.kv_lora_rank, false, true);
    if (build.latent_cache) {
        q_turned = rope(q_turned, turned);
        k_turned = rope(k_turned, turned);
        const GgmlId absorbed = m_graph.mul_mat(weight(GgufRole::attn_k_b, {nope, a.latent.kv_lora_rank, a.heads}),
                                                m_graph.permute(q_nope, {0, 2, 1, 3}));
        // the part that is turned came second until 2026
        const GgmlId query = m_graph.concat(m_graph.permute(absorbed, {0, 2, 1, 3}), q_turned, 0);
        const GgmlId values = m_graph.reshape(latent, {a.latent.kv_lora_rank, 1, t});
        const GgmlId keys = m_graph.concat(values, k_turned, 0);
        const GgmlId out =
            attend({query, keys, values}, spec, weight(GgufRole::attn_v_b, {a.latent.kv_lora_rank, a.v_head_dim, a.heads}));
        return linear(out, GgufRole::attn_out, a.o.bias);
    }
    const GgmlId kv =
        m_graph.mul_mat(weight(GgufRole::attn_kv_b, {a.latent.kv_lora_rank, a.heads * (nope + a.v_head_dim)}), latent);
    const Bytes kv_row = (nope + a.v_head_dim) * 4;
    const GgmlId k_nope = m_graph.view(kv, {nope, a.heads, t}, {kv_row, kv_row * a.heads});
    const GgmlId values = m_graph.cont(m_graph.view(kv, {a.v_head_dim, a.heads, t}, {kv_row, kv_row * a.heads}));
    q_turned = rope(m_graph.cont(q_turned), turned);
    k_turned = rope(m_graph.cont(k_turned), turned);
    const GgmlId query = m_graph.concat(q_nope, q_turned, 0);
    const GgmlId repeated = m_graph.made(GgmlOp::repeat, GgmlType::f32, {turned, a.heads, t}, {k_turned, q_turned});
    const GgmlId keys = m_graph.concat(k_nope, repeated, 0);
    return linear(attend({query, keys, values}, spec), GgufRole::attn_out, a.o.bias);
}

/// Rows of queries, keys or values times a Hadamard matrix.
GgmlId LlamaGraphBuilder::rotated(GgmlId x)
{
    const auto ne = m_graph.at(x).ne;
    Count width = 64;
    while (ne[0] % (width * 2) == 0) width *= 2;
    if (m_rotation < 0) m_rotation = m_graph.input(GgmlType::f32, {width, width});
    const GgmlId flat = m_graph.reshape(x, {width, ne[0] * ne[1] * ne[2] * ne[3] / width});
    return m_graph.reshape(m_graph.mul_mat(m_rotation, flat), {ne[0], ne[1], ne[2], ne[3]});
}

/// Writes keys and values and gives views of the whole caches.
LlamaGraphBuilder::Heads LlamaGraphBuilder::stored(const Heads &h, bool window, bool latent)
{
    const Count dk = m_graph.at(h.k).ne[0], dv = m_graph.at(h.v).ne[0], heads = m_graph.at(h.k).ne[1];
    const Count cells = window ? m_setup.window_cells : m_setup.cells, streams = m_setup.streams, t = m_tokens;
    const GgmlType kt = m_setup.keys, vt = m_setup.values;
    const GgmlId keys = m_graph.allocated(kt, {dk * heads, cells, streams}, m_at);
    const GgmlId values = latent ? keys : m_graph.allocated(vt, {dv * heads, cells, streams}, m_at);
    const auto row = [](GgmlType type, Count elements) { return ggml_row_bytes(type, elements); };
    const bool transposed = !m_setup.flash && !latent;
    if (!m_setup.build.writes_rows) {
        m_graph.expand(m_graph.cpy(h.k, m_graph.view(keys, {t * dk * heads}, {})));
        const GgmlId v = m_graph.reshape(h.v, {dv * heads, t});
        if (transposed)
            m_graph.expand(m_graph.cpy(m_graph.transpose(v), m_graph.view(values, {t, dv * heads}, {row(vt, cells)})));
        else if (!latent)
            m_graph.expand(m_graph.cpy(v, m_graph.view(values, {t * dv * heads}, {})));
        const GgmlId k = m_graph.view(keys, {dk, cells, heads}, {row(kt, dk * heads), row(kt, dk)});
        GgmlId out = m_graph.view(values, {dv, cells, heads}, {row(vt, dv * heads), row(vt, dv)});
        if (latent) out = m_graph.view(keys, {dv, cells, heads}, {row(kt, dk * heads), row(kt, dk)});
        if (transposed) out = m_graph.view(values, {cells, dv, heads}, {row(vt, cells), row(vt, cells * dv)});
        return {m_graph.permute(h.q, {0, 2, 1, 3}), k, out};
    }
    const auto flat = [&](GgmlId x, Count width) { return m_graph.view(x, {width * heads, t}, {m_graph.at(x).nb[2]}); };
    const GgmlId keys_at = window ? m_caches.window_keys_at : m_caches.keys_at;
    const GgmlId values_at = window ? m_caches.window_values_at : m_caches.values_at;
    m_graph.expand(m_graph.set_rows(m_graph.reshape(keys, {dk * heads, cells * streams}), flat(h.k, dk), keys_at));
    if (transposed) {
        const bool whole = m_graph.at(h.v).nb[2] == dv * heads * 4;
        const GgmlId v = whole ? m_graph.reshape(h.v, {dv * heads, t}) : m_graph.cont(h.v, {dv * heads, t});
        m_graph.expand(m_graph.set_rows(m_graph.reshape(values, {1, dv * heads * cells * streams}),
                                        m_graph.reshape(v, {1, dv * heads * t}), values_at));
    } else if (!latent) {
        m_graph.expand(m_graph.set_rows(m_graph.reshape(values, {dv * heads, cells * streams}), flat(h.v, dv), values_at));
    }
    const auto q_nb = m_graph.at(h.q).nb;
    const GgmlId q = m_graph.view(h.q, {m_graph.at(h.q).ne[0], m_graph.at(h.q).ne[1], t / streams, streams},
                                  {q_nb[1], q_nb[2], q_nb[2] * (t / streams)});
    const GgmlId k =
        m_graph.view(keys, {dk, heads, cells, streams}, {row(kt, dk), row(kt, dk * heads), row(kt, dk * heads * cells)});
    GgmlId v =
        latent
            ? m_graph.view(keys, {dv, heads, cells, streams}, {row(kt, dk), row(kt, dk * heads), row(kt, dk * heads * cells)})
            : m_graph.view(values, {dv, heads, cells, streams}, {row(vt, dv), row(vt, dv * heads), row(vt, dv * heads * cells)});
    if (transposed)
        v = m_graph.view(values, {cells, heads, dv, streams}, {row(vt, cells * dv), row(vt, cells), row(vt, cells * dv * heads)});
    const std::array<int, 4> axes{0, 2, 1, 3};
    return {m_graph.permute(q, axes), m_graph.permute(k, axes), m_graph.permute(v, axes)};
}

GgmlId LlamaGraphBuilder::attend(Heads h, const LayerSpec &spec, GgmlId latent_values)
{
    const AttentionSpec &a = spec.attention;
    const bool window = m_setup.window_cells > 0 && llama_window(m_architecture, spec).has_value();
    const LlamaBuild &build = m_setup.build;
    const bool turns = build.rotates && latent_values < 0;
    const bool turns_keys = turns && is_quantised(m_setup.keys) && m_graph.at(h.k).ne[0] % 64 == 0;
    const bool turns_values = turns && is_quantised(m_setup.values) && m_graph.at(h.v).ne[0] % 64 == 0;
    if (turns_keys) {
        h.q = rotated(h.q);
        h.k = rotated(h.k);
    }
    if (turns_values) h.v = rotated(h.v);
    m_graph.expand(h.q);
    if (build.writes_rows) m_graph.expand(h.v);
    m_graph.expand(h.k);
    m_graph.expand(h.v);
    const Heads cached = stored(h, window, latent_values >= 0);
    const bool masked = llama_window(m_architecture, spec).has_value() && m_caches.window_mask >= 0;
    const GgmlId mask = masked ? m_caches.window_mask : m_caches.mask;
    GgmlId out = m_setup.flash ? attend_flash(cached.q, cached.k, cached.v, mask, latent_values)
                               : attend_plain(cached.q, cached.k, cached.v, mask, a, latent_values < 0, latent_values);
    m_graph.expand(out);
    if (turns_values) out = rotated(out);
    return out;
}

GgmlId LlamaGraphBuilder::attend_plain(GgmlId q, GgmlId k, GgmlId v, GgmlId mask, const AttentionSpec &a, bool transposed,
                                       GgmlId latent_values)
{
    GgmlId scores = m_graph.mul_mat(k, q);
    if (a.softcap) scores = one(GgmlOp::scale, one(GgmlOp::unary, one(GgmlOp::scale, scores)));
    scores = m_graph.like(GgmlOp::soft_max, scores, {mask});
    if (!transposed) v = m_graph.cont(m_graph.transpose(v));
    GgmlId out = m_graph.mul_mat(v, scores);
    if (latent_values >= 0) out = m_graph.mul_mat(latent_values, out);
    const auto ne = m_graph.at(out).ne;
    return m_graph.cont(m_graph.permute(out, {0, 2, 1, 3}), {ne[0] * ne[2], m_tokens});
}

GgmlId LlamaGraphBuilder::attend_flash(GgmlId q, GgmlId k, GgmlId v, GgmlId mask, GgmlId latent_values)
{
    const GgmlTensor query = m_graph.at(q);
    GgmlId out = m_graph.made(GgmlOp::flash_attn, GgmlType::f32, {m_graph.at(v).ne[0], query.ne[2], query.ne[1], query.ne[3]},
                              {q, k, v, mask});
    flash_of_card(out, q, k, v);
    if (latent_values >= 0) {
        out = m_graph.mul_mat(latent_values, m_graph.permute(out, {0, 2, 1, 3}));
        out = m_graph.cont(m_graph.permute(out, {0, 2, 1, 3}));
    }
    const auto ne = m_graph.at(out).ne;
    return m_graph.reshape(out, {ne[0] * ne[1], ne[2] * ne[3]});
}

/// What a card's flash attention takes and allocates (ggml-cuda.cu of b4965, fattn.cu of 0c1e57098).
void LlamaGraphBuilder::flash_of_card(GgmlId node, GgmlId q, GgmlId k, GgmlId v)
{
    const GgmlTensor query = m_graph.at(q), keys = m_graph.at(k), values = m_graph.at(v);
    const Count dk = keys.ne[0], dv = values.ne[0];
    const bool half = keys.type == GgmlType::f16 && values.type == GgmlType::f16;
    GgmlTensor &out = m_graph.at(node);
    if (!m_setup.build.wide_flash) {
        const bool bf16 = keys.type == GgmlType::bf16 || values.type == GgmlType::bf16;
        const bool taken = dk == 128 || (dk == 64 && keys.type == GgmlType::f16) || (half && m_setup.capability >= 70);
        out.unsupported = dk != dv || dk == 192 || bf16 || !taken;
        return;
    }
    const Count groups = query.ne[2] / std::max<Count>(keys.ne[2], 1);
    constexpr Count sizes[] = {40, 64, 72, 80, 96, 112, 128, 256};
    const bool same = dk == dv && std::ranges::find(sizes, dk) != std::end(sizes);
    const bool grouped = groups >= 2 && ((dk == 192 && dv == 128 && groups % 8 == 0) || (dk == 512 && dv == 512) ||
                                         (dk == 576 && dv == 512) || (dk == 320 && dv == 256 && groups % 32 == 0));
    out.unsupported = !same && !grouped;
    if (!m_setup.build.flash_copies || out.unsupported) return;
    const auto elements = [](const GgmlTensor &t) { return t.ne[0] * t.ne[1] * t.ne[2] * t.ne[3]; };
    const Bytes own = elements(out) * 4;
    Bytes end = own;
    if (keys.type != GgmlType::f16) end = round_up(end, 128) + elements(keys) * 2;
    if (values.type != GgmlType::f16 && values.view_of != keys.view_of) end = round_up(end, 128) + elements(values) * 2;
    out.extra = end - own;
}

} // namespace plimsoll
