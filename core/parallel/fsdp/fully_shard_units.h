// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/engine.h"
#include "core/parallel/fsdp/fully_shard.h"
#include "core/parallel/fsdp/unit_parameters.h"

#include <memory>

namespace plimsoll::step::fully_shard {

/// Which parts of a model accelerate, or a loop, calls fully_shard on, and their hooks (torch 2.15 _fsdp_state.py; accelerate 1.15
/// utils/fsdp_utils.py fsdp2_prepare_model).
class FullyShard : public Units {
public:
    /// `adapters_apart`: PEFT wrapped the model when it was sharded already: every rank has adapters whole.
    explicit FullyShard(const RankCall &call, bool adapters_apart = false);

    [[nodiscard]] bool loads_on_host() const override { return !m_four_bit; }
    void place(Machine &m, ModelParameters model) override;
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override;
    void micro_batch(Machine &m, Count index, Count count) override;
    [[nodiscard]] Tensor enter(Machine &m, Block block, Tensor input) override;
    [[nodiscard]] Tensor leave(Machine &m, Block block, Tensor output) override;
    [[nodiscard]] bool wants_modules() const override { return m_plan.parallel.expert > 1; }
    [[nodiscard]] Tensor enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input) override;
    [[nodiscard]] Tensor leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output) override;
    [[nodiscard]] ExpertExchange exchange() const override;
    [[nodiscard]] ContextRing ring() const override
    {
        const Parallel &p = m_plan.parallel;
        return {p.context, m_context_place, p.context_rotation == ContextRotation::allgather};
    }
    [[nodiscard]] Tensor enter_head(Machine &m, Tensor rows, bool last) override;
    void leave_head(Machine &m) override;
    void backward_ends(Machine &m) override;
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override;

    /// This rank's own bytes that stand for good, as torch holds them, without the allocator's rounding: shards.
    [[nodiscard]] const std::vector<std::unique_ptr<ShardedParameter>> &parameters() const { return m_parameters; }

private:
    [[nodiscard]] Dtype stored_in(const RegisteredParameter &parameter) const;
    [[nodiscard]] bool is_ignored(const RegisteredParameter &parameter) const;
    /// In registration order; ends with what it began with.
    void cut(const ModelParameters &model);
    void group(const ModelParameters &model);
    [[nodiscard]] ParameterGroup *group_of(Block block) const;
    [[nodiscard]] ParameterGroup *experts_of(const Machine &m, const ModuleLeaves &leaves) const;
    [[nodiscard]] Tensor enter_group(Machine &m, ParameterGroup *group, Tensor input);
    [[nodiscard]] Tensor leave_group(Machine &m, ParameterGroup *group, Tensor output);
    [[nodiscard]] std::vector<ParameterGroup *> in_order_of_wrapping() const;
    /// From the host: whole, broadcast, cut, one after another (fsdp2_load_full_state_dict).
    void scatter(Machine &m, const ModelParameters &model);
    /// All shards, beside the whole model where it stands on the card.
    void cut_on_card(Machine &m);
    /// Unit by unit from the host.
    void cut_units(Machine &m);

    const Plan m_plan;
    bool m_trainer;
    bool m_four_bit;
    bool m_first_rank; ///< holds the model that the others are sent
    bool m_adapters_apart;
    bool m_unties; ///< the model names a tied matrix twice before it is cut, so that both names are parameters of their group
    bool m_in_head = false; ///< between enter_head() and leave_head(): no hook asks for the callback behind a backward
    Policy m_policy;
    Policy m_expert_policy; ///< of experts, which stand on a mesh of their own where ranks divide them
    Count m_context_place = 0;
    Communication m_shared;
    std::vector<std::unique_ptr<ShardedParameter>> m_parameters;
    std::vector<std::unique_ptr<ParameterGroup>> m_groups; ///< root first, then as modules are defined
    ParameterGroup *m_root = nullptr, *m_embedding = nullptr, *m_tail = nullptr, *m_idle = nullptr;
    std::vector<ParameterGroup *> m_layers;
    std::vector<ParameterGroup *> m_experts; ///< of each layer, where experts are units; null: it has none
    bool m_tail_at_embedding = false;        ///< one unit of both, which enters there
};

} // namespace plimsoll::step::fully_shard
