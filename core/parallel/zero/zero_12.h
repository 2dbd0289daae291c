// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/engine.h"
#include "core/parallel/zero/zero_step.h"

#include <unordered_map>

namespace plimsoll::step {

/// DeepSpeed's ZeRO-1 and 2: parameters in flat 16-bit tensors on every rank, a partition of them in float32 with its optimizer
/// states, gradients reduced through buckets (DeepSpeed 0.19.8, runtime/zero/stage_1_and_2.py, DeepSpeedZeroOptimizer).
class ZeroStage12 final : public Units {
public:
    /// Behind place().
    [[nodiscard]] const ZeroPartitions *partitions() const { return m_partitions.get(); }
    /// `quantised`: the model is packed on the card; else the engine brings it there, parameter by parameter.
    ZeroStage12(ZeroSettings settings, Count rank, Count ranks, bool trainer, bool quantised, Dtype dtype)
        : m_settings(settings), m_rank(rank), m_ranks(ranks), m_trainer(trainer), m_quantised(quantised), m_dtype(dtype)
    {}

    [[nodiscard]] bool loads_on_host() const override { return !m_quantised; }

    void place(Machine &m, ModelParameters parameters) override;
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override;
    void micro_batch(Machine &m, Count index, Count count) override;
    [[nodiscard]] bool wants_gradients() const override { return true; }
    [[nodiscard]] Count head_ranks() const override { return m_settings.sequence_ranks; }
    void accumulated(Machine &m, Leaf &leaf) override;
    void backward_ends(Machine &m) override;
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override;

private:
    static void bring_to_card(Machine &m, const ModelParameters &parameters);
    void cast_adapters(Machine &m, const ModelParameters &parameters) const;
    void sort_into_groups(const ModelParameters &parameters);
    void flatten_group(Machine &m, std::size_t group);
    void make_masters(Machine &m, std::size_t group);
    void collect_own(Machine &m);
    [[nodiscard]] Tensor gradient_of(Machine &m, const Leaf &leaf) const;
    [[nodiscard]] bool reduces_in_backward() const { return m_settings.stage == 2 || m_settings.overlap_comm; }

    ZeroSettings m_settings;
    Count m_rank, m_ranks;
    bool m_trainer, m_quantised, m_boundary = true;
    Dtype m_dtype; ///< in which the engine runs the model
    std::vector<std::vector<ZeroParameter>> m_groups;
    std::unordered_map<const Leaf *, const ZeroParameter *> m_of_leaf;
    std::unique_ptr<ZeroPartitions> m_partitions;
    std::unique_ptr<ZeroBuckets> m_buckets;
    std::vector<Tensor> m_flat; ///< bit16_groups_flat
    std::vector<MasterPartition> m_masters;
    std::vector<TensorList> m_accumulated; ///< all_grad_tensors
    Tensor m_temporary;                    ///< temp_grad_buffer_for_gpu_offload
};

} // namespace plimsoll::step
