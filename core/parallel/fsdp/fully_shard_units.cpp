// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/fsdp/fully_shard_units.h"

#include "core/model/quantization/bitsandbytes.h"
#include "core/torch/ops.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

std::unique_ptr<step::Units> fully_shard(const RankCall &call) { return std::make_unique<step::fully_shard::FullyShard>(call); }

namespace step::fully_shard {

namespace {

Dtype fully_shard_units_dtype_of(WeightDtype dtype)
{
    return dtype == WeightDtype::fp32 ? Dtype::fp32 : dtype == WeightDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Dtype fully_shard_units_dtype_of(ParallelDtype dtype)
{
    return dtype == ParallelDtype::fp32 ? Dtype::fp32 : dtype == ParallelDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Policy fully_shard_units_policy_of(const RankCall &call)
{
    const Parallel &parallel = call.plan.parallel;
    Policy out;
    out.ranks = parallel.data / parallel.replicate * parallel.context;
    out.place = (call.rank.data * parallel.context + call.rank.context) % out.ranks;
    out.copies = parallel.replicate > 1;
    out.offload = parallel.offload != Offload::none;
    if (const auto runs = runs_in(call.plan, call.trainer)) out.param = fully_shard_units_dtype_of(*runs);
    if (parallel.reduce_dtype)
        out.reduce = fully_shard_units_dtype_of(*parallel.reduce_dtype);
    else if (call.trainer)
        out.reduce = out.param; // MixedPrecisionPolicy of accelerate: both
    return out;
}

/// transformers' distributed/fsdp.py: experts that ranks divide are sharded over those that hold the same ones.
Policy expert_policy_of(const RankCall &call, Policy policy)
{
    const Parallel &parallel = call.plan.parallel;
    policy.ranks = std::max<Count>(1, policy.ranks * parallel.tensor / parallel.expert);
    policy.place = 0;
    policy.divides = true;
    return policy;
}

/// Stacked matrices of a layer's experts.
bool is_stack(const RegisteredParameter &parameter) { return parameter.leaf->value.shape().rank == 3; }

} // namespace

FullyShard::FullyShard(const RankCall &call, bool adapters_apart)
    : m_plan(call.plan), m_trainer(call.trainer), m_four_bit(is_bitsandbytes_4bit(call.plan.weights.quant)),
      m_first_rank(call.rank.number == 0), m_adapters_apart(adapters_apart), m_unties(call.own_collectives),
      m_policy(fully_shard_units_policy_of(call)), m_expert_policy(expert_policy_of(call, m_policy)),
      m_context_place(call.rank.context)
{}

Dtype FullyShard::stored_in(const RegisteredParameter &parameter) const
{
    if (parameter.state)
        return m_plan.weights.quant_storage ? fully_shard_units_dtype_of(*m_plan.weights.quant_storage) : Dtype::uint8;
    const Leaf &leaf = *parameter.leaf;
    // accelerate raises what trains, unless there are Params4bit
    if (leaf.trains && m_trainer && m_plan.autocast != Autocast::none && !m_four_bit) return Dtype::fp32;
    if (parameter.adapter) return m_plan.adapter.dtype;
    const Dtype loaded = fully_shard_units_dtype_of(m_plan.weights.dtype);
    const bool raised = leaf.value.dtype() == Dtype::fp32 && m_policy.param.value_or(loaded) != Dtype::fp32;
    return raised ? Dtype::fp32 : loaded;
}

/// accelerate leaves Params4bit of integers as they are: DTensor would lose their quant_state.
bool FullyShard::is_ignored(const RegisteredParameter &parameter) const
{
    if (m_adapters_apart && parameter.adapter) return true;
    return parameter.state && stored_in(parameter) == Dtype::uint8;
}

void FullyShard::cut(const ModelParameters &model)
{
    for (const RegisteredParameter *parameter : model.all())
        if (!is_ignored(*parameter)) {
            const bool divided = m_plan.parallel.expert > 1 && is_stack(*parameter);
            m_parameters.push_back(
                std::make_unique<ShardedParameter>(*parameter, stored_in(*parameter), divided ? m_expert_policy : m_policy));
        }
}

void FullyShard::group(const ModelParameters &model)
{
    const Parallel &parallel = m_plan.parallel;
    std::vector<ShardedParameter *> root, embedding, tail, idle;
    std::vector<std::vector<ShardedParameter *>> layers(model.layers.size()), experts(model.layers.size());
    const bool ends = m_trainer || parallel.wrap.kind == Wrap::Kind::layer_ends;
    const bool wraps = parallel.wrap.kind != Wrap::Kind::none;
    const bool peft = m_plan.trains_adapter();
    const Leaf *tokens = main_embedding(model);
    for (const auto &parameter : m_parameters) {
        const Leaf &leaf = parameter->leaf();
        const bool norm = std::ranges::find(model.after, &leaf, &RegisteredParameter::leaf) != model.after.end() && !leaf.loss;
        if (is_idle(parameter->registered()))
            idle.push_back(parameter.get());
        else if (parallel.expert > 1 && is_stack(parameter->registered()))
            experts[static_cast<std::size_t>(leaf.layer)].push_back(parameter.get());
        else if (leaf.layer >= 0 && static_cast<std::size_t>(leaf.layer) < layers.size())
            (wraps ? layers[static_cast<std::size_t>(leaf.layer)] : root).push_back(parameter.get());
        else if (!ends)
            root.push_back(parameter.get());
        else if (leaf.loss || (model.tied && &leaf == tokens))
            tail.push_back(parameter.get());
        else if (norm && !(peft && m_trainer)) // accelerate looks for it among the children of what PEFT wraps
            tail.insert(tail.begin(), parameter.get());
        else
            (&leaf == tokens ? embedding : root).push_back(parameter.get());
    }
    const auto add_of = [this](const Policy &policy, std::vector<ShardedParameter *> parameters, bool reshards, int layer) {
        m_groups.push_back(std::make_unique<ParameterGroup>(policy, m_shared, std::move(parameters), reshards, layer));
        return m_groups.back().get();
    };
    const auto add = [&](std::vector<ShardedParameter *> parameters, bool reshards, int layer) {
        return add_of(m_policy, std::move(parameters), reshards, layer);
    };
    m_root = add(std::move(root), false, -1);
    m_tail_at_embedding = ends && model.tied;
    if (m_tail_at_embedding) m_tail = add(std::move(tail), false, -1);
    for (const auto &parameter : m_parameters)
        if (m_tail_at_embedding && m_unties && &parameter->leaf() == tokens) m_tail->gather_twice(parameter.get());
    if (ends && !model.tied) m_embedding = add(std::move(embedding), parallel.reshard_after_forward, -1);
    for (std::size_t i = 0; wraps && i < layers.size(); ++i) {
        m_layers.push_back(add(std::move(layers[i]), parallel.reshard_after_forward, static_cast<int>(i)));
        const bool own = !experts[i].empty();
        m_experts.push_back(own ? add_of(m_expert_policy, std::move(experts[i]), true, static_cast<int>(i)) : nullptr);
    }
    if (ends && !model.tied) m_tail = add(std::move(tail), false, -1);
    if (!idle.empty()) m_idle = add(std::move(idle), true, -1);
}

void FullyShard::place(Machine &m, ModelParameters model)
{
    cut(model);
    group(model);
    if (!m_trainer || m_four_bit)
        cut_on_card(m);
    else if (m_plan.parallel.cpu_ram_efficient_loading)
        scatter(m, model);
    else
        cut_units(m);
    for (const RegisteredParameter *parameter : model.all()) {
        Storage *storage = m_adapters_apart && parameter->adapter ? parameter->leaf->value.storage() : nullptr;
        m.scope.layer = parameter->leaf->layer;
        if (storage) m.fill(*storage, parameter->leaf->value.shape(), parameter->leaf->value.dtype(), "adapter");
    }
    bring_buffers(m, model);
}

void FullyShard::scatter(Machine &m, const ModelParameters &model)
{
    Tensor whole;
    ShardedParameter *tied = nullptr;
    const auto bring = [&](ShardedParameter &parameter) {
        m.scope.layer = parameter.leaf().layer;
        // the first rank's name is another parameter's before it is on the card; the others' torch.empty comes first
        if (m_first_rank) whole.reset();
        whole = m.empty(parameter.whole(), parameter.stored(), "broadcast", Component::weights);
        return parameter.new_shard(m, "distribute_tensor");
    };
    const auto on_card = [&](Tensor shard) { return m_policy.offload ? Tensor() : shard; };
    for (const auto &parameter : m_parameters) {
        if (model.tied && &parameter->leaf() == main_embedding(model)) tied = parameter.get();
        parameter->keep(m, on_card(bring(*parameter)));
    }
    // a tied head is a key of the state dict of its own; its shard goes when the weights are tied again
    if (tied) {
        const Tensor again = on_card(bring(*tied));
        whole.reset();
    }
}

std::vector<ParameterGroup *> FullyShard::in_order_of_wrapping() const
{
    std::vector<ParameterGroup *> order;
    for (ParameterGroup *group : m_experts)
        if (group) order.push_back(group);
    order.insert(order.end(), m_layers.begin(), m_layers.end());
    for (ParameterGroup *group : {m_embedding, m_tail, m_idle, m_root})
        if (group) order.push_back(group);
    return order;
}

void FullyShard::cut_on_card(Machine &m)
{
    std::vector<ShardedParameter *> order;
    for (const ParameterGroup *group : in_order_of_wrapping())
        order.insert(order.end(), group->parameters().begin(), group->parameters().end());
    // PEFT's autocast_adapter_dtype, which the rank's own plan does not know of
    for (const ShardedParameter *parameter : order) {
        Tensor &value = parameter->leaf().value;
        if (!m_four_bit || !parameter->registered().adapter || value.dtype() == parameter->stored()) continue;
        m.scope.layer = parameter->leaf().layer;
        value = m.empty(value.shape(), parameter->stored(), "cast_adapter", Component::adapters);
    }
    for (ShardedParameter *parameter : order) {
        m.scope.layer = parameter->leaf().layer;
        Tensor shard = parameter->new_shard(m, "shard");
        parameter->shard().value = m_policy.offload ? Tensor() : std::move(shard);
    }
    for (ShardedParameter *parameter : order) {
        m.scope.layer = parameter->leaf().layer;
        parameter->keep(m, std::move(parameter->shard().value));
    }
}

/// fully_shard of a module on the host (_move_states_to_device): all of it, then its shards, until the call returns.
void FullyShard::cut_units(Machine &m)
{
    for (const ParameterGroup *group : in_order_of_wrapping()) {
        TensorList whole;
        for (const ShardedParameter *parameter : group->parameters()) {
            m.scope.layer = parameter->leaf().layer;
            whole.push_back(m.empty(parameter->whole(), parameter->stored(), "to", Component::weights));
        }
        for (ShardedParameter *parameter : group->parameters()) {
            m.scope.layer = parameter->leaf().layer;
            Tensor shard = parameter->new_shard(m, "shard");
            parameter->keep(m, m_policy.offload ? Tensor() : std::move(shard));
        }
    }
}

std::vector<Leaf *> FullyShard::stepped(std::vector<Leaf *> trained)
{
    if (m_adapters_apart) return trained;
    std::vector<Leaf *> out;
    if (m_policy.offload) return out; // the optimizer steps on the host
    for (const auto &parameter : m_parameters)
        if (parameter->trains() && !is_idle(parameter->registered())) out.push_back(&parameter->shard());
    return out;
}

void FullyShard::micro_batch(Machine & /*m*/, Count index, Count count)
{
    // Trainer: no_sync for all but the last (accelerate: set_requires_gradient_sync); a loop where it says so
    const bool waits = m_trainer || m_plan.parallel.accumulate_without_sync;
    for (const auto &group : m_groups) group->set_reduces(!waits || index + 1 == count);
}

ParameterGroup *FullyShard::group_of(Block block) const
{
    switch (block.kind) {
    case Block::Kind::model: return m_root;
    case Block::Kind::embedding: return m_embedding;
    case Block::Kind::layer:
        return static_cast<std::size_t>(block.layer) < m_layers.size() ? m_layers[static_cast<std::size_t>(block.layer)]
                                                                       : nullptr;
    case Block::Kind::tail: return m_tail;
    }
    return nullptr;
}

Tensor FullyShard::enter_group(Machine &m, ParameterGroup *group, Tensor input)
{
    if (!group) return input;
    if (input.defined() && m_policy.param && size_of(input.dtype()) != size_of(*m_policy.param))
        input = to(m, std::move(input), *m_policy.param);
    if (!group->pre_forward(m)) return input;
    return on_backward(m, std::move(input), [group](Machine &machine) { group->post_backward(machine); });
}

Tensor FullyShard::leave_group(Machine &m, ParameterGroup *group, Tensor output)
{
    if (!group) return output;
    group->post_forward(m);
    return on_backward(m, std::move(output), [group](Machine &machine) { group->pre_backward(machine); });
}

Tensor FullyShard::enter(Machine &m, Block block, Tensor input)
{
    if (recomputing(m)) return input; // the state is PRE_BACKWARD: its hook gathered
    const bool both = block.kind == Block::Kind::embedding && m_tail_at_embedding;
    return enter_group(m, both ? m_tail : group_of(block), std::move(input));
}

Tensor FullyShard::leave(Machine &m, Block block, Tensor output)
{
    if (recomputing(m)) return output;
    const bool whole = block.kind == Block::Kind::model;
    ParameterGroup *group = group_of(block);
    if (!group || !whole) return leave_group(m, group, std::move(output));
    // _force_complete_incomplete_states: the head never ran
    ParameterGroup *tail = m_tail && m_tail->in_forward() ? m_tail : nullptr;
    if (tail) tail->post_forward(m);
    group->post_forward(m);
    m_shared.gathered.reset();
    return on_backward(m, std::move(output), [group, tail](Machine &machine) {
        if (tail) tail->pre_backward(machine);
        group->pre_backward(machine);
    });
}

Tensor FullyShard::enter_head(Machine &m, Tensor rows, bool last)
{
    if (!m_tail) return rows;
    if (!m_in_head) m_tail->keep_gathered(m, true);
    m_in_head = true;
    m_tail->set_reduces(last);
    return enter_group(m, m_tail, std::move(rows));
}

void FullyShard::leave_head(Machine &m)
{
    if (!m_tail) return;
    m_in_head = false;
    m_tail->set_reduces(true);
    m_tail->keep_gathered(m, false);
}

ParameterGroup *FullyShard::experts_of(const Machine &m, const ModuleLeaves &leaves) const
{
    const auto layer = static_cast<std::size_t>(m.scope.layer);
    return leaves.more && layer < m_experts.size() ? m_experts[layer] : nullptr;
}

Tensor FullyShard::enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input)
{
    return recomputing(m) ? input : enter_group(m, experts_of(m, leaves), std::move(input));
}

Tensor FullyShard::leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output)
{
    return recomputing(m) ? output : leave_group(m, experts_of(m, leaves), std::move(output));
}

ExpertExchange FullyShard::exchange() const { return {m_plan.parallel.expert, m_plan.parallel.expert_imbalance}; }

void FullyShard::backward_ends(Machine &m)
{
    if (m_in_head) return;
    for (const auto &group : m_groups) group->end_backward(m);
    for (const auto &group : m_groups) group->finish_iteration();
    m_shared.gathered.reset();
    m_shared.order.clear();
    m_shared.reduced.clear();
}

bool FullyShard::step(Machine & /*m*/, OptimizerModel & /*optimizer*/) { return m_policy.offload; }

} // namespace step::fully_shard
} // namespace plimsoll
