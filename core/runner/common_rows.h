// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/runner/runner.h"

namespace plimsoll {

// What stacks and engines stand on.

/// Rows of every run: what holds where no stack decides (docs/schema/plan.md).
extern const Runner any_run;
/// Rows of every training step.
extern const Runner training_step;
/// Rows of what runs a model without training it.
extern const Runner forward_call;

namespace reads {

inline constexpr Read whole_model_trains{
    "trainable",
    Effect::refused,
    {QT_TRANSLATE_NOOP("core", "full fine-tuning with %1 trains every parameter"), "this stack"},
    "null",
    [](const Plan &plan) { return plan.method == Method::full; }};
inline constexpr Read trainer_drops_outputs{
    "keep_outputs", Effect::none, {QT_TRANSLATE_NOOP("core", "the Trainer drops a step's outputs before its backward pass")}};
inline constexpr Read keeps_outputs{"keep_outputs", Effect::depends};
inline constexpr Why norms_take_less{QT_TRANSLATE_NOOP("core", "the norms take less than the peak leaves")};

} // namespace reads

} // namespace plimsoll
