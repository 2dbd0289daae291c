// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/held_matrix.h"

#include <algorithm>
#include <utility>

// Matrices of checkpoints that come quantised, each in the layout that its loader gives it.

namespace plimsoll::step {

namespace {

constexpr Count awq_dense_from = 1024; // tokens from which AutoAWQ unpacks the matrix

Shape shape_of(const LayoutPart &part)
{
    Shape out;
    for (const Count size : part.shape) {
        if (out.rank < out.size.size())
            out.size[out.rank++] = size;
        else
            out.size[out.rank - 1u] *= size;
    }
    if (out.rank == 0) out.size[out.rank++] = 1;
    return out;
}

} // namespace

MatrixLayoutRef Precision::layout_of(const std::string &name) const
{
    if (!loaded) return nullptr;
    const auto found = loaded->layouts.find(name);
    return found == loaded->layouts.end() ? nullptr : found->second;
}

Tensor new_packed(Machine &m, const MatrixLayout &layout, TensorList &state)
{
    Tensor values;
    for (const LayoutPart &part : layout.parts) {
        const Component component = part.metadata ? Component::quantization_metadata : Component::weights;
        Tensor made = m.empty(shape_of(part), part.dtype, part.name.c_str(), component);
        if (values.defined())
            state.push_back(std::move(made));
        else
            values = std::move(made);
    }
    return values;
}

Tensor new_unpacked(Machine &m, const Precision &precision, Shape shape, const char *name, bool mxfp4)
{
    const Count all = shape.elements(), experts = shape.rank == 3 ? shape.size[0] : 1;
    const auto passing = [&](Count elements, Dtype dtype) {
        return m.empty({elements}, dtype, "dequantize", Component::weights);
    };
    if (mxfp4) {
        // transformers 5.23 integrations/mxfp4.py, convert_moe_packed_tensors: an index of 4 bytes for every second value; the
        // result is turned
        const Tensor blocks = passing(all / 2, Dtype::uint8), scales = passing(all / 32, Dtype::int32);
        const Tensor out = passing(all, precision.weights);
        {
            const Tensor index = passing(all / 2, Dtype::int32), looked_up = passing(all / 2, precision.weights);
        }
        return new_parameter(m, shape, precision.weights, name);
    }
    // integrations/finegrained_fp8.py, Fp8Dequantize: in float32, expert by expert, which are then put together
    const Tensor stored = passing(all, Dtype::fp8);
    Tensor list;
    if (experts > 1) list = passing(all, precision.weights);
    const Tensor wide = passing(all / experts, Dtype::fp32), scaled = passing(all / experts, Dtype::fp32);
    return new_parameter(m, shape, precision.weights, name);
}

void load_layout(Machine &m, HeldMatrix &held, const MatrixLayout &layout, const Precision &precision)
{
    if (layout.packing == Packing::dense) {
        const Dtype dtype = layout.parts.empty() ? precision.weights : layout.parts.front().dtype;
        held.weight.value = new_parameter(m, {held.out, held.in}, dtype, "weight");
        return;
    }
    held.base = LinearBase::packed;
    held.keeps_compressed = precision.keeps_compressed;
    held.state.clear();
    held.weight.value = new_packed(m, layout, held.state);
}

void expand(Machine &m, HeldMatrix &held)
{
    // compressed-tensors 0.20 model_compressor.py, ct_decompress_hook; compressors/*/base.py, decompress: the integers of a word
    // each in a byte, then x_q.to(scale.dtype) and its product with the scales
    if (held.base != LinearBase::packed || held.layout->packing != Packing::compressed) return;
    const bool halves = held.weight.value.dtype() == Dtype::uint8; // two floats of four bits in a byte, looked up in bf16
    const Dtype dense = halves ? Dtype::bf16 : held.layout->dense;
    Tensor apart;
    if (halves || held.weight.value.dtype() == Dtype::int32)
        apart = m.empty({held.out, held.in}, halves ? dense : Dtype::int8, "unpack");
    {
        Tensor cast = m.empty({held.out, held.in}, dense, "to");
        Tensor whole = m.empty({held.out, held.in}, dense, "dequantize", Component::weights);
        cast.reset();
        std::swap(held.weight.value, whole);
        if (held.keeps_compressed) held.state.push_back(std::move(whole));
    }
    for (std::size_t i = 0; i + 1 < held.layout->parts.size(); ++i) {
        // zero points are unpacked for good, scales of eight bits become as wide as the weight
        const LayoutPart &part = held.layout->parts[i + 1];
        Tensor &state = held.state[i];
        const bool zeros = part.name.ends_with("zero_point") && part.dtype == Dtype::int32;
        if (!zeros && (!part.name.ends_with("weight_scale") || size_of(part.dtype) > 1)) continue;
        const Shape shape = zeros ? Shape{held.out, state.shape().last()} : state.shape();
        state = m.empty(shape, zeros ? Dtype::int8 : dense, "dequantize", Component::quantization_metadata);
    }
    held.base = LinearBase::dense;
}

namespace {

Tensor unpacked(Machine &m, const HeldMatrix &held, Dtype dtype)
{
    return m.empty({held.out, held.in}, dtype, "dequantize", Component::weight_casts);
}

/// Of the kernel that multiplies without unpacking: numbers in float32 that it sums its blocks' parts in; -1: the card has none.
/// transformers 5 says "auto", and gptqmodel (7.3, utils/importer.py) takes its fastest: Machete on Hopper, whose sums stay in the
/// result, Marlin on the others since Turing (gptqmodel_ext/marlin/gptq_marlin.cu, c_tmp: 64 rows at most of 256 columns for each
/// multiprocessor).
Count sums_of_fused(const CardFacts &card, Count rows)
{
    if (card.capability_major * 10 + card.capability_minor < 75) return -1;
    if (card.capability_major == 9) return 0;
    return Count{card.sm_count} * std::min<Count>(64, (rows + 15) / 16 * 16) * 256;
}

/// Whether gptqmodel runs it: matrices of whole words, in a call without gradients. Before transformers 5, of which alone matrices keep
/// what is compressed, AutoGPTQ and AutoAWQ ran them.
bool is_fused(const Machine &m, const HeldMatrix &held)
{
    if (m.grad_enabled || held.keeps_compressed) return false;
    const std::string &scheme = held.layout->scheme;
    return scheme == "gptq4" || scheme == "gptq8" || scheme == "awq4" || scheme == "awq8";
}

Tensor packed_product(Machine &m, const HeldMatrix &held, const Tensor &x)
{
    const Shape shape = x.shape().with_last(held.out);
    const Count rows = x.shape().rows();
    const Packing packing = held.layout->packing;
    m.multiplies(rows, held.out, held.in, packing == Packing::fp8 ? Dtype::fp8 : x.dtype());
    if (packing == Packing::fp8) {
        // finegrained_fp8.py fp8_linear, fbgemm_fp8.py: the input in blocks as wide as the weight's, then the kernel
        const bool blocks = held.layout->parts.size() > 1 && held.layout->parts[1].shape.size() == 2;
        const Tensor quantised = m.empty(x.shape(), Dtype::fp8, "act_quant");
        const Tensor scales = m.empty({rows, blocks ? held.layout->parts[1].shape[1] : 1}, Dtype::fp32, "act_quant");
        return m.empty(shape, x.dtype(), "w8a8_block_fp8_matmul");
    }
    if (is_fused(m, held))
        if (const Count sums = m.ask(sums_of_fused, rows); sums >= 0) {
            Tensor out = m.empty(shape, x.dtype(), "gptq_marlin_gemm");
            if (sums > 0) m.workspace(sums * 4, "gptq_marlin_gemm");
            return out;
        }
    if (packing == Packing::awq && !m.grad_enabled && rows < awq_dense_from) {
        constexpr Count split = 8; // awq_ext.gemm_forward_cuda: partial sums
        const Tensor parts = m.empty({split, rows, held.out}, x.dtype(), "gemm_forward");
        return m.empty(shape, x.dtype(), "sum");
    }
    const Tensor dense = unpacked(m, held, x.dtype());
    Tensor out = m.empty(shape, x.dtype(), "mm");
    cublas_workspace(m);
    return out;
}

} // namespace

Tensor packed(Machine &m, const HeldMatrix &held, Tensor x)
{
    // gptqmodel triton_utils/dequant.py QuantLinearFunction and FP8LinearFunction: only the packed weight is kept; backward
    // unpacks the whole matrix again
    const Dtype from = x.dtype();
    if (from == Dtype::fp32 && held.layout->packing != Packing::fp8)
        x = to(m, std::move(x), held.compute); // custom_fwd(cast_inputs=…)
    Tensor out = packed_product(m, held, x);
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        attach(out, make_node(m, {&x}, [&held, shape](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor dense = unpacked(mm, held, in[0].dtype());
                   g[0] = mm.empty(shape, in[0].dtype(), "mm_backward");
                   mm.multiplies(shape.rows(), held.in, held.out, in[0].dtype());
                   cublas_workspace(mm);
               }));
    }
    if (held.bias) out = add(m, std::move(out), held.bias->value);
    return to(m, std::move(out), from);
}

} // namespace plimsoll::step
