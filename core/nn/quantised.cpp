// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/modules.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// bitsandbytes::int8_vectorwise_quant (backends/cuda/ops.py): scales and packed rows; with a threshold it looks for
/// outliers, of which a planned activation has none.
Tensor vectorwise_quant(Machine &m, const Tensor &half, Component scales_component, Component packed_component, Tensor &scales,
                        bool threshold)
{
    scales = m.empty({half.shape().rows()}, Dtype::fp32, "int8_vectorwise_quant", scales_component);
    Tensor packed = m.empty(half.shape(), Dtype::int8, "int8_vectorwise_quant", packed_component);
    if (!threshold) return packed;
    Tensor absolute = m.empty(half.shape(), Dtype::fp16, "abs");
    const Tensor outliers = m.empty(half.shape(), Dtype::boolean, "ge");
    absolute.reset();
    const Tensor any = m.empty({1}, Dtype::boolean, "any");
    return packed;
}

} // namespace

Tensor LinearModule::dequantised(Machine &m, Dtype dtype) const
{
    Tensor absmax;
    if (m_nested) {
        const Count blocks = (m_in * m_out + four_bit_block - 1) / four_bit_block;
        absmax = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
    }
    Tensor dense = m.empty({m_out, m_in}, m_quantised_from, "dequantize_4bit", Component::weight_casts);
    absmax.reset();
    if (dtype != dense.dtype()) dense = m.empty(dense.shape(), dtype, "to", Component::weight_casts);
    return dense;
}

Tensor LinearModule::four_bit_product(Machine &m, const Tensor &x) const
{
    const Count rows = x.shape().rows(), blocks = (m_in * m_out + four_bit_block - 1) / four_bit_block;
    const Dtype dtype = x.dtype();
    const Shape shape = x.shape().with_last(m_out);
    const bool fused = !m.older.unpacks_4bit && m.ask(gemm_4bit_is_fused, dtype, rows, m_out, m_in);
    if (fused) return m.empty(shape, dtype, "gemm_4bit");
    Tensor scales, shifted, dense;
    if (m.older.unpacks_4bit && rows > 1) {
        dense = dequantised(m, dtype);
    } else {
        if (m_nested) {
            scales = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
            shifted = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
        }
        if (m.older.unpacks_4bit) return m.empty(shape, dtype, "gemv_4bit");
        dense = m.empty({m_out, m_in}, dtype, "dequantize_4bit", Component::weight_casts);
    }
    Tensor out = m.empty(shape, dtype, "mm");
    product_workspace(m, m_bias != nullptr);                        // F.linear(A, dense, bias)
    for (Tensor *name : {&shifted, &scales, &dense}) name->reset(); // a frame lets go of its names in their order
    return out;
}

Tensor LinearModule::four_bit(Machine &m, Tensor x)
{
    // bitsandbytes 0.50 MatMul4Bit: keeps only the packed weight; backward dequantises the whole matrix. Before it (0.49.2
    // autograd/_functions.py, matmul_4bit) forward did so as well, but for one row without gradients (F.gemv_4bit)
    const Dtype dtype = x.dtype();
    // a Conv1D was packed as [in, out]: 0.50's matmul_4bit dequantises it and leaves the product, dense weight kept, to autograd
    if (m_conv1d && m_in != m_out && !m.older.unpacks_4bit) {
        Tensor bias = m_bias ? to(m, m_bias->value, dtype) : Tensor();
        return matmul_weight(m, std::move(x), dequantised(m, dtype), m_out, std::move(bias));
    }
    Tensor out = four_bit_product(m, x);
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        Saved kept = m.older.keeps_4bit_inputs ? kept_on_context(m, x) : Saved();
        attach(out, make_node(m, {&x}, [this, shape, kept = std::move(kept)](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor dense = dequantised(mm, in[0].dtype());
                   g[0] = mm.empty(shape, in[0].dtype(), "mm_backward");
                   cublas_workspace(mm);
               }));
    }
    return out;
}

void LinearModule::quantise_eight_bit(Machine &m)
{
    // bitsandbytes 0.50 Int8Params._quantize: a matrix that comes from the host arrives there in float16 and is packed; one
    // that was on the card is not. transformers 5.23 integrations/bitsandbytes.py, Bnb8bitQuantize.convert, sends it by way of
    // the host for that, and its own name for the dense one stays until the packed one is made
    const Tensor half = m.empty(m_weight.value.shape(), Dtype::fp16, "to", Component::weight_casts);
    Tensor scales;
    m_weight.value = vectorwise_quant(m, half, Component::quantization_metadata, Component::weights, scales, false);
    m_state.push_back(std::move(scales));
}

Tensor LinearModule::eight_bit(Machine &m, Tensor x)
{
    // bitsandbytes 0.50 MatMul8bitLt (autograd/_functions.py): keeps the input; backward makes a dense weight
    const Dtype dtype = x.dtype();
    Tensor out;
    {
        Tensor half = x;
        if (dtype != Dtype::fp16) half = m.empty(x.shape(), Dtype::fp16, "to");
        Tensor scales;
        const Tensor packed = vectorwise_quant(m, half, m.scope.component, m.scope.component, scales, true);
        half.reset();
        const Tensor product = m.empty(x.shape().with_last(m_out), Dtype::int32, "int8_linear_matmul");
        out = m.empty(x.shape().with_last(m_out), Dtype::fp16, "int8_mm_dequant");
        if (dtype != Dtype::fp16) out = m.empty(x.shape().with_last(m_out), dtype, "to");
    }
    if (any_requires_grad(m, {&x})) {
        Saved kept = kept_on_context(m, x);
        const Shape shape = x.shape();
        attach(out, make_node(m, {&x},
                              [this, dtype, shape, by_keys = m_by_keys, kept = std::move(kept)](Machine &mm, Node &,
                                                                                                Gradients &in, Gradients &g) {
                                  Tensor laid; // grad_output.reshape(…).contiguous()
                                  if (by_keys) laid = mm.empty(in[0].shape(), in[0].dtype(), "contiguous");
                                  const Tensor dense = mm.empty({m_out, m_in}, dtype, "dequantize_int8", Component::weight_casts);
                                  Tensor gradient = in[0];
                                  if (gradient.dtype() != dtype) gradient = mm.empty(gradient.shape(), dtype, "to");
                                  g[0] = mm.empty(shape, dtype, "mm_backward").view(shape);
                                  cublas_workspace(mm);
                              }));
    }
    return out;
}

Tensor LinearModule::first_magnitude(Machine &m, Dtype dtype)
{
    // DoraLinearLayer.update_layer: |W + s·BA| of each row, of a copy of the packed layer; a dense one is still on the host
    if (m_base != Base::four_bit) return new_parameter(m, {m_out}, dtype, "lora_magnitude_vector", Component::adapters);
    std::vector<Tensor> copies;
    for (const Tensor &state : m_state) copies.push_back(m.empty(state.shape(), state.dtype(), "deepcopy"));
    copies.push_back(m.empty(m_weight.value.shape(), m_weight.value.dtype(), "deepcopy"));
    if (m_bias) copies.push_back(m.empty({m_out}, m_bias->value.dtype(), "deepcopy"));
    const Tensor dense = dequantised(m, m_quantised_from);
    const Tensor product = m.empty({m_out, m_in}, dtype, "mm");
    const Tensor scaled = m.empty({m_out, m_in}, dtype, "mul");
    const Tensor sum = m.empty({m_out, m_in}, promote(dtype, dense.dtype()), "add");
    return new_parameter(m, {m_out}, sum.dtype(), "lora_magnitude_vector", Component::adapters);
}

Tensor LinearModule::dora_weight(Machine &m, Dtype dtype)
{
    // DoraLinearLayer.get_lora_weight: the product of B and A by sending the identity through both
    Tensor eye = m.empty({m_in, m_in}, m_lora->a.value.dtype(), "eye");
    Tensor low = linear(m, eye, m_lora->a, nullptr);
    Tensor product = linear(m, std::move(low), m_lora->b, nullptr);
    eye.reset();
    return to(m, std::move(product), dtype);
}

Tensor LinearModule::dora_scale(Machine &m, const Tensor &delta, const Tensor &weight)
{
    // get_weight_norm: |W + s·BA| of each output row; only the magnitude gets a gradient
    const Dtype dtype = promote(delta.dtype(), weight.dtype());
    Tensor scaled = m.empty(weight.shape(), delta.dtype(), "mul");
    Tensor sum = m.empty(weight.shape(), dtype, "add");
    scaled.reset();
    Tensor norm = m.empty({m_out}, m.autocast ? Dtype::fp32 : dtype, "linalg_norm");
    // of a Conv1D the sum lies as both its terms do, column by column
    if (m_conv1d && m_base == Base::dense) strided_reduce_workspace(m, m_out, m_in, "linalg_norm");
    if (norm.dtype() != dtype) norm = m.empty({m_out}, dtype, "to");
    sum.reset(); // the function's own name for it
    return mul(m, m_lora->magnitude.value, norm);
}

Tensor LinearModule::with_dora(Machine &m, Tensor x, Tensor result)
{
    // peft 0.21 lora/variants.py DoraLinearVariant.forward, lora/dora.py DoraLinearLayer.forward
    const Dtype expected = result.dtype();
    // a packed layer turns its bias into the dtype of what it multiplies (bitsandbytes 0.50 nn/modules.py, both forwards)
    const Dtype multiplied = m_base == Base::four_bit ? m_compute : x.dtype();
    const bool wide_bias = m_bias && m_bias->value.dtype() == Dtype::fp32 && (m_base == Base::dense || multiplied == Dtype::fp32);
    const bool convert = m_base == Base::dense || !m.autocast;
    if (convert) x = to(m, std::move(x), m_lora->a.value.dtype());
    const Tensor given = x; // the layer's own name for it stays until the layer returns
    const bool drops = m_lora->dropout > 0.0;
    if (drops) x = dropout(m, std::move(x), m_lora->dropout);
    Tensor inner;
    {
        Tensor delta = dora_weight(m, x.dtype());
        Tensor weight = m_base == Base::four_bit    ? dequantised(m, m_quantised_from)
                        : m_base == Base::eight_bit ? dequantised_eight_bit(m)
                                                    : this->weight().value.detach();
        if (weight.dtype() != x.dtype()) weight = m.empty(weight.shape(), x.dtype(), "to", Component::weight_casts);
        Tensor magnitude = dora_scale(m, delta, weight);
        Tensor low = linear(m, linear(m, x, m_lora->a, nullptr), m_lora->b, nullptr);
        Tensor base_result = result;
        if (drops) {
            Leaf dense;
            dense.value = weight;
            base_result = linear(m, x, dense, nullptr);
        } else if (m_bias) {
            base_result = wide_bias ? subtract(m, base_result, m_bias->value) : add_number(m, base_result);
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

Tensor LinearModule::dequantised_eight_bit(Machine &m) const
{
    // int8_vectorwise_dequant: A * stats * (1 / 127), both products in float32
    const Tensor product = m.empty({m_out, m_in}, Dtype::fp32, "dequantize_int8", Component::weight_casts);
    return m.empty({m_out, m_in}, Dtype::fp32, "dequantize_int8", Component::weight_casts);
}

} // namespace plimsoll::step
