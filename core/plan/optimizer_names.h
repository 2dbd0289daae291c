// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <span>
#include <string_view>

namespace plimsoll {

// Every optimizer: its name in plans, the variable that describes it and its file (core/optimizers/kinds/<name>.cpp). The first is
// what a plan has that names none; accepted values, what the window offers and what is advised follow in this order.
#define PLIMSOLL_OPTIMIZERS(ROW)                                                                                                 \
    ROW(adamw)                                                                                                                   \
    ROW(adam)                                                                                                                    \
    ROW(adamw_8bit)                                                                                                              \
    ROW(paged_adamw_8bit)                                                                                                        \
    ROW(paged_adamw_32bit)                                                                                                       \
    ROW(adafactor)                                                                                                               \
    ROW(sgd)                                                                                                                     \
    ROW(sgd_momentum)                                                                                                            \
    ROW(lion)                                                                                                                    \
    ROW(adamw_4bit)                                                                                                              \
    ROW(galore)                                                                                                                  \
    ROW(apollo)                                                                                                                  \
    ROW(muon)                                                                                                                    \
    ROW(none)

/// The names in the order of their values: optimizer_names()[static_cast<std::size_t>(plan.optimizer.name)].
[[nodiscard]] std::span<const std::string_view> optimizer_names();

/// One name more, and its value; for add_optimizer() (core/optimizers/optimizers.h), before plan_fields() is first asked.
[[nodiscard]] OptimizerName add_optimizer_name(std::string_view name);

} // namespace plimsoll
