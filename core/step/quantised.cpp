// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/modules.h"

namespace plimsoll::step {

Tensor LinearModule::eight_bit(Machine &m, Tensor x)
{
    // bitsandbytes 0.50 MatMul8bitLt (autograd/_functions.py): keeps the input; backward makes a dense weight
    const Count rows = x.shape().rows();
    const Dtype dtype = x.dtype();
    Tensor out;
    {
        Tensor half = x;
        if (dtype != Dtype::fp16) half = m.empty(x.shape(), Dtype::fp16, "to");
        const Tensor scales = m.empty({rows}, Dtype::fp32, "int8_vectorwise_quant");
        const Tensor packed = m.empty(x.shape(), Dtype::int8, "int8_vectorwise_quant");
        {
            const Tensor absolute = m.empty(x.shape(), Dtype::fp16, "int8_vectorwise_quant");
            const Tensor outliers = m.empty(x.shape(), Dtype::boolean, "int8_vectorwise_quant");
        }
        half.reset();
        const Tensor product = m.empty(x.shape().with_last(m_out), Dtype::int32, "int8_linear_matmul");
        out = m.empty(x.shape().with_last(m_out), Dtype::fp16, "int8_mm_dequant");
        if (dtype != Dtype::fp16) out = m.empty(x.shape().with_last(m_out), dtype, "to");
    }
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [this, dtype](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.more.empty() ? Tensor() : self.more[0].unpack(mm);
            const Tensor dense = mm.empty({m_out, m_in}, dtype, "dequantize_int8", Component::weight_casts);
            Tensor gradient = in[0];
            if (gradient.dtype() != dtype) gradient = mm.empty(gradient.shape(), dtype, "to");
            g[0] = mm.empty(in[0].shape().with_last(m_in), dtype, "mm_backward");
            cublas_workspace(mm);
        });
        // ctx.tensors, not save_for_backward: checkpointing's hooks do not see it
        CheckpointFrame *frame = m.frame;
        m.frame = nullptr;
        node->more.emplace_back(m, x);
        m.frame = frame;
        attach(out, node);
    }
    return out;
}

Tensor LinearModule::with_dora(Machine &m, Tensor x, Tensor result)
{
    return with_lora(m, std::move(x), std::move(result));
}

} // namespace plimsoll::step
