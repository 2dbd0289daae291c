// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// transformers' Adafactor; torch.optim's where the plan states a form.
constinit const OptimizerKind optimizers::adafactor = {
    .name = "adafactor",
    .library = "transformers",
    .rule =
        [](const OptimizerUse &use) {
            if (!use.settings.implementation) return step::transformers_adafactor();
            return step::torch_adafactor(use.form() == OptimizerImplementation::foreach_);
        },
    .states = 0,
    .forms = OptimizerForms::stated,
    .fails_on_dtensors = {"torch 2.15", "aten.add_.Tensor got mixed torch.Tensor and DTensor, need to convert all "
                                        "torch.Tensor to DTensor before calling distributed operators!"},
    .advised = {.title = "Adafactor",
                .later = "Adafactor",
                .cost = QT_TRANSLATE_NOOP("core", "second moments are kept by row and column only"),
                .whole_model = true,
                .source = "Shazeer & Stern 2018, arXiv:1804.04235"},
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
