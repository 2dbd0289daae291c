// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/tensor_parallel.h"

#include "core/optimizers/optimizer.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

/// _functional_collectives.all_reduce: its input stays as it is. Its gradient is that of the result (Partial to Replicate).
Tensor all_reduced(Machine &m, Tensor partial)
{
    Tensor out = m.empty(partial.shape(), partial.dtype(), "all_reduce");
    out.node = partial.node;
    return out;
}

/// DTensor.from_local of what all ranks hold: gradients of their parts of a product are summed.
Tensor summed_in_backward(Machine &m, Tensor x)
{
    if (!any_requires_grad(m, {&x})) return x;
    attach(x, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(in[0].shape(), in[0].dtype(), "all_reduce");
               in[0].reset();
           }));
    return x;
}

/// The same numbers of the last dimension's parts side by side: gathered one below the other, then concatenated.
Tensor gather_last(Machine &m, const Shape &whole, Dtype dtype)
{
    const Tensor stacked = m.empty(whole, dtype, "all_gather");
    return m.empty(whole, dtype, "cat");
}

/// Shard(-1) to Replicate; backward takes this rank's part of the gradient.
Tensor tensor_parallel_gathered(Machine &m, Tensor part, Count columns)
{
    const Shape own = part.shape();
    Tensor out = gather_last(m, own.with_last(columns), part.dtype());
    if (!any_requires_grad(m, {&part})) return out;
    attach(out, make_node(m, {&part}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(own, in[0].dtype(), "split");
               in[0].reset();
           }));
    return out;
}

/// Replicate to Shard(-1): a copy of this rank's part; backward gathers.
Tensor split_off(Machine &m, Tensor x, Count columns)
{
    const Shape whole = x.shape();
    Tensor out = m.empty(whole.with_last(columns), x.dtype(), "split");
    if (!any_requires_grad(m, {&x})) return out;
    attach(out, make_node(m, {&x}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = gather_last(mm, whole, in[0].dtype());
               in[0].reset();
           }));
    return out;
}

Leaf *embedding_of(const ModelParameters &model)
{
    for (const RegisteredParameter &parameter : model.before)
        if (parameter.leaf->embedding) return parameter.leaf;
    return nullptr;
}

} // namespace

TensorParallel::TensorParallel(const RankCall &call, std::unique_ptr<Units> within)
    : m_ranks(call.plan.parallel.tensor), m_vocabulary(call.architecture->decoder->vocab), m_clips(call.plan.max_grad_norm),
      m_head(call.architecture->decoder->head.name), m_within(std::move(within))
{
    const auto plan = tensor_plan(*call.architecture);
    for (const LayerSpec &layer : call.architecture->decoder->kinds) {
        const AttentionSpec &a = layer.attention;
        const SharedExpertSpec &shared = layer.mlp.moe.shared;
        for (const LinearSpec *linear : {&a.q, &a.k, &a.v, &a.fused, &a.o, &a.latent.q_b, &a.latent.kv_b, &layer.mlp.gate,
                                         &layer.mlp.up, &layer.mlp.down, &shared.gate_proj, &shared.up_proj, &shared.down_proj}) {
            const CutStyle style = plan->style_of(layer, linear->name);
            if (linear->out == 0 || style == CutStyle::whole) continue;
            m_styles.emplace_back(linear->name, style);
            if (style == CutStyle::columns_gathered) m_gathered.emplace_back(linear->name, linear->out);
        }
    }
}

CutStyle TensorParallel::style_of(const char *name) const
{
    const auto at =
        std::ranges::find(m_styles, std::string_view(name), [](const auto &style) { return std::string_view(style.first); });
    if (at != m_styles.end()) return at->second;
    return m_head == name ? CutStyle::columns_gathered : CutStyle::whole;
}

void TensorParallel::place(Machine &m, ModelParameters model)
{
    m_embedding = embedding_of(model);
    m_tied = model.tied;
    for (const auto &layer : model.layers)
        for (const RegisteredParameter &parameter : layer)
            if (parameter.adapter && style_of(parameter.module) == CutStyle::columns) m_cut_adapters.insert(parameter.leaf);
    if (m_within) m_within->place(m, std::move(model));
}

std::vector<Leaf *> TensorParallel::stepped(std::vector<Leaf *> trained)
{
    return m_within ? m_within->stepped(std::move(trained)) : trained;
}

void TensorParallel::micro_batch(Machine &m, Count index, Count count)
{
    if (m_within) m_within->micro_batch(m, index, count);
}

Tensor TensorParallel::enter(Machine &m, Block block, Tensor input)
{
    return m_within ? m_within->enter(m, block, std::move(input)) : input;
}

Tensor TensorParallel::leave(Machine &m, Block block, Tensor output)
{
    return m_within ? m_within->leave(m, block, std::move(output)) : output;
}

void TensorParallel::backward_ends(Machine &m)
{
    if (m_within) m_within->backward_ends(m);
}

Tensor TensorParallel::enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input)
{
    if (leaves.weight == m_embedding && leaves.weight && !input.storage()) {
        // _MaskPartial._mask_tensor: ids of other ranks' rows
        const Shape ids = input.shape();
        m_mask = m.empty(ids, Dtype::uint8, "mask");
        const Tensor copy = m.empty(ids, Dtype::int64, "clone");
        m_ids = m.empty(ids, Dtype::int64, "sub");
        // its gradient is made of the ids as they are: of the whole vocabulary
        Tensor whole({}, {m_vocabulary, m_embedding->value.shape().last()}, m_embedding->value.dtype());
        whole.mark_defined();
        return whole;
    }
    // the second half of an adapter is cut as its matrix is (peft 0.21.2, add_lora_tp_hooks_dtensor)
    if (std::string_view(leaves.name) == "lora_B" && m_cut_adapters.contains(leaves.weight))
        return summed_in_backward(m, std::move(input));
    switch (style_of(leaves.name)) {
    case CutStyle::columns:
    case CutStyle::columns_gathered: return summed_in_backward(m, std::move(input));
    case CutStyle::rows_split: return split_off(m, std::move(input), leaves.weight->value.shape().last());
    default: return input;
    }
}

Tensor TensorParallel::leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output)
{
    if (leaves.weight == m_embedding && m_ids.defined()) return looked_up(m, *leaves.weight, std::move(output));
    switch (style_of(leaves.name)) {
    case CutStyle::rows:
    case CutStyle::rows_split: return all_reduced(m, std::move(output));
    case CutStyle::columns_gathered: {
        const auto at = std::ranges::find(m_gathered, std::string_view(leaves.name),
                                          [](const auto &matrix) { return std::string_view(matrix.first); });
        return tensor_parallel_gathered(m, std::move(output), at != m_gathered.end() ? at->second : m_vocabulary);
    }
    default: return output;
    }
}

/// What each rank looked up is summed. A tied head's gradient is a share: the embedding's is cut to it and added to a new tensor.
Tensor TensorParallel::looked_up(Machine &m, Leaf &table, Tensor output)
{
    m_ids.reset();
    if (m_tied && output.node) {
        const Shape own = table.value.shape();
        const Ref<Node> share = make_node(m, {&table.value}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
            const Tensor part = mm.empty(own, in[0].dtype(), "split");
            g[0] = mm.empty(own, in[0].dtype(), "add");
            in[0].reset();
        });
        node_of(output.node)->edges[0] = Ref<GraphNode>(share.get());
    }
    Tensor out = all_reduced(m, std::move(output));
    m_mask.reset();
    return out;
}

/// Without FSDP 2 the embedding's gradient stays whole, and the optimizer's operation cuts it.
bool TensorParallel::step(Machine &m, OptimizerModel &optimizer)
{
    if (m_within) return m_within->step(m, optimizer);
    if (m_clips > 0) optimizer.clip(m);
    const Leaf *table = m_embedding;
    const bool cuts = table && table->trains && !m_tied && table->grad.defined();
    Tensor share;
    if (cuts) share = m.empty(table->value.shape(), table->grad.dtype(), "split", Component::gradients);
    optimizer.step(m);
    share.reset();
    optimizer.zero_grad();
    return true;
}

} // namespace plimsoll::step
