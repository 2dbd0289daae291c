// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, convert_hf_to_gguf.py and conversion/
#include "core/serving/gguf_tensors.h"

#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// The tensors of one kind of layer.
class Layer {
public:
    Layer(const DecoderSpec &decoder, const LayerSpec &spec, GgmlType wide, bool splits_latent)
        : m_spec(spec), m_hidden(decoder.hidden), m_wide(wide), m_splits_latent(splits_latent)
    {
        norm(GgufRole::attn_norm, spec.input_norm);
        if (spec.attention.kind == AttentionKind::latent)
            latent(spec.attention);
        else if (spec.attention.kind != AttentionKind::none)
            attention(spec.attention);
        if (spec.extension) mixer(spec.extension->mixer);
        if (spec.extension && spec.extension->gemma) beside(*spec.extension->gemma);
        norms();
        mlp(spec.mlp);
    }
    std::vector<GgufTensor> tensors;

private:
    void add(GgufRole role, Count ne0, Count ne1 = 1, Count ne2 = 1)
    {
        if (ne0 > 0 && ne1 > 0 && ne2 > 0) tensors.push_back({role, 0, ne0, ne1, ne2, ne1 > 1 ? m_wide : GgmlType::f32});
    }
    void kept(GgufRole role, Count ne0, Count ne1 = 1)
    {
        if (ne0 > 0 && ne1 > 0) tensors.push_back({role, 0, ne0, ne1, 1, GgmlType::f32});
    }
    void linear(GgufRole role, const LinearSpec &spec)
    {
        if (spec.out == 0) return;
        add(role, spec.in, spec.out);
        if (spec.bias) kept(GgufRole::kept, spec.out);
    }
    void norm(GgufRole role, const NormSpec &spec)
    {
        if (spec.kind == NormKind::none || spec.kind == NormKind::layer_norm_bare) return;
        kept(role, spec.width);
        if (spec.bias) kept(GgufRole::kept, spec.width);
    }

    void norms()
    {
        const bool four = m_spec.pre_mlp_norm.kind != NormKind::none;
        norm(four || m_spec.norm_after ? GgufRole::attn_post_norm : GgufRole::ffn_norm, m_spec.post_attention_norm);
        norm(GgufRole::ffn_norm, m_spec.pre_mlp_norm);
        norm(GgufRole::ffn_post_norm, m_spec.post_mlp_norm);
    }

    void attention(const AttentionSpec &a)
    {
        if (a.fused.out > 0) {
            linear(GgufRole::attn_qkv, a.fused);
        } else {
            linear(GgufRole::attn_q, a.q);
            linear(GgufRole::attn_k, a.k);
            linear(GgufRole::attn_v, a.v);
        }
        linear(GgufRole::attn_out, a.o);
        norm(GgufRole::attn_q_norm, a.norms.q);
        norm(GgufRole::attn_k_norm, a.norms.k);
        if (a.sinks) kept(GgufRole::attn_sinks, a.heads);
        if (m_spec.extension) linear(GgufRole::attn_gate, m_spec.extension->attention_gate);
    }

    void latent(const AttentionSpec &a)
    {
        if (a.latent.q_lora_rank > 0) {
            linear(GgufRole::attn_q_a, a.latent.q_a);
            kept(GgufRole::attn_q_norm, a.latent.q_lora_rank);
            linear(GgufRole::attn_q_b, a.latent.q_b);
        } else {
            add(GgufRole::attn_q, m_hidden, a.heads * (a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim));
        }
        linear(GgufRole::attn_kv_a, a.latent.kv_a);
        kept(GgufRole::attn_k_norm, a.latent.kv_lora_rank);
        if (m_splits_latent) {
            add(GgufRole::attn_k_b, a.latent.qk_nope_head_dim, a.latent.kv_lora_rank, a.heads);
            add(GgufRole::attn_v_b, a.latent.kv_lora_rank, a.v_head_dim, a.heads);
        } else {
            linear(GgufRole::attn_kv_b, a.latent.kv_b);
        }
        linear(GgufRole::attn_out, a.o);
    }

    void beside(const GemmaSpec &gemma)
    {
        for (const LinearSpec *spec : {&gemma.input_gate, &gemma.input_projection, &gemma.laurel_left, &gemma.laurel_right})
            linear(GgufRole::other, *spec);
        for (const NormSpec *spec : {&gemma.input_norm, &gemma.mlp_norm, &gemma.experts_norm, &gemma.before_experts})
            norm(GgufRole::kept, *spec);
        if (gemma.experts) experts(gemma.experts->moe);
    }

    void mixer(const MixerSpec &m)
    {
        for (const LinearSpec &spec : m.linears) {
            const bool out = spec.name.ends_with("out_proj") || spec.name.ends_with("o_proj");
            const bool qkv = spec.name.ends_with("in_proj_qkv");
            linear(out ? GgufRole::ssm_out : qkv ? GgufRole::attn_qkv : GgufRole::ssm_in, spec);
        }
        for (const Parameter &own : m.own) {
            const Count elements = own.elements();
            const bool conv = own.name.find("conv") != std::string::npos && own.shape.size() > 1;
            kept(conv ? GgufRole::ssm_conv : GgufRole::kept, conv ? m.kernel : elements,
                 conv ? elements / std::max<Count>(m.kernel, 1) : 1);
        }
    }

    void mlp(const MlpSpec &mlp)
    {
        if (mlp.kind == MlpKind::moe) return experts(mlp.moe);
        if (mlp.kind == MlpKind::gated) linear(GgufRole::ffn_gate, mlp.gate);
        linear(GgufRole::ffn_up, mlp.up);
        linear(GgufRole::ffn_down, mlp.down);
    }

    void experts(const MoeSpec &moe)
    {
        kept(GgufRole::ffn_gate_inp, m_hidden, moe.experts);
        if (moe.router.corrected) kept(GgufRole::exp_probs_b, moe.experts);
        if (moe.bias) kept(GgufRole::kept, moe.experts);
        if (moe.gated) add(GgufRole::ffn_gate_exps, m_hidden, moe.expert_width, moe.experts);
        add(GgufRole::ffn_up_exps, m_hidden, moe.expert_width, moe.experts);
        add(GgufRole::ffn_down_exps, moe.expert_width, m_hidden, moe.experts);
        if (moe.bias) {
            if (moe.gated) kept(GgufRole::kept, moe.expert_width, moe.experts);
            kept(GgufRole::kept, moe.expert_width, moe.experts);
            kept(GgufRole::kept, m_hidden, moe.experts);
        }
        if (moe.shared.width > 0) {
            if (moe.shared.gated) kept(GgufRole::shexp_gate_inp, m_hidden);
            add(GgufRole::ffn_gate_shexp, m_hidden, moe.shared.width);
            add(GgufRole::ffn_up_shexp, m_hidden, moe.shared.width);
            add(GgufRole::ffn_down_shexp, moe.shared.width, m_hidden);
        }
    }

    const LayerSpec &m_spec;
    Count m_hidden;
    GgmlType m_wide;
    bool m_splits_latent;
};

} // namespace

Count gguf_kv_heads(const AttentionSpec &attention)
{
    const Count pair = attention.head_dim + attention.v_head_dim;
    const Count rest = attention.fused.out - attention.heads * attention.head_dim;
    return attention.fused.out > 0 && pair > 0 && rest > 0 && rest % pair == 0 ? rest / pair : attention.kv_heads;
}

std::vector<GgufTensor> gguf_tensors(const Architecture &architecture, GgmlType wide, bool splits_latent)
{
    std::vector<GgufTensor> out;
    if (!architecture.decoder) return out;
    const DecoderSpec &decoder = *architecture.decoder;
    const Count width = decoder.embedding_width > 0 ? decoder.embedding_width : decoder.hidden;
    out.push_back({GgufRole::token_embd, -1, width, decoder.vocab, 1, wide});
    if (decoder.extension && decoder.extension->layer_inputs) {
        const LayerInputs &more = *decoder.extension->layer_inputs;
        const Count wide_row = more.width * decoder.layer_count();
        out.push_back({GgufRole::layer_embd, -1, wide_row, more.vocab, 1, wide});
        out.push_back({GgufRole::kept, -1, decoder.hidden, wide_row, 1, wide}); // per_layer_model_proj
    }
    if (decoder.positions == Positions::learned && decoder.position_rows > 0)
        out.push_back({GgufRole::position_embd, -1, width, decoder.position_rows, 1, GgmlType::f32});
    for (const NormSpec *norm : {&decoder.embedding_norm, &decoder.final_norm}) {
        if (norm->kind == NormKind::none || norm->kind == NormKind::layer_norm_bare) continue;
        const GgufRole role = norm == &decoder.final_norm ? GgufRole::output_norm : GgufRole::token_norm;
        out.push_back({role, -1, norm->width, 1, 1, GgmlType::f32});
        if (norm->bias) out.push_back({role, -1, norm->width, 1, 1, GgmlType::f32});
    }
    if (!decoder.tied) {
        out.push_back({GgufRole::output, -1, decoder.hidden, decoder.vocab, 1, wide});
        if (decoder.head.bias) out.push_back({GgufRole::output, -1, decoder.vocab, 1, 1, GgmlType::f32});
    }
    std::vector<Layer> kinds;
    kinds.reserve(decoder.kinds.size());
    std::size_t most = 0;
    for (const LayerSpec &spec : decoder.kinds) {
        kinds.emplace_back(decoder, spec, wide, splits_latent);
        most = std::max(most, kinds.back().tensors.size());
    }
    out.reserve(out.size() + most * decoder.layers.size());
    for (std::size_t i = 0; i < decoder.layers.size(); ++i)
        for (GgufTensor tensor : kinds[static_cast<std::size_t>(decoder.layers[i])].tensors) {
            tensor.layer = static_cast<int>(i);
            out.push_back(tensor);
        }
    return out;
}

} // namespace plimsoll
