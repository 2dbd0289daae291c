// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/older_releases.h"

#include "core/plan/releases.h"

namespace plimsoll::older {

namespace {

constexpr std::string_view torch = "torch", bitsandbytes = "bitsandbytes", transformers = "transformers", peft = "peft";

} // namespace

bool keeps_workspaces(const Plan &plan) { return release_before(plan, torch, 2, 15); }
bool wants_equal_heads(const Plan &plan) { return release_before(plan, torch, 2, 15); }
bool keeps_segments_on_rocm(const Plan &plan) { return release_before(plan, torch, 2, 12); }
bool keeps_segments_on_xpu(const Plan &plan) { return release_before(plan, torch, 2, 10); }

bool keeps_4bit_inputs(const Plan &plan) { return release_before(plan, bitsandbytes, 0, 43, 2); }
bool unpacks_4bit(const Plan &plan) { return release_before(plan, bitsandbytes, 0, 50); }

bool checkpoints_reentrantly(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool asks_for_no_input_gradients(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool has_older_quantizers(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool builds_experts_apart(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool shards_flat_parameters(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool exchanges_no_heads(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool warms_up_by_half(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool keeps_compressed(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool ignores_dtype_of_checkpoints(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool projects_latents_flat(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool repeats_heads(const Plan &plan) { return release_before(plan, transformers, 4, 54); }
bool shifts_logits(const Plan &plan) { return release_before(plan, transformers, 4, 50); }
bool upcasts_logits(const Plan &plan) { return release_before(plan, transformers, 4, 45); }

bool lacks_liger_patch(const Plan &plan, std::array<int, 3> since)
{
    return release_before(plan, "liger_kernel", since[0], since[1], since[2]);
}
bool skips_qwen_vl(const Plan &plan) { return release_before(plan, transformers, 4, 52, 4); }
bool calls_multimodal_rope(const Plan &plan) { return release_before(plan, transformers, 5, 0); }
bool has_outputs_of_models(const Plan &plan) { return release_before(plan, transformers, 5, 23); }

bool keeps_blocks_of_preparation(const Plan &plan) { return release_before(plan, peft, 0, 20); }

} // namespace plimsoll::older
