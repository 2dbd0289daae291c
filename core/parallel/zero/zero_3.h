// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/zero/zero_gathers.h"
#include "core/parallel/zero/zero_step.h"

#include <memory>
#include <string>

namespace plimsoll::step {

/// DeepSpeed's ZeRO-3: a share of every parameter, of its float32 copy, optimizer states and gradient on each rank (DeepSpeed
/// 0.19.8, runtime/zero/stage3.py, parameter_offload.py).
class ZeroStage3 final : public Units {
public:
    /// `quantised`: the model is packed on the card before it is cut. `packed_width`: as ZeroGathers has it.
    ZeroStage3(ZeroSettings settings, Count ranks, bool trainer, bool quantised, Count packed_width)
        : m_settings(settings), m_gathers(m_settings, ranks, packed_width), m_trainer(trainer), m_quantised(quantised)
    {}

    [[nodiscard]] bool loads_on_host() const override { return !m_quantised; }
    void place(Machine &m, ModelParameters parameters) override;
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override;
    void micro_batch(Machine &m, Count index, Count count) override;
    [[nodiscard]] Tensor enter(Machine &m, Block block, Tensor input) override;
    [[nodiscard]] Tensor leave(Machine &m, Block block, Tensor output) override;
    [[nodiscard]] bool wants_modules() const override { return true; }
    [[nodiscard]] Tensor enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input) override;
    [[nodiscard]] Tensor leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output) override;
    [[nodiscard]] bool replaces_linear() const override { return true; }
    [[nodiscard]] Count head_ranks() const override { return m_settings.sequence_ranks; }
    [[nodiscard]] bool wants_gradients() const override { return true; }
    void accumulated(Machine &m, Leaf &leaf) override;
    void backward_ends(Machine &m) override;
    void begin_generation(Machine &m) override;
    void end_generation(Machine &m) override;
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override;

private:
    struct Trained {
        Leaf *leaf = nullptr;
        std::size_t parameter = 0; ///< among all
        Count elements = 0;
    };
    /// The modules around those that own parameters have hooks as well; which of them is open in forward and in backward.
    struct Container {
        std::string name;
        bool activated = false; ///< its activation function, a module too, has run
    };

    void cut_while_loading(Machine &m, const ModelParameters &parameters);
    void cut_loaded(Machine &m, const ModelParameters &parameters);
    void defragment(Machine &m);
    void make_masters(Machine &m);
    void make_buffers(Machine &m);
    void group_trained(const ModelParameters &parameters);
    void open_container(Machine &m, const ModuleLeaves &leaves);
    void open_container_backward(Machine &m, const std::string &name, bool first_in_it, bool tail);
    /// DeepSpeed's seq_parallel_communication_data_type, where ranks divide sequences.
    [[nodiscard]] Dtype sent_in() const { return m_settings.sequence_ranks > 1 ? Dtype::fp32 : m_dtype; }
    [[nodiscard]] TensorList reduced(Machine &m, bool in_place, bool alone) const;
    void reduce(Machine &m);
    void send_to_host(Machine &m, const Trained &one);
    [[nodiscard]] std::uint8_t reduction_stream(const Machine &m) const;

    ZeroSettings m_settings;
    ZeroGathers m_gathers;
    bool m_trainer, m_quantised, m_boundary = true;
    bool m_unhooked = false; ///< the model stands whole and no hook runs
    Dtype m_dtype = Dtype::bf16;
    std::vector<std::vector<Trained>> m_groups; ///< sub-groups
    std::unordered_map<const Leaf *, const Trained *> m_of_leaf;
    TensorList m_loaded;                    ///< shares of trained parameters, until they lie behind each other
    TensorList m_frozen;                    ///< shares of the others
    Tensor m_shares, m_gradients, m_bucket; ///< lp_param_buffer, grad_partitions_flat_buffer, the IPG buffer
    std::vector<MasterPartition> m_masters;
    std::vector<const Trained *> m_entries;
    Count m_elements = 0;
    TensorList m_norms;
    Container m_forward, m_backward;
};

} // namespace plimsoll::step
