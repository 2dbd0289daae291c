// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"
#include "core/parallel/gradient_buckets.h"

#include <array>
#include <deque>
#include <limits>

// torch 2.15 nn/parallel/distributed.py and csrc/distributed/c10d/reducer.cpp.

namespace plimsoll {

namespace {

using step::Block;
using step::Leaf;
using step::Machine;
using step::Tensor;

constexpr Bytes no_limit = std::numeric_limits<Bytes>::max();
constexpr Bytes first_bucket = mib;                                     ///< dist._DEFAULT_FIRST_BUCKET_BYTES
constexpr Bytes distributed_data_parallel_broadcast_bucket = 250 * mib; ///< DistributedDataParallel.broadcast_bucket_size

/// Leaves in their order, each stretch of layers that stand for more as often as they do.
std::vector<BucketPiece> expanded(const Machine &m, std::span<Leaf *const> leaves)
{
    std::vector<BucketPiece> out;
    for (std::size_t i = 0; i < leaves.size();) {
        const Count times = m.times(leaves[i]->layer);
        std::size_t end = i;
        while (end < leaves.size() && m.times(leaves[end]->layer) == times) ++end;
        for (Count again = 0; again < times; ++again)
            for (std::size_t j = i; j < end; ++j) out.push_back({leaves[j]->value.elements(), leaves[j]->value.dtype()});
        i = end;
    }
    return out;
}

class DistributedDataParallel final : public step::Units {
public:
    explicit DistributedDataParallel(const RankCall &call)
        : m_parallel(call.plan.parallel), m_trainer(call.trainer), m_cap(m_parallel.bucket_mb * mib),
          m_default_cap(!call.plan.has("parallel.bucket_mb")), m_finds_unused(finds_unused(call.plan, call.trainer))
    {}

    void place(Machine &m, step::ModelParameters parameters) override
    {
        std::vector<Leaf *> all, trained;
        for (const step::RegisteredParameter *p : parameters.all()) {
            all.push_back(p->leaf);
            if (p->leaf->trains) trained.push_back(p->leaf);
        }
        broadcast(m, all);
        const bool one = m_parallel.static_graph || !m_finds_unused; // BucketCapacityConfig.compute_bucket_size_limits
        make_buckets(m, trained, one ? std::vector<Bytes>{no_limit} : limits());
    }

    void micro_batch(Machine &m, Count index, Count count) override
    {
        // Trainer's accumulate() is no_sync for every micro-batch but the last
        const bool holds = m_trainer || m_parallel.accumulate_without_sync;
        m_synchronises = !holds || index + 1 == count;
        if (index == 0) ++m_step;
        if (m_rebuilt || m_arrived.empty() || (m_finds_unused && !m_parallel.static_graph)) return;
        m_rebuilt = true; // Reducer::rebuild_buckets: the old ones go first
        m_buckets.clear();
        make_buckets(m, m_arrived, limits());
    }

    void outputs(Machine &m, std::vector<Tensor> &logits, Tensor &loss) override
    {
        const bool sinks = m_parallel.static_graph ? m_step == 1 : m_finds_unused;
        if (!sinks) return;
        const std::vector<Tensor> returned = logits; // output_tensor_list, until DDP's forward returns
        const Tensor returned_loss = loss;
        loss = cloned(m, loss);
        for (Tensor &held : logits) held = cloned(m, held);
    }

    [[nodiscard]] bool wants_gradients() const override { return true; }
    void accumulated(Machine & /*m*/, Leaf &leaf) override
    {
        if (!m_synchronises) return;
        if (!m_rebuilt && m_step == 1) m_arrived.push_back(&leaf);
        if (!m_parallel.gradient_as_bucket_view || m_buckets.empty()) return;
        leaf.grad = m_buckets.front().view(leaf.value.shape()); // its own storage goes
    }

private:
    /// transformers 5.23 trainer.py _build_accelerator_args; torch's own default in a plain loop.
    static bool finds_unused(const Plan &plan, bool trainer)
    {
        if (plan.parallel.find_unused_parameters) return *plan.parallel.find_unused_parameters;
        return trainer && (plan.trains_adapter() || !plan.gradient_checkpointing.enabled);
    }

    [[nodiscard]] std::vector<Bytes> limits() const
    {
        return m_default_cap && first_bucket < m_cap ? std::vector<Bytes>{first_bucket, m_cap} : std::vector<Bytes>{m_cap};
    }

    void make_buckets(Machine &m, std::span<Leaf *const> leaves, const std::vector<Bytes> &limits)
    {
        for (const GradientBucket &bucket : bucket_assignment(expanded(m, leaves), limits))
            m_buckets.push_back(m.empty({bucket.elements}, bucket.dtype, "ddp_bucket", Component::communication));
    }

    /// _sync_module_states: flat copies, two of them in flight; a tensor alone needs none.
    static void broadcast(Machine &m, std::span<Leaf *const> all)
    {
        std::deque<Tensor> in_flight;
        for (const GradientBucket &bucket :
             bucket_assignment(expanded(m, all), std::array{distributed_data_parallel_broadcast_bucket})) {
            if (in_flight.size() == 2) in_flight.pop_front();
            in_flight.push_back(
                bucket.pieces == 1 ? Tensor() : m.empty({bucket.elements}, bucket.dtype, "broadcast", Component::communication));
        }
        while (!in_flight.empty()) in_flight.pop_front();
    }

    static Tensor cloned(Machine &m, const Tensor &tensor)
    {
        if (!tensor.requires_grad()) return tensor;
        Tensor out = m.empty(tensor.shape(), tensor.dtype(), "ddp_sink", Component::logits_loss);
        out.node = tensor.node;
        return out;
    }

    Parallel m_parallel;
    bool m_trainer;
    Bytes m_cap;
    bool m_default_cap, m_finds_unused;
    bool m_synchronises = true, m_rebuilt = false;
    int m_step = 0;
    std::vector<Tensor> m_buckets;
    std::vector<Leaf *> m_arrived; ///< in the first step
};

} // namespace

std::unique_ptr<step::Units> distributed_data_parallel(const RankCall &call)
{
    return std::make_unique<DistributedDataParallel>(call);
}

} // namespace plimsoll
