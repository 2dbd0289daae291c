// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/modules.h"

#include <utility>

namespace plimsoll::step {

namespace {
constexpr Count nested_block = 256; // of the quantised scales

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

void LinearModule::load(Machine &m, const LinearSpec &spec, const Precision &precision, bool quantise, bool own_class)
{
    m_name = spec.name.c_str();
    m_in = spec.in;
    m_out = spec.out;
    m_conv1d = spec.conv1d;
    m_layout = precision.loaded ? spec.layout : nullptr;
    const bool unpacks = quantise && precision.unpacks;
    if (precision.loaded) quantise = m_layout && is_of_bitsandbytes(m_layout->packing);
    const bool packed = m_layout && m_layout->packing != Packing::dense;
    m_own_class = own_class && !packed; // what is packed is another class in its place
    quantise = quantise && !m_own_class;
    m_compute = precision.compute;
    m_quantised_from = precision.quantised_from.value_or(precision.weights);
    m_weight.module = m_name;
    m_weight.layer = m.scope.layer;
    m_bias = spec.bias ? new_bias(m_weight) : nullptr;
    if (quantise && precision.bitsandbytes()) {
        if (precision.loading) return load_quantised(m, *precision.loading, precision);
        QuantisedLoading alone;
        alone.pass = QuantisedLoading::Pass::pack;
        load_quantised(m, alone, precision);
        m.stopped = false;
        alone.pass = QuantisedLoading::Pass::rest;
        return load_quantised(m, alone, precision);
    }
    if (m_layout)
        load_layout(m, *m_layout, precision);
    else if (unpacks)
        m_weight.value = new_unpacked(m, precision, {m_out, m_in}, "weight");
    else
        m_weight.value = new_parameter(m, {m_out, m_in}, precision.weights, "weight");
    if (m_bias) m_bias->value = new_parameter(m, {m_out}, precision.weights, "bias");
}

void LinearModule::load_quantised(Machine &m, QuantisedLoading &loading, const Precision &precision)
{
    m_base = precision.four_bit() ? Base::four_bit : Base::eight_bit;
    m_nested = precision.double_quant;
    const Count elements = m_in * m_out;
    if (loading.pass == QuantisedLoading::Pass::count) {
        const bool packed = m_base == Base::four_bit && !precision.half_warmup;
        loading.expected += product(packed ? elements / 2 : elements, m.times());
    } else if (loading.pass == QuantisedLoading::Pass::pack) {
        m.stopped = false;
        m_weight.value = new_parameter(m, {m_out, m_in}, precision.weights, "weight");
        const Tensor dense = m_weight.value;
        if (m_base == Base::eight_bit) {
            quantise_eight_bit(m);
        } else {
            Tensor copy; // of a Conv1D's, which Bnb4bitQuantize.convert transposes: data.contiguous() in Params4bit._quantize
            if (m_conv1d) copy = m.empty({m_in, m_out}, dense.dtype(), "contiguous");
            quantise_four_bit(m, dense.elements(), loading);
            copy.reset();
        }
    }
    if (loading.pass != QuantisedLoading::Pass::rest) {
        if (m_bias) m_bias->value = new_parameter(m, {m_out}, precision.weights, "bias");
        if (loading.pass == QuantisedLoading::Pass::pack)
            loading.packed.push_back(
                {std::move(m_weight.value), m_bias ? std::move(m_bias->value) : Tensor(), std::move(m_state)});
        m.stopped = true;
        return;
    }
    QuantisedLoading::Packed &made = loading.packed.front();
    m_weight.value = std::move(made.weight);
    if (m_bias) m_bias->value = std::move(made.bias);
    m_state = std::move(made.state);
    loading.packed.pop_front();
}

void LinearModule::quantise_four_bit(Machine &m, Count elements, QuantisedLoading &loading)
{
    // bitsandbytes 0.50 functional.py quantize_4bit: packed nibbles, one float32 scale a block; nested: scales less their
    // mean in 8 bits, with scales of their own
    const Count blocks = (elements + four_bit_block - 1) / four_bit_block;
    const auto meta = [&](Shape shape, Dtype dtype, const char *name) {
        return m.empty(shape, dtype, name, Component::quantization_metadata);
    };
    Tensor absmax = meta({blocks}, Dtype::fp32, "absmax");
    Tensor packed = m.empty({(elements + 1) / 2, 1}, Dtype::uint8, "packed_weight", Component::weights);
    m_state.push_back(meta({16}, Dtype::fp32, "quant_map"));
    if (m_nested) {
        m_state.push_back(meta({1}, Dtype::fp32, "offset"));
        const Tensor shifted = meta({blocks}, Dtype::fp32, "sub");
        if (!loading.dynamic_map.defined()) loading.dynamic_map = meta({256}, Dtype::fp32, "dynamic_map");
        m_state.push_back(loading.dynamic_map);
        m_state.push_back(meta({(blocks + nested_block - 1) / nested_block}, Dtype::fp32, "nested_absmax"));
        m_state.push_back(meta({blocks}, Dtype::uint8, "absmax"));
        m_state.push_back(meta({256}, Dtype::fp32, "nested_quant_map"));
        absmax.reset();
    } else {
        m_state.push_back(std::move(absmax));
    }
    m_weight.value = std::move(packed);
}

void LinearModule::tie(Leaf &other, const LinearSpec &spec)
{
    m_name = spec.name.c_str();
    m_in = spec.in;
    m_out = spec.out;
    m_tied = &other;
}

void LinearModule::take_bias(Leaf &other)
{
    m_bias = new_bias(m_weight);
    m_bias->module = m_name;
    m_bias->value = std::exchange(other.value, {});
}

void LinearModule::load_copy(Machine &m, const LinearSpec &spec, Dtype dtype)
{
    m_name = spec.name.c_str();
    m_in = spec.in;
    m_out = spec.out;
    m_weight.module = m_name;
    m_bias = spec.bias ? new_bias(m_weight) : nullptr;
    m_weight.value = new_parameter(m, {m_out, m_in}, dtype, "modules_to_save", Component::adapters);
    if (m_bias) m_bias->value = new_parameter(m, {m_out}, dtype, "modules_to_save", Component::adapters);
}

void LinearModule::cast_copy(Machine &m, Dtype dtype)
{
    for (Leaf *leaf : {&m_weight, m_bias.get()})
        if (leaf && leaf->value.defined() && leaf->value.dtype() != dtype)
            leaf->value = m.empty(leaf->value.shape(), dtype, "modules_to_save", Component::adapters);
}

void LinearModule::raise_to_fp32(Machine &m)
{
    if (m_base == Base::dense && !m_tied) raise_leaf(m, m_weight);
    if (m_bias) raise_leaf(m, *m_bias);
}

void LinearModule::add_lora(Machine &m, const Adapter &adapter)
{
    m_lora = std::make_unique<Lora>();
    m_lora->dropout = adapter.dropout;
    m_lora->dora = adapter.dora;
    const Dtype dtype = m_base == Base::four_bit    ? m_compute
                        : m_base == Base::eight_bit ? Dtype::fp32 // _move_adapter_to_device_of_base_layer: int8 is no float
                                                    : adapter.dtype;
    m_lora->a.value = new_parameter(m, {adapter.rank, m_in}, dtype, "lora_A", Component::adapters);
    m_lora->b.value = new_parameter(m, {m_out, adapter.rank}, dtype, "lora_B", Component::adapters);
    if (adapter.dora) m_lora->magnitude.value = first_magnitude(m, dtype);
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
    if (m_weight.value.defined() && m_base == Base::dense) parameters.push_back(&m_weight);
    if (m_bias) parameters.push_back(m_bias.get());
    if (!m_lora) return;
    parameters.push_back(&m_lora->a);
    parameters.push_back(&m_lora->b);
    if (m_lora->dora) parameters.push_back(&m_lora->magnitude);
}

Tensor LinearModule::base(Machine &m, Tensor x)
{
    if (m_base == Base::dense && rounds_input(m_layout)) x = rounded(m, x);
    if (m_own_class) {
        Tensor cast = m.autocast ? to(m, m_weight.value, *m.autocast) : m_weight.value;
        if (m.autocast) x = to(m, std::move(x), *m.autocast);
        Tensor out = matmul_weight(m, std::move(x), std::move(cast), m_out);
        return m_bias ? add(m, std::move(out), m_bias->value) : out;
    }
    if (m_base == Base::dense && m_conv1d && m_bias) return addmm(m, std::move(x), weight(), *m_bias);
    if (m_base == Base::dense) {
        Tensor out = linear(m, std::move(x), weight(), m_bias.get());
        if (m_by_keys) return read_in_rows(m, out);
        return out;
    }
    if (m_base == Base::eight_bit) return eight_bit(m, std::move(x));
    if (m_base == Base::packed) return packed(m, std::move(x));
    const Dtype from = x.dtype();
    const Tensor input = to(m, std::move(x), m_compute); // Linear4bit.forward's name for it
    return to(m, four_bit(m, input), from);
}

/// The backward of linear()'s own view of several sequences as rows copies what lies by keys.
Tensor LinearModule::read_in_rows(Machine &m, const Tensor &result)
{
    return result.shape().size[0] > 1 ? copied_back(m, result) : result;
}

Tensor LinearModule::forward(Machine &m, Tensor x, bool by_keys)
{
    m_by_keys = by_keys;
    const WithScope inside(m, m_name);
    const Tensor argument = x; // the module call's arguments hold it until it returns
    if (!m_lora) return base(m, std::move(x));
    Tensor result = base(m, x);
    if (m_base == Base::four_bit && m_copies_result) result = clone(m, std::move(result));
    return m_lora->dora ? with_dora(m, std::move(x), std::move(result)) : with_lora(m, std::move(x), std::move(result));
}

Tensor LinearModule::with_lora(Machine &m, Tensor x, Tensor result)
{
    // peft 0.21 lora/layer.py Linear.forward, lora/bnb.py Linear4bit.forward: the quantised ones convert only outside autocast
    const Dtype expected = result.dtype();
    const bool convert = converts(m);
    if (convert) x = to(m, std::move(x), m_lora->a.value.dtype());
    Tensor dropped = dropout(m, x, m_lora->dropout);
    Tensor low = linear(m, dropped, m_lora->a, nullptr);
    dropped.reset();
    Tensor output = linear(m, low, m_lora->b, nullptr);
    if (m_by_keys) output = read_in_rows(m, output);
    low.reset();
    output = scale(m, std::move(output));
    if (m_base != Base::dense && convert) output = to(m, std::move(output), expected);
    result = add(m, result, std::move(output));
    return convert ? to(m, std::move(result), expected) : result;
}

} // namespace plimsoll::step
