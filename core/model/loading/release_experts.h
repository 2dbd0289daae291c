// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// The model as transformers before 5 builds it, where that differs: experts that 5 holds in fused parameters are gated MLPs in
/// a ModuleList there, and most routers are torch.nn.Linear, so that bitsandbytes packs and PEFT wraps every projection. Null
/// where 4.x has the same modules: dense models, and those whose experts were fused from the start (gpt-oss, DBRX, Granite MoE,
/// Llama 4, Qwen3-VL-MoE). Made once for a model and kept by each thread for the last ones that it asked for.
/// Source: transformers 4.57.6, models/*/modeling_*.py.
[[nodiscard]] ArchitectureRef with_experts_apart(const Architecture &architecture);

/// The same for the release that `plan` names, of a stack that runs transformers' classes. Null: the model as it is.
[[nodiscard]] ArchitectureRef built_by_release(const Architecture &architecture, const Plan &plan);

/// Whether bitsandbytes packs fused experts too while they are loaded: Axolotl's quantize_moe_experts does (axolotl 0.18
/// monkeypatch/moe_quant.py), in 4 bit Unsloth's loader (unsloth_zoo temporary_patches/moe_bnb_transformers.py), transformers' not.
[[nodiscard]] bool packs_fused_experts(const Plan &plan);

} // namespace plimsoll
