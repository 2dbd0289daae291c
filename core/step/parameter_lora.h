// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/modules.h"

#include <memory>

namespace plimsoll::step {

/// A bare parameter that PEFT adapts (peft 0.21 lora/layer.py, ParamWrapper): for the time of its module's forward the
/// parameter stands with the product of two low-rank matrices folded in, as a tensor of its own size.
class ParameterLora {
public:
    /// Around a parameter [experts, out, in] or [out, in], in the adapter's dtype or, before PEFT casts it, in its own.
    /// `scaled`: alpha / rank is not 1.
    ParameterLora(Machine &m, const Leaf &parameter, Count rank, Dtype dtype, bool scaled);
    void cast(Machine &m, Dtype dtype);
    void collect(std::vector<Leaf *> &parameters);

    /// _activate_lora: the factors, and the fold that registering a parametrization computes once to look at.
    void enter(Machine &m, const Tensor &parameter);
    /// The folded parameter: computed when first asked for, then cached.
    [[nodiscard]] Tensor value(Machine &m, const Tensor &parameter);
    void leave();

private:
    [[nodiscard]] Tensor fold(Machine &m, const Tensor &parameter) const;
    Leaf m_a, m_b;
    Count m_rank = 0;
    bool m_scaled = true;
    Tensor m_left, m_right; ///< factors of a stack of experts
    Tensor m_delta;         ///< of one matrix
    Tensor m_value;
};

/// A parameter that may be adapted, as its module's forward reads it.
struct Adaptable {
    Leaf leaf;
    std::unique_ptr<ParameterLora> lora;

    void enter(Machine &m) const
    {
        if (lora) lora->enter(m, leaf.value);
    }
    [[nodiscard]] Tensor value(Machine &m) const { return lora ? lora->value(m, leaf.value) : leaf.value; }
    void leave() const
    {
        if (lora) lora->leave();
    }
};

} // namespace plimsoll::step
