// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/cut_model.h"
#include "core/parallel/engine.h"

#include <memory>
#include <string>
#include <unordered_set>

namespace plimsoll::step {

/// Hooks of transformers' tensor parallel in training (5.23 distributed/tensor_parallel.py, torch 2.15 distributed/tensor): modules
/// work on DTensors whose collectives give results of their own.
class TensorParallel final : public Units {
public:
    /// `within`: FSDP 2 over the shares; null: none.
    TensorParallel(const RankCall &call, std::unique_ptr<Units> within);

    [[nodiscard]] bool loads_on_host() const override { return m_within && m_within->loads_on_host(); }
    void place(Machine &m, ModelParameters model) override;
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override;
    void micro_batch(Machine &m, Count index, Count count) override;
    [[nodiscard]] Tensor enter(Machine &m, Block block, Tensor input) override;
    [[nodiscard]] Tensor leave(Machine &m, Block block, Tensor output) override;
    [[nodiscard]] bool wants_modules() const override { return true; }
    [[nodiscard]] Tensor enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input) override;
    [[nodiscard]] Tensor leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output) override;
    void backward_ends(Machine &m) override;
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override;

private:
    [[nodiscard]] CutStyle style_of(const char *name) const;
    [[nodiscard]] Tensor looked_up(Machine &m, Leaf &table, Tensor output);

    Count m_ranks;
    Count m_vocabulary;                                     ///< of the whole model
    double m_clips;                                         ///< plan.max_grad_norm
    std::string m_head;                                     ///< name of the head
    std::vector<std::pair<std::string, CutStyle>> m_styles; ///< by the name of a layer's matrix
    std::vector<std::pair<std::string, Count>> m_gathered;  ///< columns of the whole matrix where they are gathered
    std::unique_ptr<Units> m_within;
    std::unordered_set<const Leaf *> m_cut_adapters; ///< of column-cut matrices, both halves
    Leaf *m_embedding = nullptr;
    bool m_tied = false;
    Tensor m_mask, m_ids; ///< of the embedding while it runs
};

} // namespace plimsoll::step
