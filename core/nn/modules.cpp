// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/modules.h"

#include <utility>

namespace plimsoll::step {

namespace {
/// Matrices of compressed-tensors whose inputs are quantised too, once they are unpacked: "w8a8", "fp8", "nvfp4".
bool rounds_input(const MatrixLayoutRef &layout)
{
    return layout && layout->packing == Packing::compressed && !layout->scheme.ends_with("a16");
}

/// compressed-tensors 0.20 quantization/lifecycle/forward.py, forward_quantize, under no_grad: a scale a row, x / scale, rounded,
/// times scale.
Tensor rounded(Machine &m, const Tensor &x)
{
    const Tensor scales = m.empty({x.shape().rows()}, x.dtype(), "amax");
    const Tensor scaled = m.empty(x.shape(), x.dtype(), "div"), whole = m.empty(x.shape(), x.dtype(), "round");
    return m.empty(x.shape(), x.dtype(), "mul");
}
} // namespace

Tensor read_in_rows(Machine &m, const Tensor &result) { return result.shape().size[0] > 1 ? copied_back(m, result) : result; }

std::unique_ptr<Leaf> new_bias(const Leaf &weight)
{
    auto bias = std::make_unique<Leaf>();
    bias->bias = true;
    bias->module = weight.module;
    bias->layer = weight.layer;
    return bias;
}

Tensor new_parameter(Machine &m, Shape shape, Dtype dtype, const char *name, Component component)
{
    return m.empty(shape, dtype, name, component);
}

void raise_leaf(Machine &m, Leaf &leaf)
{
    if (!leaf.value.defined() || size_of(leaf.value.dtype()) != 2) return;
    const Component component =
        leaf.value.storage() ? static_cast<Component>(leaf.value.storage()->component) : Component::weights;
    leaf.value = m.empty(leaf.value.shape(), Dtype::fp32, "to_fp32", component);
}

void LinearModule::load_as(Machine &m, const char *name, const LinearSpec &spec, const Precision &precision, bool quantise,
                           bool own_class)
{
    m_name = name;
    m_held.in = spec.in;
    m_held.out = spec.out;
    m_held.conv1d = spec.conv1d;
    m_held.layout = precision.loaded ? spec.layout : nullptr;
    const bool unpacks = quantise && precision.unpacks;
    if (precision.loaded) quantise = m_held.layout && is_of_bitsandbytes(m_held.layout->packing);
    const bool packed = m_held.layout && m_held.layout->packing != Packing::dense;
    m_own_class = own_class && !packed; // what is packed is another class in its place
    quantise = quantise && !m_own_class;
    m_held.compute = precision.compute;
    m_held.quantised_from = precision.quantised_from.value_or(precision.weights);
    m_held.weight.module = m_name;
    m_held.weight.layer = m.scope.layer;
    m_held.bias = spec.bias ? new_bias(m_held.weight) : nullptr;
    if (quantise && precision.bitsandbytes()) {
        if (precision.loading) return load_quantised(m, m_held, *precision.loading, precision);
        QuantisedLoading alone;
        alone.pass = QuantisedLoading::Pass::pack;
        load_quantised(m, m_held, alone, precision);
        m.stopped = false;
        alone.pass = QuantisedLoading::Pass::rest;
        return load_quantised(m, m_held, alone, precision);
    }
    if (m_held.layout)
        load_layout(m, m_held, *m_held.layout, precision);
    else if (unpacks)
        m_held.weight.value = new_unpacked(m, precision, {m_held.out, m_held.in}, "weight");
    else
        m_held.weight.value = new_parameter(m, {m_held.out, m_held.in}, precision.weights, "weight");
    if (m_held.bias) m_held.bias->value = new_parameter(m, {m_held.out}, precision.weights, "bias");
}

void LinearModule::tie(Leaf &other, const LinearSpec &spec)
{
    m_name = spec.name.c_str();
    m_held.in = spec.in;
    m_held.out = spec.out;
    m_tied = &other;
}

void LinearModule::take_bias(Leaf &other)
{
    m_held.bias = new_bias(m_held.weight);
    m_held.bias->module = m_name;
    m_held.bias->value = std::exchange(other.value, {});
}

void LinearModule::load_copy(Machine &m, const LinearSpec &spec, Dtype dtype)
{
    m_name = spec.name.c_str();
    m_held.in = spec.in;
    m_held.out = spec.out;
    m_held.weight.module = m_name;
    m_held.bias = spec.bias ? new_bias(m_held.weight) : nullptr;
    m_held.weight.value = new_parameter(m, {m_held.out, m_held.in}, dtype, "modules_to_save", Component::adapters);
    if (m_held.bias) m_held.bias->value = new_parameter(m, {m_held.out}, dtype, "modules_to_save", Component::adapters);
}

void LinearModule::cast_copy(Machine &m, Dtype dtype)
{
    for (Leaf *leaf : {&m_held.weight, m_held.bias.get()})
        if (leaf && leaf->value.defined() && leaf->value.dtype() != dtype)
            leaf->value = m.empty(leaf->value.shape(), dtype, "modules_to_save", Component::adapters);
}

void LinearModule::raise_to_fp32(Machine &m)
{
    if (m_held.base == LinearBase::dense && !m_tied) raise_leaf(m, m_held.weight);
    if (m_held.bias) raise_leaf(m, *m_held.bias);
}

void LinearModule::collect(std::vector<Leaf *> &parameters)
{
    if (m_held.weight.value.defined() && m_held.base == LinearBase::dense) parameters.push_back(&m_held.weight);
    if (m_held.bias) parameters.push_back(m_held.bias.get());
    if (m_adapter) m_adapter->collect(parameters);
}

Tensor LinearModule::product(Machine &m, Tensor x)
{
    if (m_held.base == LinearBase::dense && rounds_input(m_held.layout)) x = rounded(m, x);
    if (m_own_class) {
        Tensor cast = m.autocast ? to(m, m_held.weight.value, *m.autocast) : m_held.weight.value;
        if (m.autocast) x = to(m, std::move(x), *m.autocast);
        Tensor out = matmul_weight(m, std::move(x), std::move(cast), m_held.out);
        return m_held.bias ? add(m, std::move(out), m_held.bias->value) : out;
    }
    if (m_held.base == LinearBase::dense && m_held.conv1d && m_held.bias) return addmm(m, std::move(x), weight(), *m_held.bias);
    if (m_held.base == LinearBase::dense) {
        Tensor out = linear(m, std::move(x), weight(), m_held.bias.get());
        if (m_by_keys) return read_in_rows(m, out);
        return out;
    }
    if (m_held.base == LinearBase::eight_bit) return eight_bit(m, m_held, x, m_by_keys);
    if (m_held.base == LinearBase::packed) return packed(m, m_held, std::move(x));
    const Dtype from = x.dtype();
    const Tensor input = to(m, std::move(x), m_held.compute); // Linear4bit.forward's name for it
    return to(m, four_bit(m, m_held, input), from);
}

Tensor LinearModule::forward(Machine &m, Tensor x, bool by_keys)
{
    m_by_keys = by_keys;
    const WithScope inside(m, m_name);
    const Tensor argument = x; // the module call's arguments hold it until it returns
    if (m.after_module) {
        Tensor out = product(m, std::move(x)); // what is hooked is not trained: it has no adapter
        m.after_module(m_name, argument, out);
        return out;
    }
    return m_adapter ? m_adapter->forward(m, *this, std::move(x)) : base_forward(m, std::move(x));
}

Tensor LinearModule::base_forward(Machine &m, Tensor x)
{
    return through_module(m, {&weight(), m_held.bias.get(), nullptr, m_name}, std::move(x),
                          [this](Machine &mm, Tensor in) { return product(mm, std::move(in)); });
}

} // namespace plimsoll::step
