// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/modules.h"

#include <array>
#include <initializer_list>

// Linears and their LoRA halves in one autograd function: Unsloth 2026.10 kernels/fast_lora.py, Axolotl 0.21 kernels/lora.py.

namespace plimsoll::step {

/// How a library's functions differ.
struct LoraKernels {
    bool scratch = false;      ///< forward unpacks 4-bit matrices into a buffer that stays, which is counted elsewhere
    bool writes_input = false; ///< the input's gradient is written over the input
    bool keeps_casts = false;  ///< adapters are kept in the products' dtype
    bool drops_before = false; ///< dropout comes before the function, which keeps its result too; else masks are kept
    bool takes_biases = false; ///< of the matrices
};

/// Whether all of them have LoRA's halves and no more, around matrices that the functions read, and x is in their dtype.
[[nodiscard]] bool can_fuse(const Machine &m, const LoraKernels &kernels, std::initializer_list<LinearModule *> linears,
                            const Tensor &x);

/// down(act(gate(x)) * up(x)): keeps x, gate's and up's results; backward makes the activation again over its own gradient.
[[nodiscard]] Tensor lora_mlp(Machine &m, const LoraKernels &kernels, const std::array<LinearModule *, 3> &gate_up_down,
                              const Tensor &x);
/// Queries, keys and values of x, which is kept once.
[[nodiscard]] std::array<Tensor, 3> lora_qkv(Machine &m, const LoraKernels &kernels, const std::array<LinearModule *, 3> &qkv,
                                             const Tensor &x);
/// One linear; keeps x.
[[nodiscard]] Tensor lora_linear(Machine &m, const LoraKernels &kernels, LinearModule &linear, const Tensor &x);

} // namespace plimsoll::step
