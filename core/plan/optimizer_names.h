// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/registry.h"
#include "core/plan/plan.h"

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

template <>
[[nodiscard]] GrowingNames<OptimizerName> &growing_names<OptimizerName>();

} // namespace plimsoll
