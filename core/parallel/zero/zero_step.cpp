// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_step.h"

#include "core/optimizers/optimizer.h"

namespace plimsoll::step {

void take_gradient_norm(Machine &m, const std::vector<std::vector<Count>> &slices)
{
    TensorList groups;
    for (const std::vector<Count> &group : slices) {
        TensorList norms;
        for (const Count elements : group) {
            const Tensor wide = m.empty({elements}, Dtype::int64, "to_float64");
            norms.push_back(m.empty({1}, Dtype::int64, "vector_norm"));
        }
        if (!norms.empty()) (void)m.empty({static_cast<Count>(norms.size())}, Dtype::int64, "stack");
        groups.push_back(m.empty({1}, Dtype::fp32, "norm"));
    }
    (void)m.empty({static_cast<Count>(groups.size())}, Dtype::fp32, "stack");
}

void step_partition(Machine &m, OptimizerModel &optimizer, MasterPartition &master, std::size_t index, Dtype dtype)
{
    const Component component = Component::gradients;
    Tensor flat =
        master.gradients.size() == 1 ? master.gradients.front() : m.empty({master.elements}, dtype, "flatten", component);
    master.leaf.grad = dtype == Dtype::fp32 ? flat : m.empty({master.elements}, Dtype::fp32, "to_float32", component);
    flat.reset();
    master.gradients.clear();
    optimizer.step_only(m, index);
    master.leaf.grad.reset();
}

} // namespace plimsoll::step
