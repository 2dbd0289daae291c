// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/optimizer.h"

namespace plimsoll::step {

OptimizerModel::OptimizerModel(const Optimizer &optimizer, std::vector<Leaf *> parameters)
    : m_optimizer(optimizer), m_parameters(std::move(parameters))
{}

bool OptimizerModel::eight_bit() const
{
    return m_optimizer.name == OptimizerName::adamw_8bit || m_optimizer.name == OptimizerName::paged_adamw_8bit;
}

bool OptimizerModel::paged() const
{
    return m_optimizer.name == OptimizerName::paged_adamw_8bit || m_optimizer.name == OptimizerName::paged_adamw_32bit;
}

void OptimizerModel::create_adam(Machine &m, const Leaf &leaf, State &state) const
{
    // torch/optim/adam.py _init_group: the step counter stands on the device for the fused implementation only
    if (m_optimizer.implementation == OptimizerImplementation::fused)
        state.tensors.push_back(m.empty({1}, Dtype::fp32, "step", Component::optimizer));
    for (const char *name : {"exp_avg", "exp_avg_sq"})
        state.tensors.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), name, Component::optimizer));
}

void OptimizerModel::create_eight_bit(Machine &m, const Leaf &leaf, State &state) const
{
    // bitsandbytes 0.50 optim/optimizer.py: 8-bit states from 4,096 elements on, blocks of 256; embeddings stay in 32 bit
    // (GlobalOptimManager override of the Trainer); paged states of 1e5 elements and more live in managed memory
    constexpr Count smallest = 4096, block = 256, paged_from = 100'000;
    const Count n = leaf.value.elements();
    const bool small = n < smallest || !eight_bit() || leaf.embedding;
    const bool managed = paged() && n >= paged_from;
    for (const char *name : {"state1", "state2"})
        if (!managed) state.tensors.push_back(m.empty({n}, small ? Dtype::fp32 : Dtype::uint8, name, Component::optimizer));
    if (small) return;
    for (const char *name : {"absmax1", "absmax2"})
        state.tensors.push_back(m.empty({(n + block - 1) / block}, Dtype::fp32, name, Component::optimizer));
}

void OptimizerModel::create_adafactor(Machine &m, const Leaf &leaf, State &state) const
{
    const Shape &shape = leaf.value.shape();
    if (shape.rank < 2) {
        state.tensors.push_back(m.empty(shape, Dtype::fp32, "exp_avg_sq", Component::optimizer));
        return;
    }
    state.tensors.push_back(m.empty({shape.size[0]}, Dtype::fp32, "exp_avg_sq_row", Component::optimizer));
    state.tensors.push_back(m.empty({shape.size[1]}, Dtype::fp32, "exp_avg_sq_col", Component::optimizer));
}

void OptimizerModel::create_states(Machine &m)
{
    if (!m_states.empty()) return;
    m_states.resize(m_parameters.size());
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Leaf &leaf = *m_parameters[i];
        State &state = m_states[i];
        m.scope.layer = leaf.layer;
        switch (m_optimizer.name) {
        case OptimizerName::adamw:
        case OptimizerName::adam: create_adam(m, leaf, state); break;
        case OptimizerName::sgd_momentum:
            state.tensors.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), "momentum_buffer", Component::optimizer));
            break;
        case OptimizerName::lion:
            state.tensors.push_back(m.empty(leaf.value.shape(), Dtype::fp32, "state1", Component::optimizer));
            break;
        case OptimizerName::adafactor: create_adafactor(m, leaf, state); break;
        case OptimizerName::adamw_8bit:
        case OptimizerName::paged_adamw_8bit:
        case OptimizerName::paged_adamw_32bit: create_eight_bit(m, leaf, state); break;
        default: break;
        }
    }
    m.scope.layer = -1;
}

void OptimizerModel::foreach_temporaries(Machine &m)
{
    // torch/optim/adam.py _multi_tensor_adam: the list of square roots stands beside the parameters
    std::vector<Tensor> roots;
    for (const Leaf *leaf : m_parameters) {
        m.scope.layer = leaf->layer;
        roots.push_back(m.empty(leaf->value.shape(), leaf->value.dtype(), "foreach_sqrt"));
    }
    m.scope.layer = -1;
}

void OptimizerModel::single_temporaries(Machine &m)
{
    for (const Leaf *leaf : m_parameters) {
        const Tensor root = m.empty(leaf->value.shape(), leaf->value.dtype(), "sqrt");
        const Tensor denominator = m.empty(leaf->value.shape(), leaf->value.dtype(), "div");
    }
}

void OptimizerModel::adafactor_temporaries(Machine &m)
{
    // transformers optimization.py Adafactor.step: gradient, square and update of one parameter in float32
    for (const Leaf *leaf : m_parameters) {
        Tensor gradient = leaf->grad;
        if (gradient.dtype() != Dtype::fp32) gradient = m.empty(leaf->value.shape(), Dtype::fp32, "grad_float");
        Tensor parameter = leaf->value;
        if (parameter.dtype() != Dtype::fp32) parameter = m.empty(leaf->value.shape(), Dtype::fp32, "param_float");
        Tensor square = m.empty(leaf->value.shape(), Dtype::fp32, "update");
        const Tensor update = m.empty(leaf->value.shape(), Dtype::fp32, "update");
    }
}

void OptimizerModel::step(Machine &m)
{
    create_states(m);
    const bool adam = m_optimizer.name == OptimizerName::adamw || m_optimizer.name == OptimizerName::adam;
    if (adam && m_optimizer.implementation == OptimizerImplementation::foreach_) foreach_temporaries(m);
    if (adam && m_optimizer.implementation == OptimizerImplementation::single) single_temporaries(m);
    if (m_optimizer.name == OptimizerName::adafactor) adafactor_temporaries(m);
}

void OptimizerModel::clip(Machine &m)
{
    std::vector<Tensor> norms;
    for (const Leaf *leaf : m_parameters) norms.push_back(m.empty({1}, leaf->value.dtype(), "norm"));
    norms.push_back(m.empty({static_cast<Count>(m_parameters.size())}, Dtype::fp32, "stack"));
}

void OptimizerModel::zero_grad()
{
    for (Leaf *leaf : m_parameters) leaf->grad.reset();
}

} // namespace plimsoll::step
