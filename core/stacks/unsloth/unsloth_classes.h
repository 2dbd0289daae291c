// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <string_view>

namespace plimsoll::unsloth {

/// unsloth 2026.10.9 models/loader.py: model types that run on classes of its own, with its kernels and its compiled pieces.
[[nodiscard]] bool has_class_of(std::string_view model_type);

/// Model types whose classes record the routers' logits of every pass (transformers 5.23, _can_record_outputs).
[[nodiscard]] bool records_routers(std::string_view model_type);

/// unsloth_zoo 2026.10.9 temporary_patches/moe_experts_interface.py: whether fused experts go through its own forward, their
/// adapters beside them and packed to 4 bits where the model is. Stacks of gpt-oss, which are taken apart for that, do not.
[[nodiscard]] bool runs_experts(const Architecture &model);

/// models/_utils.py get_moe_target_parameters, models/vision.py get_peft_model: names of projections in adapter.targets mean the
/// experts' parameters as well; nothing where none does, or where the plan names parameters itself.
[[nodiscard]] std::optional<TakenTargets> expert_targets(const Plan &plan, const Architecture &model);

} // namespace plimsoll::unsloth
