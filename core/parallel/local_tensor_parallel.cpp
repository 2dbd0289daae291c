// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/local_tensor_parallel.h"

#include <utility>

namespace plimsoll {

namespace step {

namespace {

/// Tells the shares, and leaves all else to whoever shards them.
class LocalTensorParallel final : public Units {
public:
    LocalTensorParallel(TensorShare share, std::unique_ptr<Units> within) : m_share(share), m_within(std::move(within)) {}

    [[nodiscard]] bool loads_on_host() const override { return m_within->loads_on_host(); }
    void place(Machine &m, ModelParameters model) override { m_within->place(m, std::move(model)); }
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override
    {
        return m_within->stepped(std::move(trained));
    }
    void micro_batch(Machine &m, Count index, Count count) override { m_within->micro_batch(m, index, count); }
    [[nodiscard]] Tensor enter(Machine &m, Block block, Tensor input) override
    {
        return m_within->enter(m, block, std::move(input));
    }
    [[nodiscard]] Tensor leave(Machine &m, Block block, Tensor output) override
    {
        return m_within->leave(m, block, std::move(output));
    }
    [[nodiscard]] Tensor enter_head(Machine &m, Tensor rows, bool last) override
    {
        return m_within->enter_head(m, std::move(rows), last);
    }
    void leave_head(Machine &m) override { m_within->leave_head(m); }
    [[nodiscard]] TensorShare tensor_share() const override { return m_share; }
    void backward_ends(Machine &m) override { m_within->backward_ends(m); }
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override { return m_within->step(m, optimizer); }

private:
    TensorShare m_share;
    std::unique_ptr<Units> m_within;
};

} // namespace

} // namespace step

std::unique_ptr<step::Units> local_tensor_parallel(const RankCall &call, std::unique_ptr<step::Units> within)
{
    const Parallel &parallel = call.plan.parallel;
    if (!within) within = std::make_unique<step::Units>();
    return std::make_unique<step::LocalTensorParallel>(step::TensorShare{parallel.tensor, parallel.sequence}, std::move(within));
}

} // namespace plimsoll
