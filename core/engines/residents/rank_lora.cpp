// SPDX-License-Identifier: GPL-3.0-or-later
// Places for adapters: vLLM 0.33, lora/layers and lora/model_manager.py; SGLang 0.5.23, srt/lora/mem_pool.py.
#include "core/engines/rank.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace plimsoll::ranks {

namespace {

/// Whether one of these modules is asked for; matrices that stand in one module have places together.
bool has_places(const LoraSlots &slots, std::initializer_list<std::string_view> names)
{
    if (slots.targets.empty()) return true;
    return std::ranges::any_of(names, [&slots](std::string_view name) {
        name = name.substr(name.rfind('.') + 1); // the whole text where there is no dot
        return std::ranges::find(slots.targets, name) != slots.targets.end();
    });
}

class LoraPlaces {
public:
    LoraPlaces(const Rank &rank, const LoraSlots &slots) : m_rank(rank), m_slots(slots) {}

    void layer(const LayerSpec &layer)
    {
        attention(layer.attention);
        if (layer.extension && layer.extension->mixer.kind != MixerKind::none)
            for (const LinearSpec &linear : layer.extension->mixer.linears) {
                if (!has_places(m_slots, {linear.name})) continue;
                const bool rows = linear.name.ends_with("out_proj") || linear.name.ends_with("o_proj");
                rows ? by_rows(linear.in, linear.out) : by_columns(linear.in, linear.out);
            }
        mlp(layer.mlp);
        if (layer.extension && layer.extension->gemma && layer.extension->gemma->experts) mlp(*layer.extension->gemma->experts);
    }
    /// Never divided among ranks.
    void table(Count rows, Count hidden)
    {
        for (int i = 0; i < 2; ++i) {
            put(rows);
            put(hidden);
        }
    }
    Sizes take() { return std::move(m_sizes); }

private:
    const Rank &m_rank;
    const LoraSlots &m_slots;
    Sizes m_sizes;

    void put(Count side, Count matrices = 1, bool divided = false)
    {
        if (side <= 0) return;
        const Count rank = divided ? m_rank.shard(m_slots.max_rank) : m_slots.max_rank;
        m_sizes.emplace_back(m_slots.max_loras * rank * side * matrices * m_rank.width());
    }
    /// A whole and B a part, unless both are divided: the rows of A by the adapter's rank.
    void by_columns(Count in, Count out)
    {
        if (out == 0) return;
        put(in, 1, m_slots.fully_sharded);
        put(m_rank.shard(out));
    }
    void by_rows(Count in, Count out)
    {
        if (out == 0) return;
        put(m_rank.shard(in));
        put(m_slots.fully_sharded ? m_rank.shard(out) : out);
    }
    void whole(Count in, Count out)
    {
        if (out == 0) return;
        put(in);
        put(out);
    }

    void attention(const AttentionSpec &a)
    {
        if (a.kind == AttentionKind::latent) {
            for (const LinearSpec *linear : {&a.latent.q_a, &a.latent.kv_a})
                if (has_places(m_slots, {linear->name, "fused_qkv_a_proj"})) whole(linear->in, linear->out);
            for (const LinearSpec *linear : {&a.latent.q_b, &a.latent.kv_b, &a.q})
                if (has_places(m_slots, {linear->name})) by_columns(linear->in, linear->out);
            if (has_places(m_slots, {a.o.name})) by_rows(a.o.in, a.o.out);
            return;
        }
        if (a.kind != AttentionKind::grouped) return;
        const Count in = a.fused.out ? a.fused.in : a.q.in;
        const Count value = a.v_head_dim ? a.v_head_dim : a.head_dim;
        const Count queries = a.heads * a.head_dim * (makes_gate(a) ? 2 : 1);
        if (has_places(m_slots, {a.q.name, a.k.name, a.v.name, a.fused.name, "qkv_proj"})) {
            for (int i = 0; i < 3; ++i) put(in, 1, m_slots.fully_sharded);
            put(m_rank.shard(queries));
            put(m_rank.kv_heads(a) * a.head_dim);
            put(m_rank.kv_heads(a) * value);
        }
        if (has_places(m_slots, {a.o.name})) by_rows(a.o.in, a.o.out);
    }

    void mlp(const MlpSpec &spec)
    {
        switch (spec.kind) {
        case MlpKind::gated:
        case MlpKind::gated_fused: {
            const Count in = spec.kind == MlpKind::gated ? spec.gate.in : spec.up.in;
            if (has_places(m_slots, {spec.gate.name, spec.up.name, "gate_up_proj"}))
                for (int i = 0; i < 2; ++i) by_columns(in, spec.down.in);
            if (has_places(m_slots, {spec.down.name})) by_rows(spec.down.in, spec.down.out);
            return;
        }
        case MlpKind::plain:
            if (has_places(m_slots, {spec.up.name})) by_columns(spec.up.in, spec.up.out);
            if (has_places(m_slots, {spec.down.name})) by_rows(spec.down.in, spec.down.out);
            return;
        case MlpKind::moe: return experts(spec.moe);
        default: return;
        }
    }

    /// Every expert has its own.
    void experts(const MoeSpec &moe)
    {
        const Count hidden = m_rank.spec.hidden, here = m_rank.experts_here(moe), width = m_rank.expert_width(moe);
        const bool router = has_places(m_slots, {moe.router.projection.name, "gate"});
        if (router) whole(hidden, moe.experts);
        if (!has_places(m_slots, {"experts", "gate_proj", "up_proj", "down_proj"})) return;
        for (int i = 0; i < (moe.gated ? 2 : 1); ++i) {
            put(hidden, here);
            put(width, here);
        }
        put(width, here);
        put(hidden, here);
        if (moe.shared.width == 0) return;
        for (int i = 0; i < 2; ++i) by_columns(hidden, moe.shared.width);
        by_rows(moe.shared.width, hidden);
    }
};

} // namespace

Sizes lora_places(const Rank &rank, const LoraSlots &slots, bool tables)
{
    if (slots.max_loras <= 0) return {};
    LoraPlaces out(rank, slots);
    for (std::size_t i = rank.begin; i < rank.end; ++i) out.layer(rank.layer(i));
    if (tables && has_places(slots, {"embed_tokens", "lm_head"})) out.table(rank.vocab, rank.spec.hidden);
    return out.take();
}

} // namespace plimsoll::ranks
