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

/// The backward of linear()'s own view of several sequences as rows copies what lies by keys.
Tensor read_in_rows(Machine &m, const Tensor &result) { return result.shape().size[0] > 1 ? copied_back(m, result) : result; }

/// What autocast or the kernel of a packed base makes of PEFT's conversions.
bool converts(const Machine &m, const HeldMatrix &held)
{
    // peft 0.21: lora/layer.py and lora/gptq.py convert always, lora/bnb.py and lora/awq.py outside autocast only
    const bool always =
        held.base == LinearBase::dense || (held.base == LinearBase::packed && held.layout->packing != Packing::awq);
    return always || !m.autocast;
}
} // namespace

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

void LinearModule::add_lora(Machine &m, const Adapter &adapter)
{
    m_lora = std::make_unique<Lora>();
    m_lora->dropout = adapter.dropout;
    m_lora->dora = adapter.dora;
    const Dtype dtype = m_held.base == LinearBase::four_bit ? m_held.compute
                        : m_held.base == LinearBase::eight_bit
                            ? Dtype::fp32 // _move_adapter_to_device_of_base_layer: int8 is no float
                            : adapter.dtype;
    m_lora->a.value = new_parameter(m, {adapter.rank, m_held.in}, dtype, "lora_A", Component::adapters);
    m_lora->b.value = new_parameter(m, {m_held.out, adapter.rank}, dtype, "lora_B", Component::adapters);
    if (adapter.dora) m_lora->magnitude.value = first_magnitude(m, m_held, dtype);
    for (Leaf *leaf : {&m_lora->a, &m_lora->b, &m_lora->magnitude}) {
        leaf->module = m_name;
        leaf->layer = m.scope.layer;
    }
}

void LinearModule::cast_lora(Machine &m, Dtype dtype, bool magnitude)
{
    if (!m_lora) return;
    for (Leaf *leaf : {&m_lora->a, &m_lora->b, &m_lora->magnitude}) {
        if (!leaf->value.defined() || leaf->value.dtype() == dtype || (leaf == &m_lora->magnitude && !magnitude)) continue;
        leaf->value = m.empty(leaf->value.shape(), dtype, "cast_adapter", Component::adapters);
    }
}

void LinearModule::collect(std::vector<Leaf *> &parameters)
{
    if (m_held.weight.value.defined() && m_held.base == LinearBase::dense) parameters.push_back(&m_held.weight);
    if (m_held.bias) parameters.push_back(m_held.bias.get());
    if (!m_lora) return;
    parameters.push_back(&m_lora->a);
    parameters.push_back(&m_lora->b);
    if (m_lora->dora) parameters.push_back(&m_lora->magnitude);
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
    const auto base = [this](Machine &mm, Tensor in) { return product(mm, std::move(in)); };
    const ModuleLeaves own{&weight(), m_held.bias.get(), nullptr, m_name};
    if (!m_lora) return through_module(m, own, std::move(x), base);
    Tensor result = through_module(m, own, x, base);
    if (m_held.base == LinearBase::four_bit && m_copies_result) result = clone(m, std::move(result));
    return m_lora->dora ? with_dora(m, *this, std::move(x), std::move(result)) : with_lora(m, std::move(x), std::move(result));
}

Tensor LinearModule::with_lora(Machine &m, Tensor x, Tensor result)
{
    // peft 0.21 lora/layer.py Linear.forward, lora/bnb.py Linear4bit.forward: the quantised ones convert only outside autocast
    const Dtype expected = result.dtype();
    const bool convert = converts(m, m_held);
    if (convert) x = to(m, std::move(x), m_lora->a.value.dtype());
    Tensor dropped = dropout(m, x, m_lora->dropout);
    const auto half = [&m](Leaf &leaf, const char *name, const Tensor &in) {
        return through_module(m, {&leaf, nullptr, nullptr, name}, in,
                              [&leaf](Machine &mm, Tensor read) { return linear(mm, std::move(read), leaf, nullptr); });
    };
    Tensor low = half(m_lora->a, "lora_A", dropped);
    dropped.reset();
    Tensor output = half(m_lora->b, "lora_B", low);
    if (m_by_keys) output = read_in_rows(m, output);
    low.reset();
    output = scale(m, std::move(output));
    if (m_held.base != LinearBase::dense && convert) output = to(m, std::move(output), expected);
    result = add(m, result, std::move(output));
    return convert ? to(m, std::move(result), expected) : result;
}

} // namespace plimsoll::step
