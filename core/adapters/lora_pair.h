// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/modules.h"
#include "core/torch/pool.h"

#include <memory>

namespace plimsoll::step {

/// LoRA around a linear, with DoRA's magnitudes where it has them.
class LoraPair final : public LinearAdapter {
public:
    /// `biased`: lora_B has a bias, PEFT's lora_bias.
    LoraPair(Machine &m, const LinearModule &module, const Adapter &adapter, bool biased = false);

    [[nodiscard]] Tensor forward(Machine &m, LinearModule &module, Tensor x) override;
    void collect(std::vector<Leaf *> &parameters) override;
    void cast(Machine &m, Dtype dtype, bool all) override;
    [[nodiscard]] std::optional<LowRankHalves> halves() override { return LowRankHalves{&a, &b, dropout}; }

    Leaf a, b;
    Leaf b_bias;    ///< undefined: none
    Leaf magnitude; ///< DoRA
    double dropout = 0.0;
    bool dora = false;

    static void *operator new(std::size_t bytes) { return pool::take(bytes); }
    static void operator delete(void *memory, std::size_t bytes) { pool::give(memory, bytes); }

private:
    [[nodiscard]] Tensor with_lora(Machine &m, LinearModule &module, Tensor x, Tensor result);
};

/// The dtype in which PEFT creates an adapter: that of the products for a packed base, else the adapter's.
[[nodiscard]] Dtype created_dtype(const HeldMatrix &held, const Adapter &adapter);

/// What autocast or the kernel of a packed base makes of PEFT's conversions.
[[nodiscard]] bool converts_input(const Machine &m, const HeldMatrix &held);

/// DoRA's magnitudes of a matrix as PEFT computes them when it wraps it.
[[nodiscard]] Tensor first_magnitude(Machine &m, const HeldMatrix &held, Dtype dtype);

/// `result` of the module's product of `x`, with its DoRA adapter.
[[nodiscard]] Tensor with_dora(Machine &m, LinearModule &module, LoraPair &lora, Tensor x, Tensor result);

} // namespace plimsoll::step
