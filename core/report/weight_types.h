// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What weights are held in at the peak, without types of less than a fiftieth of them (norms); empty where not explained.
[[nodiscard]] std::vector<HeldType> weight_types(const Estimate &estimate);
/// Nine tenths and more of it are embeddings and heads.
[[nodiscard]] bool is_of_embeddings(const HeldType &held);
/// "BF16", "nf4".
[[nodiscard]] std::string title_of(const HeldType &held);
/// The scales of 4-bit blocks are packed again: bitsandbytes' formats alone have that.
[[nodiscard]] bool packed_twice(const Weights &weights);
/// "nf4 double-quantised, embeddings FP32"; empty where not explained.
[[nodiscard]] std::string weights_in_words(const Estimate &estimate);

} // namespace plimsoll
