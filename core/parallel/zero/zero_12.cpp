// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_12.h"

#include "core/optimizers/optimizer.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// config.hidden_size: the width of the final norm, else of the embedding.
Count hidden_size(const ModelParameters &parameters)
{
    for (const RegisteredParameter &parameter : parameters.after)
        if (parameter.leaf->value.shape().rank == 1) return parameter.leaf->value.elements();
    return parameters.before.empty() ? 0 : parameters.before.front().leaf->value.shape().last();
}

} // namespace

void ZeroStage12::sort_into_groups(const ModelParameters &parameters)
{
    std::vector<std::vector<ZeroParameter>> groups(2);
    std::vector<std::vector<Count>> sizes(2);
    for (const RegisteredParameter *parameter : parameters.all()) {
        Leaf *leaf = parameter->leaf;
        if (!leaf->trains) continue;
        const std::size_t group = m_trainer && parameter->norm_or_bias ? 1 : 0;
        const Count elements = leaf->value.elements();
        groups[group].push_back({leaf, 0, groups[group].size(), elements, 0});
        sizes[group].push_back(elements);
    }
    for (std::size_t i = groups.size(); i-- > 0;) {
        if (!groups[i].empty()) continue; // the engine drops it
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
        sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const Count alignment = m_settings.aligned ? 16 / size_of(m_dtype) : 1;
    m_partitions = std::make_unique<ZeroPartitions>(sizes, m_ranks, FlatOrder{m_settings.round_robin, alignment});
    m_groups = std::move(groups);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (ZeroParameter &parameter : m_groups[g]) {
            parameter.group = g;
            m_of_leaf.emplace(parameter.leaf, &parameter);
        }
        for (const OwnedSlice &slice : m_partitions->groups()[g].owned_by(m_rank))
            m_groups[g][slice.parameter].own = slice.elements;
    }
}

/// module.to(device)
void ZeroStage12::bring_to_card(Machine &m, const ModelParameters &parameters)
{
    const auto bring = [&m](const Tensor &tensor) {
        if (tensor.storage()) m.fill(*tensor.storage(), tensor.shape(), tensor.dtype(), "to");
    };
    for (const RegisteredParameter *parameter : parameters.all()) {
        m.scope.layer = parameter->leaf->layer;
        bring(parameter->leaf->value);
    }
    m.scope.layer = -1;
    if (parameters.buffers)
        for (const Tensor &buffer : *parameters.buffers) bring(buffer);
}

/// _cast_module_mixed_precision of a packed model's adapters, which PEFT left on the card.
void ZeroStage12::cast_adapters(Machine &m, const ModelParameters &parameters) const
{
    for (const RegisteredParameter *parameter : parameters.all()) {
        Tensor &value = parameter->leaf->value;
        if (!parameter->leaf->trains || value.dtype() == m_dtype) continue;
        Tensor cast = m.empty(value.shape(), m_dtype, "to", static_cast<Component>(value.storage()->component));
        cast.node = value.node;
        value = std::move(cast);
    }
}

/// flatten_dense_tensors_aligned on the card, then every parameter becomes a view of it.
void ZeroStage12::flatten_group(Machine &m, std::size_t group)
{
    m.empty_cache();
    const auto component = static_cast<Component>(m_groups[group].front().leaf->value.storage()->component);
    m_flat.push_back(m.empty({m_partitions->groups()[group].flat()}, m_dtype, "flatten", component));
    for (const ZeroParameter &parameter : m_groups[group]) {
        Tensor &value = parameter.leaf->value;
        Tensor seen = m_flat.back().view(value.shape());
        seen.node = value.node;
        value = std::move(seen);
    }
}

void ZeroStage12::make_masters(Machine &m, std::size_t group)
{
    MasterPartition &master = m_masters[group];
    master.elements = m_partitions->groups()[group].partition();
    Tensor copy = m.empty({master.elements}, m_dtype, "clone", Component::optimizer);
    if (m_settings.offloads_optimizer)
        master.leaf.value = m.hollow({master.elements}, Dtype::fp32, Component::optimizer);
    else if (m_dtype == Dtype::fp32)
        master.leaf.value = std::move(copy);
    else
        master.leaf.value = m.empty({master.elements}, Dtype::fp32, "to_float32", Component::optimizer);
    master.leaf.trains = true;
}

void ZeroStage12::place(Machine &m, ModelParameters parameters)
{
    fill_in(m_settings, hidden_size(parameters));
    m_quantised ? cast_adapters(m, parameters) : bring_to_card(m, parameters);
    sort_into_groups(parameters);
    m_masters.resize(m_groups.size());
    m_accumulated.resize(m_groups.size());
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        flatten_group(m, g);
        make_masters(m, g);
    }
    m_buckets = std::make_unique<ZeroBuckets>(m_settings, *m_partitions, m_rank, m_dtype);
    if (m_settings.offloads_optimizer) {
        Count largest = 0;
        for (const auto &group : m_groups)
            for (const ZeroParameter &parameter : group) largest = std::max(largest, parameter.elements);
        m_temporary = m.empty({largest}, m_dtype, "temp_grad_buffer_for_gpu_offload", Component::communication);
        return;
    }
    TensorList first; // initialize_optimizer_states
    for (const MasterPartition &master : m_masters)
        first.push_back(m.empty({master.elements}, Dtype::fp32, "zeros", Component::gradients));
}

std::vector<Leaf *> ZeroStage12::stepped(std::vector<Leaf *>)
{
    std::vector<Leaf *> out;
    for (MasterPartition &master : m_masters) out.push_back(&master.leaf);
    return out;
}

void ZeroStage12::micro_batch(Machine &, Count index, Count count)
{
    m_boundary = index + 1 == count;
    m_buckets->at_boundary(m_boundary);
}

void ZeroStage12::accumulated(Machine &m, Leaf &leaf)
{
    const auto found = m_of_leaf.find(&leaf);
    if (found == m_of_leaf.end()) return;
    if (m_settings.stage == 2 || m_settings.overlap_comm || m_settings.contiguous_gradients) m_buckets->prepare(m);
    if (reduces_in_backward() && (m_settings.stage == 2 || m_boundary)) m_buckets->add(m, *found->second);
}

/// Zeros where none came.
Tensor ZeroStage12::gradient_of(Machine &m, const Leaf &leaf) const
{
    if (leaf.grad.defined()) return leaf.grad.detach();
    return m.empty(leaf.value.shape(), m_dtype, "zeros_like", Component::gradients);
}

/// independent_gradient_partition_epilogue's get_all_grad_tensors and get_flat_partition.
void ZeroStage12::collect_own(Machine &m)
{
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const ZeroGroup &group = m_partitions->groups()[g];
        const std::vector<OwnedSlice> own = group.owned_by(m_rank);
        TensorList &sum = m_accumulated[g];
        if (sum.empty()) // what a later micro-batch brings is added in place
            for (const OwnedSlice &slice : own) sum.push_back(gradient_of(m, *m_groups[g][slice.parameter].leaf));
        if (!m_boundary) continue;
        MasterPartition &master = m_masters[g];
        master.gradients = std::exchange(sum, {});
        Count held = 0;
        for (const OwnedSlice &slice : own) held += slice.elements;
        if (held < group.partition())
            master.gradients.push_back(m.empty({group.partition() - held}, m_dtype, "zeros", Component::gradients));
    }
}

void ZeroStage12::backward_ends(Machine &m)
{
    if (m_settings.stage == 1 && !m_boundary) return;
    if (!reduces_in_backward())
        for (const auto &group : m_groups)
            for (const ZeroParameter &parameter : group)
                if (parameter.leaf->grad.defined()) m_buckets->add(m, parameter);
    m_buckets->reduce(m);
    if (!m_settings.offloads_optimizer) collect_own(m);
    m_buckets->release();
    for (const auto &group : m_groups)
        for (const ZeroParameter &parameter : group) parameter.leaf->grad.reset();
}

bool ZeroStage12::step(Machine &m, OptimizerModel &optimizer)
{
    if (m_settings.offloads_optimizer) {
        m_buckets->forget_norms();
        return true;
    }
    if (m_settings.takes_norm) {
        std::vector<std::vector<Count>> slices;
        for (const ZeroGroup &group : m_partitions->groups()) {
            slices.emplace_back();
            for (const OwnedSlice &slice : group.owned_by(m_rank)) slices.back().push_back(slice.elements);
        }
        take_gradient_norm(m, slices);
    }
    for (std::size_t g = 0; g < m_masters.size(); ++g) step_partition(m, optimizer, m_masters[g], g, m_dtype);
    return true;
}

} // namespace plimsoll::step
