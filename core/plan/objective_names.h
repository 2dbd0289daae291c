// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/registry.h"
#include "core/plan/plan.h"

namespace plimsoll {

// Every objective: its name in plans, the variable that describes it and its file (core/objectives/kinds/<name>.cpp). The first is
// what a plan has that names none; accepted values follow in this order.
#define PLIMSOLL_OBJECTIVES(ROW)                                                                                                 \
    ROW(sft)                                                                                                                     \
    ROW(dpo)                                                                                                                     \
    ROW(orpo)                                                                                                                    \
    ROW(grpo)                                                                                                                    \
    ROW(embedding)                                                                                                               \
    ROW(classification)                                                                                                          \
    ROW(reranker)                                                                                                                \
    ROW(kto)                                                                                                                     \
    ROW(cpo)                                                                                                                     \
    ROW(reward)                                                                                                                  \
    ROW(rloo)                                                                                                                    \
    ROW(gkd)                                                                                                                     \
    ROW(distillation)                                                                                                            \
    ROW(online_dpo)

template <>
[[nodiscard]] GrowingNames<Objective> &growing_names<Objective>();

} // namespace plimsoll
