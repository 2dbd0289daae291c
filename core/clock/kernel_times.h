// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/card_speed.h"
#include "core/ground/card_facts.h"
#include "core/torch/work.h"

#include <algorithm>

namespace plimsoll {

/// Attention's share of the 16-bit peak at length L: most · L / (L + half).
struct AttentionFit {
    double most = 0.55, half = 700;
    double backward = 0.65; ///< of forward's share
};

/// How fast a card's kernels are, by what kind of card it is. Seconds.
struct KernelTimes {
    CardSpeed card;
    ProductFit products;                 ///< 16-bit, where this card's own were not measured
    AttentionFit attention;              ///< the best kernel that PyTorch calls by itself, FlashAttention 2 as a rule
    AttentionFit attention_3;            ///< FlashAttention 3, where the card has it
    double few = 0.75, few_packed = 0.6; ///< shares of the bandwidth that 16-bit and packed weights are read at for few rows
    double streams = 0.8,
           streams_packed = 0.7;     ///< the same of a kernel that is under way: its least time (ProductFit) is counted apart
    double best_narrow = 0;          ///< of the peak in 8 bits, the best product of cards of its class; 0: of none
    double copies = 0.85;            ///< share of the bandwidth that pointwise kernels reach
    double pointwise = 2.5e-6;       ///< least of a kernel
    double sustained = 0.95;         ///< of what kernels alone reach, hours on end under a training's load: power and clocks
    bool matrix_units = true;        ///< has them; else products run at the vector rate
    bool attends_in_matrices = true; ///< kernels of attention that libraries bring for it are more than vector code
    AttentionFit library;            ///< cuDNN's and Transformer Engine's attention
    bool prefers_library = false;    ///< scaled_dot_product_attention asks cuDNN first
    bool of_class = true;            ///< neither products nor peaks were measured on this card
    int multiprocessors = 0;         ///< that tiles of a product are handed to; 0: of what card, is not known

    [[nodiscard]] ProductFit fit(Arithmetic arithmetic) const;
    /// Bytes: of both operands and the result, each once.
    [[nodiscard]] double product(double operations, double bytes, Arithmetic arithmetic) const;
    /// Share of the multiprocessors' time that a product of rows × columns fills: its result is made in tiles, a whole one where rows or
    /// columns end within it, and the last wave of tiles leaves multiprocessors without one (NVIDIA, Matrix Multiplication Background
    /// User's Guide, tile and wave quantization). 1 where the multiprocessors are not known.
    [[nodiscard]] double filled(double rows, double columns) const;
    [[nodiscard]] double attends(const step::AttentionWork &work, const AttentionFit &of) const;
    [[nodiscard]] double moves(double bytes, double kernels) const;
    /// Rate that products are priced by; of what a card has no units for, that of what its kernels run instead.
    [[nodiscard]] double peak(Arithmetic arithmetic) const;
    /// What utilisation is counted against: the peak, or what somebody measured above it where clocks go beyond those stated.
    [[nodiscard]] double ceiling(Arithmetic arithmetic) const { return std::max(peak(arithmetic), card.best(arithmetic)); }
};

/// Of a card whose speed is known.
[[nodiscard]] KernelTimes kernel_times(const CardSpeed &card, const CardFacts &facts);

} // namespace plimsoll
