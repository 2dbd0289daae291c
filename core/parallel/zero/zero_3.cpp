// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_3.h"

#include "core/optimizers/optimizer.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::step {

namespace {

std::string container_of(const char *module)
{
    const std::string name = module;
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::string() : name.substr(0, dot);
}

/// An MLP whose activation function is a module: it runs behind the first product.
bool activates(const std::string &container)
{
    return container.find("mlp") != std::string::npos || container.find("feed_forward") != std::string::npos;
}

bool is_head(const Machine &m) { return m.scope.loss; }

} // namespace

std::vector<Leaf *> ZeroStage3::stepped(std::vector<Leaf *>)
{
    std::vector<Leaf *> out;
    for (MasterPartition &master : m_masters) out.push_back(&master.leaf);
    return out;
}

void ZeroStage3::micro_batch(Machine &, Count index, Count count) { m_boundary = index + 1 == count; }

std::uint8_t ZeroStage3::reduction_stream(const Machine &m) const
{
    return m_settings.overlap_comm ? zero_reduction_stream : m.stream;
}

// ---- hooks ----

Tensor ZeroStage3::enter(Machine &m, Block block, Tensor input)
{
    if (m.stopped || m_unhooked) return input;
    if (block.kind == Block::Kind::model) {
        m_gathers.begin(m);
        m_forward = {};
        for (int i = 0; i < 2; ++i) m_gathers.pass(m); // the causal model and the one within it
    } else if (block.kind == Block::Kind::layer) {
        m_forward = {};
        m_gathers.pass(m);
        m_gathers.hold_loose(m, block.layer, true);
        return on_backward(m, std::move(input),
                           [this, layer = block.layer](Machine &mm) { m_gathers.hold_loose(mm, layer, false); });
    }
    return input;
}

Tensor ZeroStage3::leave(Machine &m, Block block, Tensor output)
{
    if (m.stopped || m_unhooked) return output;
    switch (block.kind) {
    case Block::Kind::embedding: m_gathers.pass(m); break; // the rotary embedding
    case Block::Kind::layer:
    case Block::Kind::model:
        if (block.kind == Block::Kind::model) m_gathers.find_loose();
        m_gathers.hold_loose(m, block.layer, m.in_backward);
        return on_backward(m, std::move(output), [this, layer = block.layer](Machine &mm) {
            m_backward = {};
            m_gathers.pass(mm);
            m_gathers.hold_loose(mm, layer, true);
        });
    default: break;
    }
    return output;
}

void ZeroStage3::open_container(Machine &m, const ModuleLeaves &leaves)
{
    const std::string name = container_of(leaves.name);
    if (name != m_forward.name) {
        m_forward = {name, false};
        if (!name.empty()) m_gathers.pass(m);
    } else if (activates(name) && !m_forward.activated) {
        m_forward.activated = true;
        m_gathers.pass(m);
    }
}

void ZeroStage3::open_container_backward(Machine &m, const std::string &name, bool first_in_it, bool tail)
{
    if (tail) m_gathers.pass(m); // the model within the causal one returns the final norm's result
    if (name != m_backward.name) {
        m_backward = {name, false};
        if (!name.empty()) m_gathers.pass(m);
    } else if (first_in_it && activates(name)) {
        m_gathers.pass(m);
    }
}

Tensor ZeroStage3::enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input)
{
    if (m.stopped || m_unhooked) return input;
    open_container(m, leaves);
    ZeroGathers::Module &module = m_gathers.module_of(leaves, is_head(m));
    m_gathers.fetch(m, module, true);
    return on_backward(m, std::move(input), [this, &module](Machine &mm) { m_gathers.release(mm, module, false); });
}

Tensor ZeroStage3::leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output)
{
    if (m.stopped || m_unhooked) return output;
    ZeroGathers::Module &module = m_gathers.module_of(leaves, is_head(m));
    m_gathers.release(m, module, true);
    const std::string name = container_of(leaves.name);
    const bool tail = m.scope.layer < 0 && !is_head(m) && leaves.weight && leaves.weight->value.shape().rank == 1;
    return on_backward(m, std::move(output), [this, &module, name, first = !m_forward.activated, tail](Machine &mm) {
        open_container_backward(mm, name, first, tail);
        m_gathers.fetch(mm, module, false);
    });
}

// ---- gradients ----

void ZeroStage3::accumulated(Machine &m, Leaf &leaf)
{
    const auto found = m_of_leaf.find(&leaf);
    if (found == m_of_leaf.end()) return;
    const Trained &one = *found->second;
    if (m_elements + one.elements > m_settings.reduce_bucket && m_elements > 0) reduce(m);
    if (m_settings.contiguous_gradients && m_elements + one.elements <= m_settings.reduce_bucket)
        leaf.grad = m_bucket.view(leaf.grad.shape());
    m_entries.push_back(&one);
    m_elements += one.elements;
}

/// __avg_scatter_grads, __avg_scatter_contiguous_grads: what is left of them. Gradients that did not fit into the bucket are widened
/// where they are reduced in float32, and partitions come back in the model's dtype.
TensorList ZeroStage3::reduced(Machine &m, bool in_place, bool alone) const
{
    const Dtype sent = sent_in();
    TensorList out, wide;
    Tensor together; // reduce_scatter_coalesced: pieces by rank
    for (const Trained *one : m_entries)
        if (!in_place && sent != one->leaf->grad.dtype())
            wide.push_back(m.empty({one->elements}, sent, "to", Component::communication));
    Count shares = 0;
    for (const Trained *one : m_entries) shares += m_gathers.share(one->parameter);
    if (!in_place && !alone) together = m.empty({shares * m_gathers.ranks()}, sent, "cat", Component::communication);
    if (sent == m_dtype) {
        out.push_back(std::move(together)); // of which the partitions are views
    } else if (in_place) {
        out.push_back(m.empty({m_elements}, m_dtype, "to", Component::communication));
    } else {
        for (const Trained *one : m_entries)
            out.push_back(m.empty({m_gathers.share(one->parameter)}, m_dtype, "to", Component::gradients));
    }
    return out;
}

/// __reduce_and_partition_ipg_grads
void ZeroStage3::reduce(Machine &m)
{
    if (m_entries.empty()) return;
    const WithStream on(m, reduction_stream(m));
    const Count ranks = m_gathers.ranks();
    const bool in_place = m_settings.contiguous_gradients && m_elements <= m_settings.reduce_bucket && !m_settings.reduce_scatter;
    const bool alone = m_entries.size() == 1 && m_entries.front()->elements % ranks == 0;
    const TensorList partitions = reduced(m, in_place, alone);
    for (const Trained *one : m_entries) {
        if (m_settings.offloads_optimizer) send_to_host(m, *one);
        one->leaf->grad.reset();
    }
    m_entries.clear();
    m_elements = 0;
}

/// partition_grads where the gradients' partitions stand on the host.
void ZeroStage3::send_to_host(Machine &m, const Trained &one)
{
    const Count share = m_gathers.share(one.parameter);
    const Tensor back = m.empty({share}, m_dtype, "to", Component::gradients);
    if (!m_boundary) return;
    {
        constexpr Count piece = 250'000'000; // _constant_buffered_norm2
        const Tensor wide = m.empty({std::min(share, piece)}, Dtype::int64, "to_float64");
        m_norms.push_back(m.empty({1}, Dtype::int64, "norm"));
    }
    if (m_dtype != Dtype::fp32) (void)m.empty({share}, Dtype::fp32, "to_float32");
}

void ZeroStage3::backward_ends(Machine &m)
{
    reduce(m);
    m_gathers.release_leftovers(m);
}

/// TRL 1.16 models/utils.py: deepspeed.zero.GatheredParameters(model.parameters()), remove_hooks.
void ZeroStage3::begin_generation(Machine &m)
{
    m_gathers.gather_all(m);
    m_unhooked = true;
}

void ZeroStage3::end_generation(Machine &m)
{
    m_unhooked = false;
    m_gathers.part_all(m);
}

bool ZeroStage3::step(Machine &m, OptimizerModel &optimizer)
{
    m_gathers.release_all(m);
    m_norms.clear();
    if (!m_settings.offloads_optimizer) {
        std::vector<std::vector<Count>> slices;
        for (const auto &group : m_groups) {
            slices.emplace_back();
            for (const Trained &one : group) slices.back().push_back(m_gathers.share(one.parameter));
        }
        take_gradient_norm(m, slices);
        for (std::size_t g = 0; g < m_masters.size(); ++g) {
            m_masters[g].gradients.assign(m_groups[g].size(), m_gradients.detach());
            step_partition(m, optimizer, m_masters[g], g, m_dtype);
        }
    }
    m_gathers.gather_persistent(m);
    return true;
}

} // namespace plimsoll::step
