// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/engine.h"
#include "core/parallel/fsdp/flat_parameter.h"
#include "core/parallel/fsdp/unit_parameters.h"

#include <map>
#include <memory>

namespace plimsoll::step::flat {

/// The units that accelerate's policies, or a loop, make of a model, and their hooks (torch 2.15 fsdp/_runtime_utils.py; accelerate
/// 1.15 accelerator.py prepare_model; peft 0.21 utils/other.py fsdp_auto_wrap_policy).
class FlatUnits : public Units {
public:
    explicit FlatUnits(const RankCall &call);

    [[nodiscard]] bool loads_on_host() const override { return !m_four_bit; }
    void place(Machine &m, ModelParameters model) override;
    [[nodiscard]] std::vector<Leaf *> stepped(std::vector<Leaf *> trained) override;
    void micro_batch(Machine &m, Count index, Count count) override;
    [[nodiscard]] Tensor enter(Machine &m, Block block, Tensor input) override;
    [[nodiscard]] Tensor leave(Machine &m, Block block, Tensor output) override;
    [[nodiscard]] bool wants_modules() const override { return m_wraps_adapters; }
    [[nodiscard]] Tensor enter_module(Machine &m, const ModuleLeaves &leaves, Tensor input) override;
    [[nodiscard]] Tensor leave_module(Machine &m, const ModuleLeaves &leaves, Tensor output) override;
    void reentered(Machine &m, const Tensor &input, const Tensor &gradient) override;
    [[nodiscard]] bool wants_gradients() const override { return m_plan.trains_adapter(); }
    void accumulated(Machine &m, Leaf &leaf) override;
    void backward_ends(Machine &m) override;
    void begin_generation(Machine &m) override;
    void end_generation(Machine &m) override;
    [[nodiscard]] bool step(Machine &m, OptimizerModel &optimizer) override;

    /// The units, the root last: in the order in which they are cut.
    [[nodiscard]] const std::vector<std::unique_ptr<FlatParameter>> &units() const { return m_units; }

private:
    void make_units(const ModelParameters &model);
    FlatParameter *add(std::vector<RegisteredParameter> parameters, int layer, bool root);
    [[nodiscard]] Dtype stored_in(const RegisteredParameter &parameter) const;
    [[nodiscard]] FlatParameter *unit_of(Block block) const;
    [[nodiscard]] FlatParameter *unit_of(const ModuleLeaves &leaves) const;
    [[nodiscard]] Tensor enter(Machine &m, FlatParameter &unit, Tensor input);
    [[nodiscard]] Tensor leave(Machine &m, FlatParameter &unit, Tensor output);
    [[nodiscard]] Tensor hook_input(Machine &m, FlatParameter &unit, Tensor input);
    /// _lazy_init of the root and what is wrapped in it, once.
    void initialise(Machine &m);
    /// Of the units that left forward before this one.
    void prefetch_backward(Machine &m, const FlatParameter &after);

    const Plan m_plan;
    bool m_trainer, m_four_bit;
    bool m_wraps_adapters; ///< PEFT's policy: every module without children whose weight trains is a unit
    Policy m_policy;
    std::vector<std::unique_ptr<FlatParameter>> m_units;
    std::vector<FlatParameter *> m_layers;
    std::map<const Leaf *, FlatParameter *> m_of_modules;
    std::map<const Leaf *, std::size_t> m_places; ///< in the order of registration
    FlatParameter *m_root = nullptr, *m_idle = nullptr;
    std::vector<FlatParameter *> m_forward_order, m_left; ///< as the first forward entered; as this one's left
    TensorList m_kept_inputs;                             ///< of frozen units under reentrant checkpointing, and their gradients
    Ref<GraphNode> m_output;                              ///< hook on what the last of these returned
    std::map<FlatParameter *, FlatParameter *> m_frozen_behind; ///< goes behind the hook on the other's output
    bool m_first_forward = true, m_initialised = false;
    bool m_root_unwrapped = false; ///< its hooks do not run: the module within it is called
    std::vector<Tensor> m_watched; ///< what hooks on frozen units' inputs keep until backward is over
};

} // namespace plimsoll::step::flat
