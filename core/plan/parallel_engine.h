// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

namespace plimsoll {

/// The plan's engine; where it names none: zero 0 is DDP, 1 and 2 DeepSpeed's, 3 what the stack `shards` with (FSDP 2; before
/// transformers 5 FSDP 1), tensor or expert ranks transformers' own meshes. Resolved plans that are spread name one.
[[nodiscard]] ParallelEngine parallel_engine(const Plan &plan, ParallelEngine shards = ParallelEngine::fsdp2);

/// Whether it is a release of FSDP.
[[nodiscard]] constexpr bool is_fsdp(ParallelEngine engine)
{
    return engine == ParallelEngine::fsdp1 || engine == ParallelEngine::fsdp2;
}

} // namespace plimsoll
