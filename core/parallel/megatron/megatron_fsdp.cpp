// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-FSDP, which --use-megatron-fsdp puts in the place of Megatron-LM's own buffers (megatron-core 0.16,
// distributed/fsdp/src/megatron_fsdp/{megatron_fsdp,param_and_grad_buffer}.py): strategy optim_grads cuts gradients among the data ranks,
// optim_grads_params parameters too, a transformer layer at a time.
#include "core/parallel/megatron_step.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

/// suggested_communication_unit_size: two layers, and at least a billion elements (the comment beside it calls that a cap, max() makes
/// it the least).
constexpr Count least_unit = 1'000'000'000;

Count elements_of(const MegatronLayer &layer) { return layer.parameters + layer.expert_parameters; }

} // namespace

Count MegatronStep::communication_unit() const
{
    Count all = 0;
    for (const MegatronLayer &layer : m_stage.layers) all += elements_of(layer);
    return std::max(least_unit, 2 * all / std::max<Count>(1, static_cast<Count>(m_stage.layers.size())));
}

/// A layer's parameters whole, and of those behind it (`step` 1, or −1 in the backward pass) as many ahead as half a unit has room for
/// (AllGatherPipeline.all_gather_params). Embedding, final norm and head belong to no layer: once gathered they stay for the step.
void MegatronStep::gather(Machine &m, std::size_t layer, int step)
{
    if (!cuts_parameters()) return;
    const Count outer = m_stage.parameters() + m_stage.expert_parameters() - elements_of_layers();
    if (!m_outer.defined() && outer > 0) m_outer = m.empty({outer}, m_dtype, "all_gather", Component::weights);
    const auto held = [&](std::size_t i) {
        return std::ranges::find(m_units, i, &std::pair<std::size_t, Tensor>::first) != m_units.end();
    };
    const Count limit = communication_unit() / 2;
    Count ahead = 0;
    for (auto i = static_cast<std::ptrdiff_t>(layer); i >= 0 && i < static_cast<std::ptrdiff_t>(m_stage.layers.size());
         i += step) {
        const auto at = static_cast<std::size_t>(i);
        if (at != layer && ahead >= limit) break;
        const Count elements = elements_of(m_stage.layers[at]);
        if (!held(at)) m_units.emplace_back(at, m.empty({elements}, m_dtype, "all_gather", Component::weights));
        if (at != layer) ahead += elements;
        if (step == 0) break;
    }
}

void MegatronStep::let_go(std::size_t layer)
{
    std::erase_if(m_units, [layer](const auto &unit) { return unit.first == layer; });
}

/// A layer's gradients whole, which are reduced while the next ones come: as many wait as a unit holds
/// (GradReducePipeline.reduce_gradients).
void MegatronStep::reduce(Machine &m, std::size_t layer)
{
    if (!cuts_gradients()) return;
    const MegatronLayer &of = m_stage.layers[layer];
    const Count elements = adapts() ? of.adapters + of.expert_adapters : elements_of(of);
    if (elements == 0) return;
    const Dtype dtype = m_precision.gradient == 2 ? Dtype::bf16 : Dtype::fp32;
    m_reducing.emplace_back(elements, m.empty({elements}, dtype, "reduce_scatter", Component::gradients));
    Count waiting = 0;
    for (const auto &[count, bucket] : m_reducing) waiting += count;
    while (m_reducing.size() > 1 && waiting > communication_unit()) {
        waiting -= m_reducing.front().first;
        m_reducing.pop_front();
    }
}

/// Gradients of what belongs to no layer, at the root's end of the backward pass; all have been reduced behind it.
void MegatronStep::end_reducing(Machine &m)
{
    if (!cuts_gradients()) return;
    const Count outer = m_stage.parameters() + m_stage.expert_parameters() - elements_of_layers();
    if (!adapts() && outer > 0) {
        const Dtype dtype = m_precision.gradient == 2 ? Dtype::bf16 : Dtype::fp32;
        (void)m.empty({outer}, dtype, "reduce_scatter", Component::gradients);
    }
    m_reducing.clear();
    m_units.clear();
}

Count MegatronStep::elements_of_layers() const
{
    Count out = 0;
    for (const MegatronLayer &layer : m_stage.layers) out += elements_of(layer);
    return out;
}

} // namespace plimsoll::step
