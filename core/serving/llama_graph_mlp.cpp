// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-graph.cpp (build_ffn, build_moe_ffn); b4965's where it differs
#include "core/serving/llama_graph_builder.h"

namespace plimsoll {

GgmlId LlamaGraphBuilder::mlp(GgmlId x, const LayerSpec &spec)
{
    const MlpSpec &mlp = spec.mlp;
    if (mlp.kind != MlpKind::moe) return feed_forward(x, GgufRole::ffn_gate, GgufRole::ffn_up, GgufRole::ffn_down, mlp);
    GgmlId out = experts(x, mlp.moe, mlp.activation);
    if (mlp.moe.shared.width == 0) return out;
    MlpSpec shared;
    shared.kind = MlpKind::gated;
    GgmlId beside = feed_forward(x, GgufRole::ffn_gate_shexp, GgufRole::ffn_up_shexp, GgufRole::ffn_down_shexp, shared);
    if (mlp.moe.shared.gated) {
        const GgmlId scores = linear(x, GgufRole::shexp_gate_inp, false);
        GgmlId gate = one(GgmlOp::unary, scores);
        if (!m_setup.build.fused_gates) gate = m_graph.like(GgmlOp::div, gate, {scores});
        beside = mul(beside, gate);
    }
    return add(out, beside);
}

GgmlId LlamaGraphBuilder::feed_forward(GgmlId x, GgufRole gate, GgufRole up, GgufRole down, const MlpSpec &spec)
{
    const GgmlId wide = linear(x, up, spec.up.bias);
    GgmlId out = wide;
    const bool fused = m_setup.build.fused_gates;
    if (spec.kind == MlpKind::gated) {
        const GgmlId gated = linear(x, gate, spec.gate.bias);
        out = fused ? m_graph.like(GgmlOp::glu, gated, {wide}) : mul(one(GgmlOp::unary, gated), wide);
    } else if (spec.kind == MlpKind::gated_fused) {
        const Count half = m_graph.at(wide).ne[0] / 2;
        if (fused) {
            out = m_graph.made(GgmlOp::glu, GgmlType::f32, {half, m_graph.at(wide).ne[1]}, {wide});
        } else {
            const auto part = [&] {
                return m_graph.cont(m_graph.view(wide, {half, m_graph.at(wide).ne[1]}, {m_graph.at(wide).nb[1]}));
            };
            const GgmlId first = part(), second = part();
            out = mul(one(GgmlOp::unary, first), second);
        }
    } else {
        out = one(GgmlOp::unary, wide);
        if (spec.activation == Activation::relu2) out = one(GgmlOp::sqr, out);
    }
    return linear(out, down, spec.down.bias);
}

GgmlId LlamaGraphBuilder::router_weights(GgmlId logits, const MoeSpec &moe, GgmlId &chosen)
{
    const Count t = m_graph.at(logits).ne[1];
    const bool behind =
        moe.router.kind == RouterKind::best_then_softmax_biased || moe.router.kind == RouterKind::best_then_softmax;
    const bool sigmoid = moe.router.corrected || moe.router.kind == RouterKind::sigmoid;
    GgmlId scores = logits;
    if (!behind) scores = one(sigmoid ? GgmlOp::unary : GgmlOp::soft_max, logits);
    const GgmlId selected = moe.router.corrected ? add(scores, vector(moe.experts)) : scores;
    const GgmlId sorted = m_graph.made(GgmlOp::argsort, GgmlType::i32, {moe.experts, t}, {selected});
    chosen = m_graph.view(sorted, {moe.top_k, t}, {m_graph.at(sorted).nb[1]});
    GgmlId out = m_graph.get_rows(m_graph.reshape(scores, {1, moe.experts, t}), chosen);
    if (behind) {
        out = one(GgmlOp::soft_max, m_graph.reshape(out, {moe.top_k, t}));
        out = m_graph.reshape(out, {1, moe.top_k, t});
    }
    if (moe.router.normalised && !behind) {
        out = m_graph.reshape(out, {moe.top_k, t});
        GgmlId sum = m_graph.made(GgmlOp::sum_rows, GgmlType::f32, {1, t}, {out});
        if (m_setup.build.writes_rows) sum = one(GgmlOp::clamp, sum);
        out = m_graph.like(GgmlOp::div, out, {sum});
        out = m_graph.reshape(out, {1, moe.top_k, t});
    }
    return out;
}

GgmlId LlamaGraphBuilder::experts(GgmlId x, const MoeSpec &moe, Activation activation)
{
    GgmlId chosen = -1;
    const Count width = m_graph.at(x).ne[0], t = m_graph.at(x).ne[1];
    GgmlId logits = m_graph.mul_mat(weight(GgufRole::ffn_gate_inp, {width, moe.experts}), x);
    if (moe.bias) logits = add(logits, vector(moe.experts));
    const GgmlId weights = router_weights(logits, moe, chosen);
    if (m_setup.build.writes_rows) m_graph.expand(weights);
    const GgmlId input = m_graph.reshape(x, {width, 1, t});
    const auto biased = [&](GgmlId y) {
        return moe.bias ? m_graph.like(GgmlOp::add_id, y, {vector(m_graph.at(y).ne[0]), chosen}) : y;
    };
    const GgmlId up =
        biased(m_graph.mul_mat_id(weight(GgufRole::ffn_up_exps, {width, moe.expert_width, moe.experts}), input, chosen));
    GgmlId out = up;
    if (moe.gated) {
        const GgmlId gate =
            biased(m_graph.mul_mat_id(weight(GgufRole::ffn_gate_exps, {width, moe.expert_width, moe.experts}), input, chosen));
        out = m_setup.build.fused_gates ? m_graph.like(GgmlOp::glu, gate, {up}) : mul(one(GgmlOp::unary, gate), up);
    } else {
        out = one(GgmlOp::unary, out);
        if (activation == Activation::relu2) out = one(GgmlOp::sqr, out);
    }
    const GgmlId each =
        biased(m_graph.mul_mat_id(weight(GgufRole::ffn_down_exps, {moe.expert_width, width, moe.experts}), out, chosen));
    const GgmlId weighted = mul(each, weights);
    if (m_setup.build.writes_rows) m_graph.expand(weighted);
    const GgmlId sum = summed(weighted, moe);
    // what a fused kernel reads stays until it has run (ggml-cuda.cu, ggml_backend_cuda_graph_optimize)
    if (m_setup.build.keeps_for_fusion && moe.top_k > 1 && m_at != m_cpu) {
        m_graph.at(sum).src[2] = each;
        m_graph.at(sum).src[3] = weights;
    }
    return sum;
}

GgmlId LlamaGraphBuilder::summed(GgmlId experts, const MoeSpec &moe)
{
    const Count width = m_graph.at(experts).ne[0], t = m_graph.at(experts).ne[2];
    const Bytes row = m_graph.at(experts).nb[2];
    std::vector<GgmlId> parts;
    for (Count i = 0; i < moe.top_k; ++i) {
        parts.push_back(m_graph.view(experts, {width, t}, {row}));
        if (m_setup.build.writes_rows) m_graph.expand(parts.back());
    }
    if (parts.size() == 1) return m_graph.cont(parts[0]);
    GgmlId out = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
        // ggml_add's result has the sizes of a view, but rows of its own
        const GgmlId sum = m_graph.made(GgmlOp::add, GgmlType::f32, {width, t}, {out, parts[i]});
        out = sum;
    }
    return out;
}

} // namespace plimsoll
