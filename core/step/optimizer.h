// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/step/autograd.h"

namespace plimsoll::step {

/// An optimizer's states and what its step() allocates. States come into being at the first step.
class OptimizerModel {
public:
    OptimizerModel(const Optimizer &optimizer, std::vector<Leaf *> parameters);

    void step(Machine &m);
    /// Makes the states that the first step would make; nothing when they stand.
    void create_states(Machine &m);
    /// zero_grad(set_to_none=True)
    void zero_grad();
    /// torch.nn.utils.clip_grad_norm_, foreach: one norm a tensor.
    void clip(Machine &m);

private:
    struct State {
        std::vector<Tensor> tensors;
    };
    void create_adam(Machine &m, const Leaf &leaf, State &state) const;
    void create_adafactor(Machine &m, const Leaf &leaf, State &state) const;
    void create_eight_bit(Machine &m, const Leaf &leaf, State &state) const;
    void foreach_temporaries(Machine &m);
    void single_temporaries(Machine &m);
    void adafactor_temporaries(Machine &m);
    [[nodiscard]] bool eight_bit() const;
    [[nodiscard]] bool paged() const;

    Optimizer m_optimizer;
    std::vector<Leaf *> m_parameters;
    std::vector<State> m_states;
};

} // namespace plimsoll::step
