// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/older_releases.h"

#include "core/plan/releases.h"

namespace plimsoll::step {

Older older_of(const Plan &plan)
{
    const bool torch_before_2_15 = release_before(plan, "torch", 2, 15);
    return {.keeps_4bit_inputs = release_before(plan, "bitsandbytes", 0, 43, 2),
            .unpacks_4bit = release_before(plan, "bitsandbytes", 0, 50),
            .reentrant = release_before(plan, "transformers", 5, 0),
            .keeps_workspaces = torch_before_2_15,
            .equal_heads = torch_before_2_15,
            .repeats_heads = release_before(plan, "transformers", 4, 54)};
}

} // namespace plimsoll::step
