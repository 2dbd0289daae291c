// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

#include <initializer_list>
#include <memory>

namespace plimsoll {

namespace {

/// torch-optimi 0.3.3 stableadamw.py, _init_state. Whatever optim_args says of kahan_sum but nothing, bool() of a text is True.
class StableRule final : public step::OptimizerRule {
public:
    void create(step::Machine &m, const step::Leaf &leaf, step::OptimizerState &state) const override
    {
        const Dtype dtype = leaf.value.dtype();
        for (const char *name : {"exp_avg", "exp_avg_sq"}) state.push_back(m.empty(leaf.value.shape(), dtype, name));
        state.push_back(m.empty({1}, dtype, "eps_sq"));
        if (dtype == Dtype::fp32)
            state.push_back(m.empty({1}, Dtype::uint8, "kahan_comp"));
        else
            state.push_back(m.empty(leaf.value.shape(), dtype, "kahan_comp"));
        state.push_back(m.empty({1}, Dtype::fp32, "mean_square"));
    }
};

} // namespace

/// optimi.StableAdamW in its Triton form: beside 16-bit weights what rounding lost of them (Kahan), single values else.
constinit const OptimizerKind optimizers::stable_adamw = {
    .name = "stable_adamw",
    .library = "optimi",
    .rule = [](const OptimizerUse &) -> std::unique_ptr<step::OptimizerRule> { return std::make_unique<StableRule>(); },
    .states = 2,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
