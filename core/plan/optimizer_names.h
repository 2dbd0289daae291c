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
    ROW(adamw_torch_8bit)                                                                                                        \
    ROW(adamw_fp8)                                                                                                               \
    ROW(adamw_capturable)                                                                                                        \
    ROW(adamw_anyprecision)                                                                                                      \
    ROW(stable_adamw)                                                                                                            \
    ROW(grokadamw)                                                                                                               \
    ROW(schedule_free_adamw)                                                                                                     \
    ROW(schedule_free_radam)                                                                                                     \
    ROW(schedule_free_sgd)                                                                                                       \
    ROW(lomo)                                                                                                                    \
    ROW(adalomo)                                                                                                                 \
    ROW(ademamix)                                                                                                                \
    ROW(ademamix_8bit)                                                                                                           \
    ROW(paged_ademamix_32bit)                                                                                                    \
    ROW(paged_ademamix_8bit)                                                                                                     \
    ROW(lion_8bit)                                                                                                               \
    ROW(paged_lion_32bit)                                                                                                        \
    ROW(paged_lion_8bit)                                                                                                         \
    ROW(rmsprop)                                                                                                                 \
    ROW(rmsprop_bnb)                                                                                                             \
    ROW(rmsprop_bnb_8bit)                                                                                                        \
    ROW(adagrad)                                                                                                                 \
    ROW(nadam)                                                                                                                   \
    ROW(radam)                                                                                                                   \
    ROW(adamax)                                                                                                                  \
    ROW(adadelta)                                                                                                                \
    ROW(rprop)                                                                                                                   \
    ROW(asgd)                                                                                                                    \
    ROW(galore_adamw_8bit)                                                                                                       \
    ROW(galore_adafactor)                                                                                                        \
    ROW(none)

template <>
[[nodiscard]] GrowingNames<OptimizerName> &growing_names<OptimizerName>();

} // namespace plimsoll
