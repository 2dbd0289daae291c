// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/parameter_lora.h"

#include "core/nn/experts/expert_ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// B [out, rank · experts] seen as [experts, out, rank]: its gradient is copied back into B's order.
Tensor by_expert(Machine &m, const Tensor &b, Shape shape)
{
    Tensor seen = b.view(shape);
    if (!any_requires_grad(m, {&b})) return seen;
    const Shape whole = b.shape();
    attach(seen, make_node(m, {&b}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(whole, in[0].dtype(), "reshape_backward");
           }));
    return seen;
}

/// torch.baddbmm(parameter, left, right, alpha): `left` lies across the experts, so each product copies it first. Backward
/// multiplies by alpha where it is not 1 (torch 2.15, torch/csrc/autograd/FunctionsManual.cpp, maybe_multiply).
Tensor fold_experts(Machine &m, const Tensor &parameter, const Tensor &left, const Tensor &right, bool scaled)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&left, &right})) {
        const Shape left_shape = left.shape(), right_shape = right.shape();
        node = make_node(m, {&left, &right}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept_left = self.saved[0].unpack(mm), kept_right = self.saved[1].unpack(mm);
            const Dtype dtype = in[0].dtype();
            Tensor product = mm.empty(left_shape, dtype, "baddbmm_backward");
            cublas_workspace(mm);
            g[0] = scaled ? mm.empty(left_shape, dtype, "baddbmm_backward") : std::move(product);
            product = mm.empty(right_shape, dtype, "baddbmm_backward");
            {
                const Tensor copy = mm.empty(left_shape, dtype, "baddbmm_backward");
                cublas_workspace(mm);
            }
            g[1] = scaled ? mm.empty(right_shape, dtype, "baddbmm_backward") : std::move(product);
        });
        node->saved[0].keep(m, left);
        node->saved[1].keep(m, right);
    }
    Tensor out = m.empty(parameter.shape(), parameter.dtype(), "baddbmm", Component::weight_casts);
    {
        const Tensor copy = m.empty(left.shape(), left.dtype(), "baddbmm");
        cublas_workspace(m);
    }
    if (node) attach(out, node);
    return out;
}

/// B · A under autocast, whose arguments are cast last first.
Tensor adapter_product(Machine &m, Leaf &b, Leaf &a)
{
    Tensor right = autocast_weight(m, a);
    Tensor left = autocast_weight(m, b);
    const Count out = right.shape().last();
    return matmul_weight(m, std::move(left), std::move(right), out);
}

} // namespace

ParameterLora::ParameterLora(Machine &m, const Leaf &parameter, Shape shape, Count rank, Dtype dtype, bool scaled)
    : m_rank(rank), m_scaled(scaled)
{
    const Count copies = shape.rank == 3 ? shape.size[0] : 1, out = shape.size[shape.rank - 2u], in = shape.last();
    m_a.value = new_parameter(m, {rank * copies, in}, dtype, "lora_A", Component::adapters);
    m_b.value = new_parameter(m, {out, rank * copies}, dtype, "lora_B", Component::adapters);
    for (Leaf *leaf : {&m_a, &m_b}) {
        leaf->module = parameter.module;
        leaf->layer = parameter.layer;
    }
}

void ParameterLora::cast(Machine &m, Dtype dtype)
{
    for (Leaf *leaf : {&m_a, &m_b})
        if (leaf->value.dtype() != dtype) leaf->value = m.empty(leaf->value.shape(), dtype, "cast_adapter", Component::adapters);
}

void ParameterLora::collect(std::vector<Leaf *> &parameters)
{
    parameters.push_back(&m_a);
    parameters.push_back(&m_b);
}

void ParameterLora::enter(Machine &m, const Tensor &parameter)
{
    const Shape &shape = parameter.shape();
    if (shape.rank == 3) { // get_delta_factors
        m_left = to(m, by_expert(m, m_b.value, {shape.size[0], shape.size[1], m_rank}), parameter.dtype());
        m_right = to(m, m_a.value.view({shape.size[0], m_rank, shape.last()}), parameter.dtype());
    } else { // get_delta_weight
        Tensor delta = scale(m, adapter_product(m, m_b, m_a));
        m_delta = to(m, std::move(delta), parameter.dtype());
    }
    (void)fold(m, parameter);
}

Tensor ParameterLora::fold(Machine &m, const Tensor &parameter) const
{
    return m_delta.defined() ? add(m, parameter, m_delta) : fold_experts(m, parameter, m_left, m_right, m_scaled);
}

Tensor ParameterLora::beside(Machine &m, const Tensor &x, const Shape &stack, const Tensor &offsets)
{
    const Count experts = stack.size[0], out = stack.size[1];
    Tensor first = to(m, m_a.value.view({experts, m_rank, stack.last()}), x.dtype());
    Tensor low = grouped_mm(m, x, first, m_rank, offsets);
    Tensor second = to(m, by_expert(m, m_b.value, {experts, out, m_rank}), x.dtype());
    return grouped_mm(m, std::move(low), second, out, offsets);
}

Tensor ParameterLora::value(Machine &m, const Tensor &parameter)
{
    if (!m_value.defined()) m_value = fold(m, parameter);
    return m_value;
}

void Adaptable::load_packed(Machine &m, Shape shape, Dtype dtype, bool four_bit, bool nested)
{
    packed = std::make_unique<PackedStack>();
    *packed = {{}, shape, dtype, four_bit, nested, {}};
    const Count elements = product(product(shape.size[0], shape.size[1]), shape.size[2]);
    const auto meta = [&](Count count, Dtype type, const char *name) {
        return m.empty({count}, type, name, Component::quantization_metadata);
    };
    const Tensor from = m.empty(shape, dtype, "weight", Component::weights);
    if (!four_bit) { // axolotl 0.21 monkeypatch/moe_quant.py, replace_parameter_8bit: int8_vectorwise_quant of its float16
        const Tensor half = m.empty(shape, Dtype::fp16, "to", Component::weight_casts);
        packed->state.push_back(meta(product(shape.size[0], shape.size[1]), Dtype::fp32, "row_stats"));
        leaf.value = m.empty(shape, Dtype::int8, "int8_vectorwise_quant", Component::weights);
        return;
    }
    const Count blocks = (elements + four_bit_block - 1) / four_bit_block;
    constexpr Count nested_block = 256;
    Tensor scales = meta(blocks, Dtype::fp32, "absmax");
    leaf.value = m.empty({(elements + 1) / 2, 1}, Dtype::uint8, "packed_weight", Component::weights);
    packed->state.push_back(meta(16, Dtype::fp32, "quant_map"));
    if (!nested) return packed->state.push_back(std::move(scales));
    packed->state.push_back(meta(1, Dtype::fp32, "offset"));
    const Tensor shifted = meta(blocks, Dtype::fp32, "sub");
    packed->state.push_back(meta((blocks + nested_block - 1) / nested_block, Dtype::fp32, "nested_absmax"));
    packed->state.push_back(meta(blocks, Dtype::uint8, "absmax"));
    packed->state.push_back(meta(256, Dtype::fp32, "nested_quant_map"));
}

Tensor Adaptable::dense(Machine &m) const
{
    if (!packed) return leaf.value;
    if (packed->unpacked.defined()) return packed->unpacked;
    const Shape &shape = packed->shape;
    if (!packed->four_bit) { // int8_vectorwise_dequant: A * stats * (1 / 127), both products in float32
        const Tensor product = m.empty(shape, Dtype::fp32, "dequantize_int8", Component::weight_casts);
        return packed->unpacked = m.empty(shape, Dtype::fp32, "dequantize_int8", Component::weight_casts);
    }
    Tensor scales;
    if (packed->nested) {
        const Count elements = product(product(shape.size[0], shape.size[1]), shape.size[2]);
        scales = m.empty({(elements + four_bit_block - 1) / four_bit_block}, Dtype::fp32, "dequantize_blockwise");
    }
    return packed->unpacked = m.empty(shape, packed->dense, "dequantize_4bit", Component::weight_casts);
}

void Adaptable::enter(Machine &m) const
{
    if (!lora) return;
    lora->enter(m, dense(m));
    if (packed) packed->unpacked.reset(); // the cache is the module's forward's
}

Tensor Adaptable::value(Machine &m) const { return lora ? lora->value(m, dense(m)) : dense(m); }

void Adaptable::leave() const
{
    if (lora) lora->leave();
    if (packed) packed->unpacked.reset();
}

void ParameterLora::leave()
{
    for (Tensor *tensor : {&m_left, &m_right, &m_delta, &m_value}) tensor->reset();
}

} // namespace plimsoll::step
