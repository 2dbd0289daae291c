// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer of a test's own: three values of each parameter, which go to the host when the card is full, and one copy of the
// parameter in its turn. All that an optimizer takes is this file and the line that registers it.
#include "core/optimizers/optimizer_rules.h"
#include "tests/core/optimizers/toy_optimizer.h"

#include <initializer_list>

namespace plimsoll {

namespace {

class ToyRule final : public step::OptimizerRule {
public:
    void create(step::Machine &m, const step::Leaf &leaf, step::OptimizerState &state) const override
    {
        for (const char *name : {"first", "second", "third"})
            state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), name));
    }
    void turn(step::Machine &m, step::Leaf &leaf, step::OptimizerState &) override
    {
        const step::Tensor copy = m.empty(leaf.value.shape(), leaf.value.dtype(), "clone");
    }
};

} // namespace

constinit const OptimizerKind toy_optimizer = {
    .name = "toy",
    .title = "Toy",
    .library = "toy_optim",
    .rule = [](const OptimizerUse &) -> std::unique_ptr<step::OptimizerRule> { return std::make_unique<ToyRule>(); },
    .states = 3,
    .paged = true,
    .unchecked = "%1 is %2's",
    .fails_on_dtensors = {"toy_optim 1.0", "no shards"},
};

} // namespace plimsoll
