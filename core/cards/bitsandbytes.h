// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

namespace plimsoll {

/// What bitsandbytes has kernels of its own for, one by one on other makers' cards.
enum class BitsandbytesPart : std::uint8_t {
    weights,   ///< NF4, FP4 and int8
    optimizer, ///< states in 8 bits
    paged,     ///< states in memory that the host shares
};

/// Why the library has not got this on a card, as a clause; empty where it has, and where nothing certain is known.
[[nodiscard]] std::string bitsandbytes_lacks(BitsandbytesPart part, const Gpu &gpu);
/// The same of everything that a plan uses of it.
[[nodiscard]] std::string bitsandbytes_lacks(const Plan &plan, const Gpu &gpu);

} // namespace plimsoll
