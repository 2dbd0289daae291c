// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <vector>

namespace plimsoll {

/// The ways of spreading a training over `cards` that are worth a look: whole copies, ZeRO, FSDP (with and without resharding, as
/// HSDP over nodes of `in_node`), tensor ranks within a node alone and under FSDP, pipelines, context ranks under FSDP, Megatron's
/// combinations where the stack is Megatron; each as it is and with what the engine can offload. Engines may refuse some.
[[nodiscard]] std::vector<Parallel> split_ways(const Plan &plan, Count cards, Count in_node);

/// The plan with another `parallel`, of which nothing that it held is left but a stated gpus_per_node and topology.
[[nodiscard]] Plan with_parallel(Plan plan, const Parallel &parallel);

} // namespace plimsoll
