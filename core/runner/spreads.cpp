// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/spreads.h"

namespace plimsoll {

namespace {

constexpr Spreads::Measured alike(const Spread &spread) { return {spread, spread}; }

} // namespace

constinit const Spreads spread_of_trainers{alike({0.96, 1.13, "17 published peaks of the Trainer: 0.98 to 1.13 of the estimate"}),
                                           alike({0.86, 1.15, "as plain loops, and what the Trainer's allocated bytes spread"})};

// reserved: low where the step was a function: its outputs went when it returned, ours live until the next assignment
constinit const Spreads spread_of_loops{
    alike({0.99, 1.03, "76 published peaks of plain PyTorch loops: 1.00 to 1.02 of the estimate, two up to 1.22"}),
    Spreads::Measured{
        {0.83, 1.08, "47 published peaks of plain PyTorch loops with dense weights: 0.83 to 1.04 of the estimate"},
        {0.96, 1.10, "92 published peaks of plain PyTorch loops with packed weights: 0.97 to 1.10 of the estimate"}}};

constinit const Spreads spread_of_generation{
    alike({0.94, 1.06, "24 published peaks of generation: 0.95 to 0.99 of the estimate"}),
    alike({0.93, 1.10, "19 published peaks of generation: 0.99 to 1.10 of the estimate, one at 1.22"})};

constinit const Spreads spread_unmeasured{
    alike({0.80, 1.25, "a stack with kernels of its own; 8 published peaks of torchtune: 0.81 to 1.22 of the estimate"}), {}};

} // namespace plimsoll
