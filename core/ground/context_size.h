// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"

#include <cmath>

/// What a PyTorch process holds on a card outside its allocator, in parts (core/estimate/runtime.h adds them up and says how sure
/// they are).
namespace plimsoll::context_size {

/// Context without libraries: 26 MiB + 1.863 KiB for each thread that the card can hold. Fitted to 32, 60 and 132
/// multiprocessors of Hopper under driver 590 (nvidia-smi captures in utkuozdemir/nvidia_gpu_exporter@e656cd8), within 1.5 MiB;
/// the same captures of one program on Turing and Ada differ by the same rate within 5 MiB, and an RTX 6000 Ada measured 426 MiB
/// (unsloth-zoo PR 1053) where the rule gives 423.
inline constexpr double base = 26.0 * static_cast<double>(mib);
inline constexpr double per_thread = 1.863 * static_cast<double>(kib);

/// What a PyTorch process holds on top (cuBLAS, cuDNN and other kernels, and the local memory that their threads ask for), a line
/// through two direct readings before and after the first steps: 36 MiB on a T4 (Anassbzdd/fitcheck, context 104.875 at first,
/// 140.875 at the end) and 62 MiB on an RTX 4080 (DaoyuanLi2816/can-i-finetune-this@053ce9e). It gives 98 MiB on an A100, where
/// residuals of public logs ("in use" less allocated and reserved, less the rule above) are 64 to 104, and 112 on an RTX 5090,
/// where they are 93 to 175; in all 473 MiB on an RTX 4090, whose logs say 470 to 476, and 320 on an RTX 3090, as its log says.
/// Of 24 such residuals, T4 to B200, 22 lie between 3 and 248.
inline constexpr double libraries_base = 22.0 * static_cast<double>(mib);
inline constexpr double libraries_per_thread = 0.351 * static_cast<double>(kib);

/// Threads that the card can hold.
[[nodiscard]] inline double threads(const CardFacts &card) { return static_cast<double>(card.sm_count) * card.threads_per_sm; }

/// CUDA's context; `factor`: multiprocessors against those that are assumed.
[[nodiscard]] inline Bytes bare(const CardFacts &card, double factor = 1.0)
{
    return static_cast<Bytes>(std::llround(base + per_thread * threads(card) * factor));
}

[[nodiscard]] inline Bytes libraries(const CardFacts &card)
{
    return static_cast<Bytes>(std::llround(libraries_base + libraries_per_thread * threads(card)));
}

} // namespace plimsoll::context_size
