// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/modules.h"

#include <memory>

namespace plimsoll::step {

/// A bare parameter that PEFT adapts (peft 0.21 lora/layer.py, ParamWrapper): for the time of its module's forward the
/// parameter stands with the product of two low-rank matrices folded in, as a tensor of its own size.
class ParameterLora {
public:
    /// Around a parameter of `shape` [experts, out, in] or [out, in], in the adapter's dtype or, before PEFT casts it, in its own.
    /// `scaled`: alpha / rank is not 1.
    ParameterLora(Machine &m, const Leaf &parameter, Shape shape, Count rank, Dtype dtype, bool scaled);
    void cast(Machine &m, Dtype dtype);
    void collect(std::vector<Leaf *> &parameters);

    /// _activate_lora: the factors, and the fold that registering a parametrization computes once to look at.
    void enter(Machine &m, const Tensor &parameter);
    /// x · A · B of the rows' own experts, times a number, beside the product of a stack: [rows, out]. Both matrices are cast to x's
    /// dtype and lie expert by expert (unsloth_zoo 2026.10 temporary_patches/moe_utils.py).
    [[nodiscard]] Tensor beside(Machine &m, const Tensor &x, const Shape &stack, const Tensor &offsets);
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

/// A stack of experts that bitsandbytes packed (bitsandbytes 0.50 nn/parametrize.py, replace_parameter_4bit): the module's
/// forward unpacks it when it first reads it, and keeps the dense one until it returns.
struct PackedStack {
    TensorList state; ///< scales and tables
    Shape shape;      ///< of the dense one
    Dtype dense = Dtype::bf16;
    bool four_bit = true, nested = false;
    Tensor unpacked;
};

/// A parameter that may be packed or adapted, as its module's forward reads it.
struct Adaptable {
    Leaf leaf;
    std::unique_ptr<ParameterLora> lora;
    std::unique_ptr<PackedStack> packed;

    /// The parameter of `shape` as loaded: made dense in `dtype`, packed, and the dense one gone.
    void load_packed(Machine &m, Shape shape, Dtype dtype, bool four_bit, bool nested);
    void enter(Machine &m) const;
    [[nodiscard]] Tensor value(Machine &m) const;
    void leave() const;
    [[nodiscard]] Dtype dtype() const { return packed ? packed->dense : leaf.value.dtype(); }
    [[nodiscard]] Shape shape() const { return packed ? packed->shape : leaf.value.shape(); }

private:
    [[nodiscard]] Tensor dense(Machine &m) const;
};

} // namespace plimsoll::step
