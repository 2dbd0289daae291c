// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// with_separate_experts() (core/model/loading/release_experts.h) for the release that `plan` names, of a stack that runs transformers' classes. Null: the model as it is.
[[nodiscard]] ArchitectureRef built_by_release(const Architecture &architecture, const Plan &plan);

/// Whether bitsandbytes packs fused experts too while they are loaded: Axolotl's quantize_moe_experts does (axolotl 0.21
/// monkeypatch/moe_quant.py), in 4 bit Unsloth's loader (unsloth_zoo temporary_patches/moe_bnb_transformers.py), transformers' not.
[[nodiscard]] bool packs_fused_experts(const Plan &plan);

} // namespace plimsoll
