// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer.h"

#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

Count state_values(const Plan &plan) { return kind_of(plan.optimizer).states; }

bool decays_by_name(std::string_view name)
{
    for (const std::string_view word : {"bias", "layernorm", "rmsnorm"})
        if (name.find(word) != std::string_view::npos) return false;
    for (std::size_t dot = 0; dot != std::string_view::npos; name.remove_prefix(dot == std::string_view::npos ? 0 : dot + 1)) {
        dot = name.find('.');
        const std::string_view part = name.substr(0, dot);
        if (part == "norm" || part.ends_with("_norm")) return false;
    }
    return true;
}

OptimizerModel::OptimizerModel(const Plan &plan, OptimizerHabits habits, std::vector<Leaf *> parameters)
    : m_parameters(std::move(parameters)), m_states(m_parameters.size())
{
    const OptimizerKind &kind = kind_of(plan.optimizer);
    if (kind.rule) m_rule = kind.rule({plan.optimizer, habits.by_trainer});
    if (!habits.by_trainer) return;
    // Trainer.create_optimizer's groups; those of _setup_low_rank_optimizer (trainer_optimizer.py) come in their place
    const auto first = [this, &kind](const Leaf *leaf) {
        return kind.projects ? !m_rule->projects(*leaf) : leaf->value.shape().rank > 1 || leaf->decays;
    };
    std::ranges::stable_partition(m_parameters, first);
}

void OptimizerModel::create_at_once(Machine &m)
{
    if (m_rule && m_rule->creates_at_once()) create_states(m);
}

OptimizerModel::~OptimizerModel() = default;

void OptimizerModel::ensure(Machine &m, std::size_t index)
{
    if (!m_rule || !m_states[index].empty()) return;
    const Component before = std::exchange(m.scope.component, Component::optimizer);
    m_rule->create(m, *m_parameters[index], m_states[index]);
    m.scope.component = before;
}

void OptimizerModel::create_states(Machine &m)
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        m.scope.layer = m_parameters[i]->layer;
        ensure(m, i);
    }
    m.scope.layer = -1;
}

void OptimizerModel::step(Machine &m)
{
    if (!m_rule) return;
    if (!m_rule->creates_in_turn()) create_states(m);
    m_rule->together(m, m_parameters);
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        m.scope.layer = m_parameters[i]->layer;
        if (m_rule->creates_in_turn()) ensure(m, i);
        m_rule->turn(m, *m_parameters[i], m_states[i]);
        tell_update(m, *m_parameters[i], m_states[i]);
    }
    m.scope.layer = -1;
    m_rule->end();
}

/// States, gradient and parameter are read, states and parameter written.
void OptimizerModel::tell_update(Machine &m, const Leaf &leaf, const TensorList &states)
{
    if (!m.work) return;
    Bytes kept = 0;
    for (const Tensor &state : states) kept += state.bytes();
    m.moves("optimizer_update", kept + leaf.value.bytes(), kept + 2 * leaf.value.bytes());
}

void OptimizerModel::step_only(Machine &m, std::size_t index)
{
    if (!m_rule) return;
    ensure(m, index);
    m_rule->together(m, {m_parameters[index]});
    m_rule->turn(m, *m_parameters[index], m_states[index]);
    tell_update(m, *m_parameters[index], m_states[index]);
    m_rule->end();
}

void OptimizerModel::step_in_backward(Machine &m)
{
    if (!m_rule) return;
    m.after_accumulate = [this, &m](Leaf &leaf) {
        const auto found = std::ranges::find(m_parameters, &leaf);
        if (found == m_parameters.end()) return;
        const auto index = static_cast<std::size_t>(found - m_parameters.begin());
        if (m_rule->steps_one_behind()) {
            step_behind(m);
            m_behind = index;
            return;
        }
        step_only(m, index);
        leaf.grad.reset();
    };
}

void OptimizerModel::step_behind(Machine &m)
{
    if (!m_behind) return;
    Leaf &leaf = *m_parameters[*m_behind];
    const std::int16_t caller = std::exchange(m.scope.layer, leaf.layer);
    step_only(m, *m_behind);
    leaf.grad.reset();
    m.scope.layer = caller;
    m_behind.reset();
}

void OptimizerModel::clip(Machine &m)
{
    // ATen/native/cuda/ForeachReduceOp.cu: one partial result a chunk, of the tensors of one dtype; then a norm a tensor
    constexpr Count chunk = 65536;
    TensorList norms;
    Count all = 0;
    for (const Dtype dtype : {Dtype::fp32, Dtype::bf16, Dtype::fp16}) {
        Count chunks = 0, tensors = 0;
        std::vector<std::int16_t, PoolAllocator<std::int16_t>> layers;
        for (const Leaf *leaf : m_parameters) {
            if (leaf->value.dtype() != dtype) continue;
            m.scope.layer = leaf->layer;
            m.moves("clip_grad_norm", leaf->value.bytes(), 2 * leaf->value.bytes());
            layers.push_back(leaf->layer);
            tensors += m.times(leaf->layer);
            chunks += product((leaf->value.elements() + chunk - 1) / chunk, m.times(leaf->layer));
        }
        m.scope.layer = -1;
        if (layers.empty()) continue;
        const Tensor offsets = m.empty({tensors + 1}, Dtype::int64, "foreach_norm");
        const Tensor partial = m.empty({chunks}, Dtype::fp32, "foreach_norm");
        for (const std::int16_t layer : layers) {
            m.scope.layer = layer;
            norms.push_back(m.empty({1}, dtype, "foreach_norm"));
        }
        m.scope.layer = -1;
        all += tensors;
    }
    const Tensor stacked = m.empty({all}, Dtype::fp32, "stack");
    const Tensor total = m.empty({1}, Dtype::fp32, "vector_norm");
}

void OptimizerModel::zero_grad()
{
    for (Leaf *leaf : m_parameters) leaf->grad.reset();
}

} // namespace plimsoll::step
