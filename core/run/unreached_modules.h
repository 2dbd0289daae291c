// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapted_modules.h"
#include "core/model/trained_part.h"
#include "core/model/tower_spec.h"
#include "core/nn/modules.h"

#include <deque>
#include <vector>

namespace plimsoll::step {

/// Modules of a larger model that text never reaches (vision towers, projectors): their weights stand, quantised and wrapped
/// like all others, but no gradient and so no optimizer state comes.
class UnreachedModules {
public:
    /// Allocates what `architecture` has outside its language model, in the order it is registered; `whole`: the class that the
    /// file names is loaded, with the towers that AutoModelForCausalLM leaves out.
    void load(Machine &m, const Architecture &architecture, const Precision &precision, bool whole);
    /// What runs is no longer unreached: modules of this tower are left to it.
    void leave_to(const TowerSpec &tower) { m_tower = &tower; }
    /// prepare_model_for_kbit_training.
    void raise_to_fp32(Machine &m);
    /// compressed-tensors' hook before the first forward.
    void expand(Machine &m)
    {
        for (LinearModule &module : m_compressed) module.expand(m);
    }
    /// Adapters around those of `plan`'s targets that lie outside the language model.
    void add_adapters(Machine &m, const Architecture &architecture, const AdaptedModules &plan, const Adapter &adapter,
                      Dtype dtype);
    /// Puts them ahead of `parameters`, as they are registered ahead of the language model; those that ask for a gradient, though
    /// none comes, train.
    void list(bool adapters_only, std::vector<RegisteredParameter> &parameters);
    /// Of those that were loaded, only what the plan's part has asks for a gradient.
    void train_only(const Architecture &architecture, const TrainedPart &part, const std::vector<std::vector<bool>> &towers);
    /// Parameters that require a gradient, though none comes.
    [[nodiscard]] Count trainable(bool adapters_only) const { return adapters_only ? m_adapter_elements : m_elements; }

private:
    void load_module(Machine &m, const Module &module, const Precision &precision);
    void load_linear(Machine &m, const Parameter &weight, const Precision &precision, const MatrixLayoutRef &layout);
    /// Whether the parameter has a layout of its own, in which it was allocated.
    bool load_packed(Machine &m, const Module &module, const Parameter &parameter, const Precision &precision);

    std::deque<LinearModule> m_compressed; ///< dense from the first forward on
    /// A parameter that is not packed; its shape is flat.
    struct Idle {
        Leaf leaf;
        bool norm_or_bias = false;
        const Parameter *parameter = nullptr; ///< the architecture's
        bool frozen = false;
    };
    std::vector<Tensor> m_kept; ///< quantised weights, their metadata, buffers
    std::deque<Idle> m_weights, m_adapters;
    Count m_elements = 0, m_adapter_elements = 0;
    const TowerSpec *m_tower = nullptr;
    [[nodiscard]] bool is_idle(const DecoderSpec &decoder, const std::string &module) const;
};

/// Whether a module stands beside the language model of `decoder`, not in it.
[[nodiscard]] bool is_unreached(const DecoderSpec &decoder, const std::string &module);

} // namespace plimsoll::step
