// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

#include <initializer_list>
#include <memory>
#include <utility>

namespace plimsoll {

namespace {

/// torchdistx 0.3 optimizers/anyprecision_optimizer.py.
class AnyPrecisionRule final : public step::OptimizerRule {
public:
    explicit AnyPrecisionRule(bool kahan) : m_kahan(kahan) {}

    void create(step::Machine &m, const step::Leaf &leaf, step::OptimizerState &state) const override
    {
        for (const char *name : {"exp_avg", "exp_avg_sq"}) state.push_back(m.empty(leaf.value.shape(), Dtype::fp32, name));
        if (m_kahan) state.push_back(m.empty(leaf.value.shape(), Dtype::bf16, "compensation"));
    }
    void turn(step::Machine &m, step::Leaf &leaf, step::OptimizerState &) override
    {
        const step::Tensor root = m.empty(leaf.value.shape(), Dtype::fp32, "sqrt");
        step::Tensor divided = m.empty(leaf.value.shape(), Dtype::fp32, "div");
        m_centered = std::move(divided);
    }
    void end() override { m_centered.reset(); }

private:
    bool m_kahan;
    step::Tensor m_centered; ///< the loop's name
};

} // namespace

/// torchdistx.optimizers.AnyPrecisionAdamW as transformers sets it: both moments in float32.
constinit const OptimizerKind optimizers::adamw_anyprecision = {
    .name = "adamw_anyprecision",
    .library = "torchdistx",
    .rule = [](const OptimizerUse &use) -> std::unique_ptr<step::OptimizerRule> {
        return std::make_unique<AnyPrecisionRule>(use.turned_on("use_kahan_summation"));
    },
    .states = 2,
    .unchecked = QT_TRANSLATE_NOOP("core", "%1: %2's states as its source has them; no run was held against it."),
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
