// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string_view>

namespace plimsoll {

/// Attention kernels that transformers 5.23 accepts for a model type beside eager, by its class for language modelling
/// (PreTrainedModel._supports_sdpa, _supports_flash_attn, _compatible_flash_implementations). Types that transformers does
/// not know accept all.
struct AttentionBackends {
    bool sdpa = true;
    bool flash2 = true;
    bool other_flash = false; ///< another flash kernel takes the place of flash-attn 2
};
[[nodiscard]] AttentionBackends attention_backends(std::string_view model_type);

} // namespace plimsoll
