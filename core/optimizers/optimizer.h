// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/autograd.h"

#include <memory>
#include <optional>

namespace plimsoll::step {

class OptimizerRule;

/// Trainer.get_decay_parameter_names (transformers 5.23, trainer.py): no "bias", "layernorm" or "rmsnorm" in it, no part of it
/// that is or ends in a norm. torch.nn.LayerNorm's are left out by their class.
[[nodiscard]] bool decays_by_name(std::string_view name);

/// Values that the plan's optimizer keeps of each trained one (OptimizerKind::states); 0 without an optimizer.
[[nodiscard]] Count state_values(const Plan &plan);

/// Who makes an optimizer.
struct OptimizerHabits {
    /// transformers' Trainer.create_optimizer: parameters with weight decay come first, then norms and biases; bitsandbytes spares
    /// embeddings (GlobalOptimManager); torchao's blocks are those of TrainingArguments.optim_args.
    bool by_trainer = false;
};

/// An optimizer's states and what its step() allocates. States come into being at the first step.
class OptimizerModel {
public:
    OptimizerModel(const Plan &plan, OptimizerHabits habits, std::vector<Leaf *> parameters);
    ~OptimizerModel();
    OptimizerModel(const OptimizerModel &) = delete;
    OptimizerModel &operator=(const OptimizerModel &) = delete;

    void step(Machine &m);
    /// step() of one parameter alone, as it is where no other has a gradient.
    void step_only(Machine &m, std::size_t index);
    /// Makes the states that the first step would make; nothing when they stand.
    void create_states(Machine &m);
    /// Makes them where they are made with the optimizer itself.
    void create_at_once(Machine &m);
    /// Hooks that step each parameter and drop its gradient as soon as it is there (torchtune's optimizer_in_bwd).
    void step_in_backward(Machine &m);
    /// At the end of backward: the parameter that no hook came after (lomo.py, fused_backward).
    void step_behind(Machine &m);
    /// zero_grad(set_to_none=True)
    void zero_grad();
    /// torch.nn.utils.clip_grad_norm_ in its foreach form.
    void clip(Machine &m);
    [[nodiscard]] const std::vector<Leaf *> &parameters() const { return m_parameters; }

private:
    void ensure(Machine &m, std::size_t index);
    static void tell_update(Machine &m, const Leaf &leaf, const TensorList &states);

    std::vector<Leaf *> m_parameters;
    std::vector<TensorList> m_states;
    std::unique_ptr<OptimizerRule> m_rule;
    std::optional<std::size_t> m_behind; ///< whose hook came last
};

} // namespace plimsoll::step
