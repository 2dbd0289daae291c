// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

#include <initializer_list>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

class TorchAdam final : public OptimizerRule {
public:
    explicit TorchAdam(OptimizerImplementation form) : m_form(form) {}

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

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
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

class ByLists final : public OptimizerRule {
public:
    explicit ByLists(const ListRule &rule) : m_rule(rule) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        for (int i = 0; i < m_rule.counters; ++i) state.push_back(m.empty({1}, Dtype::fp32, "step"));
        for (int i = 0; i < m_rule.states; ++i) state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), "state"));
    }
    [[nodiscard]] bool creates_at_once() const override { return m_rule.at_once; }

    void together(Machine &m, const std::vector<Leaf *> &parameters) override
    {
        const std::int16_t caller = m.scope.layer; // a layer's where the step is taken within backward
        std::vector<std::vector<Tensor>> held(static_cast<std::size_t>(m_rule.lists + m_rule.scalars));
        for (const Dtype dtype : {Dtype::fp32, Dtype::bf16, Dtype::fp16})
            for (std::size_t i = 0; i < held.size(); ++i) {
                std::vector<Tensor> next;
                const bool whole = i < static_cast<std::size_t>(m_rule.lists);
                for (const Leaf *leaf : parameters) {
                    if (leaf->value.dtype() != dtype) continue;
                    m.scope.layer = leaf->layer;
                    next.push_back(whole ? m.empty(leaf->value.shape(), dtype, m_rule.made)
                                         : m.empty({1}, Dtype::fp32, "foreach_pow"));
                }
                m.scope.layer = caller;
                if (!next.empty()) held[i] = std::move(next);
            }
    }

private:
    ListRule m_rule;
};

class TorchRprop final : public OptimizerRule {
public:
    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        for (const char *name : {"prev", "step_size"}) state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), name));
    }

    void together(Machine &m, const std::vector<Leaf *> &parameters) override
    {
        // _multi_tensor_rprop: signs of all stand while each gradient is masked; then signs of the gradients
        const std::int16_t caller = m.scope.layer;
        std::vector<Tensor> signs;
        const auto make = [&](const char *name) {
            signs.clear();
            for (const Leaf *leaf : parameters) {
                m.scope.layer = leaf->layer;
                signs.push_back(m.empty(leaf->value.shape(), leaf->value.dtype(), name));
            }
            m.scope.layer = caller;
        };
        make("foreach_mul");
        for (const Leaf *leaf : parameters) {
            m.scope.layer = leaf->layer;
            const Tensor mask = m.empty(leaf->value.shape(), Dtype::uint8, "eq");
            const Tensor masked = m.empty(leaf->value.shape(), leaf->value.dtype(), "where");
        }
        m.scope.layer = caller;
        make("sign");
    }
};

class TorchSgd final : public OptimizerRule {
public:
    explicit TorchSgd(bool momentum) : m_momentum(momentum) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (m_momentum) state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), "momentum_buffer"));
    }

private:
    bool m_momentum;
};

} // namespace

std::unique_ptr<OptimizerRule> by_lists(const ListRule &rule) { return std::make_unique<ByLists>(rule); }

std::unique_ptr<OptimizerRule> torch_rprop() { return std::make_unique<TorchRprop>(); }

std::unique_ptr<OptimizerRule> torch_adam(OptimizerImplementation implementation)
{
    return std::make_unique<TorchAdam>(implementation);
}

std::unique_ptr<OptimizerRule> torch_sgd(bool momentum) { return std::make_unique<TorchSgd>(momentum); }

} // namespace plimsoll::step
