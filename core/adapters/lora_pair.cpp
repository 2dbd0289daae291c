// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/lora_pair.h"

#include <utility>

namespace plimsoll::step {

bool converts_input(const Machine &m, const HeldMatrix &held)
{
    // peft 0.21: lora/layer.py and lora/gptq.py convert always, lora/bnb.py and lora/awq.py outside autocast only
    const bool always =
        held.base == LinearBase::dense || (held.base == LinearBase::packed && held.layout->packing != Packing::awq);
    return always || !m.autocast;
}

Dtype created_dtype(const HeldMatrix &held, const Adapter &adapter)
{
    if (held.base == LinearBase::four_bit) return held.compute;
    if (held.base == LinearBase::eight_bit) return Dtype::fp32; // _move_adapter_to_device_of_base_layer: int8 is no float
    return adapter.dtype;
}

LoraPair::LoraPair(Machine &m, const LinearModule &module, const Adapter &adapter, bool biased)
    : dropout(adapter.dropout), dora(adapter.dora)
{
    const HeldMatrix &held = module.held();
    const Dtype dtype = created_dtype(held, adapter);
    a.value = new_parameter(m, {adapter.rank, held.in}, dtype, "lora_A", Component::adapters);
    b.value = new_parameter(m, {held.out, adapter.rank}, dtype, "lora_B", Component::adapters);
    if (biased) b_bias.value = new_parameter(m, {held.out}, dtype, "lora_B", Component::adapters);
    if (dora) magnitude.value = first_magnitude(m, held, dtype);
    for (Leaf *leaf : {&a, &b, &b_bias, &magnitude}) {
        leaf->module = module.name();
        leaf->layer = m.scope.layer;
    }
}

void LoraPair::cast(Machine &m, Dtype dtype, bool all)
{
    for (Leaf *leaf : {&a, &b, &b_bias, &magnitude}) {
        if (!leaf->value.defined() || leaf->value.dtype() == dtype || (leaf == &magnitude && !all)) continue;
        leaf->value = m.empty(leaf->value.shape(), dtype, "cast_adapter", Component::adapters);
    }
}

void LoraPair::collect(std::vector<Leaf *> &parameters)
{
    parameters.push_back(&a);
    parameters.push_back(&b);
    if (b_bias.value.defined()) parameters.push_back(&b_bias);
    if (dora) parameters.push_back(&magnitude);
}

Tensor LoraPair::forward(Machine &m, LinearModule &module, Tensor x)
{
    if (!a.trains && !m.grad_enabled) return module.base_forward(m, std::move(x)); // PEFT's disable_adapter
    Tensor result = module.base_forward(m, x);
    if (module.copies_result()) result = clone(m, std::move(result));
    return dora ? with_dora(m, module, *this, std::move(x), std::move(result))
                : with_lora(m, module, std::move(x), std::move(result));
}

Tensor LoraPair::with_lora(Machine &m, LinearModule &module, Tensor x, Tensor result)
{
    // peft 0.21 lora/layer.py Linear.forward, lora/bnb.py Linear4bit.forward: the quantised ones convert only outside autocast
    const HeldMatrix &held = module.held();
    const Dtype expected = result.dtype();
    const bool convert = converts_input(m, held);
    if (convert) x = to(m, std::move(x), a.value.dtype());
    Tensor dropped = step::dropout(m, x, dropout);
    const auto half = [&m](Leaf &leaf, Leaf *bias, const char *name, const Tensor &in) {
        return through_module(m, {&leaf, bias, nullptr, name}, in,
                              [&leaf, bias](Machine &mm, Tensor read) { return linear(mm, std::move(read), leaf, bias); });
    };
    Tensor low = half(a, nullptr, "lora_A", dropped);
    dropped.reset();
    Tensor output = half(b, b_bias.value.defined() ? &b_bias : nullptr, "lora_B", low);
    if (module.by_keys()) output = read_in_rows(m, output);
    low.reset();
    output = scale(m, std::move(output));
    if (held.base != LinearBase::dense && convert) output = to(m, std::move(output), expected);
    result = add(m, result, std::move(output));
    return convert ? to(m, std::move(result), expected) : result;
}

} // namespace plimsoll::step
