// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/older_releases.h"

#include "core/plan/older_releases.h"

namespace plimsoll::step {

Older older_of(const Plan &plan)
{
    return {.keeps_4bit_inputs = older::keeps_4bit_inputs(plan),
            .unpacks_4bit = older::unpacks_4bit(plan),
            .reentrant = older::checkpoints_reentrantly(plan),
            .keeps_workspaces = older::keeps_workspaces(plan),
            .equal_heads = older::wants_equal_heads(plan),
            .repeats_heads = older::repeats_heads(plan)};
}

} // namespace plimsoll::step
