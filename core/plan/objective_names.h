// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <span>
#include <string_view>

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

/// The names in the order of their values: objective_names()[static_cast<std::size_t>(plan.objective)].
[[nodiscard]] std::span<const std::string_view> objective_names();

/// One name more, and its value; for add_objective() (core/objectives/objectives.h), before plan_fields() is first asked.
[[nodiscard]] Objective add_objective_name(std::string_view name);

} // namespace plimsoll
