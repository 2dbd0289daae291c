// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

namespace plimsoll {

/// The model as transformers before 5 builds it, where that differs: experts that 5 holds in fused parameters are gated MLPs in
/// a ModuleList there, and most routers are torch.nn.Linear, so that bitsandbytes packs and PEFT wraps every projection. Null
/// where 4.x has the same modules: dense models, and those whose experts were fused from the start (gpt-oss, DBRX, Granite MoE,
/// Llama 4, Qwen3-VL-MoE). Made once for a model, which keeps it.
/// Source: transformers 4.57.6, models/*/modeling_*.py.
[[nodiscard]] ArchitectureRef with_separate_experts(const Architecture &architecture);

} // namespace plimsoll
