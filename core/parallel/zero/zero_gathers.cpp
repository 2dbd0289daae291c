// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_gathers.h"

#include "core/parallel/zero/zero_buckets.h"

#include <algorithm>

namespace plimsoll::step {

void ZeroGathers::take(const std::vector<const RegisteredParameter *> &parameters)
{
    std::vector<Count> elements;
    std::vector<bool> persists;
    Count persistent = 0;
    for (const RegisteredParameter *registered : parameters) {
        Leaf *leaf = registered->leaf;
        const bool packed = registered->state != nullptr;
        const Count width = packed ? m_packed_width : 1, count = leaf->value.elements() / width;
        m_index.emplace(leaf, m_parameters.size());
        m_parameters.push_back(
            {leaf, leaf->value.elements(), zero_3_share(count, m_ranks) * width, leaf->trains, packed, {}, {}});
        // mark_persistent_parameters
        persists.push_back(count <= m_settings.persistence && persistent + count <= m_settings.model_persistence);
        if (persists.back()) persistent += count;
        elements.push_back(count);
    }
    m_trace = std::make_unique<ZeroTrace>(
        ZeroTraceSettings{m_settings.prefetch_bucket, m_settings.max_live, m_settings.max_reuse}, elements, persists);
}

ZeroGathers::Module &ZeroGathers::module_of(const ModuleLeaves &leaves, bool head)
{
    const Leaf *key = leaves.weight ? leaves.weight : leaves.bias ? leaves.bias : leaves.more;
    const auto [found, fresh] = (head ? m_heads : m_modules).try_emplace(key);
    Module &module = found->second;
    if (!fresh) return module;
    module.id = m_next_id++;
    for (const Leaf *leaf : {leaves.weight, leaves.bias, leaves.more})
        if (const auto index = m_index.find(leaf); index != m_index.end()) module.parameters.push_back(index->second);
    std::ranges::sort(module.parameters);
    return module;
}

std::uint8_t ZeroGathers::stream(const Machine &m) const { return m_settings.overlap_comm ? zero_gather_stream : m.stream; }

/// _all_gather_sequential: the parameter is a view of what is gathered.
void ZeroGathers::gather_alone(Machine &m, std::size_t parameter)
{
    const Gathered &one = m_parameters[parameter];
    const Dtype dtype = one.leaf->value.dtype();
    m.fill(*one.leaf->value.storage(), {one.share * m_ranks}, dtype, "all_gather");
    if (m_settings.offloads_parameters) (void)m.empty({one.share}, dtype, "to", Component::communication);
}

/// _all_gather_coalesced: one tensor for each dtype.
void ZeroGathers::gather_together(Machine &m, const std::vector<std::size_t> &parameters)
{
    std::vector<std::size_t> left = parameters;
    while (!left.empty()) {
        const Dtype dtype = m_parameters[left.front()].leaf->value.dtype();
        const auto flight = std::make_shared<Flight>();
        Count share = 0;
        for (const std::size_t parameter : left)
            if (m_parameters[parameter].leaf->value.dtype() == dtype) {
                flight->parameters.push_back(parameter);
                share += m_parameters[parameter].share;
            }
        std::erase_if(left, [&](std::size_t parameter) { return m_parameters[parameter].leaf->value.dtype() == dtype; });
        flight->flat = m.empty({share * m_ranks}, dtype, "all_gather", Component::communication);
        TensorList from_host; // until they are copied behind each other
        for (const std::size_t parameter : flight->parameters) {
            m_parameters[parameter].flight = flight;
            if (m_settings.offloads_parameters)
                from_host.push_back(m.empty({m_parameters[parameter].share}, dtype, "to", Component::communication));
        }
    }
}

void ZeroGathers::gather(Machine &m, const std::vector<std::size_t> &parameters)
{
    if (parameters.empty()) return;
    const WithStream on(m, stream(m));
    for (const std::size_t parameter : parameters) m_trace->begin_gather(parameter);
    if (m_ranks == 1) return; // NoGatherHandle: the share is the parameter
    if (parameters.size() > 1 && !m_settings.gathers_one_by_one) return gather_together(m, parameters);
    for (const std::size_t parameter : parameters) gather_alone(m, parameter);
}

/// AllGatherCoalescedHandle.wait: all of its parameters are copied out at once; it goes when the last of them was asked for.
void ZeroGathers::wait(Machine &m, std::size_t parameter)
{
    const WithStream on(m, stream(m));
    const std::shared_ptr<Flight> flight = std::exchange(m_parameters[parameter].flight, nullptr);
    if (!flight) return m_trace->end_gather(parameter);
    if (flight->complete) return;
    for (const std::size_t one : flight->parameters) {
        const Leaf &leaf = *m_parameters[one].leaf;
        m.fill(*leaf.value.storage(), {m_parameters[one].elements}, leaf.value.dtype(), "cat");
        m_trace->end_gather(one);
    }
    flight->complete = true;
}

void ZeroGathers::find_loose()
{
    if (m_searched || m_modules.empty()) return;
    m_searched = true;
    std::vector<bool> owned(m_parameters.size());
    for (const auto *modules : {&m_modules, &m_heads})
        for (const auto &[leaf, module] : *modules)
            for (const std::size_t parameter : module.parameters) owned[parameter] = true;
    for (std::size_t parameter = 0; parameter < owned.size(); ++parameter)
        if (const Leaf *leaf = m_parameters[parameter].leaf; !owned[parameter] && leaf->layer >= 0)
            m_loose[leaf->layer].push_back(parameter);
}

void ZeroGathers::hold_loose(Machine &m, int layer, bool hold)
{
    const auto found = m_loose.find(layer);
    if (found == m_loose.end() || m_ranks == 1) return;
    for (const std::size_t parameter : found->second) {
        const Tensor &value = m_parameters[parameter].leaf->value;
        if (hold)
            m.fill(*value.storage(), {m_parameters[parameter].share * m_ranks}, value.dtype(), "all_gather");
        else
            m.drain(*value.storage());
    }
}

void ZeroGathers::begin(Machine &m)
{
    for (std::size_t parameter = 0; parameter < m_parameters.size(); ++parameter) {
        const bool asked = m_parameters[parameter].flight || m_trace->status(parameter) == ZeroTrace::Status::in_flight;
        if (!asked) continue; // _clean_inflight_param_registry
        wait(m, parameter);
        let_go(m, parameter);
    }
    m_trace->begin();
}

void ZeroGathers::pass(Machine &m)
{
    (void)m_trace->enter({});
    gather(m, m_trace->look_ahead({}));
}

void ZeroGathers::fetch(Machine &m, Module &module, bool forward)
{
    if (!forward && std::ranges::find(m_active, &module) == m_active.end()) m_active.push_back(&module);
    gather(m, m_trace->enter(module.parameters));
    const bool again = forward && m.in_backward && !m_active.empty();
    for (const std::size_t parameter : module.parameters) {
        Gathered &one = m_parameters[parameter];
        const auto use = [&one](int id) {
            if (std::ranges::find(one.users, id) == one.users.end()) one.users.push_back(id);
        };
        use(module.id);
        if (again && !one.trains) {
            std::vector<std::size_t> &held = m_active.back()->recomputed;
            if (std::ranges::find(held, parameter) == held.end()) held.push_back(parameter);
            use(m_active.back()->id);
        }
        if (one.flight || m_trace->status(parameter) == ZeroTrace::Status::in_flight) wait(m, parameter);
    }
    gather(m, m_trace->look_ahead(module.parameters));
}

void ZeroGathers::let_go(Machine &m, std::size_t parameter)
{
    Gathered &one = m_parameters[parameter];
    if (m_trace->status(parameter) != ZeroTrace::Status::whole || !one.users.empty()) return;
    m_trace->let_go(parameter);
    Tensor &value = one.leaf->value;
    if (!recomputing(m) && !one.packed) return m.drain(*value.storage());
    // param.data is another tensor from now on: who keeps it otherwise than as this parameter goes on keeping it
    Tensor hollow = m.hollow(value.shape(), value.dtype(), static_cast<Component>(value.storage()->component));
    hollow.node = value.node;
    value = std::move(hollow);
}

void ZeroGathers::release(Machine &m, Module &module, bool forward)
{
    std::vector<std::size_t> going = m_trace->leave(module.parameters), all = module.parameters;
    if (!forward) {
        for (const std::size_t parameter : std::exchange(module.recomputed, {})) {
            all.push_back(parameter);
            if (!m_trace->persists(parameter)) going.push_back(parameter);
        }
        std::erase(m_active, &module);
    }
    for (const std::size_t parameter : all) {
        std::erase(m_parameters[parameter].users, module.id);
        if (std::ranges::find(going, parameter) != going.end()) let_go(m, parameter);
    }
}

void ZeroGathers::release_leftovers(Machine &m)
{
    while (!m_active.empty()) {
        Module &module = *m_active.back();
        m_active.pop_back();
        std::vector<std::size_t> all = module.parameters;
        for (const std::size_t parameter : std::exchange(module.recomputed, {})) all.push_back(parameter);
        for (const std::size_t parameter : all) {
            std::erase(m_parameters[parameter].users, module.id);
            if (!m_trace->persists(parameter)) let_go(m, parameter);
        }
    }
}

void ZeroGathers::release_all(Machine &m)
{
    for (std::size_t parameter = 0; parameter < m_parameters.size(); ++parameter) {
        Gathered &one = m_parameters[parameter];
        if (one.flight || m_trace->status(parameter) == ZeroTrace::Status::in_flight) wait(m, parameter);
        one.users.clear();
        let_go(m, parameter);
    }
}

/// partition_parameters.py, _allgather_params_coalesced: where shares stand on the host, copies of all of them are sent.
void ZeroGathers::gather_all(Machine &m)
{
    if (m_ranks == 1) return;
    TensorList from_host;
    for (std::size_t parameter = 0; parameter < m_parameters.size(); ++parameter) {
        if (m_trace->status(parameter) == ZeroTrace::Status::whole) continue;
        const Gathered &one = m_parameters[parameter];
        const Dtype dtype = one.leaf->value.dtype();
        if (m_settings.offloads_parameters) from_host.push_back(m.empty({one.share}, dtype, "to", Component::communication));
        m.fill(*one.leaf->value.storage(), {one.share * m_ranks}, dtype, "all_gather");
    }
}

void ZeroGathers::part_all(Machine &m)
{
    if (m_ranks == 1) return;
    for (std::size_t parameter = 0; parameter < m_parameters.size(); ++parameter) {
        if (m_trace->status(parameter) == ZeroTrace::Status::whole) continue;
        m.drain(*m_parameters[parameter].leaf->value.storage());
    }
}

void ZeroGathers::gather_persistent(Machine &m)
{
    for (std::size_t parameter = 0; parameter < m_parameters.size(); ++parameter) {
        if (!m_trace->persists(parameter)) continue;
        const Leaf &leaf = *m_parameters[parameter].leaf;
        if (m_ranks > 1)
            m.fill(*leaf.value.storage(), {m_parameters[parameter].share * m_ranks}, leaf.value.dtype(), "all_gather");
        m_trace->keep_whole(parameter);
    }
}

} // namespace plimsoll::step
