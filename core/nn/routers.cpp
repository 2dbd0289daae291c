// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/nn/experts.h"
#include "core/nn/router_ops.h"

#include <algorithm>
#include <array>

// Routers of transformers 5.23's sparse MLPs, line by line; scores are [tokens, experts], small beside the activations.

namespace plimsoll::step {

TopK topk(Machine &m, const Tensor &x, Count k)
{
    const Shape whole = x.shape();
    TopK out{m.empty(whole.with_last(k), x.dtype(), "topk"), m.empty(whole.with_last(k), Dtype::int64, "topk")};
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [whole](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "topk_backward");
        });
        node->saved[0].keep(m, out.indices);
        attach(out.values, node);
    }
    return out;
}

Tensor gather(Machine &m, const Tensor &x, const Tensor &index)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        node = make_node(m, {&x}, [whole](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), indices = self.saved[1].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "gather_backward");
        });
        node->saved[0].keep(m, x);
        node->saved[1].keep(m, index);
    }
    Tensor out = m.empty(index.shape(), x.dtype(), "gather");
    if (node) attach(out, node);
    return out;
}

Tensor masked_fill(Machine &m, const Tensor &x, const Tensor &mask)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "masked_fill_backward");
        });
        node->saved[0].keep(m, mask);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "masked_fill");
    if (node) attach(out, node);
    return out;
}

Tensor sum_last(Machine &m, const Tensor &x, Shape out_shape)
{
    Tensor out = m.empty(out_shape, m.autocast ? Dtype::fp32 : x.dtype(), "sum");
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        const Dtype dtype = x.dtype();
        attach(out, make_node(m, {&x}, [whole, dtype](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = in[0].dtype() == dtype ? in[0].view(whole) : mm.empty(whole, dtype, "to");
               }));
    }
    return out;
}

Tensor divide(Machine &m, Tensor x, const Tensor &total, bool in_place)
{
    const Shape whole = x.shape();
    const Dtype wider = total.dtype() == Dtype::fp32 ? Dtype::fp32 : x.dtype();
    Tensor out = x;
    if (any_requires_grad(m, {&x, &total})) {
        const Shape column = total.shape();
        auto node = make_node(m, {&x, &total}, [whole, column](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), divisor = self.saved[1].unpack(mm);
            const Dtype dtype = in[0].dtype();
            if (self.needs(1)) { // -grad * ((self / other) / other)
                const Tensor negative = mm.empty(whole, dtype, "div_backward");
                Tensor ratio = mm.empty(whole, dtype, "div_backward");
                ratio = mm.empty(whole, dtype, "div_backward");
                g[1] = mm.empty(whole, dtype, "div_backward");
            }
            if (self.needs(0)) g[0] = mm.empty(whole, dtype, "div_backward");
            if (self.needs(1)) g[1] = sum_leading(mm, std::move(g[1]), column);
        });
        node->saved[1].keep(m, total);
        if (node->needs(1)) node->saved[0].keep(m, in_place ? m.empty(whole, x.dtype(), "clone") : x.detach());
        if (!in_place) out = m.empty(whole, wider, "div");
        attach(out, node);
    } else if (!in_place) {
        out = m.empty(whole, wider, "div");
    }
    return out;
}

namespace {

/// zeros_like(group_scores).scatter_(1, group_idx, 1), expanded to one entry an expert.
Tensor expert_mask(Machine &m, const Tensor &group_scores, Shape experts)
{
    const Tensor mask = m.empty(group_scores.shape(), group_scores.dtype(), "zeros_like");
    return m.empty(experts, group_scores.dtype(), "reshape");
}

/// scores_for_choice.masked_fill(~score_mask.bool(), fill)
Tensor without_groups(Machine &m, const Tensor &scores, const Tensor &mask)
{
    Tensor wanted = m.empty(mask.shape(), Dtype::boolean, "bool");
    const Tensor unwanted = m.empty(mask.shape(), Dtype::boolean, "bitwise_not");
    wanted.reset();
    return masked_fill(m, scores, unwanted);
}

} // namespace

Tensor normalised(Machine &m, Tensor values)
{
    const Tensor total = sum_last(m, values, values.shape().with_last(1));
    return divide(m, std::move(values), total, true);
}

/// F.linear(x.type(torch.float32), weight.type(torch.float32)); under autocast both go down again.
Tensor ExpertsModule::float_logits(Machine &m, const Tensor &x)
{
    Tensor wide = to(m, x, Dtype::fp32);
    Tensor weight = to(m, m_router.value(m), Dtype::fp32);
    const Count experts = m_spec->moe.experts;
    if (m.autocast) {
        Tensor low = to(m, weight, *m.autocast);
        Tensor narrow_x = to(m, wide, *m.autocast);
        Tensor out = matmul_weight(m, std::move(narrow_x), std::move(low), experts);
        return out;
    }
    return matmul_weight(m, std::move(wide), std::move(weight), experts);
}

/// F.linear(x, weight); an adapted weight is no leaf, whose cast autocast would keep.
Tensor ExpertsModule::router_product(Machine &m, Tensor x)
{
    if (!m_router.lora && m_router_linear.loaded()) return m_router_linear.forward(m, std::move(x));
    if (!m_router.lora) return linear(m, std::move(x), m_router.leaf, nullptr);
    Tensor weight = m_router.value(m);
    if (m.autocast) {
        x = to(m, std::move(x), *m.autocast);
        weight = to(m, std::move(weight), *m.autocast);
    }
    return matmul_weight(m, std::move(x), std::move(weight), m_spec->moe.experts);
}

ExpertsModule::Routing ExpertsModule::softmax_route(Machine &m, const Tensor &x)
{
    // Mixtral, Qwen MoE, OLMoE: probabilities in float32, the best of them, perhaps divided by their sum
    const MoeSpec &moe = m_spec->moe;
    Routing out;
    out.logits = router_product(m, x);
    const bool narrow_scores = moe.router_kind == "deepseek_moe" || moe.router_kind == "dbrx"; // in the logits' dtype
    Tensor probabilities = moe.router_kind == "mixtral" ? softmax(m, to(m, out.logits, Dtype::fp32), Dtype::fp32)
                           : narrow_scores              ? softmax(m, out.logits, m.autocast ? Dtype::fp32 : out.logits.dtype())
                                                        : softmax_fp32(m, out.logits, true);
    TopK best = topk(m, probabilities, moe.top_k);
    out.indices = std::move(best.indices);
    if (moe.normalised) best.values = normalised(m, std::move(best.values));
    const bool stays = moe.router_kind == "mixtral" || moe.router_kind == "minicpm_moe" || narrow_scores;
    out.scores = stays ? best.values : to(m, std::move(best.values), out.logits.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::deepseek_v2_route(Machine &m, const Tensor &x)
{
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows();
    Routing out;
    out.logits = float_logits(m, x);
    Tensor scores = to(m, out.logits, Dtype::fp32);
    scores = softmax(m, std::move(scores), Dtype::fp32);
    Tensor group_scores, group_indices, mask;
    if (moe.group_limited) {
        const Shape groups{tokens, moe.router_groups};
        group_scores = m.empty(groups, Dtype::fp32, "max");
        Tensor best = m.empty(groups, Dtype::int64, "max");
        best.reset();
        group_indices = m.empty({tokens, moe.router_top_groups}, Dtype::int64, "topk");
        mask = expert_mask(m, group_scores, scores.shape());
        scores = without_groups(m, scores, mask);
    }
    TopK best = topk(m, scores, moe.top_k);
    out.indices = std::move(best.indices);
    out.scores = scale(m, std::move(best.values));
    return out;
}

ExpertsModule::Routing ExpertsModule::sigmoid_route(Machine &m, const Tensor &x)
{
    // DeepSeek V3, GLM-4.5, dots.llm1: sigmoid scores, a bias for the choice only, experts of the best groups; Mistral 4:
    // softmax in the logits' dtype, no bias
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows();
    const bool soft = moe.router_kind == "mistral4";
    Routing out;
    out.logits = soft ? router_product(m, x) : float_logits(m, x);
    const Tensor scores =
        soft ? softmax(m, out.logits, m.autocast ? Dtype::fp32 : out.logits.dtype()) : pointwise(m, out.logits, "sigmoid", true);
    Tensor choice = soft ? scores : add(m, scores, m_correction);
    Tensor group_scores;
    {
        const TopK two = topk(m, choice.view({tokens * moe.router_groups, moe.experts / moe.router_groups}), 2);
        group_scores = sum_last(m, two.values, {tokens, moe.router_groups});
    }
    const Tensor group_indices = m.empty({tokens, moe.router_top_groups}, Dtype::int64, "topk");
    const Tensor mask = expert_mask(m, group_scores, scores.shape());
    choice = without_groups(m, choice, mask);
    out.indices = topk(m, choice, moe.top_k).indices;
    Tensor values = gather(m, scores, out.indices);
    Tensor total;
    if (moe.normalised) {
        total = sum_last(m, values, values.shape().with_last(1));
        total = add_number(m, std::move(total));
        values = divide(m, std::move(values), total, true);
    }
    out.scores = scale(m, std::move(values));
    return out;
}

ExpertsModule::Routing ExpertsModule::gpt_oss_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = linear(m, x, m_router.leaf, &m_router_bias);
    TopK best = topk(m, out.logits, m_spec->moe.top_k);
    out.indices = std::move(best.indices);
    out.scores = softmax(m, best.values, best.values.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::minimax_route(Machine &m, Tensor x)
{
    Routing out;
    out.logits = router_product(m, to(m, std::move(x), m_router.leaf.value.dtype()));
    const Tensor scores = pointwise(m, to(m, out.logits, Dtype::fp32), "sigmoid", true);
    const Tensor choice = add(m, scores, m_correction);
    const TopK best = topk(m, choice, m_spec->moe.top_k);
    out.indices = best.indices;
    out.scores = normalised(m, gather(m, scores, out.indices));
    return out;
}

ExpertsModule::Routing ExpertsModule::granite_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, x), Dtype::fp32);
    TopK best = topk(m, out.logits, m_spec->moe.top_k);
    out.indices = std::move(best.indices);
    out.scores = to(m, softmax(m, best.values, Dtype::fp32), x.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::cohere_route(Machine &m, const Tensor &x)
{
    const bool sigmoid = m_spec->moe.router_kind.starts_with("cohere2_moe_sigmoid");
    Routing out;
    out.logits = router_product(m, x);
    TopK best = topk(m, out.logits, m_spec->moe.top_k);
    out.indices = std::move(best.indices);
    Tensor scores = sigmoid ? pointwise(m, std::move(best.values), "sigmoid", true) : softmax_fp32(m, best.values, true);
    if (sigmoid && m_spec->moe.normalised) {
        const Tensor total = sum_last(m, scores, scores.shape().with_last(1));
        scores = divide(m, std::move(scores), total, false);
    }
    out.scores = to(m, std::move(scores), x.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::lfm2_route(Machine &m, const Tensor &x)
{
    const MoeSpec &moe = m_spec->moe;
    Routing out;
    out.logits = router_product(m, x);
    Tensor weights = pointwise(m, out.logits, "sigmoid", true);
    Tensor choice;
    if (moe.router_correction_bias) {
        choice = m.empty(weights.shape(), Dtype::fp32, "add");
        out.indices = topk(m, choice, moe.top_k).indices;
        weights = gather(m, weights, out.indices);
    } else {
        TopK best = topk(m, weights, moe.top_k);
        out.indices = std::move(best.indices);
        weights = std::move(best.values);
    }
    if (moe.normalised) {
        const Tensor total = add_number(m, sum_last(m, weights, weights.shape().with_last(1)));
        weights = divide(m, std::move(weights), total, false);
    }
    out.scores = scale(m, std::move(weights));
    return out;
}

ExpertsModule::Routing ExpertsModule::afmoe_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, x), Dtype::fp32);
    const Tensor scores = pointwise(m, out.logits, "sigmoid", true);
    out.indices = topk(m, add(m, scores, m_correction), m_spec->moe.top_k).indices;
    Tensor best = gather(m, scores, out.indices);
    const Tensor total = add_number(m, sum_last(m, best, best.shape().with_last(1)));
    best = divide(m, best, total, false);
    out.scores = scale(m, std::move(best));
    return out;
}

ExpertsModule::Routing ExpertsModule::ernie_route(Machine &m, const Tensor &x)
{
    // all of it outside autocast
    const auto before = std::exchange(m.autocast, std::nullopt);
    Routing out;
    out.logits = matmul_weight(m, to(m, x, Dtype::fp32), to(m, m_router.value(m), Dtype::fp32), m_spec->moe.experts);
    Tensor weights = softmax(m, out.logits, Dtype::fp32);
    {
        const Tensor choice = add(m, weights, m_correction);
        out.indices = topk(m, choice, m_spec->moe.top_k).indices;
    }
    weights = gather(m, weights, out.indices);
    const Tensor total = clamp(m, sum_last(m, weights, weights.shape().with_last(1)), false);
    weights = divide(m, std::move(weights), total, false);
    m.autocast = before;
    out.scores = to(m, std::move(weights), x.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::hunyuan_route(Machine &m, const Tensor &x)
{
    Routing out;
    out.logits =
        m_router_linear.forward(m, to(m, x, m_router_linear.weight().value.dtype() == Dtype::fp32 ? Dtype::fp32 : x.dtype()));
    TopK best = topk(m, softmax_fp32(m, out.logits, true), m_spec->moe.top_k);
    out.indices = std::move(best.indices);
    out.scores = to(m, normalised(m, std::move(best.values)), out.logits.dtype());
    return out;
}

ExpertsModule::Routing ExpertsModule::routed(Machine &m, Tensor &x, bool training)
{
    const std::string &kind = m_spec->moe.router_kind;
    if (kind == "deepseek_v2") return deepseek_v2_route(m, x);
    if (kind == "deepseek_v3" || kind == "glm4_moe" || kind == "nemotron_h" || kind == "mistral4") return sigmoid_route(m, x);
    if (kind == "gpt_oss") return gpt_oss_route(m, x);
    if (kind == "phimoe") return phimoe_route(m, x, training);
    if (kind == "minimax_m2") return minimax_route(m, x);
    if (kind == "granitemoe") return granite_route(m, x);
    if (kind.starts_with("cohere2_moe")) return cohere_route(m, x);
    if (kind == "afmoe") return afmoe_route(m, x);
    if (kind == "lfm2_moe") return lfm2_route(m, x);
    if (kind == "ernie4_5_moe") return ernie_route(m, x);
    if (kind == "hunyuan_v1_moe") return hunyuan_route(m, x);
    if (kind.starts_with("hy_v3")) return hy_v3_route(m, x);
    if (kind == "laguna") return laguna_route(m, x);
    if (kind == "kolibri1") return kolibri_route(m, x);
    if (kind == "aria") return aria_route(m, x);
    if (m_apart && m_spec->moe.loop != ExpertLoop::by_choice) return apart_route(m, x);
    return softmax_route(m, x);
}

ExpertsModule::Routing ExpertsModule::route(Machine &m, Tensor &x, bool training)
{
    const WithScope inside(m, m_spec->moe.router.name.c_str());
    m_router.enter(m);
    Routing out = routed(m, x, training);
    m_router.leave();
    return out;
}

} // namespace plimsoll::step
