// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

#include <initializer_list>
#include <memory>
#include <utility>

namespace plimsoll {

namespace {

/// grokadamw 0.1.2 grokadamw.py, _update_group: its names live until the next parameter's are there.
class GrokRule final : public step::OptimizerRule {
public:
    void create(step::Machine &, const step::Leaf &, step::OptimizerState &) const override {}
    void turn(step::Machine &m, step::Leaf &leaf, step::OptimizerState &) override
    {
        const auto make = [&](const char *name) { return m.empty(leaf.value.shape(), leaf.value.dtype(), name); };
        step::Tensor first = make("exp_avg.to"), second = make("exp_avg_sq.to");
        m_first = std::move(first);
        m_second = std::move(second);
        step::Tensor slow = make("grok_ema.to");
        m_slow = std::move(slow);
        {
            const step::Tensor scaled = make("mul");
            step::Tensor gradient = make("add");
            m_gradient = std::move(gradient);
        }
        const step::Tensor root = make("sqrt");
    }
    void end() override
    {
        for (step::Tensor *name : {&m_first, &m_second, &m_slow, &m_gradient}) name->reset();
    }

private:
    step::Tensor m_first, m_second, m_slow, m_gradient;
};

} // namespace

/// grokadamw.GrokAdamW: three states that stand on the host and visit the card one parameter after the other.
constinit const OptimizerKind optimizers::grokadamw = {
    .name = "grokadamw",
    .library = "grokadamw",
    .rule = [](const OptimizerUse &) -> std::unique_ptr<step::OptimizerRule> { return std::make_unique<GrokRule>(); },
    .states = 0,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
