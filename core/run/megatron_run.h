// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/megatron_sizes.h"
#include "core/run/simulate.h"

namespace plimsoll::step {

/// Loading and two steps of one rank under Megatron-LM. `plan`: the whole run's, resolved.
[[nodiscard]] Trace megatron_run(Machine &m, const Plan &plan, const Rank &rank, MegatronStage stage);

} // namespace plimsoll::step
