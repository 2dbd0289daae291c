// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/lora_pair.h"

#include <utility>

// DoRA, as peft 0.21 runs it.

namespace plimsoll::step {

Tensor first_magnitude(Machine &m, const HeldMatrix &held, Dtype dtype)
{
    // DoraLinearLayer.update_layer: |W + s·BA| of each row, of a copy of the packed layer; a dense one is still on the host
    if (held.base != LinearBase::four_bit)
        return new_parameter(m, {held.out}, dtype, "lora_magnitude_vector", Component::adapters);
    std::vector<Tensor> copies;
    for (const Tensor &state : held.state) copies.push_back(m.empty(state.shape(), state.dtype(), "deepcopy"));
    copies.push_back(m.empty(held.weight.value.shape(), held.weight.value.dtype(), "deepcopy"));
    if (held.bias) copies.push_back(m.empty({held.out}, held.bias->value.dtype(), "deepcopy"));
    const Tensor dense = dequantised(m, held, held.quantised_from);
    const Tensor product = m.empty({held.out, held.in}, dtype, "mm");
    const Tensor scaled = m.empty({held.out, held.in}, dtype, "mul");
    const Tensor sum = m.empty({held.out, held.in}, promote(dtype, dense.dtype()), "add");
    return new_parameter(m, {held.out}, sum.dtype(), "lora_magnitude_vector", Component::adapters);
}

namespace {

Tensor dora_weight(Machine &m, const HeldMatrix &held, LoraPair &lora, Dtype dtype)
{
    // DoraLinearLayer.get_lora_weight: the product of B and A by sending the identity through both
    Tensor eye = m.empty({held.in, held.in}, lora.a.value.dtype(), "eye");
    Tensor low = linear(m, eye, lora.a, nullptr);
    Tensor product = linear(m, std::move(low), lora.b, nullptr);
    eye.reset();
    return to(m, std::move(product), dtype);
}

Tensor dora_scale(Machine &m, const HeldMatrix &held, const LoraPair &lora, const Tensor &delta, const Tensor &weight)
{
    // get_weight_norm: |W + s·BA| of each output row; only the magnitude gets a gradient
    const Dtype dtype = promote(delta.dtype(), weight.dtype());
    Tensor scaled = m.empty(weight.shape(), delta.dtype(), "mul");
    Tensor sum = m.empty(weight.shape(), dtype, "add");
    scaled.reset();
    Tensor norm = m.empty({held.out}, m.autocast ? Dtype::fp32 : dtype, "linalg_norm");
    // of a Conv1D the sum lies as both its terms do, column by column
    if (held.conv1d && held.base == LinearBase::dense) strided_reduce_workspace(m, held.out, held.in, "linalg_norm");
    if (norm.dtype() != dtype) norm = m.empty({held.out}, dtype, "to");
    sum.reset(); // the function's own name for it
    return mul(m, lora.magnitude.value, norm);
}

} // namespace

Tensor with_dora(Machine &m, LinearModule &module, LoraPair &lora, Tensor x, Tensor result)
{
    // peft 0.21 lora/variants.py DoraLinearVariant.forward, lora/dora.py DoraLinearLayer.forward
    const HeldMatrix &held = module.held();
    const Dtype expected = result.dtype();
    // a packed layer turns its bias into the dtype of what it multiplies (bitsandbytes 0.50 nn/modules.py, both forwards)
    const Dtype multiplied = held.base == LinearBase::four_bit ? held.compute : x.dtype();
    const bool wide_bias =
        held.bias && held.bias->value.dtype() == Dtype::fp32 && (held.base == LinearBase::dense || multiplied == Dtype::fp32);
    const bool convert = held.base == LinearBase::dense || !m.autocast;
    if (convert) x = to(m, std::move(x), lora.a.value.dtype());
    const Tensor given = x; // the layer's own name for it stays until the layer returns
    const bool drops = lora.dropout > 0.0;
    if (drops) x = dropout(m, std::move(x), lora.dropout);
    Tensor inner;
    {
        Tensor delta = dora_weight(m, held, lora, x.dtype());
        Tensor weight = held.base == LinearBase::four_bit    ? dequantised(m, held, held.quantised_from)
                        : held.base == LinearBase::eight_bit ? dequantised_eight_bit(m, held)
                                                             : module.weight().value.detach();
        if (weight.dtype() != x.dtype()) weight = m.empty(weight.shape(), x.dtype(), "to", Component::weight_casts);
        Tensor magnitude = dora_scale(m, held, lora, delta, weight);
        Tensor low = linear(m, linear(m, x, lora.a, nullptr), lora.b, nullptr);
        Tensor base_result = result;
        if (drops) {
            Leaf dense;
            dense.value = weight;
            base_result = linear(m, x, dense, nullptr);
        } else if (held.bias) {
            base_result = wide_bias ? subtract(m, base_result, held.bias->value) : add_number(m, base_result);
        }
        Tensor first = mul(m, add_number(m, magnitude), base_result);
        Tensor second = mul(m, magnitude, low);
        second = scale(m, std::move(second));
        inner = add(m, std::move(first), std::move(second));
        // a frame lets go of its names in their order, its arguments first
        for (Tensor *name : {&base_result, &delta, &weight, &magnitude, &low}) name->reset();
    }
    Tensor sum = add(m, result, inner);
    inner.reset(); // it has no name there: it goes before the variant's input, and that before the layer's old result
    x.reset();
    result = std::move(sum);
    return convert ? to(m, std::move(result), expected) : result;
}

} // namespace plimsoll::step
