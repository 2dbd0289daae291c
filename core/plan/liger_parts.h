// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <algorithm>
#include <string_view>

namespace plimsoll {

/// What `kernels` may name of Liger's in the place of all of them ("liger"): the loss that loss.kind says and no layers; rotary
/// embeddings; RMS norms; the gated product of MLPs and experts. The switches of the functions in liger_kernel 0.8.5
/// transformers/monkey_patch.py that people set one by one (transformers' liger_kernel_config, Axolotl's liger_*).
inline constexpr std::string_view liger_parts[] = {"liger_loss", "liger_rope", "liger_rms_norm", "liger_glu"};

[[nodiscard]] inline bool names_kernel(const Plan &plan, std::string_view name)
{
    return std::ranges::find(plan.kernels, name) != plan.kernels.end();
}

/// Whether the plan says which of Liger's kernels run: no other does then.
[[nodiscard]] inline bool names_liger_parts(const Plan &plan)
{
    const auto named = [&plan](std::string_view part) { return names_kernel(plan, part); };
    return !named("liger") && std::ranges::any_of(liger_parts, named);
}

} // namespace plimsoll
