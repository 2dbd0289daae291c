// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/zero/zero_partitions.h"
#include "core/parallel/zero/zero_settings.h"
#include "core/torch/autograd.h"

#include <vector>

namespace plimsoll::step {

/// CUDA streams of DeepSpeed's own, as Event::stream.
inline constexpr std::uint8_t zero_reduction_stream = 1, zero_gather_stream = 2;

/// A parameter that ZeRO-1 or 2 steps.
struct ZeroParameter {
    Leaf *leaf = nullptr;
    std::size_t group = 0, index = 0; ///< of its optimizer's group, and within it
    Count elements = 0, own = 0;      ///< of the whole, and of what lies in this rank's partition
};

/// The buffer through which ZeRO-1 and 2 reduce gradients, and the rank's own gradients beside it (DeepSpeed 0.19.8, runtime/
/// zero/stage_1_and_2.py: setup_buckets, reduce_independent_p_g_buckets_and_remove_grads, average_tensor, reduce_ipg_grads,
/// copy_grads_in_partition).
class ZeroBuckets {
public:
    /// The references outlive it.
    ZeroBuckets(const ZeroSettings &settings, const ZeroPartitions &partitions, Count rank, Dtype dtype)
        : m_settings(settings), m_partitions(partitions), m_rank(rank), m_dtype(dtype)
    {}

    /// setup_buckets: the buffers of a backward, once.
    void prepare(Machine &m);
    /// Takes a parameter's gradient up; reduces what is there where it does not fit.
    void add(Machine &m, const ZeroParameter &parameter);
    /// reduce_ipg_grads. Own gradients end up in grads_in_partition, those of others go (stage 2).
    void reduce(Machine &m);
    /// _release_ipg_buffers, and what other ranks' gradients held of them.
    void release();
    /// The running micro-batch is the step's last one.
    void at_boundary(bool last) { m_boundary = last; }
    /// reset_cpu_buffers
    void forget_norms() { m_norms.clear(); }
    [[nodiscard]] bool ready() const { return m_ready; }

private:
    void average(Machine &m);
    void all_reduce(Machine &m, std::size_t pieces, Count elements) const;
    void reduce_together(Machine &m);
    void reduce_by_owner(Machine &m);
    void reduce_separately(Machine &m);
    [[nodiscard]] std::vector<OwnedSlice> slices() const;
    void copy_own(Machine &m, const ZeroParameter &parameter);
    void send_to_host(Machine &m, const ZeroParameter &parameter);

    const ZeroSettings &m_settings;
    const ZeroPartitions &m_partitions;
    Count m_rank;
    Dtype m_dtype;
    Tensor m_buffers[2]; ///< the second with overlap_comm
    int m_at = 0;
    Count m_elements = 0;
    std::vector<const ZeroParameter *> m_entries;
    std::vector<const ZeroParameter *> m_previous; ///< of others, to go at the next reduction
    Tensor m_own;                                  ///< grads_in_partition
    TensorList m_norms;                            ///< of own gradients that went to the host
    bool m_ready = false, m_boundary = true;
};

} // namespace plimsoll::step
