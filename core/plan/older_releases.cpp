// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/older_releases.h"

#include "core/plan/releases.h"

namespace plimsoll::older {

namespace {

// What was so before which release: the function, its library, the first release that does otherwise.
#define PLIMSOLL_CHANGES(ROW)                                                                                                    \
    ROW(keeps_workspaces, "torch", 2, 15, 0)                                                                                     \
    ROW(wants_equal_heads, "torch", 2, 15, 0)                                                                                    \
    ROW(keeps_segments_on_rocm, "torch", 2, 12, 0)                                                                               \
    ROW(keeps_segments_on_xpu, "torch", 2, 10, 0)                                                                                \
    ROW(unpacks_4bit, "bitsandbytes", 0, 50, 0)                                                                                  \
    ROW(keeps_4bit_inputs, "bitsandbytes", 0, 43, 2)                                                                             \
    ROW(has_outputs_of_models, "transformers", 5, 23, 0)                                                                         \
    ROW(checkpoints_reentrantly, "transformers", 5, 0, 0)                                                                        \
    ROW(asks_for_no_input_gradients, "transformers", 5, 0, 0)                                                                    \
    ROW(has_older_quantizers, "transformers", 5, 0, 0)                                                                           \
    ROW(builds_experts_apart, "transformers", 5, 0, 0)                                                                           \
    ROW(shards_flat_parameters, "transformers", 5, 0, 0)                                                                         \
    ROW(exchanges_no_heads, "transformers", 5, 0, 0)                                                                             \
    ROW(warms_up_by_half, "transformers", 5, 0, 0)                                                                               \
    ROW(keeps_compressed, "transformers", 5, 0, 0)                                                                               \
    ROW(ignores_dtype_of_checkpoints, "transformers", 5, 0, 0)                                                                   \
    ROW(projects_latents_flat, "transformers", 5, 0, 0)                                                                          \
    ROW(calls_multimodal_rope, "transformers", 5, 0, 0)                                                                          \
    ROW(repeats_heads, "transformers", 4, 54, 0)                                                                                 \
    ROW(skips_qwen_vl, "transformers", 4, 52, 4)                                                                                 \
    ROW(shifts_logits, "transformers", 4, 50, 0)                                                                                 \
    ROW(upcasts_logits, "transformers", 4, 45, 0)                                                                                \
    ROW(keeps_blocks_of_preparation, "peft", 0, 20, 0)

#define PLIMSOLL_CHANGE(function, library, major, minor, patch) Change{library, {major, minor, patch}},
constexpr Change all_changes[] = {PLIMSOLL_CHANGES(PLIMSOLL_CHANGE)};
#undef PLIMSOLL_CHANGE

} // namespace

std::span<const Change> changes() { return all_changes; }

#define PLIMSOLL_BEFORE(function, library, major, minor, patch)                                                                  \
    bool function(const Plan &plan) { return release_before(plan, library, major, minor, patch); }
PLIMSOLL_CHANGES(PLIMSOLL_BEFORE)
#undef PLIMSOLL_BEFORE
#undef PLIMSOLL_CHANGES

bool lacks_liger_patch(const Plan &plan, std::array<int, 3> since)
{
    return release_before(plan, "liger_kernel", since[0], since[1], since[2]);
}

} // namespace plimsoll::older
