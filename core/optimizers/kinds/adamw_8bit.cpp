// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.AdamW8bit.
constinit const OptimizerKind optimizers::adamw_8bit = {
    .name = "adamw_8bit",
    .title = QT_TRANSLATE_NOOP("core", "AdamW 8-bit"),
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) { return step::bitsandbytes_optimizer({.bits = 8, .spares_embeddings = use.by_trainer}); },
    .states = 2,
    .bits = 8,
    .fails_on_dtensors = {"torch 2.15", "Operator bitsandbytes.optimizer_update_32bit.default does not have a "
                                        "sharding strategy registered."},
    .advised = {.title = QT_TRANSLATE_NOOP("core", "%1 in 8 bits"),
                .later = QT_TRANSLATE_NOOP("core", "%1 in 8 bits"),
                .called = "AdamW",
                .source = "Dettmers et al. 2021, arXiv:2110.02861"},
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
