// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/modules.h"

// Matrices of checkpoints that come quantised: GPTQ and AWQ (gptqmodel 5, AutoAWQ 0.2), fine-grained FP8 (transformers 5.23,
// integrations/finegrained_fp8.py), and formats of 4-bit floats.

namespace plimsoll::step {

namespace {

Count div_up(Count a, Count b) { return (a + b - 1) / b; }

constexpr Count fp8_block = 128;       // weight_block_size of published checkpoints
constexpr Count awq_dense_from = 1024; // tokens from which AutoAWQ unpacks the matrix

} // namespace

void LinearModule::load_packed(Machine &m, const Precision &precision)
{
    m_base = Base::packed;
    const auto meta = [&](Shape shape, Dtype dtype, const char *name) {
        m_state.push_back(m.empty(shape, dtype, name, Component::quantization_metadata));
    };
    const auto weight = [&](Shape shape, Dtype dtype, const char *name) {
        m_weight.value = m.empty(shape, dtype, name, Component::weights);
    };
    const Count group = precision.group_size > 0 ? precision.group_size : m_in;
    const Count groups = div_up(m_in, group);
    if (precision.quant == "gptq4" || precision.quant == "gptq8") {
        m_packing = Packing::gptq;
        const Count values = precision.quant == "gptq4" ? 8 : 4; // of one int32
        weight({div_up(m_in, values), m_out}, Dtype::int32, "qweight");
        meta({groups, div_up(m_out, values)}, Dtype::int32, "qzeros");
        meta({groups, m_out}, Dtype::fp16, "scales");
        meta({m_in}, Dtype::int32, "g_idx");
    } else if (precision.quant == "awq4") {
        m_packing = Packing::awq;
        weight({m_in, div_up(m_out, 8)}, Dtype::int32, "qweight");
        meta({groups, div_up(m_out, 8)}, Dtype::int32, "qzeros");
        meta({groups, m_out}, Dtype::fp16, "scales");
    } else if (precision.quant == "fp8") {
        m_packing = Packing::fp8;
        weight({m_out, m_in}, Dtype::fp8, "weight");
        meta({div_up(m_out, fp8_block), div_up(m_in, fp8_block)}, Dtype::fp32, "weight_scale_inv");
    } else {
        m_packing = Packing::four_bit_floats;
        const Count block = precision.quant == "mxfp4" ? 32 : 16;
        weight({m_out, div_up(m_in, 2)}, Dtype::uint8, "blocks");
        meta({m_out, div_up(m_in, block)}, Dtype::uint8, "scales");
    }
}

bool LinearModule::converts(const Machine &m) const
{
    // peft 0.21: lora/layer.py and lora/gptq.py convert always, lora/bnb.py and lora/awq.py outside autocast only
    const bool always = m_base == Base::dense || (m_base == Base::packed && m_packing != Packing::awq);
    return always || !m.autocast;
}

Tensor LinearModule::unpacked(Machine &m, Dtype dtype) const
{
    return m.empty({m_out, m_in}, dtype, "dequantize", Component::weight_casts);
}

Tensor LinearModule::packed_product(Machine &m, const Tensor &x)
{
    const Shape shape = x.shape().with_last(m_out);
    const Count rows = x.shape().rows();
    if (m_packing == Packing::fp8) {
        // finegrained_fp8.py fp8_linear: the input in blocks of 128, then the kernel
        const Tensor quantised = m.empty(x.shape(), Dtype::fp8, "act_quant");
        const Tensor scales = m.empty({rows, div_up(m_in, fp8_block)}, Dtype::fp32, "act_quant");
        return m.empty(shape, x.dtype(), "w8a8_block_fp8_matmul");
    }
    if (m_packing == Packing::awq && !m.grad_enabled && rows < awq_dense_from) {
        constexpr Count split = 8; // awq_ext.gemm_forward_cuda: partial sums
        const Tensor parts = m.empty({split, rows, m_out}, x.dtype(), "gemm_forward");
        return m.empty(shape, x.dtype(), "sum");
    }
    const Tensor dense = unpacked(m, x.dtype());
    Tensor out = m.empty(shape, x.dtype(), "mm");
    cublas_workspace(m);
    return out;
}

Tensor LinearModule::packed(Machine &m, Tensor x)
{
    // gptqmodel triton_utils/dequant.py QuantLinearFunction and FP8LinearFunction: only the packed weight is kept; backward
    // unpacks the whole matrix again
    const Dtype from = x.dtype();
    if (from == Dtype::fp32) x = to(m, std::move(x), m_compute); // custom_fwd(cast_inputs=…)
    Tensor out = packed_product(m, x);
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        attach(out, make_node(m, {&x}, [this, shape](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor dense = unpacked(mm, in[0].dtype());
                   g[0] = mm.empty(shape, in[0].dtype(), "mm_backward");
                   cublas_workspace(mm);
               }));
    }
    if (m_bias) out = add(m, std::move(out), m_bias->value);
    return to(m, std::move(out), from);
}

} // namespace plimsoll::step
