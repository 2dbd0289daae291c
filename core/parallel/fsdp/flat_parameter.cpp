// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/fsdp/flat_parameter.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace plimsoll::step::flat {

namespace {

constexpr Bytes flat_parameter_broadcast_bucket = 250 * mib; // _init_utils.py PARAM_BROADCAST_BUCKET_SIZE

/// Elements of bitsandbytes' packed bytes in their storage dtype; of what is dense, its own.
Count elements_in(const RegisteredParameter &parameter, Dtype dtype)
{
    const Tensor &value = parameter.leaf->value;
    return parameter.state ? value.bytes() / size_of(dtype) : value.elements();
}

std::vector<Count> sizes_of(const std::vector<RegisteredParameter> &parameters, Dtype dtype)
{
    std::vector<Count> out;
    for (const RegisteredParameter &p : parameters) out.push_back(elements_in(p, dtype));
    return out;
}

} // namespace

Layout flat_layout(const std::vector<Count> &sizes, Bytes element, Count ranks, bool originals)
{
    constexpr Bytes alignment = 16;
    Layout out;
    for (const Count size : sizes) {
        if (originals) out.elements = round_up(out.elements, alignment / element);
        out.begin.push_back(out.elements);
        out.size.push_back(size);
        out.elements += size;
    }
    out.shard = (out.elements + ranks - 1) / ranks;
    if (originals) out.elements = product(out.shard, ranks);
    return out;
}

FlatParameter::FlatParameter(const Policy &policy, std::vector<RegisteredParameter> parameters, Dtype stored, bool raised,
                             bool root, int layer)
    : m_policy(policy), m_parameters(std::move(parameters)),
      m_layout(flat_layout(sizes_of(m_parameters, stored), size_of(stored), policy.ranks, policy.originals)), m_original(stored),
      m_stored(raised ? Dtype::fp32 : stored), m_computed(policy.param.value_or(m_stored)),
      m_reduced(policy.reduce.value_or(m_computed)), m_raises(raised && stored != Dtype::fp32), m_root(root), m_layer(layer)
{
    for (const RegisteredParameter &p : m_parameters) m_trains = m_trains || p.leaf->trains;
    if (!m_parameters.empty() && m_parameters.front().adapter) m_component = Component::adapters;
}

/// All of it on the card, parameter by parameter; from the host, or as it stands there.
TensorList FlatParameter::brought(Machine &m, const Loading &loading)
{
    TensorList out;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        Tensor &value = m_parameters[i].leaf->value;
        out.push_back(loading.brings ? m.empty({m_layout.size[i]}, m_original, "to", m_component) : value.detach());
        if (m_parameters[i].leaf == loading.kept) m_kept = out.back();
        if (loading.brings && m_parameters[i].leaf == loading.twice)
            (void)m.empty({m_layout.size[i]}, m_original, "to", m_component);
        if (!loading.brings) value = Tensor({}, value.shape(), value.dtype());
    }
    return out;
}

/// _sync_params_and_buffers: neighbours until they reach the bucket's size, two buckets at once; one tensor alone is not copied.
void FlatParameter::broadcast(Machine &m, const TensorList &singles) const
{
    std::deque<Tensor> in_flight;
    Count elements = 0, tensors = 0;
    const auto send = [&] {
        if (in_flight.size() >= 2) in_flight.pop_front();
        in_flight.push_back(tensors > 1 ? m.empty({elements}, m_original, "broadcast", Component::communication) : Tensor());
        elements = tensors = 0;
    };
    for (const Tensor &single : singles) {
        elements += single.bytes() / size_of(m_original);
        ++tensors;
        if (elements * size_of(m_original) >= flat_parameter_broadcast_bucket) send();
    }
    if (tensors > 0) send();
}

void FlatParameter::cut(Machine &m, const Loading &loading)
{
    m.scope.layer = static_cast<std::int16_t>(m_layer);
    TensorList singles = brought(m, loading);
    if (loading.broadcasts) broadcast(m, singles);
    {
        const Tensor flat = m.empty({m_layout.elements}, m_original, "cat", m_component);
        m_shard = m.empty({m_layout.shard}, m_original, "shard", m_component);
    }
    singles.clear();
    m_whole = m.hollow({product(m_layout.shard, m_policy.ranks)}, m_computed, m_component);
    for (const RegisteredParameter &p : m_parameters) {
        Tensor &value = p.leaf->value;
        value = Tensor(Ref<Storage>(m_whole.storage()), value.shape(), p.state ? value.dtype() : m_stored);
    }
    if (m_policy.offload) m_shard.reset();
}

void FlatParameter::raise(Machine &m)
{
    if (m_raises && !m_policy.offload) {
        m.scope.layer = static_cast<std::int16_t>(m_layer);
        Tensor raised = m.empty({m_layout.shard}, m_stored, "to", m_component);
        if (m_policy.originals) m_leftover = std::move(m_shard);
        m_shard = std::move(raised);
    }
    make_pieces();
}

/// Views of the shard that the optimizer knows: of each parameter what lies in it, or all of it as one.
void FlatParameter::make_pieces()
{
    if (!m_trains || m_policy.offload) return;
    const auto add = [this](const Leaf &from, Count elements) {
        auto leaf = std::make_unique<Leaf>();
        leaf->value = Tensor(Ref<Storage>(m_shard.storage()), {elements}, m_stored);
        leaf->trains = true;
        leaf->embedding = from.embedding;
        leaf->bias = from.bias;
        leaf->module = from.module;
        leaf->layer = static_cast<std::int16_t>(m_layer);
        leaf->decays = from.decays;
        m_pieces.push_back({&from, std::move(leaf)});
    };
    if (!m_policy.originals) return add(*m_parameters.front().leaf, m_layout.shard);
    const Count first = product(m_policy.place, m_layout.shard), last = first + m_layout.shard;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Count begin = std::max(first, m_layout.begin[i]), end = std::min(last, m_layout.begin[i] + m_layout.size[i]);
        if (m_parameters[i].leaf->trains && begin < end) add(*m_parameters[i].leaf, end - begin);
    }
}

void FlatParameter::initialise(Machine &m) const
{
    m.scope.layer = static_cast<std::int16_t>(m_layer);
    const Count padded = product(m_layout.shard, m_policy.ranks);
    if (casts()) {
        (void)m.empty({m_layout.shard}, m_computed, "mp_shard", Component::communication);
        (void)m.empty({padded}, m_computed, "full_param_padded", Component::communication);
    }
    (void)m.empty({padded}, m_stored, "full_param_padded", Component::communication);
}

void FlatParameter::gather(Machine &m)
{
    if (m.stopped) return;
    see_as(m_computed);
    if (m_whole.storage()->bytes > 0) return;
    Tensor sent;
    {
        const WithStream inside(m, Stream::pre_unshard);
        if (casts()) sent = m.empty({m_layout.shard}, m_computed, "mp_shard", Component::communication);
        if (m_policy.offload) {
            Tensor moved = m.empty({m_layout.shard}, m_stored, "from_host", Component::communication);
            if (!casts()) sent = std::move(moved);
        }
    }
    const WithStream inside(m, Stream::unshard);
    m.fill(*m_whole.storage(), m_whole.shape(), m_computed, "all_gather");
}

void FlatParameter::summon(Machine &m)
{
    if (m_whole.storage()->bytes > 0) reshard(m);
    m.scope.layer = static_cast<std::int16_t>(m_layer);
    {
        const WithStream inside(m, Stream::pre_unshard);
        if (m_policy.offload) (void)m.empty({m_layout.shard}, m_stored, "from_host", Component::communication);
    }
    const WithStream inside(m, Stream::unshard);
    m.fill(*m_whole.storage(), m_whole.shape(), m_stored, "all_gather");
    see_as(m_stored);
}

void FlatParameter::dismiss(Machine &m)
{
    m.scope.layer = static_cast<std::int16_t>(m_layer);
    if (!m_policy.offload) (void)m.empty({m_layout.shard}, m_stored, "clone", Component::communication);
    reshard(m);
}

/// What a module's weight says of itself: views of the shard while it is not gathered, which PEFT casts inputs to.
void FlatParameter::see_as(Dtype dtype)
{
    for (const RegisteredParameter &p : m_parameters) {
        Tensor &value = p.leaf->value;
        if (p.state || value.dtype() == dtype) continue;
        Tensor seen(Ref<Storage>(m_whole.storage()), value.shape(), dtype);
        seen.node = value.node;
        value = std::move(seen);
    }
}

void FlatParameter::reshard(Machine &m)
{
    m.drain(*m_whole.storage());
    see_as(m_stored);
    m_prefetched = false;
}

/// The parameters become views of the flat tensor, whose gradients meet again in SplitWithSizesBackward.
void FlatParameter::use_views(Machine &m)
{
    if (!m_trains || !m.grad_enabled) return;
    const WithStream inside(m, Stream::unshard);
    const auto gradients = std::make_shared<TensorList>(m_parameters.size());
    const auto node = make_node(m, {}, [this, gradients](Machine &mm, Node &, Gradients &, Gradients &) {
        TensorList singles = std::exchange(*gradients, {});
        Dtype dtype = m_computed;
        for (const Tensor &single : singles)
            if (single.defined()) dtype = single.dtype();
        Tensor flat = mm.empty({m_layout.elements}, dtype, "split_backward", Component::gradients);
        singles.clear();
        if (!m_unreduced.defined()) m_unreduced = std::move(flat); // else added in place
        flat.reset();
        post_backward(mm);
    });
    Tensor before;
    before.node = Ref<GraphNode>(node.get());
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        Leaf &leaf = *m_parameters[i].leaf;
        if (leaf.trains)
            attach(leaf.value, make_node(m, {&before}, [gradients, i](Machine &, Node &, Gradients &in, Gradients &) {
                       (*gradients)[i] = std::move(in[0]);
                   }));
    }
}

Tensor FlatParameter::pre_forward(Machine &m, Tensor input)
{
    if (m_state == State::pre_backward || m.stopped) return input;
    m_state = State::forward;
    gather(m);
    if (recomputing(m)) return input;
    use_views(m);
    return input;
}

void FlatParameter::reshard_in_backward(Machine &m)
{
    m_state = State::post_backward;
    if (m_synchronises || m_policy.reshards) reshard(m);
    if (m_after_reshard) m_after_reshard(m);
}

Tensor FlatParameter::post_forward(Machine &m, Tensor output, std::function<void(Machine &)> hook)
{
    if (m_state == State::pre_backward || m.stopped) return output;
    m_state = State::idle;
    m_leftover.reset();
    m_prefetched = false;
    if (!m_root && m_policy.reshards) reshard(m);
    if (recomputing(m)) return output;
    m_ran_pre_backward = false;
    m_wants_backward = any_requires_grad(m, {&output});
    return on_backward(m, std::move(output), std::move(hook));
}

bool FlatParameter::pre_backward(Machine &m)
{
    if (m_ran_pre_backward) return false;
    m_state = State::pre_backward;
    if (m_wants_backward && !m_prefetched) gather(m);
    m_wants_backward = false;
    m_ran_pre_backward = true;
    return true;
}

void FlatParameter::prefetch_backward(Machine &m)
{
    if (!m_wants_backward || m_prefetched) return;
    gather(m);
    m_prefetched = true;
}

void FlatParameter::prefetch_forward(Machine &m)
{
    if (m_prefetched) return;
    gather(m);
    m_prefetched = true;
}

void FlatParameter::post_backward(Machine &m)
{
    reshard_in_backward(m);
    if (m_synchronises) reduce(m);
}

void FlatParameter::reduce(Machine &m)
{
    const WithStream inside(m, Stream::post_backward);
    const Tensor computed = std::exchange(m_unreduced, {});
    Tensor input = computed;
    if (computed.dtype() != m_reduced) input = m.empty({m_layout.elements}, m_reduced, "to", Component::communication);
    const Count padded = product(m_layout.shard, m_policy.ranks);
    if (padded > m_layout.elements) input = m.empty({padded}, m_reduced, "pad", Component::communication);
    Tensor output = m.empty({m_layout.shard}, m_reduced, "reduce_scatter", Component::gradients);
    const WithStream summed(m, m_policy.copies ? Stream::all_reduce : Stream::post_backward);
    if (m_stored == m_reduced) return keep_gradient(std::move(output));
    keep_gradient(m.empty({m_layout.shard}, m_stored, "to", Component::gradients));
}

void FlatParameter::keep_gradient(Tensor own)
{
    if (!m_policy.originals && !m_pieces.empty()) {
        if (Leaf &leaf = *m_pieces.front().leaf; !leaf.grad.defined()) leaf.grad = std::move(own);
        return;
    }
    if (!m_gradient.defined()) m_gradient = std::move(own);
    for (const Piece &piece : m_pieces)
        piece.leaf->grad = Tensor(Ref<Storage>(m_gradient.storage()), piece.leaf->value.shape(), m_gradient.dtype());
}

void FlatParameter::end_backward(Machine &m)
{
    // _catch_all_reshard
    if (m_state != State::post_backward && (m_synchronises || m_policy.reshards)) {
        Scope scope = m.scope;
        scope.layer = static_cast<std::int16_t>(m_layer);
        const WithScope inside(m, scope);
        reshard(m);
    }
    m_state = State::idle;
    m_prefetched = m_wants_backward = m_ran_pre_backward = false;
    if (m_policy.offload) m_gradient.reset();
}

void FlatParameter::drop_gradient()
{
    const bool dropped = std::ranges::none_of(m_pieces, [](const Piece &piece) { return piece.leaf->grad.defined(); });
    if (dropped) m_gradient.reset();
}

} // namespace plimsoll::step::flat
