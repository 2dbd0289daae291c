// SPDX-License-Identifier: GPL-3.0-or-later
// Fused experts as the loader of a quantised checkpoint holds them (transformers 5.23, integrations/finegrained_fp8.py FP8Experts,
// integrations/mxfp4.py Mxfp4GptOssExperts).
#include "core/nn/experts/experts_packed.h"

#include "core/nn/experts/expert_ops.h"
#include "core/torch/sorting.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr Bytes dequantised_at_once = 1 * gib; // FP8GroupedMatmulFunction.dequant_budget_bytes

/// FP8GroupedMatmulFunction.backward: the experts in 16 bit, as many at once as its budget takes, for the input's gradient.
void fp8_backward(Machine &m, const Shape &weight, const Shape &input, Dtype dtype, Gradients &g)
{
    const Count experts = weight.size[0], rows = weight.size[1], columns = weight.size[2];
    const Bytes each = product(rows, columns, size_of(dtype));
    const Count chunk = std::clamp<Count>(dequantised_at_once / std::max<Bytes>(1, each), 1, experts);
    if (chunk < experts) g[0] = m.empty(input, dtype, "new_zeros");
    const Tensor scales = m.empty({chunk, rows, (columns + 127) / 128}, dtype, "repeat_interleave");
    const Tensor dense = m.empty({chunk, rows, columns}, dtype, "dequantize", Component::weight_casts);
    if (chunk == experts) {
        g[0] = m.empty(input, dtype, "grouped_mm_backward");
        return;
    }
    const Shape part{std::max<Count>(1, input.size[0] / experts * chunk), input.size[1]};
    const Tensor product = m.empty(part, dtype, "grouped_mm_backward");
}

/// The kernel quantises its input as it reads it.
Tensor fp8_grouped_product(Machine &m, const Tensor &x, const Tensor &weight, Count out_features)
{
    Tensor out = m.empty({x.shape().rows(), out_features}, x.dtype(), "grouped_matmul");
    if (!any_requires_grad(m, {&x})) return out;
    const Shape input = x.shape(), packed = weight.shape();
    attach(out, make_node(m, {&x}, [input, packed](Machine &mm, Node &, Gradients &in, Gradients &g) {
               fp8_backward(mm, packed, input, in[0].dtype(), g);
           }));
    return out;
}

} // namespace

void load_packed(Machine &m, FusedExperts &experts, Count hidden, const Precision &precision)
{
    const MoeSpec &moe = experts.spec->moe;
    const auto place = [&](Leaf &leaf) {
        leaf.module = experts.spec->name.c_str();
        leaf.layer = m.scope.layer;
    };
    // Mxfp4GptOssExperts.__init__: torch.float32
    const bool floats = moe.layouts.gate_up && moe.layouts.gate_up->packing == Packing::four_bit_floats;
    const Dtype of_biases = floats ? Dtype::fp32 : precision.weights;
    const auto load = [&](Adaptable &part, MatrixLayoutRef layout, MatrixLayoutRef &held, Shape dense, const char *name) {
        place(part.leaf);
        if (layout && layout->packing != Packing::dense) {
            part.leaf.value = new_packed(m, *layout, experts.packed_state);
            held = std::move(layout);
            return;
        }
        const Dtype dtype = layout && !layout->parts.empty() ? layout->parts.front().dtype : precision.weights;
        part.leaf.value = new_parameter(m, dense, dtype, name);
    };
    const auto load_bias = [&](Leaf &leaf, Count width, const char *name) {
        if (!moe.bias) return;
        place(leaf);
        leaf.value = new_parameter(m, {moe.experts, width}, of_biases, name);
    };
    experts.packed_state.clear();
    load(experts.gate_up, moe.layouts.gate_up, experts.up_layout, {moe.experts, experts.up_width(), hidden},
         "experts.gate_up_proj");
    load_bias(experts.gate_up_bias, experts.up_width(), "experts.gate_up_proj_bias");
    load(experts.down, moe.layouts.down, experts.down_layout, {moe.experts, hidden, moe.expert_width}, "experts.down_proj");
    load_bias(experts.down_bias, hidden, "experts.down_proj_bias");
}

Tensor packed_product(Machine &m, Count experts, const MatrixLayoutRef &layout, Tensor x, const Tensor &weight, Count out,
                      const Tensor &offsets)
{
    if (!layout) return grouped_mm(m, std::move(x), weight, out, offsets);
    if (layout->packing == Packing::fp8) return fp8_grouped_product(m, x, weight, out);
    const Tensor dense = m.empty({experts, out, x.shape().last()}, x.dtype(), "dequantize", Component::weight_casts);
    return grouped_mm(m, std::move(x), dense, out, offsets);
}

Tensor packed_batched(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    // fp8_batched_mm_experts_forward: the kernel finds each row's expert, no weights are copied
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, experts.spec->moe.top_k);
    const Tensor selected = m.empty({pairs, hidden}, x.dtype(), "repeat_interleave");
    const auto product_of = [&](const MatrixLayoutRef &layout, Count in, Count width) {
        Tensor unpacked; // a method without such a kernel unpacks what is chosen
        if (!layout || layout->packing != Packing::fp8)
            unpacked = m.empty({pairs, width, in}, x.dtype(), "index", Component::weight_casts);
        return m.empty({pairs, width}, x.dtype(), "batched_matmul");
    };
    Tensor projected = product_of(experts.up_layout, hidden, experts.up_width());
    if (experts.gate_up_bias.value.defined())
        projected =
            add_in_place(m, projected, gather_rows(m, experts.gate_up_bias.value, routing.indices, {pairs, experts.up_width()}));
    projected = gate_of(m, *experts.spec, projected);
    projected = product_of(experts.down_layout, experts.spec->moe.expert_width, hidden);
    const Tensor weighted = mul(m, projected, routing.scores.view({pairs, 1}));
    return to(m, sum_of_choices(m, weighted, tokens), x.dtype());
}

Tensor mxfp4_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    // routing_from_top_k, then triton_kernels matmul_ogs twice: rows are gathered by the first kernel, which runs the gate as well;
    // the second scatters into rows a choice, which are summed
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, experts.spec->moe.top_k);
    const Tensor order = m.empty({pairs}, Dtype::int32, "argsort"), back = m.empty({pairs}, Dtype::int32, "argsort");
    const Tensor scales = gather_rows(m, routing.scores.view({pairs, 1}), order, {pairs, 1});
    const Tensor counts = m.empty({experts.spec->moe.experts}, Dtype::int32, "histc");
    const Tensor gated = m.empty({pairs, experts.spec->moe.expert_width}, x.dtype(), "matmul_ogs");
    const Tensor scattered = m.empty({pairs, hidden}, x.dtype(), "matmul_ogs");
    return m.empty({tokens, hidden}, x.dtype(), "matmul_ogs");
}

} // namespace plimsoll::step
