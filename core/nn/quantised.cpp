// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/held_matrix.h"

#include <utility>

namespace plimsoll::step {

namespace {

constexpr Count nested_block = 256; // of the quantised scales

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

void quantise_four_bit(Machine &m, HeldMatrix &held, Count elements, QuantisedLoading &loading)
{
    // bitsandbytes 0.50 functional.py quantize_4bit: packed nibbles, one float32 scale a block; nested: scales less their
    // mean in 8 bits, with scales of their own
    const Count blocks = (elements + four_bit_block - 1) / four_bit_block;
    const auto meta = [&](Shape shape, Dtype dtype, const char *name) {
        return m.empty(shape, dtype, name, Component::quantization_metadata);
    };
    Tensor absmax = meta({blocks}, Dtype::fp32, "absmax");
    Tensor packed = m.empty({(elements + 1) / 2, 1}, Dtype::uint8, "packed_weight", Component::weights);
    held.state.push_back(meta({16}, Dtype::fp32, "quant_map"));
    if (held.nested) {
        held.state.push_back(meta({1}, Dtype::fp32, "offset"));
        const Tensor shifted = meta({blocks}, Dtype::fp32, "sub");
        if (!loading.dynamic_map.defined()) loading.dynamic_map = meta({256}, Dtype::fp32, "dynamic_map");
        held.state.push_back(loading.dynamic_map);
        held.state.push_back(meta({(blocks + nested_block - 1) / nested_block}, Dtype::fp32, "nested_absmax"));
        held.state.push_back(meta({blocks}, Dtype::uint8, "absmax"));
        held.state.push_back(meta({256}, Dtype::fp32, "nested_quant_map"));
        absmax.reset();
    } else {
        held.state.push_back(std::move(absmax));
    }
    held.weight.value = std::move(packed);
}

void quantise_eight_bit(Machine &m, HeldMatrix &held)
{
    // bitsandbytes 0.50 Int8Params._quantize: a matrix that comes from the host arrives there in float16 and is packed; one
    // that was on the card is not. transformers 5.23 integrations/bitsandbytes.py, Bnb8bitQuantize.convert, sends it by way of
    // the host for that, and its own name for the dense one stays until the packed one is made
    const Tensor half = m.empty(held.weight.value.shape(), Dtype::fp16, "to", Component::weight_casts);
    Tensor scales;
    held.weight.value = vectorwise_quant(m, half, Component::quantization_metadata, Component::weights, scales, false);
    held.state.push_back(std::move(scales));
}

} // namespace

void load_quantised(Machine &m, HeldMatrix &held, QuantisedLoading &loading, const Precision &precision)
{
    held.base = precision.four_bit() ? LinearBase::four_bit : LinearBase::eight_bit;
    held.nested = precision.double_quant;
    const Count elements = held.in * held.out;
    if (loading.pass == QuantisedLoading::Pass::count) {
        const bool packed = held.base == LinearBase::four_bit && !precision.half_warmup;
        loading.expected += product(packed ? elements / 2 : elements, m.times());
    } else if (loading.pass == QuantisedLoading::Pass::pack) {
        m.stopped = false;
        held.weight.value = new_parameter(m, {held.out, held.in}, precision.weights, "weight");
        const Tensor dense = held.weight.value;
        if (held.base == LinearBase::eight_bit) {
            quantise_eight_bit(m, held);
        } else {
            Tensor copy; // of a Conv1D's, which Bnb4bitQuantize.convert transposes: data.contiguous() in Params4bit._quantize
            if (held.conv1d) copy = m.empty({held.in, held.out}, dense.dtype(), "contiguous");
            quantise_four_bit(m, held, dense.elements(), loading);
            copy.reset();
        }
    }
    if (loading.pass != QuantisedLoading::Pass::rest) {
        if (held.bias) held.bias->value = new_parameter(m, {held.out}, precision.weights, "bias");
        if (loading.pass == QuantisedLoading::Pass::pack)
            loading.packed.push_back(
                {std::move(held.weight.value), held.bias ? std::move(held.bias->value) : Tensor(), std::move(held.state)});
        m.stopped = true;
        return;
    }
    QuantisedLoading::Packed &made = loading.packed.front();
    held.weight.value = std::move(made.weight);
    if (held.bias) held.bias->value = std::move(made.bias);
    held.state = std::move(made.state);
    loading.packed.pop_front();
}

Tensor dequantised(Machine &m, const HeldMatrix &held, Dtype dtype)
{
    Tensor absmax;
    if (held.nested) {
        const Count blocks = (held.in * held.out + four_bit_block - 1) / four_bit_block;
        absmax = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
    }
    Tensor dense = m.empty({held.out, held.in}, held.quantised_from, "dequantize_4bit", Component::weight_casts);
    absmax.reset();
    if (dtype != dense.dtype()) dense = m.empty(dense.shape(), dtype, "to", Component::weight_casts);
    return dense;
}

namespace {

Tensor four_bit_product(Machine &m, const HeldMatrix &held, const Tensor &x)
{
    const Count rows = x.shape().rows(), blocks = (held.in * held.out + four_bit_block - 1) / four_bit_block;
    const Dtype dtype = x.dtype();
    const Shape shape = x.shape().with_last(held.out);
    const bool fused = !m.older.unpacks_4bit && m.ask(gemm_4bit_is_fused, dtype, rows, held.out, held.in);
    m.multiplies(rows, held.out, held.in, dtype);
    if (fused) return m.empty(shape, dtype, "gemm_4bit");
    Tensor scales, shifted, dense;
    if (m.older.unpacks_4bit && rows > 1) {
        dense = dequantised(m, held, dtype);
    } else {
        if (held.nested) {
            scales = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
            shifted = m.empty({blocks}, Dtype::fp32, "dequantize_blockwise");
        }
        if (m.older.unpacks_4bit) return m.empty(shape, dtype, "gemv_4bit");
        dense = m.empty({held.out, held.in}, dtype, "dequantize_4bit", Component::weight_casts);
    }
    Tensor out = m.empty(shape, dtype, "mm");
    product_workspace(m, held.bias != nullptr);                     // F.linear(A, dense, bias)
    for (Tensor *name : {&shifted, &scales, &dense}) name->reset(); // a frame lets go of its names in their order
    return out;
}

} // namespace

Tensor four_bit(Machine &m, const HeldMatrix &held, Tensor x)
{
    // bitsandbytes 0.50 MatMul4Bit: keeps only the packed weight; backward dequantises the whole matrix. Before it (0.49.2
    // autograd/_functions.py, matmul_4bit) forward did so as well, but for one row without gradients (F.gemv_4bit)
    const Dtype dtype = x.dtype();
    // a Conv1D was packed as [in, out]: 0.50's matmul_4bit dequantises it and leaves the product, dense weight kept, to autograd
    if (held.conv1d && held.in != held.out && !m.older.unpacks_4bit) {
        Tensor bias = held.bias ? to(m, held.bias->value, dtype) : Tensor();
        return matmul_weight(m, std::move(x), dequantised(m, held, dtype), held.out, std::move(bias));
    }
    Tensor out = four_bit_product(m, held, x);
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        Saved kept = m.older.keeps_4bit_inputs ? kept_on_context(m, x) : Saved();
        attach(out, make_node(m, {&x}, [&held, shape, kept = std::move(kept)](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor dense = dequantised(mm, held, in[0].dtype());
                   g[0] = mm.empty(shape, in[0].dtype(), "mm_backward");
                   mm.multiplies(shape.rows(), held.in, held.out, in[0].dtype());
                   cublas_workspace(mm);
               }));
    }
    return out;
}

Tensor eight_bit(Machine &m, const HeldMatrix &held, const Tensor &x, bool by_keys)
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
        const Tensor product = m.empty(x.shape().with_last(held.out), Dtype::int32, "int8_linear_matmul");
        m.multiplies(x.shape().rows(), held.out, held.in, Dtype::int8);
        out = m.empty(x.shape().with_last(held.out), Dtype::fp16, "int8_mm_dequant");
        if (dtype != Dtype::fp16) out = m.empty(x.shape().with_last(held.out), dtype, "to");
    }
    if (any_requires_grad(m, {&x})) {
        Saved kept = kept_on_context(m, x);
        const Shape shape = x.shape();
        attach(out, make_node(
                        m, {&x},
                        [&held, dtype, shape, by_keys, kept = std::move(kept)](Machine &mm, Node &, Gradients &in, Gradients &g) {
                            Tensor laid; // grad_output.reshape(…).contiguous()
                            if (by_keys) laid = mm.empty(in[0].shape(), in[0].dtype(), "contiguous");
                            const Tensor dense = mm.empty({held.out, held.in}, dtype, "dequantize_int8", Component::weight_casts);
                            Tensor gradient = in[0];
                            if (gradient.dtype() != dtype) gradient = mm.empty(gradient.shape(), dtype, "to");
                            g[0] = mm.empty(shape, dtype, "mm_backward").view(shape);
                            mm.multiplies(shape.rows(), held.in, held.out, dtype);
                            cublas_workspace(mm);
                        }));
    }
    return out;
}

Tensor dequantised_eight_bit(Machine &m, const HeldMatrix &held)
{
    // int8_vectorwise_dequant: A * stats * (1 / 127), both products in float32
    const Tensor product = m.empty({held.out, held.in}, Dtype::fp32, "dequantize_int8", Component::weight_casts);
    return m.empty({held.out, held.in}, Dtype::fp32, "dequantize_int8", Component::weight_casts);
}

} // namespace plimsoll::step
