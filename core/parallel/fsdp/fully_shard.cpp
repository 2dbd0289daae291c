// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/fsdp/fully_shard.h"
#include "core/ground/bytes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::step::fully_shard {

namespace {

/// What autograd and collectives hold meanwhile is nobody's layer but the one that runs.
class AsCommunication {
public:
    AsCommunication(Machine &m, std::uint8_t stream) : m_scope(m, with_component(m.scope)), m_stream(m, stream) {}

private:
    static Scope with_component(Scope scope)
    {
        scope.component = Component::communication;
        return scope;
    }
    WithScope m_scope;
    WithStream m_stream;
};

/// Elements of bitsandbytes' packed bytes in their storage dtype; of what is dense, its shape.
Shape shape_in(const RegisteredParameter &parameter, Dtype stored)
{
    const Tensor &value = parameter.leaf->value;
    if (!parameter.state) return value.shape();
    return {value.bytes() / size_of(stored), 1};
}

} // namespace

ShardedParameter::ShardedParameter(const RegisteredParameter &parameter, Dtype stored, const Policy &policy)
    : m_parameter(parameter), m_whole(shape_in(parameter, stored)), m_own(m_whole), m_stored(stored),
      m_gathered(policy.param && !parameter.state ? *policy.param : stored),
      m_component(parameter.adapter ? Component::adapters : Component::weights)
{
    const Count first = m_whole.rank > 0 ? m_whole.size[0] : 1;
    m_row = first > 0 ? m_whole.elements() / first : 0;
    m_rows = ceil_div(first, policy.ranks);
    if (m_own.rank > 0) m_own.size[0] = std::clamp<Count>(first - policy.place * m_rows, 0, m_rows);
    const Leaf &leaf = *parameter.leaf;
    m_shard.trains = leaf.trains;
    m_shard.embedding = leaf.embedding;
    m_shard.bias = leaf.bias;
    m_shard.module = leaf.module;
    m_shard.layer = leaf.layer;
    m_shard.loss = leaf.loss;
    m_shard.decays = leaf.decays;
}

Tensor ShardedParameter::new_shard(Machine &m, const char *operation) const
{
    const Tensor padded = m.empty({shard_elements()}, m_stored, operation, m_component);
    return Tensor(Ref<Storage>(padded.storage()), m_own, m_stored);
}

void ShardedParameter::keep(Machine &m, Tensor shard)
{
    m_shard.value = std::move(shard);
    Leaf &whole = leaf();
    const Dtype dtype = m_parameter.state ? whole.value.dtype() : m_gathered;
    const Tensor hollow = m.hollow(whole.value.shape(), dtype, m_component);
    whole.value = hollow;
    set_trains(whole, whole.trains);
}

void ShardedParameter::accumulate(const Tensor &gradient)
{
    if (m_shard.grad.defined()) return; // added in place
    m_shard.grad = Tensor(Ref<Storage>(gradient.storage()), m_own, gradient.dtype());
    m_shard.grad.mark_defined();
}

Bytes copy_out_tables(const std::vector<Bytes> &chunks, Count ranks, Count multiprocessors, Count threads_each)
{
    constexpr Count block = 128, tile = 16 * block;
    Count blocks = 0;
    for (const Bytes chunk : chunks) blocks += ceil_div(chunk, tile);
    const Count factor = std::max<Count>(1, ceil_div(blocks * ranks, multiprocessors * threads_each / block * 2));
    const Count together = std::min(static_cast<Count>(std::ceil(std::sqrt(static_cast<double>(factor)))), ranks);
    const Count each = ceil_div(factor, together);
    Count entries = 0;
    for (const Bytes chunk : chunks) entries += ceil_div(chunk, tile * each);
    return (entries + 4 * static_cast<Count>(chunks.size()) + 1) * size_of(Dtype::int64);
}

Bytes copy_in_tables(const std::vector<Bytes> &chunks)
{
    constexpr Count tile = 2048;
    Count entries = 0;
    for (const Bytes chunk : chunks) entries += ceil_div(chunk, tile);
    return (entries + 6 * static_cast<Count>(chunks.size()) + 2) * size_of(Dtype::int64);
}

bool ParameterGroup::mixed() const
{
    return std::ranges::any_of(m_parameters,
                               [this](const ShardedParameter *p) { return p->gathered() != m_parameters.front()->gathered(); });
}

Dtype ParameterGroup::reduce_dtype() const
{
    if (m_policy.reduce) return *m_policy.reduce;
    std::optional<Dtype> out;
    for (const ShardedParameter *p : m_parameters)
        if (p->trains() && (!out || size_of(p->stored()) > size_of(*out))) out = p->stored();
    return out.value_or(Dtype::fp32);
}

/// _get_param_all_gather_inputs: what has to be cast is cast into one flat tensor; what comes from the host, one by one.
TensorList ParameterGroup::cast_shards(Machine &m) const
{
    TensorList out;
    Count flat = 0;
    for (const ShardedParameter *p : m_parameters) {
        if (!m_policy.offload) {
            if (p->casts()) flat += p->shard_elements();
            continue;
        }
        Tensor brought = m.empty({p->shard_elements()}, p->stored(), "from_host");
        if (p->casts()) brought = m.empty({p->shard_elements()}, p->gathered(), "to");
        out.push_back(std::move(brought));
    }
    if (flat > 0) out.push_back(m.empty({flat}, *m_policy.param, "foreach_copy"));
    return out;
}

void ParameterGroup::unshard(Machine &m)
{
    if (m_parameters.empty() || m_unsharded || m_gathered.defined()) return;
    if (m_policy.ranks == 1) return m_gathered.mark_defined();
    const AsCommunication inside(m, Stream::copy_in);
    const TensorList cast = cast_shards(m);
    Bytes bytes = 0;
    Count elements = 0;
    for (const ShardedParameter *p : m_parameters) {
        bytes += product(p->shard_elements(), size_of(p->gathered()));
        elements += p->shard_elements();
    }
    if (m_twin) elements += m_twin->shard_elements();
    m_gathered = mixed() ? m.empty({product(bytes, m_policy.ranks)}, Dtype::uint8, "all_gather")
                         : m.empty({product(elements, m_policy.ranks)}, m_parameters.front()->gathered(), "all_gather");
}

void ParameterGroup::wait_for_unshard(Machine &m)
{
    if (!m_gathered.defined()) return;
    if (m_state == State::forward) m_shared.gathered.reset();
    std::vector<Bytes> chunks;
    chunks.reserve(m_parameters.size());
    for (ShardedParameter *p : m_parameters) {
        const Count elements = product(p->shard_elements(), m_policy.ranks);
        if (Storage *storage = p->leaf().value.storage()) m.fill(*storage, {elements}, p->gathered(), "all_gather_copy_out");
        chunks.push_back(p->shard_elements() * size_of(p->gathered()));
    }
    if (m_twin) m_twin_value = m.empty(m_twin->whole(), m_twin->gathered(), "all_gather_copy_out", Component::weights);
    if (m_policy.ranks > 1)
        m.workspace(copy_out_tables(chunks, m_policy.ranks, m.ask(multiprocessors), 2048), "split_with_sizes_copy");
    m_unsharded = true;
    if (m_state == State::forward) m_shared.gathered = std::move(m_gathered);
    m_gathered.reset();
}

void ParameterGroup::reshard(Machine &m)
{
    for (ShardedParameter *p : m_parameters)
        if (Storage *storage = p->leaf().value.storage()) m.drain(*storage);
    m_twin_value.reset();
    m_unsharded = false;
}

void ParameterGroup::keep_gathered(Machine &m, bool keeps)
{
    m_keeps = keeps;
    if (!keeps) {
        m_reshards = true;
        return reshard(m);
    }
    unshard(m);
    wait_for_unshard(m);
}

bool ParameterGroup::pre_forward(Machine &m)
{
    const bool enters = m_state != State::forward;
    m_state = State::forward;
    unshard(m);
    wait_for_unshard(m);
    return enters;
}

void ParameterGroup::post_forward(Machine &m)
{
    if (!m.in_backward) {
        if (m_reshards) reshard(m);
        if (!m_parameters.empty()) {
            m_order.push_back(m_shared.order.size());
            m_shared.order.push_back(this);
        }
    }
    m_state = State::idle;
}

void ParameterGroup::pre_backward(Machine &m)
{
    if (m_state == State::pre_backward) return;
    m_state = State::pre_backward;
    unshard(m);
    wait_for_unshard(m);
    prefetch(m);
}

void ParameterGroup::prefetch(Machine &m)
{
    if (m_order.empty()) return;
    const std::size_t at = m_order.back();
    m_order.pop_back();
    if (at > 0 && at <= m_shared.order.size()) m_shared.order[at - 1]->unshard(m);
}

namespace {

/// A DTensor's gradient that covers more than the rank's own rows along another mesh is cut to them.
Tensor own_gradient(Machine &m, Tensor gradient, const Shape &own)
{
    if (gradient.elements() <= own.elements() || gradient.shape().last() != own.last()) return gradient;
    return m.empty(own, gradient.dtype(), "split", Component::gradients);
}

} // namespace

void ParameterGroup::post_backward(Machine &m)
{
    m_state = State::post_backward;
    if (m_keeps) add_raised(m);
    if (!m_reduces) {
        keep_gradients(m);
        if (!m_keeps) reshard(m);
        return;
    }
    TensorList gradients;
    std::vector<ShardedParameter *> with_gradient;
    for (ShardedParameter *p : m_parameters) {
        if (!p->leaf().grad.defined()) continue;
        gradients.push_back(own_gradient(m, std::move(p->leaf().grad), p->leaf().value.shape()));
        p->leaf().grad.reset();
        with_gradient.push_back(p);
    }
    if (!m_keeps) reshard(m);
    if (gradients.empty()) return; // a root without parameters waits for nobody's reduction
    m_shared.reduced.clear();
    reduce(m, std::move(gradients), with_gradient);
}

/// A gradient that is added to one in the dtype of the reduction is raised to it first. Inferred from peaks of torchtitan 0.3 with
/// torch 2.15, not seen in a source: where _fsdp_param.py adds (accumulate_unsharded_grad_if_needed) it casts nothing.
void ParameterGroup::add_raised(Machine &m) const
{
    for (const ShardedParameter *p : m_parameters) {
        const Tensor &gradient = p->leaf().grad;
        if (!gradient.defined() || size_of(gradient.dtype()) <= size_of(p->gathered())) continue;
        const Tensor arrived = m.empty(gradient.shape(), p->gathered(), "mm_backward", Component::gradients);
        const Tensor raised = m.empty(gradient.shape(), gradient.dtype(), "to", Component::gradients);
    }
}

/// Without a reduction gradients stay whole, in the dtype in which they will be reduced (_set_unsharded_grad_dtypes).
void ParameterGroup::keep_gradients(Machine &m)
{
    const Dtype dtype = reduce_dtype();
    for (ShardedParameter *p : m_parameters) {
        Tensor &gradient = p->leaf().grad;
        if (gradient.defined() && size_of(dtype) > size_of(gradient.dtype()))
            gradient = m.empty(gradient.shape(), dtype, "to", Component::gradients);
    }
}

void ParameterGroup::reduce(Machine &m, TensorList gradients, const std::vector<ShardedParameter *> &with_gradient)
{
    const Dtype dtype = reduce_dtype();
    Count elements = 0;
    std::vector<Bytes> chunks;
    for (const ShardedParameter *p : with_gradient) {
        elements += p->shard_elements();
        chunks.push_back(p->shard_elements() * size_of(dtype));
    }
    Tensor input;
    {
        const AsCommunication inside(m, 0);
        input = m.empty({product(elements, m_policy.ranks)}, dtype, "reduce_scatter_input");
        m.workspace(copy_in_tables(chunks), "chunk_cat");
    }
    gradients.clear();
    Tensor output;
    {
        const AsCommunication inside(m, Stream::reduce_scatter);
        output = m.empty({elements}, dtype, "reduce_scatter");
        // nothing to scatter: the input's quotient is copied
        if (m_policy.ranks == 1 && m_policy.divides) m.workspace(product(elements, size_of(dtype)), "div");
    }
    const WithStream after(m, m_policy.copies ? Stream::all_reduce : Stream::reduce_scatter);
    if (m_policy.copies) m_all_reduced = output;
    Tensor own = output;
    if (const Dtype stored = with_gradient.front()->stored(); stored != dtype)
        own = m.empty({elements}, stored, "to", Component::gradients);
    else
        m.relabel(own.storage(), Component::gradients);
    if (!m_policy.offload)
        for (ShardedParameter *p : with_gradient) p->accumulate(own);
    own.reset();
    output.reset();
    m_shared.reduced.push_back(std::move(input));
}

void ParameterGroup::end_backward(Machine &m)
{
    if (m_state != State::post_backward) {
        Scope scope = m.scope;
        scope.layer = static_cast<std::int16_t>(m_layer);
        const WithScope inside(m, scope);
        post_backward(m);
    }
    m_state = State::idle;
}

void ParameterGroup::finish_iteration()
{
    m_all_reduced.reset();
    m_gathered.reset();
    m_order.clear();
}

} // namespace plimsoll::step::fully_shard
