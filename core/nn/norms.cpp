// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/liger.h"
#include "core/nn/modules.h"
#include "core/optimizers/optimizer.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// x - mean, the mean of each row: its gradient is the negated one, summed over the row.
Tensor minus(Machine &m, const Tensor &x, const Tensor &mean)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "sub");
    if (any_requires_grad(m, {&x, &mean})) {
        const Shape row = mean.shape();
        attach(out, make_node(m, {&x, &mean}, [row](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(1)) {
                       const Tensor negated = mm.empty(in[0].shape(), in[0].dtype(), "neg");
                       g[1] = mm.empty(row, in[0].dtype(), "sum");
                   }
                   if (self.needs(0)) g[0] = in[0];
               }));
    }
    return out;
}

/// GemmaRMSNorm.forward, line by line
Tensor gemma_norm(Machine &m, Tensor x, const Tensor &weight)
{
    // the product with (1 + weight) is in float32 and keeps both factors
    const Dtype input = x.dtype();
    Tensor wide = to(m, std::move(x), Dtype::fp32);
    Tensor inverse = rsqrt(m, add_number(m, mean_last(m, pow_number(m, wide, true))));
    Tensor output = mul(m, std::move(wide), std::move(inverse));
    output = mul(m, output, add_number(m, to(m, weight, Dtype::fp32)));
    return to(m, output, input);
}

/// T5LayerNorm.forward, line by line: `variance` lives until the end
Tensor t5_norm(Machine &m, const Tensor &x, const Tensor &weight)
{
    Tensor squared = pow_number(m, to(m, x, Dtype::fp32), true);
    const Tensor variance = mean_last(m, std::move(squared));
    Tensor inverse = rsqrt(m, add_number(m, variance));
    Tensor hidden = mul(m, x, std::move(inverse));
    if (size_of(weight.dtype()) == 2) hidden = to(m, hidden, weight.dtype());
    return mul(m, weight, std::move(hidden));
}

/// torch.nn.RMSNorm on the card, where input and weight are of one dtype (torch 2.15 aten _fused_rms_norm): keeps input, weight and
/// the inverse root of every row.
Tensor fused_rms(Machine &m, const Tensor &x, const Tensor &weight)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight})) {
        const Shape shape = x.shape();
        node = make_node(m, {&x, &weight}, [shape](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            if (self.needs(0)) g[0] = mm.empty(shape, in[0].dtype(), "rms_norm_backward");
            if (self.needs(1)) g[1] = mm.empty({shape.last()}, in[0].dtype(), "rms_norm_backward");
        });
        node->more.emplace_back(m, x);
        node->more.emplace_back(m, weight);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "rms_norm");
    Tensor inverse = m.empty(x.shape().with_last(1), Dtype::fp32, "rms_norm");
    if (!node) return out;
    node->more.emplace_back(m, inverse);
    attach(out, node);
    return out;
}

} // namespace

void NormModule::load(Machine &m, const NormSpec &spec, Dtype dtype, bool casts)
{
    m_spec = &spec;
    m_casts = casts;
    if (spec.kind == NormKind::none || spec.kind == NormKind::layer_norm_bare || spec.width == 0) return;
    m_weight.value = new_parameter(m, {spec.width}, dtype, "weight");
    m_weight.module = spec.name.c_str();
    m_weight.layer = m.scope.layer;
    m_weight.decays = spec.kind != NormKind::layer_norm && decays_by_name(spec.name);
    if (!spec.bias) return;
    m_bias = new_bias(m_weight);
    m_bias->value = new_parameter(m, {spec.width}, dtype, "bias");
}

void NormModule::train_copy(Machine &m)
{
    for (Leaf *leaf : {&m_weight, m_bias.get()}) {
        if (!leaf || !leaf->value.defined()) continue;
        m_originals.push_back(leaf->value);
        leaf->value = m.empty(leaf->value.shape(), leaf->value.dtype(), "ln_tuning_layers", Component::adapters);
    }
}

void NormModule::raise_to_fp32(Machine &m)
{
    raise_leaf(m, m_weight);
    if (m_bias) raise_leaf(m, *m_bias);
}

void NormModule::collect(std::vector<Leaf *> &parameters)
{
    if (m_weight.value.defined()) parameters.push_back(&m_weight);
    if (m_bias) parameters.push_back(m_bias.get());
}

Tensor NormModule::forward(Machine &m, Tensor x)
{
    const WithScope inside(m, m_spec->name.c_str());
    const Tensor argument = x;
    Tensor out = through_module(m, {&m_weight, m_bias.get(), nullptr, m_spec->name.c_str()}, std::move(x),
                                [this](Machine &mm, Tensor in) { return run(mm, std::move(in)); });
    if (m.after_module) m.after_module(m_spec->name.c_str(), argument, out);
    return out;
}

Tensor NormModule::run(Machine &m, Tensor x)
{
    if (m_liger) return liger_rms_norm(m, std::move(x), m_weight.value, m_liger_in_place);
    if (m_spec->width == 0 && m_spec->kind == NormKind::rms_fp32_weight) return l2_norm(m, x);
    switch (m_spec->kind) {
    case NormKind::none: return x;
    case NormKind::layer_norm:
    case NormKind::layer_norm_bare:
    case NormKind::layer_norm_1p: return layer_norm(m, std::move(x));
    case NormKind::rms_torch: return fused_rms(m, std::move(x), m_weight.value);
    case NormKind::layer_norm_cohere: return cohere(m, std::move(x));
    case NormKind::rms_power: return power(m, std::move(x));
    case NormKind::rms_t5: return t5_norm(m, x, m_weight.value);
    case NormKind::rms_offset: return gemma_norm(m, std::move(x), m_weight.value);
    default: return rms(m, std::move(x));
    }
}

Tensor l2_norm(Machine &m, const Tensor &x)
{
    Tensor wide = to(m, x, Dtype::fp32);
    Tensor inner = pow_number(m, wide, true);
    inner = mean_last(m, std::move(inner));
    inner = add_number(m, std::move(inner));
    inner = rsqrt(m, std::move(inner));
    inner = mul(m, wide, std::move(inner));
    wide.reset(); // _norm's argument
    return to(m, std::move(inner), x.dtype());
}

Tensor NormModule::rms(Machine &m, Tensor x)
{
    // transformers' LlamaRMSNorm.forward, line by line: `variance` lives until the end
    const Dtype input = x.dtype();
    Tensor hidden = to(m, std::move(x), Dtype::fp32);
    Tensor squared = pow_number(m, hidden, true);
    const Tensor variance = mean_last(m, std::move(squared));
    Tensor shifted = add_number(m, variance);
    Tensor inverse = rsqrt(m, std::move(shifted));
    hidden = mul(m, hidden, std::move(inverse));
    if (m_spec->kind == NormKind::rms_fp32_weight) return to(m, mul(m, m_weight.value, hidden), input);
    Tensor cast = to(m, hidden, input);
    return mul(m, m_weight.value, std::move(cast));
}

Tensor NormModule::power(Machine &m, Tensor x)
{
    // Gemma4RMSNorm.forward, line by line: `hidden_states` and `mean_squared` live until _norm returns
    const Dtype input = x.dtype();
    Tensor normed;
    {
        const Tensor wide = to(m, std::move(x), Dtype::fp32);
        Tensor squared = pow_number(m, wide, true);
        Tensor mean = mean_last(m, std::move(squared));
        const Tensor mean_squared = add_number(m, std::move(mean));
        Tensor power = pow_number(m, mean_squared, false);
        normed = mul(m, wide, std::move(power));
    }
    if (m_weight.value.defined()) normed = mul(m, normed, to(m, m_weight.value, Dtype::fp32));
    return to(m, normed, input);
}

Tensor NormModule::cohere(Machine &m, Tensor x)
{
    // CohereLayerNorm.forward, line by line: `mean` and `variance` live until the end
    const Dtype input = x.dtype();
    Tensor hidden = to(m, std::move(x), Dtype::fp32);
    const Tensor mean = mean_last(m, hidden);
    const Tensor variance = mean_last(m, pow_number(m, minus(m, hidden, mean), true));
    Tensor centred = minus(m, hidden, mean);
    hidden = mul(m, std::move(centred), rsqrt(m, add_number(m, variance)));
    hidden = mul(m, to(m, m_weight.value, Dtype::fp32), hidden);
    return to(m, hidden, input);
}

Tensor NormModule::layer_norm(Machine &m, Tensor x)
{
    // torch native_layer_norm: keeps its input, mean and rstd; autocast runs it in float32. NemotronLayerNorm1P casts to
    // autocast's own dtype and turns it off
    const bool one_plus = m_spec->kind == NormKind::layer_norm_1p;
    if (m_casts) {
        const Dtype own = x.dtype();
        x = to(m, std::move(x), Dtype::fp32);
        return to(m, native_layer_norm(m, std::move(x), {}, {}), own);
    }
    const Dtype input = m.autocast ? (one_plus ? *m.autocast : Dtype::fp32) : x.dtype();
    Tensor weight = m_weight.value, bias = m_bias ? m_bias->value : Tensor();
    if (one_plus) weight = add_number(m, std::move(weight));
    if (m.autocast && bias.defined()) bias = to(m, std::move(bias), input); // last argument first, as in linear()
    if (m.autocast && weight.defined()) weight = to(m, std::move(weight), input);
    x = to(m, std::move(x), input);
    return native_layer_norm(m, std::move(x), std::move(weight), std::move(bias));
}

Tensor NormModule::native_layer_norm(Machine &m, Tensor x, Tensor weight, Tensor bias)
{
    const Dtype input = x.dtype();
    Ref<Node> node;
    Tensor none;
    const bool grad = any_requires_grad(m, {&x, &weight, &bias});
    if (grad) {
        const Shape shape = x.shape();
        node = make_node(m, {&x, &weight, &bias}, [shape](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            if (self.needs(0)) g[0] = mm.empty(shape, in[0].dtype(), "layer_norm_backward");
            if (self.needs(1)) g[1] = mm.empty({shape.last()}, in[0].dtype(), "layer_norm_backward");
            if (self.needs(2)) g[2] = mm.empty({shape.last()}, in[0].dtype(), "layer_norm_backward");
        });
        node->more.emplace_back(m, x);
        if (weight.defined()) node->more.emplace_back(m, weight);
    }
    Tensor out = m.empty(x.shape(), input, "layer_norm");
    Tensor mean = m.empty(x.shape().with_last(1), Dtype::fp32, "layer_norm");
    Tensor rstd = m.empty(x.shape().with_last(1), Dtype::fp32, "layer_norm");
    if (grad) {
        node->more.emplace_back(m, mean);
        node->more.emplace_back(m, rstd);
        attach(out, node);
    }
    return out;
}

} // namespace plimsoll::step
