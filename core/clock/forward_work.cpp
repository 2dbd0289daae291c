// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/forward_work.h"

#include "core/model/extension.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

class Collector {
public:
    explicit Collector(ForwardWork &out) : m_out(out) {}
    void layers(Count times) { m_times = times; }
    void add(const LinearSpec &linear, bool joined = false)
    {
        if (linear.in > 0 && linear.out > 0) m_out.matrices.push_back({linear.in, linear.out, 0, 0, m_times, false, joined});
    }
    void add_experts(Count in, Count out, Count experts, Count chosen)
    {
        if (in > 0 && out > 0) m_out.matrices.push_back({in, out, experts, std::min(chosen, experts), m_times, false});
    }

private:
    ForwardWork &m_out;
    Count m_times = 1;
};

void add_attention(ForwardWork &out, Collector &into, const AttentionSpec &a, Count layers)
{
    if (a.kind == AttentionKind::none) return;
    for (const LinearSpec *one : {&a.q, &a.k, &a.v, &a.fused, &a.o, &a.latent.q_a, &a.latent.q_b, &a.latent.kv_a, &a.latent.kv_b})
        into.add(*one, one == &a.k || one == &a.v);
    if (a.heads <= 0) return;
    ForwardAttention made{layers, a.heads, a.head_dim, a.v_head_dim, a.kv_heads, a.sliding_window.value_or(0), 0};
    made.cached =
        a.latent.kv_lora_rank > 0 ? a.latent.kv_lora_rank + a.latent.qk_rope_head_dim : a.kv_heads * (a.head_dim + a.v_head_dim);
    out.attentions.push_back(made);
}

void add_mlp(ForwardWork &out, Collector &into, const MlpSpec &mlp, Count hidden, Count layers)
{
    if (mlp.kind != MlpKind::moe) {
        for (const LinearSpec *one : {&mlp.gate, &mlp.up, &mlp.down}) into.add(*one, one == &mlp.up && mlp.gate.in > 0);
        out.activated += mlp.down.in * layers;
        return;
    }
    const MoeSpec &moe = mlp.moe;
    into.add(moe.router.projection);
    for (const LinearSpec *one : {&moe.latent.in, &moe.latent.out}) into.add(*one);
    const Count width = moe.latent.in.out > 0 ? moe.latent.in.out : hidden;
    into.add_experts(width, (moe.gated ? 2 : 1) * moe.expert_width, moe.experts, moe.top_k);
    into.add_experts(moe.expert_width, width, moe.experts, moe.top_k);
    for (const LinearSpec *one : {&moe.shared.gate_proj, &moe.shared.up_proj, &moe.shared.down_proj}) into.add(*one);
    out.activated += (std::min(moe.top_k, moe.experts) * moe.expert_width + moe.shared.down_proj.in) * layers;
}

/// What only few families have beside attention and MLP, Gemma 4's experts among it.
void add_extension(ForwardWork &out, Collector &into, const LayerExtension &extension, Count hidden, Count layers)
{
    for (const LinearSpec &linear : extension.mixer.linears) into.add(linear);
    into.add(extension.attention_gate);
    if (extension.indexer)
        for (const LinearSpec *one : {&extension.indexer->wq_b, &extension.indexer->wk, &extension.indexer->weights})
            into.add(*one);
    if (!extension.gemma) return;
    const GemmaSpec &gemma = *extension.gemma;
    for (const LinearSpec *one : {&gemma.input_gate, &gemma.input_projection, &gemma.correction, &gemma.prediction, &gemma.router,
                                  &gemma.laurel_left, &gemma.laurel_right})
        into.add(*one);
    if (gemma.experts) add_mlp(out, into, *gemma.experts, hidden, layers);
}

} // namespace

double ForwardMatrix::touched(double tokens) const
{
    if (experts <= 0) return elements();
    const double missed = 1 - static_cast<double>(chosen) / static_cast<double>(experts);
    return elements() * (1 - std::pow(missed, std::max(1.0, tokens)));
}

double ForwardMatrix::operations() const
{
    return 2 * static_cast<double>(in) * static_cast<double>(out) * static_cast<double>(times) *
           static_cast<double>(experts > 0 ? chosen : 1);
}

double ForwardWork::elements() const
{
    double out = 0;
    for (const ForwardMatrix &one : matrices) out += one.elements();
    return out;
}

ForwardWork forward_work(const DecoderSpec &decoder)
{
    ForwardWork out;
    Collector into(out);
    out.hidden = decoder.hidden;
    out.layers = static_cast<Count>(decoder.layers.size());
    std::vector<Count> times(decoder.kinds.size(), 0);
    for (const int kind : decoder.layers) ++times[static_cast<std::size_t>(kind)];
    for (std::size_t i = 0; i < decoder.kinds.size(); ++i) {
        if (times[i] == 0) continue;
        const LayerSpec &layer = decoder.kinds[i];
        into.layers(times[i]);
        add_attention(out, into, layer.attention, times[i]);
        add_mlp(out, into, layer.mlp, decoder.hidden, times[i]);
        if (layer.extension) add_extension(out, into, *layer.extension, decoder.hidden, times[i]);
    }
    const Count columns = decoder.head.out > 0 ? decoder.head.out : decoder.vocab,
                width = decoder.head.in > 0 ? decoder.head.in : decoder.hidden;
    out.matrices.push_back({width, columns, 0, 0, 1, true});
    if (decoder.extension && decoder.extension->layer_inputs) {
        const LayerInputs &inputs = *decoder.extension->layer_inputs;
        const Count all = inputs.width * static_cast<Count>(decoder.layers.size());
        out.embedding = inputs.vocab * all; // looked up, a row of every layer's
        out.matrices.push_back({decoder.hidden, all, 0, 0, 1, false});
    }
    if (!decoder.tied) out.embedding += decoder.vocab * (decoder.embedding_width > 0 ? decoder.embedding_width : decoder.hidden);
    return out;
}

} // namespace plimsoll
