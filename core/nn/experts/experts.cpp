// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/experts.h"

#include "core/nn/experts/expert_ops.h"
#include "core/nn/liger.h"

#include <utility>

namespace plimsoll::step {

bool ExpertsModule::known(const MlpSpec &spec) { return spec.moe.router.kind != RouterKind::unknown; }

void ExpertsModule::load(Machine &m, const MlpSpec &spec, Count hidden, const Precision &precision)
{
    m_spec = &spec;
    m_router.load(m, spec, hidden, precision);
    if (spec.moe.separate.down.out > 0) {
        m_separate = std::make_unique<SeparateExperts>();
        m_separate->load(m, spec, precision);
    } else {
        m_fused.load(m, spec, hidden, precision);
    }
    if (spec.moe.latent.in.out > 0) {
        m_latent_in.load(m, spec.moe.latent.in, precision, true);
        m_latent_out.load(m, spec.moe.latent.out, precision, true);
    }
    m_shared.load(m, spec, precision);
}

std::vector<Leaf *> ExpertsModule::own_leaves()
{
    return {&m_router.weight.leaf, &m_router.bias,  &m_router.scale,    &m_router.expert_scale, &m_fused.gate_up.leaf,
            &m_fused.gate_up_bias, &m_fused.second, &m_fused.down.leaf, &m_fused.down_bias};
}

void ExpertsModule::raise_to_fp32(Machine &m)
{
    for (Leaf *leaf : own_leaves()) raise_leaf(m, *leaf);
    if (m_separate) m_separate->each([&m](LinearModule &module) { module.raise_to_fp32(m); });
}

void ExpertsModule::collect(std::vector<Leaf *> &parameters)
{
    for (Leaf *leaf : own_leaves())
        if (leaf->value.defined() && size_of(leaf->value.dtype()) > 1) parameters.push_back(leaf); // what is packed never trains
    if (m_separate) m_separate->each([&parameters](LinearModule &module) { module.collect(parameters); });
    for (ParameterLora *adapter : adapters()) adapter->collect(parameters);
}

std::vector<ParameterLora *> ExpertsModule::adapters()
{
    std::vector<ParameterLora *> all;
    for (const Adaptable *part : {&m_fused.gate_up, &m_fused.down, &m_router.weight})
        if (part->lora) all.push_back(part->lora.get());
    return all;
}

void ExpertsModule::add_lora(Machine &m, const AdapterRanks &ranks, std::optional<Dtype> dtype)
{
    const auto wrap = [&](Adaptable &part, Count rank, std::optional<Shape> dense = std::nullopt) {
        if (rank > 0 && part.leaf.value.defined())
            part.lora = std::make_unique<ParameterLora>(m, part.leaf, dense.value_or(part.shape()), rank,
                                                        dtype.value_or(part.dtype()), ranks.scaled);
    };
    const auto unpacked = [](const MatrixLayoutRef &layout, Shape shape) {
        return layout ? std::optional<Shape>(shape) : std::nullopt;
    };
    wrap(m_fused.gate_up, ranks.gate_up, unpacked(m_fused.up_layout, m_fused.dense_up()));
    wrap(m_fused.down, ranks.down, unpacked(m_fused.down_layout, m_fused.dense_down()));
    // PEFT adapts the weight of a router that is a linear module, not the module
    if (ranks.router > 0 && m_router.linear.loaded() && size_of(m_router.linear.weight().value.dtype()) > 1)
        m_router.weight.leaf.value = m_router.linear.weight().value;
    wrap(m_router.weight, ranks.router);
}

void ExpertsModule::cast_lora(Machine &m, Dtype dtype)
{
    for (ParameterLora *adapter : adapters()) adapter->cast(m, dtype);
}

std::vector<LinearModule *> ExpertsModule::linears()
{
    std::vector<LinearModule *> all;
    for (LinearModule *module : {&m_router.linear, &m_shared.gate_proj, &m_shared.up_proj, &m_shared.down_proj, &m_shared.gate,
                                 &m_latent_in, &m_latent_out})
        if (module->loaded()) all.push_back(module);
    return all;
}

Tensor ExpertsModule::run(Machine &m, const Tensor &x, const Routing &routing)
{
    const WithScope inside(m, m_spec->name.c_str());
    if (!m_separate) {
        const ModuleLeaves own{&m_fused.gate_up.leaf, nullptr, &m_fused.down.leaf, "experts"};
        return through_module(m, own, x, [&](Machine &mm, const Tensor &in) { return m_fused.forward(mm, in, routing); });
    }
    Tensor out = m_separate->forward(m, x, routing.scores);
    return m_spec->moe.separate.loop == ExpertLoop::by_choice ? sum_of_choices(m, out, x.shape().rows()) : out;
}

void SharedExpert::load(Machine &m, const MlpSpec &mlp, const Precision &precision)
{
    spec = &mlp;
    const MoeSpec &moe = mlp.moe;
    if (moe.shared.width == 0) return;
    if (moe.shared.gate_proj.out > 0) gate_proj.load(m, moe.shared.gate_proj, precision, true);
    up_proj.load(m, moe.shared.up_proj, precision, true);
    down_proj.load(m, moe.shared.down_proj, precision, true);
    if (moe.shared.gated) gate.load(m, mlp.gate, precision, true);
}

Tensor SharedExpert::forward(Machine &m, const Tensor &x)
{
    if (!spec->moe.gated) return down_proj.forward(m, activate(m, up_proj.forward(m, x), spec->activation));
    if (!gate_proj.loaded()) { // one projection for gate and up
        auto [first, second] = chunk_in_two(m, up_proj.forward(m, x));
        Tensor activated = activate(m, first, spec->activation);
        return down_proj.forward(m, mul(m, std::move(activated), second));
    }
    Tensor gated = gate_proj.forward(m, x);
    if (!liger) gated = activate(m, std::move(gated), spec->activation);
    Tensor up = up_proj.forward(m, x);
    Tensor product = liger ? liger_gated_product(m, std::move(gated), std::move(up)) : mul(m, std::move(gated), std::move(up));
    return down_proj.forward(m, std::move(product));
}

Tensor ExpertsModule::forward_apart(Machine &m, const Tensor &x, NormModule &norm, Tensor &probabilities)
{
    const Routing routing = normed_softmax_route(m, m_router, x.view({x.shape().rows(), x.shape().last()}));
    probabilities = routing.logits;
    Tensor normed = norm.forward(m, x);
    return run(m, normed, routing).view(x.shape());
}

Tensor ExpertsModule::forward(Machine &m, const Tensor &input, bool training)
{
    const MoeSpec &moe = m_spec->moe;
    if (moe.router.kind == RouterKind::sigmoid_of_all) return run_all(m, m_router, m_fused, m_shared, input);
    Tensor x = input;
    if (training && moe.router.input_jitter > 0.0) x = jitter(m, x);
    Tensor shared;
    if (moe.shared.width > 0 && moe.shared.order == SharedOrder::first) shared = m_shared.forward(m, x);
    const Routing routing = route(m, m_router, x, training);
    if (moe.shared.order == SharedOrder::behind_router) {
        if (moe.shared.width > 0) shared = m_shared.forward(m, x);
        Tensor routed = run(m, x, routing).view(x.shape());
        return shared.defined() ? add(m, std::move(shared), std::move(routed)) : routed;
    }
    Tensor out = m_latent_in.loaded() ? m_latent_out.forward(m, run(m, m_latent_in.forward(m, x), routing)) : run(m, x, routing);
    out = out.view(x.shape());
    if (moe.scales_output) out = scale(m, std::move(out));
    if (moe.shared.width == 0) return out;
    if (moe.shared.order == SharedOrder::last) shared = m_shared.forward(m, x);
    if (moe.shared.gated) {
        Tensor gate = m_shared.gate.forward(m, x);
        gate = pointwise(m, std::move(gate), "sigmoid", true);
        shared = mul(m, std::move(gate), std::move(shared));
    }
    if (moe.shared.added_in_float) { // HYV3MoE: (routed_output.float() + self.shared_experts(…).float()).to(…)
        out = to(m, std::move(out), Dtype::fp32);
        return to(m, add(m, std::move(out), to(m, std::move(shared), Dtype::fp32)), x.dtype());
    }
    out = add(m, std::move(out), std::move(shared));
    return moe.shared.averaged ? scale(m, std::move(out)) : out;
}

} // namespace plimsoll::step
