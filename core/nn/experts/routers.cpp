// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/router_kinds.h"
#include "core/nn/experts/router_ops.h"

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

void Router::load(Machine &m, const MlpSpec &mlp, Count hidden, const Precision &precision)
{
    const MoeSpec &moe = mlp.moe;
    spec = &moe;
    const auto parameter = [&](Leaf &leaf, Shape shape, const char *name, Dtype dtype) {
        leaf.value = new_parameter(m, shape, dtype, name);
        leaf.module = mlp.name.c_str();
        leaf.layer = m.scope.layer;
    };
    if (moe.router.is_linear) {
        Precision own = precision;
        if (moe.router.in_float) own.weights = Dtype::fp32;
        linear.load(m, moe.router.projection, own, true);
    } else {
        parameter(weight.leaf, {moe.experts, hidden}, "router", moe.router.in_float ? Dtype::fp32 : precision.weights);
        if (moe.router.projection.bias) parameter(bias, {moe.experts}, "router", precision.weights);
    }
    if (moe.router.kind == RouterKind::normed_softmax) {
        parameter(scale, {hidden}, "router.scale", precision.weights);
        parameter(expert_scale, {moe.experts}, "router.per_expert_scale", precision.weights);
    }
    if (moe.router.corrected || moe.router.kind == RouterKind::corrected_softmax)
        correction = m.empty({moe.experts}, Dtype::fp32, "buffer", Component::weights);
}

Tensor normalised(Machine &m, Tensor values)
{
    const Tensor total = sum_last(m, values, values.shape().with_last(1));
    return divide(m, std::move(values), total, true);
}

Tensor float_logits(Machine &m, Router &router, const Tensor &x)
{
    Tensor wide = to(m, x, Dtype::fp32);
    Tensor weight = to(m, router.weight.value(m), Dtype::fp32);
    const Count experts = router.spec->experts;
    if (m.autocast) {
        Tensor low = to(m, weight, *m.autocast);
        Tensor narrow_x = to(m, wide, *m.autocast);
        Tensor out = matmul_weight(m, std::move(narrow_x), std::move(low), experts);
        return out;
    }
    return matmul_weight(m, std::move(wide), std::move(weight), experts);
}

Tensor router_product(Machine &m, Router &router, Tensor x)
{
    if (!router.weight.lora && router.linear.loaded()) return router.linear.forward(m, std::move(x));
    if (!router.weight.lora) return linear(m, std::move(x), router.weight.leaf, nullptr);
    Tensor weight = router.weight.value(m);
    if (m.autocast) {
        x = to(m, std::move(x), *m.autocast);
        weight = to(m, std::move(weight), *m.autocast);
    }
    return matmul_weight(m, std::move(x), std::move(weight), router.spec->experts);
}

namespace {

Routing softmax_route(Machine &m, Router &router, const Tensor &x)
{
    // probabilities, the best of them, perhaps divided by their sum
    const MoeSpec &moe = *router.spec;
    Routing out;
    out.logits = router_product(m, router, x);
    const bool as_is = moe.router.kind == RouterKind::softmax_as_is, of_float = moe.router.kind == RouterKind::softmax_of_float;
    Tensor probabilities = of_float ? softmax(m, to(m, out.logits, Dtype::fp32), Dtype::fp32)
                           : as_is  ? softmax(m, out.logits, m.autocast ? Dtype::fp32 : out.logits.dtype())
                                    : softmax_fp32(m, out.logits, true);
    TopK best = topk(m, probabilities, moe.top_k);
    out.indices = std::move(best.indices);
    if (moe.router.normalised) best.values = normalised(m, std::move(best.values));
    const bool stays = of_float || as_is || moe.router.kind == RouterKind::softmax_float_scores;
    out.scores = stays ? best.values : to(m, std::move(best.values), out.logits.dtype());
    return out;
}

Routing grouped_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    const MoeSpec &moe = *router.spec;
    const Count tokens = x.shape().rows();
    Routing out;
    out.logits = float_logits(m, router, x);
    Tensor scores = to(m, out.logits, Dtype::fp32);
    scores = softmax(m, std::move(scores), Dtype::fp32);
    Tensor group_scores, group_indices, mask;
    if (moe.router.group_limited) {
        const Shape groups{tokens, moe.router.groups};
        group_scores = m.empty(groups, Dtype::fp32, "max");
        Tensor best = m.empty(groups, Dtype::int64, "max");
        best.reset();
        group_indices = m.empty({tokens, moe.router.top_groups}, Dtype::int64, "topk");
        mask = expert_mask(m, group_scores, scores.shape());
        scores = without_groups(m, scores, mask);
    }
    TopK best = topk(m, scores, moe.top_k);
    out.indices = std::move(best.indices);
    out.scores = scale(m, std::move(best.values));
    return out;
}

Routing grouped_route(Machine &m, Router &router, const Tensor &x)
{
    // sigmoid scores and a bias for the choice only, or softmax in the logits' dtype; experts of the best groups
    const MoeSpec &moe = *router.spec;
    const Count tokens = x.shape().rows();
    const bool soft = moe.router.kind == RouterKind::grouped_softmax_as_is;
    Routing out;
    out.logits = soft ? router_product(m, router, x) : float_logits(m, router, x);
    const Tensor scores =
        soft ? softmax(m, out.logits, m.autocast ? Dtype::fp32 : out.logits.dtype()) : pointwise(m, out.logits, "sigmoid", true);
    Tensor choice = soft ? scores : add(m, scores, router.correction);
    Tensor group_scores;
    {
        const TopK two = topk(m, choice.view({tokens * moe.router.groups, moe.experts / moe.router.groups}), 2);
        group_scores = sum_last(m, two.values, {tokens, moe.router.groups});
    }
    const Tensor group_indices = m.empty({tokens, moe.router.top_groups}, Dtype::int64, "topk");
    const Tensor mask = expert_mask(m, group_scores, scores.shape());
    choice = without_groups(m, choice, mask);
    out.indices = topk(m, choice, moe.top_k).indices;
    Tensor values = gather(m, scores, out.indices);
    Tensor total;
    if (moe.router.normalised) {
        total = sum_last(m, values, values.shape().with_last(1));
        total = add_number(m, std::move(total));
        values = divide(m, std::move(values), total, true);
    }
    out.scores = scale(m, std::move(values));
    return out;
}

Routing biased_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = linear(m, x, router.weight.leaf, &router.bias);
    TopK best = topk(m, out.logits, router.spec->top_k);
    out.indices = std::move(best.indices);
    out.scores = softmax(m, best.values, best.values.dtype());
    return out;
}

Routing float_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = to(m, router_product(m, router, x), Dtype::fp32);
    TopK best = topk(m, out.logits, router.spec->top_k);
    out.indices = std::move(best.indices);
    out.scores = to(m, softmax(m, best.values, Dtype::fp32), x.dtype());
    return out;
}

Routing best_then_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits = router_product(m, router, x);
    const TopK best = topk(m, out.logits, router.spec->top_k);
    out.indices = best.indices;
    out.scores = softmax(m, best.values, m.autocast ? Dtype::fp32 : best.values.dtype());
    return out;
}

Routing best_first_route(Machine &m, Router &router, const Tensor &x)
{
    const bool sigmoid = router.spec->router.kind == RouterKind::best_then_sigmoid;
    Routing out;
    out.logits = router_product(m, router, x);
    TopK best = topk(m, out.logits, router.spec->top_k);
    out.indices = std::move(best.indices);
    Tensor scores = sigmoid ? pointwise(m, std::move(best.values), "sigmoid", true) : softmax_fp32(m, best.values, true);
    if (sigmoid && router.spec->router.normalised) {
        const Tensor total = sum_last(m, scores, scores.shape().with_last(1));
        scores = divide(m, std::move(scores), total, false);
    }
    out.scores = to(m, std::move(scores), x.dtype());
    return out;
}

Routing float_linear_route(Machine &m, Router &router, const Tensor &x)
{
    Routing out;
    out.logits =
        router.linear.forward(m, to(m, x, router.linear.weight().value.dtype() == Dtype::fp32 ? Dtype::fp32 : x.dtype()));
    TopK best = topk(m, softmax_fp32(m, out.logits, true), router.spec->top_k);
    out.indices = std::move(best.indices);
    out.scores = to(m, normalised(m, std::move(best.values)), out.logits.dtype());
    return out;
}

Routing looped_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    // F.softmax(router_logits, dim=1, dtype=torch.float), the best of them, perhaps divided by their sum, in the input's dtype
    const MoeSpec &moe = *router.spec;
    Routing out;
    out.logits = router_product(m, router, x);
    TopK best = topk(m, softmax_fp32(m, out.logits, true), moe.top_k);
    out.indices = std::move(best.indices);
    if (moe.router.normalised) best.values = normalised(m, std::move(best.values));
    out.scores = to(m, std::move(best.values), x.dtype());
    return out;
}

Routing routed(Machine &m, Router &router, Tensor &x, bool training)
{
    using enum RouterKind;
    switch (router.spec->router.kind) {
    case grouped_softmax: return grouped_softmax_route(m, router, x);
    case grouped_softmax_as_is:
    case grouped_sigmoid: return grouped_route(m, router, x);
    case best_then_softmax: return best_then_softmax_route(m, router, x);
    case best_then_softmax_biased: return biased_softmax_route(m, router, x);
    case best_of_float_then_softmax: return float_softmax_route(m, router, x);
    case best_then_float_softmax:
    case best_then_sigmoid: return best_first_route(m, router, x);
    case sparse_mixer: return sparse_mixer_route(m, router, x, training);
    case RouterKind::sigmoid: return sigmoid_route(m, router, x);
    case corrected_sigmoid: return corrected_sigmoid_route(m, router, x);
    case corrected_sigmoid_scaled: return corrected_sigmoid_scaled_route(m, router, x);
    case corrected_sigmoid_of_float: return corrected_sigmoid_of_float_route(m, router, x);
    case corrected_sigmoid_cast: return corrected_sigmoid_cast_route(m, router, x);
    case corrected_softmax: return corrected_softmax_route(m, router, x);
    case corrected_logits: return corrected_logits_route(m, router, x);
    case softmax_float_linear: return float_linear_route(m, router, x);
    default: break;
    }
    if (router.spec->separate.down.out > 0 && router.spec->separate.loop != ExpertLoop::by_choice)
        return looped_softmax_route(m, router, x);
    return softmax_route(m, router, x);
}

} // namespace

Routing normed_softmax_route(Machine &m, Router &router, const Tensor &x)
{
    static const NormSpec bare{"router.norm", NormKind::rms_power, 0, false};
    NormModule norm;
    norm.load(m, bare, x.dtype());
    Tensor hidden = norm.forward(m, x);
    hidden = scale(m, mul(m, hidden, router.scale.value));
    Routing out;
    Tensor logits = router.linear.forward(m, hidden);
    out.logits = softmax_fp32(m, logits, true); // the layer has a name for the probabilities
    TopK best = topk(m, out.logits, router.spec->top_k);
    out.indices = std::move(best.indices);
    best.values = normalised(m, std::move(best.values));
    const Tensor scales = gather_rows(m, router.expert_scale.value, out.indices, out.indices.shape());
    out.scores = mul(m, best.values, scales);
    return out;
}

Routing route(Machine &m, Router &router, Tensor &x, bool training)
{
    const WithScope inside(m, router.spec->router.projection.name.c_str());
    router.weight.enter(m);
    Routing out = routed(m, router, x, training);
    router.weight.leave();
    return out;
}

} // namespace plimsoll::step
