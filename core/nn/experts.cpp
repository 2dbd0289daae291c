// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts.h"

#include "core/nn/liger.h"
#include "core/torch/sorting.h"

#include <algorithm>

namespace plimsoll::step {

/// x.add_(other): the gradient goes to both.
Tensor add_in_place(Machine &m, Tensor x, const Tensor &other)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x, &other})) {
        const Dtype dtype = other.dtype();
        attach(out, make_node(m, {&x, &other}, [dtype](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = in[0];
                   if (self.needs(1)) g[1] = in[0].dtype() == dtype ? in[0] : mm.empty(in[0].shape(), dtype, "to");
               }));
    }
    return out;
}

namespace {

/// _grouped_mm_fallback, below compute capability 8: both operands are kept and both gradients made, wanted or not.
Tensor grouped_mm_fallback(Machine &m, const Tensor &x, const Tensor &weight, Count out_features, const Tensor &offsets)
{
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "grouped_mm_fallback");
    cublas_workspace(m);
    if (!any_requires_grad(m, {&x, &weight})) return out;
    const Shape xs = x.shape(), ws = weight.shape();
    auto node = make_node(m, {&x, &weight}, [xs, ws, offsets](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept_x = self.saved[0].unpack(mm), kept_weight = self.saved[1].unpack(mm);
        g[0] = mm.empty(xs, in[0].dtype(), "grouped_mm_fallback_backward");
        g[1] = mm.empty(ws, in[0].dtype(), "grouped_mm_fallback_backward");
        cublas_workspace(mm);
    });
    node->saved[0].keep(m, x);
    node->saved[1].keep(m, weight);
    attach(out, node);
    return out;
}

/// x.clamp with one bound or both: keeps its input; backward compares once a bound.
Tensor clamp_number(Machine &m, const Tensor &x, int bounds)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [bounds](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor zero = mm.empty({1}, in[0].dtype(), "scalar");
            const Tensor first = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            Tensor second;
            if (bounds > 1) second = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "clamp_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "clamp");
    if (node) attach(out, node);
    return out;
}

} // namespace

Tensor gather_rows(Machine &m, const Tensor &x, const Tensor &index, Shape out_shape)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        node = make_node(m, {&x}, [from](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(from, in[0].dtype(), "index_backward");
            index_put_temporaries(mm, kept.elements(), from.size[0]);
        });
        node->saved[0].keep(m, index);
    }
    Tensor out = m.empty(out_shape, x.dtype(), "index");
    if (node) attach(out, node);
    return out;
}

Tensor grouped_mm(Machine &m, Tensor x, const Tensor &weight, Count out_features, const Tensor &offsets)
{
    x = to(m, std::move(x), weight.dtype());
    if (!m.ask(is_capable, 8)) return grouped_mm_fallback(m, x, weight, out_features, offsets);
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight})) {
        const Shape xs = x.shape(), ws = weight.shape();
        node = make_node(m, {&x, &weight}, [xs, ws](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            if (self.needs(1)) g[1] = mm.empty(ws, in[0].dtype(), "grouped_mm_backward");
            if (self.needs(0)) g[0] = mm.empty(xs, in[0].dtype(), "grouped_mm_backward");
        });
        if (node->needs(1)) node->more.emplace_back(m, x);
        if (node->needs(0)) node->more.emplace_back(m, weight);
        node->more.emplace_back(m, offsets);
    }
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "grouped_mm");
    if (node) attach(out, node);
    return out;
}

bool ExpertsModule::known(const MlpSpec &spec) { return spec.moe.router_kind != RouterKind::unknown; }

void ExpertsModule::load(Machine &m, const MlpSpec &spec, Count hidden, const Precision &precision)
{
    m_spec = &spec;
    const MoeSpec &moe = spec.moe;
    const auto parameter = [&](Leaf &leaf, Shape shape, const char *name, Dtype dtype) {
        leaf.value = new_parameter(m, shape, dtype, name);
        leaf.module = spec.name.c_str();
        leaf.layer = m.scope.layer;
    };
    if (moe.router_linear) {
        Precision own = precision;
        if (moe.router_float) own.weights = Dtype::fp32;
        m_router_linear.load(m, moe.router, own, true);
    } else {
        parameter(m_router.leaf, {moe.experts, hidden}, "router", moe.router_float ? Dtype::fp32 : precision.weights);
        if (moe.router.bias) parameter(m_router_bias, {moe.experts}, "router", precision.weights);
    }
    if (moe.router_kind == RouterKind::normed_softmax) {
        parameter(m_router_scale, {hidden}, "router.scale", precision.weights);
        parameter(m_expert_scale, {moe.experts}, "router.per_expert_scale", precision.weights);
    }
    if (moe.router_correction_bias || moe.router_kind == RouterKind::corrected_softmax)
        m_correction = m.empty({moe.experts}, Dtype::fp32, "buffer", Component::weights);
    const Count up = up_width(), width = moe.latent_in.out > 0 ? moe.latent_in.out : hidden;
    if (moe.apart_down.out > 0) {
        m_apart = std::make_unique<ApartExperts>();
        m_apart->load(m, spec, precision);
    } else if (moe.stacked_rows) {
        for (Leaf *leaf : {&m_gate_up.leaf, &m_second, &m_down.leaf})
            parameter(*leaf, {product(moe.experts, moe.expert_width), hidden}, "experts.mlp", precision.weights);
    } else if (precision.loaded && (moe.gate_up_layout || moe.down_layout)) {
        load_packed(m, spec, width, precision);
    } else {
        const auto stack = [&](Adaptable &part, Shape shape, const char *name) {
            if (precision.unpacks)
                part.leaf.value = new_unpacked(m, precision, shape, name, moe.clamped_gate);
            else if (precision.packs_experts)
                part.load_packed(m, shape, precision.weights, precision.four_bit(), precision.double_quant);
            else
                return parameter(part.leaf, shape, name, precision.weights);
            part.leaf.module = spec.name.c_str();
            part.leaf.layer = m.scope.layer;
            if (precision.packs_experts && !m.stopped) m.empty_cache();
        };
        stack(m_gate_up, {moe.experts, up, width}, "experts.gate_up_proj");
        if (moe.bias) parameter(m_gate_up_bias, {moe.experts, up}, "experts.gate_up_proj_bias", precision.weights);
        stack(m_down, {moe.experts, width, moe.expert_width}, "experts.down_proj");
        if (moe.bias) parameter(m_down_bias, {moe.experts, hidden}, "experts.down_proj_bias", precision.weights);
    }
    if (moe.latent_in.out > 0) {
        m_latent_in.load(m, moe.latent_in, precision, true);
        m_latent_out.load(m, moe.latent_out, precision, true);
    }
    if (moe.shared_width == 0) return;
    if (moe.shared_gate_proj.out > 0) m_shared_gate_proj.load(m, moe.shared_gate_proj, precision, true);
    m_shared_up_proj.load(m, moe.shared_up_proj, precision, true);
    m_shared_down_proj.load(m, moe.shared_down_proj, precision, true);
    if (moe.shared_gate) m_shared_gate.load(m, spec.gate, precision, true);
}

std::vector<Leaf *> ExpertsModule::own_leaves()
{
    return {&m_router.leaf,  &m_router_bias, &m_router_scale, &m_expert_scale, &m_gate_up.leaf,
            &m_gate_up_bias, &m_second,      &m_down.leaf,    &m_down_bias};
}

void ExpertsModule::raise_to_fp32(Machine &m)
{
    for (Leaf *leaf : own_leaves()) raise_leaf(m, *leaf);
    if (m_apart) m_apart->each([&m](LinearModule &module) { module.raise_to_fp32(m); });
}

void ExpertsModule::collect(std::vector<Leaf *> &parameters)
{
    for (Leaf *leaf : own_leaves())
        if (leaf->value.defined() && size_of(leaf->value.dtype()) > 1) parameters.push_back(leaf); // what is packed never trains
    if (m_apart) m_apart->each([&parameters](LinearModule &module) { module.collect(parameters); });
    for (ParameterLora *adapter : adapters()) adapter->collect(parameters);
}

std::vector<ParameterLora *> ExpertsModule::adapters()
{
    std::vector<ParameterLora *> all;
    for (const Adaptable *part : {&m_gate_up, &m_down, &m_router})
        if (part->lora) all.push_back(part->lora.get());
    return all;
}

void ExpertsModule::add_lora(Machine &m, const AdapterRanks &ranks, std::optional<Dtype> dtype)
{
    const auto wrap = [&](Adaptable &part, Count rank) {
        if (rank > 0 && part.leaf.value.defined())
            part.lora =
                std::make_unique<ParameterLora>(m, part.leaf, part.shape(), rank, dtype.value_or(part.dtype()), ranks.scaled);
    };
    wrap(m_gate_up, ranks.gate_up);
    wrap(m_down, ranks.down);
    // PEFT adapts the weight of a router that is a linear module, not the module
    if (ranks.router > 0 && m_router_linear.loaded() && size_of(m_router_linear.weight().value.dtype()) > 1)
        m_router.leaf.value = m_router_linear.weight().value;
    wrap(m_router, ranks.router);
}

void ExpertsModule::cast_lora(Machine &m, Dtype dtype)
{
    for (ParameterLora *adapter : adapters()) adapter->cast(m, dtype);
}

std::vector<LinearModule *> ExpertsModule::linears()
{
    std::vector<LinearModule *> all;
    for (LinearModule *module : {&m_router_linear, &m_shared_gate_proj, &m_shared_up_proj, &m_shared_down_proj, &m_shared_gate,
                                 &m_latent_in, &m_latent_out})
        if (module->loaded()) all.push_back(module);
    return all;
}

Tensor ExpertsModule::gate(Machine &m, const Tensor &projected)
{
    if (m_spec->moe.clamped_gate) return clamped_gate(m, projected);
    if (!m_spec->moe.gated) return activate(m, projected, m_spec->activation);
    const auto [gate, up] = chunk_in_two(m, projected);
    Tensor gated = activate(m, gate, m_spec->activation);
    return mul(m, std::move(gated), up);
}

Tensor ExpertsModule::clamped_gate(Machine &m, const Tensor &projected)
{
    // GptOssExperts._apply_gate: gate and up in turns, both clamped
    const Shape half = projected.shape().with_last(m_spec->moe.expert_width);
    Tensor gate = narrow(m, projected, half);
    Tensor up = narrow(m, projected, half);
    gate = clamp_number(m, gate, 1);
    up = clamp_number(m, up, 2);
    Tensor scaled = scale(m, gate);
    scaled = pointwise(m, std::move(scaled), "sigmoid", true);
    const Tensor glu = mul(m, gate, std::move(scaled));
    Tensor shifted = add_number(m, up);
    return mul(m, std::move(shifted), glu);
}

Tensor ExpertsModule::run_experts(Machine &m, const Tensor &x, const Routing &routing)
{
    const WithScope inside(m, m_spec->name.c_str());
    if (m_apart) {
        Tensor out = m_apart->forward(m, x, routing.scores);
        return m_spec->moe.loop == ExpertLoop::by_choice ? sum_of_choices(m, out, x.shape().rows()) : out;
    }
    if (m_spec->moe.stacked_rows) return stacked_experts(m, x, routing);
    // the wrapper of down_proj is around that of gate_up_proj
    m_down.enter(m);
    m_gate_up.enter(m);
    // generation/utils.py: 'batched_mm' once the prompt is through
    const bool one_by_one = m.phase() == Phase::generate;
    Tensor out = m_up_layout && m_up_layout->packing == Packing::four_bit_floats ? mxfp4_experts(m, x, routing)
                 : packed() && one_by_one                                        ? packed_batched(m, x, routing)
                 : one_by_one                                                    ? batched(m, x, routing)
                                                                                 : grouped(m, x, routing);
    m_gate_up.leave();
    m_down.leave();
    return out;
}

Tensor ExpertsModule::grouped(Machine &m, const Tensor &x, const Routing &routing)
{
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    if (m_liger_experts)
        return liger_experts(m, x.view({tokens, hidden}), m_gate_up.value(m), m_down.value(m), routing.indices, routing.scores,
                             {moe.experts, moe.expert_width});
    Tensor sorted = m.empty({pairs}, Dtype::int64, "sort");
    Tensor order = m.empty({pairs}, Dtype::int64, "sort");
    sort_temporaries(m, pairs);
    Tensor rows = m.empty({pairs}, Dtype::int64, "floor_divide");
    Tensor selected = gather_rows(m, x.view({tokens, hidden}), rows, {pairs, hidden});
    rows.reset();
    Tensor weights = gather_rows(m, routing.scores.view({pairs, 1}), order, {pairs, 1});
    Tensor counted = m.empty({pairs}, Dtype::int32, "int");
    Tensor counts = m.empty({moe.experts}, Dtype::int32, "histc");
    Tensor offsets = m.empty({moe.experts}, Dtype::int32, "cumsum");
    Tensor selected_weights = m_gate_up.value(m), biases;
    if (moe.bias) biases = gather_rows(m, m_gate_up_bias.value, sorted, {pairs, up_width()});
    Tensor projected = packed_product(m, m_up_layout, selected, selected_weights, up_width(), offsets);
    if (moe.bias) projected = add_in_place(m, std::move(projected), biases);
    projected = gate(m, projected);
    selected_weights = m_down.value(m);
    if (moe.bias) biases = gather_rows(m, m_down_bias.value, sorted, {pairs, hidden});
    projected = packed_product(m, m_down_layout, std::move(projected), selected_weights, hidden, offsets);
    if (moe.bias) projected = add_in_place(m, std::move(projected), biases);
    Tensor weighted = mul(m, projected, weights);
    Tensor inverse = m.empty({pairs}, Dtype::int64, "empty_like");
    m.workspace(product(pairs, 8), "arange");
    weighted = gather_rows(m, weighted, inverse, {pairs, hidden});
    const Tensor summed = sum_of_choices(m, weighted, tokens);
    Tensor out = to(m, summed, x.dtype());
    // the frame lets go of its names in their order, of final_hidden_states last
    for (Tensor *name : {&sorted, &order, &selected, &weights, &counted, &counts, &offsets, &selected_weights, &biases,
                         &projected, &weighted, &inverse})
        name->reset();
    return out;
}

/// weighted.view(tokens, top_k, hidden).sum(dim=1), which autocast does in float32.
Tensor ExpertsModule::sum_of_choices(Machine &m, const Tensor &weighted, Count tokens)
{
    const Shape shape = weighted.shape();
    Tensor summed = m.empty({tokens, shape.last()}, m.autocast ? Dtype::fp32 : weighted.dtype(), "sum");
    if (any_requires_grad(m, {&weighted})) {
        const Dtype dtype = weighted.dtype();
        attach(summed, make_node(m, {&weighted}, [=](Machine &mm, Node &, Gradients &, Gradients &g) {
                   g[0] = mm.empty(shape, dtype, "sum_backward");
               }));
    }
    return summed;
}

Tensor ExpertsModule::batched(Machine &m, const Tensor &x, const Routing &routing)
{
    // batched_mm_experts_forward: every chosen expert's weights are copied, once for each token that chose it
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor selected = m.empty({pairs, hidden}, x.dtype(), "repeat_interleave");
    const auto chosen = [&](const Tensor &weight) {
        return m.empty({pairs, weight.shape().size[1], weight.shape().last()}, weight.dtype(), "index");
    };
    const auto product = [&](const Tensor &weight, Count width) {
        Tensor out = m.empty({pairs, width}, weight.dtype(), "bmm");
        cublas_workspace(m);
        return out;
    };
    Tensor weights = chosen(m_gate_up.value(m)), biases;
    if (moe.bias) biases = gather_rows(m, m_gate_up_bias.value, routing.indices, {pairs, up_width()});
    Tensor projected = product(weights, up_width());
    projected = gate(m, projected);
    weights = chosen(m_down.value(m));
    if (moe.bias) biases = gather_rows(m, m_down_bias.value, routing.indices, {pairs, hidden});
    projected = product(weights, hidden);
    const Tensor weighted = mul(m, projected, routing.scores.view({pairs, 1}));
    return to(m, sum_of_choices(m, weighted, tokens), x.dtype());
}

Tensor ExpertsModule::shared_expert(Machine &m, const Tensor &x)
{
    if (!m_spec->moe.gated) return m_shared_down_proj.forward(m, activate(m, m_shared_up_proj.forward(m, x), m_spec->activation));
    if (!m_shared_gate_proj.loaded()) { // one projection for gate and up
        auto [first, second] = chunk_in_two(m, m_shared_up_proj.forward(m, x));
        Tensor activated = activate(m, first, m_spec->activation);
        return m_shared_down_proj.forward(m, mul(m, std::move(activated), second));
    }
    Tensor gate = m_shared_gate_proj.forward(m, x);
    if (!m_liger_shared) gate = activate(m, std::move(gate), m_spec->activation);
    Tensor up = m_shared_up_proj.forward(m, x);
    Tensor product =
        m_liger_shared ? liger_gated_product(m, std::move(gate), std::move(up)) : mul(m, std::move(gate), std::move(up));
    return m_shared_down_proj.forward(m, std::move(product));
}

Tensor ExpertsModule::forward_apart(Machine &m, const Tensor &x, NormModule &norm, Tensor &probabilities)
{
    const Routing routing = normed_softmax_route(m, x.view({x.shape().rows(), x.shape().last()}));
    probabilities = routing.logits;
    Tensor normed = norm.forward(m, x);
    return run_experts(m, normed, routing).view(x.shape());
}

Tensor ExpertsModule::forward(Machine &m, const Tensor &input, bool training)
{
    const MoeSpec &moe = m_spec->moe;
    if (moe.router_kind == RouterKind::sigmoid_of_all) return run_all(m, input);
    Tensor x = input;
    if (training && moe.input_jitter > 0.0) x = jitter(m, x);
    Tensor shared;
    if (moe.shared_width > 0 && moe.shared_order == SharedOrder::first) shared = shared_expert(m, x);
    const Routing routing = route(m, x, training);
    if (moe.shared_order == SharedOrder::behind_router) {
        if (moe.shared_width > 0) shared = shared_expert(m, x);
        Tensor routed = run_experts(m, x, routing).view(x.shape());
        return shared.defined() ? add(m, std::move(shared), std::move(routed)) : routed;
    }
    Tensor out = m_latent_in.loaded() ? m_latent_out.forward(m, run_experts(m, m_latent_in.forward(m, x), routing))
                                      : run_experts(m, x, routing);
    out = out.view(x.shape());
    if (moe.scales_output) out = scale(m, std::move(out));
    if (moe.shared_width == 0) return out;
    if (moe.shared_order == SharedOrder::last) shared = shared_expert(m, x);
    if (moe.shared_gate) {
        Tensor gate = m_shared_gate.forward(m, x);
        gate = pointwise(m, std::move(gate), "sigmoid", true);
        shared = mul(m, std::move(gate), std::move(shared));
    }
    if (moe.adds_in_float) { // HYV3MoE: (routed_output.float() + self.shared_experts(…).float()).to(…)
        out = to(m, std::move(out), Dtype::fp32);
        return to(m, add(m, std::move(out), to(m, std::move(shared), Dtype::fp32)), x.dtype());
    }
    out = add(m, std::move(out), std::move(shared));
    return moe.averages_shared ? scale(m, std::move(out)) : out;
}

} // namespace plimsoll::step
