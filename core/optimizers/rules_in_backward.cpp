// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

namespace plimsoll::step {

namespace {

/// lomo-optim 0.1.1 lomo.py and adalomo.py, fuse_update: hooks on gradients update what the hook before left.
class LowMemory final : public OptimizerRule {
public:
    explicit LowMemory(bool adaptive) : m_adaptive(adaptive) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        if (m_adaptive) create_factored(m, leaf.value.shape(), Dtype::fp32, state);
    }
    [[nodiscard]] bool creates_at_once() const override { return m_adaptive; }
    [[nodiscard]] bool steps_one_behind() const override { return true; }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        const Shape shape = leaf.value.shape();
        const bool half = leaf.value.dtype() != Dtype::fp32;
        Tensor gradient = half ? m.empty(shape, Dtype::fp32, "grad.to") : leaf.grad;
        leaf.grad.reset();
        Tensor update;
        if (m_adaptive) {
            {
                const Tensor squared = m.empty(shape, Dtype::fp32, "pow");
                Tensor added = m.empty(shape, Dtype::fp32, "add");
                update = std::move(added);
            }
            Tensor next = shape.rank < 2 ? m.empty(shape, Dtype::fp32, "rsqrt") : approximate_update(m, shape);
            update = std::move(next);
        }
        if (half) const Tensor parameter = m.empty(shape, Dtype::fp32, "p.to");
    }

private:
    bool m_adaptive;
};

} // namespace

std::unique_ptr<OptimizerRule> lomo(bool adaptive) { return std::make_unique<LowMemory>(adaptive); }

} // namespace plimsoll::step
