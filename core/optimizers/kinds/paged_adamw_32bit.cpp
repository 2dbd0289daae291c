// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.PagedAdamW32bit.
constinit const OptimizerKind optimizers::paged_adamw_32bit = {
    .name = "paged_adamw_32bit",
    .title = QT_TRANSLATE_NOOP("core", "AdamW, paged"),
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .paged = true}); },
    .states = 2,
    .bits = 32,
    .paged = true,
    .fails_on_dtensors = {"torch 2.15", "Operator bitsandbytes.optimizer_update_32bit.default does not have a "
                                        "sharding strategy registered."},
    .advised = {.title = QT_TRANSLATE_NOOP("core", "Paged %1"),
                .later = QT_TRANSLATE_NOOP("core", "paged %1"),
                .called = "AdamW",
                .source = "Dettmers et al. 2023, arXiv:2305.14314"},
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
