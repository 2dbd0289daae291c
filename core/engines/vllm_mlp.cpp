// SPDX-License-Identifier: GPL-3.0-or-later
// What MLPs and experts hold of a batch: model_executor/layers/linear.py, fused_moe.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_pass.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll::vllm {

Pass::Tensor Pass::mlp(const LayerSpec &spec)
{
    if (spec.extension && spec.extension->gemma && spec.extension->gemma->experts) {
        const Tensor dense = mlp(spec.mlp), normed = take(m_hidden, "norm"), again = take(m_hidden, "norm");
        return experts(spec.extension->gemma->experts->moe);
    }
    return mlp(spec.mlp);
}

Pass::Tensor Pass::mlp(const MlpSpec &spec)
{
    if (spec.kind == MlpKind::moe) return experts(spec.moe);
    const Count f = r.shard(spec.down.in);
    const bool gated = spec.kind != MlpKind::plain;
    const bool merged = spec.kind == MlpKind::gated;
    Tensor up = linear(m_hidden, gated ? 2 * f : f, merged ? spec.gate : spec.up,
                       merged ? std::vector<Count>{f, f} : std::vector<Count>{});
    if (r.code == LayerCode::hub && spec.activation == Activation::gelu_new && r.eager) {
        const Tensor cubed = take(3 * f, "gelu_new");
    }
    if (!gated && !r.eager) return row_linear(f, spec.down); // compiled: in the place of its input
    const bool stored_small = !m_keeps && m_code != LayerCode::hub && static_scales(spec.down); // maybe_fused_act_quant
    Tensor act = stored_small ? take(f, Dtype::fp8, "activation") : take(f, "activation");
    if (!m_keeps) up.reset();
    return row_linear(f, spec.down);
}

bool Pass::small_experts(const MoeSpec &moe) const
{
    if (!r.small_inputs || r.online_fp8) return r.small_inputs;
    if (moe.layouts.gate_up) return takes_small(*moe.layouts.gate_up);
    return r.experts_small;
}

void Pass::need_workspace(Bytes bytes)
{
    if (m_workspace.defined() && m_workspace.asked() >= bytes) return;
    m_workspace.reset();
    m_workspace = m_device.hold(bytes, "workspace", Component::workspace);
}

Pass::Tensor Pass::experts(const MoeSpec &moe)
{
    if (!r.divides_batch) return experts_of_batch(moe);
    const Count all = m_tokens; // models/utils.py, sequence_parallel_chunk
    m_tokens = r.shard(m_tokens);
    {
        const Tensor part = take(m_hidden, "part of the batch"), own = experts_of_batch(moe);
        m_tokens = all;
        return take(m_hidden, "all_gather");
    }
}

Pass::Tensor Pass::experts_of_batch(const MoeSpec &moe)
{
    const Tensor logits = take(moe.experts, "router");
    const Tensor choices = take(2 * moe.top_k, Dtype::fp32, "top-k");
    Tensor shared;
    if (moe.shared.width > 0) {
        const Count f = r.shared_width(moe);
        Tensor up = linear(m_hidden, 2 * f, moe.shared.gate_proj), act = take(f, "activation");
        if (!r.keeps_gate_up) up.reset(); // run as it is inside the custom operator of experts, compiled or not
        shared = linear(f, m_hidden, moe.shared.down_proj);
    }
    const Count seen = r.batch_of_experts();
    if (!r.release.second_runner) { // fused_experts(inplace=True): its tensors are of the call, its result lies in the input
        Tensor padded;
        if (pads_experts(r.model_type)) padded = take(round_up(m_hidden, 256) * 2, "padded");
        const Tensor gathered = gathered_batch(moe, r.width());
        m_device.pass(expert_workspace(r, moe), "experts");
        return take(m_hidden, "experts");
    }
    const bool triton = pads_experts(r.model_type) && r.triton_mx;
    if (!triton || r.copies > 1) need_workspace(expert_workspace(r, moe));
    Tensor out = take(m_hidden, "experts");
    {
        const bool is_small = small_experts(moe);
        const Tensor gathered = gathered_batch(moe, is_small ? 1 : r.width());
        Tensor first, second; // of e4m3 experts what their two products read (fused_moe/utils.py, moe_kernel_quantize_input)
        if (triton && r.copies == 1) first = table(seen, moe.top_k * r.triton_width(moe), r.dtype, "experts");
        if (triton) second = table(seen, moe.top_k * m_hidden, r.dtype, "experts");
        if (is_small && !triton) {
            first = take(m_hidden, Dtype::fp8, "input as fp8");
            second = table(seen, moe.top_k * r.expert_width(moe), Dtype::fp8, "input as fp8");
        }
    }
    const Tensor sum = shared.defined() ? take(m_hidden, "experts") : out;
    return r.tensor > 1 && !r.divides_batch ? take(m_hidden, "all_reduce") : sum;
}

Pass::Tensor Pass::gathered_batch(const MoeSpec &moe, Bytes width)
{
    if (r.copies == 1) return {};
    return m_device.hold(step::product(r.batch_of_experts(), m_hidden * width + moe.top_k * 8, 1), "gathered batch",
                         Component::activations);
}

Bytes expert_workspace(const Run &run, const MoeSpec &moe)
{
    const Count h = moe.latent.in.out ? moe.latent.in.out : run.spec.hidden, f = run.expert_width(moe);
    const Count rows = run.batch_of_experts() * moe.top_k, up = (moe.gated ? 2 : 1) * f;
    if (!run.release.second_runner) return rows * (std::max(up, h) + f) * run.width(); // fused_experts_impl, fused_marlin_moe
    if (pads_experts(run.model_type) && run.triton_mx)                                 // gpt_oss_triton_kernels_moe.py
        return round_up(rows * run.triton_width(moe) * run.width(), 256) +
               round_up(run.batch_of_experts() * h * run.width(), 256);
    if (pads_experts(run.model_type)) { // Marlin's, of padded matrices
        const Count inner = round_up(f, 128), outer = round_up(h, 256);
        return round_up(rows * std::max(inner, outer) * run.width(), 256) +
               round_up(rows * std::max(2 * inner, outer) * run.width(), 256);
    }
    return round_up(rows * std::max(f, h) * run.width(), 256) + round_up(rows * std::max(up, h) * run.width(), 256);
}

} // namespace plimsoll::vllm
