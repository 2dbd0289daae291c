// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_3.h"

#include <algorithm>

// How ZeRO-3 comes onto the card: parameters are cut as the model is built or behind its loading, then what the optimizer keeps.

namespace plimsoll::step {

/// zero.Init: every parameter is made whole on the card and cut at once, a tied head as one of its own until it is tied.
void ZeroStage3::cut_while_loading(Machine &m, const ModelParameters &parameters)
{
    Tensor tied;
    const auto cut = [&](const Leaf &leaf, bool kept) {
        const Count share = zero_3_share(leaf.value.elements(), m_gathers.ranks());
        const Tensor whole = m.empty(leaf.value.shape(), leaf.value.dtype(), "empty", Component::weights);
        if (m_settings.offloads_parameters) return;
        Tensor own = m.empty({share}, leaf.value.dtype(), "partition", Component::weights);
        if (kept)
            (leaf.trains ? m_loaded : m_frozen).push_back(std::move(own));
        else
            tied = std::move(own);
    };
    for (const RegisteredParameter *parameter : parameters.all())
        if (!parameter->adapter) cut(*parameter->leaf, true);
    if (parameters.tied) cut(*parameters.before.front().leaf, false);
    tied.reset();
    for (const RegisteredParameter *parameter : parameters.all()) // adapters come behind the model
        if (parameter->adapter) cut(*parameter->leaf, true);
}

/// deepspeed.zero.Init(module=…): what stands on the card is cut, one parameter after another.
void ZeroStage3::cut_loaded(Machine &m, const ModelParameters &parameters)
{
    std::size_t index = 0;
    for (const RegisteredParameter *parameter : parameters.all()) {
        const Tensor &value = parameter->leaf->value;
        Tensor own = m.empty({m_gathers.share(index++)}, value.dtype(), "partition", Component::weights);
        m.drain(*value.storage());
        (parameter->leaf->trains ? m_loaded : m_frozen).push_back(std::move(own));
    }
}

void ZeroStage3::group_trained(const ModelParameters &parameters)
{
    std::vector<std::vector<Trained>> groups(2);
    std::size_t index = 0;
    for (const RegisteredParameter *parameter : parameters.all()) {
        const std::size_t own = index++;
        Leaf *leaf = parameter->leaf;
        if (!leaf->trains) continue;
        m_dtype = leaf->value.dtype();
        groups[m_trainer && parameter->norm_or_bias ? 1 : 0].push_back({leaf, own, leaf->value.elements()});
    }
    for (const std::vector<Trained> &group : groups) {
        std::vector<Count> shares;
        for (const Trained &one : group) shares.push_back(m_gathers.share(one.parameter));
        auto next = group.begin();
        for (const std::size_t count : zero_3_sub_groups(shares, m_settings.sub_group)) {
            m_groups.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
            next += static_cast<std::ptrdiff_t>(count);
        }
    }
    for (const std::vector<Trained> &group : m_groups)
        for (const Trained &one : group) m_of_leaf.emplace(one.leaf, &one);
}

/// The shares go to the host and come back as one tensor.
void ZeroStage3::defragment(Machine &m)
{
    m_loaded.clear();
    m.empty_cache();
    if (m_settings.offloads_parameters) return;
    Count all = 0;
    for (const auto &group : m_groups)
        for (const Trained &one : group) all += m_gathers.share(one.parameter);
    m_shares = m.empty({all}, m_dtype, "defragment", Component::weights);
}

/// _create_fp32_partitions and initialize_optimizer_states
void ZeroStage3::make_masters(Machine &m)
{
    m_masters.resize(m_groups.size());
    const bool on_host = m_settings.offloads_optimizer;
    Tensor converted;
    Count largest = 0;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        MasterPartition &master = m_masters[g];
        for (const Trained &one : m_groups[g]) master.elements += m_gathers.share(one.parameter);
        largest = std::max(largest, master.elements);
        master.leaf.trains = true;
        if (on_host) {
            master.leaf.value = m.hollow({master.elements}, Dtype::fp32, Component::optimizer);
        } else if (m_dtype == Dtype::fp32) {
            master.leaf.value = m_shares.view({master.elements});
        } else {
            converted = m.empty({master.elements}, Dtype::fp32, "to_float32", Component::optimizer);
            master.leaf.value = m.empty({master.elements}, Dtype::fp32, "clone", Component::optimizer);
        }
    }
    converted.reset();
    if (!on_host) (void)m.empty({largest}, Dtype::fp32, "zeros", Component::gradients);
}

void ZeroStage3::make_buffers(Machine &m)
{
    if (m_settings.contiguous_gradients)
        m_bucket = m.empty({m_settings.reduce_bucket}, sent_in(), "ipg_buffer", Component::communication);
    Count all = 0;
    for (const MasterPartition &master : m_masters) all += master.elements;
    if (!m_settings.offloads_optimizer) m_gradients = m.empty({all}, m_dtype, "zeros", Component::gradients);
    if (m_gathers.ranks() == 1) return;
    for (const auto &group : m_groups) // create_reduce_and_remove_grad_hooks: each is gathered for its accumulator
        for (const Trained &one : group)
            (void)m.empty({m_gathers.share(one.parameter) * m_gathers.ranks()}, m_dtype, "all_gather", Component::communication);
}

void ZeroStage3::place(Machine &m, ModelParameters parameters)
{
    Count hidden = 0;
    for (const RegisteredParameter &parameter : parameters.after)
        if (parameter.leaf->value.shape().rank == 1 && hidden == 0) hidden = parameter.leaf->value.elements();
    if (hidden == 0 && !parameters.before.empty()) hidden = parameters.before.front().leaf->value.shape().last();
    fill_in(m_settings, hidden);
    m_gathers.take(parameters.all());
    if (parameters.buffers)
        for (const Tensor &buffer : *parameters.buffers)
            if (buffer.storage()) m.fill(*buffer.storage(), buffer.shape(), buffer.dtype(), "buffer");
    m_quantised ? cut_loaded(m, parameters) : cut_while_loading(m, parameters);
    group_trained(parameters);
    defragment(m);
    make_masters(m);
    make_buffers(m);
}

} // namespace plimsoll::step
