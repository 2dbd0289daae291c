// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/optimizers/optimizer_rules.h"

#include <initializer_list>

namespace plimsoll::step {

namespace {

class TorchAdam final : public OptimizerRule {
public:
    explicit TorchAdam(OptimizerImplementation form) : m_form(form) {}

    [[nodiscard]] Count values() const override { return 2; }
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        // Adam._init_group: the step counter stands on the device for the fused implementation only
        if (m_form == OptimizerImplementation::fused) state.push_back(m.empty({1}, Dtype::fp32, "step"));
        for (const char *name : {"exp_avg", "exp_avg_sq"}) state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), name));
    }

    void together(Machine &m, const std::vector<Leaf *> &parameters) override
    {
        // _multi_tensor_adam: the list of square roots stands beside the parameters, one dtype after another
        if (m_form != OptimizerImplementation::foreach_) return;
        const std::int16_t caller = m.scope.layer; // a layer's where the step is taken within backward
        std::vector<Tensor> roots;                 // the loop's name: the next list stands before this one goes
        for (const Dtype dtype : {Dtype::fp32, Dtype::bf16, Dtype::fp16}) {
            std::vector<Tensor> next;
            for (const Leaf *leaf : parameters) {
                if (leaf->value.dtype() != dtype) continue;
                m.scope.layer = leaf->layer;
                next.push_back(m.empty(leaf->value.shape(), dtype, "foreach_sqrt"));
            }
            m.scope.layer = caller;
            if (!next.empty()) roots = std::move(next);
        }
    }

    void turn(Machine &m, const Leaf &leaf, OptimizerState &) override
    {
        // _single_tensor_adam: denom = (exp_avg_sq.sqrt() / …).add_(eps)
        if (m_form != OptimizerImplementation::single) return;
        const Tensor root = m.empty(leaf.value.shape(), leaf.value.dtype(), "sqrt");
        Tensor divided = m.empty(leaf.value.shape(), leaf.value.dtype(), "div");
        m_denominator = std::move(divided);
    }

    void end() override { m_denominator.reset(); }

private:
    OptimizerImplementation m_form;
    Tensor m_denominator;
};

class TorchSgd final : public OptimizerRule {
public:
    explicit TorchSgd(bool momentum) : m_momentum(momentum) {}

    [[nodiscard]] Count values() const override { return m_momentum ? 1 : 0; }
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (m_momentum) state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), "momentum_buffer"));
    }

private:
    bool m_momentum;
};

} // namespace

std::unique_ptr<OptimizerRule> torch_adam(OptimizerImplementation implementation)
{
    return std::make_unique<TorchAdam>(implementation);
}

std::unique_ptr<OptimizerRule> torch_sgd(bool momentum) { return std::make_unique<TorchSgd>(momentum); }

} // namespace plimsoll::step
