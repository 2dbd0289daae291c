// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/liger_patches.h"
#include "core/ground/result.h"
#include "core/parallel/rank.h"
#include "core/run/found_targets.h"
#include "core/run/layer_kinds.h"
#include "core/run/layer_layout.h"
#include "core/run/simulate.h"
#include "core/run/trained_leaves.h"
#include "core/runner/runner.h"

#include <memory>
#include <vector>

// One model on one machine, through loading and its steps or its call.

namespace plimsoll::step {

/// Thrown where a run cannot be spread as the plan asks.
struct NotSpread {
    Error why;
};

/// Thrown where a model does not tell the leaves apart that the plan's part names.
struct PartNotKnown {};

/// What is run, but for the number of its layers.
struct Subject {
    const Architecture &architecture;
    const Plan &plan;
    const Runner &stack;                         ///< the plan's, whatever its task
    std::shared_ptr<const LoadedWeights> loaded; ///< null: bitsandbytes, or nothing quantised
    std::shared_ptr<const FoundTargets> targets;
    LigerForms liger;
    std::shared_ptr<const TrainedLeaves> part = {}; ///< where only a part of what text reaches trains
    std::shared_ptr<const TrainedPart> chosen = {}; ///< where the plan names a part, reached or not
    ArchitectureRef assistant = {};                 ///< of inference.assistant
    ArchitectureRef teacher = {};                   ///< of distillation.teacher
    std::vector<ArchitectureRef> reward_models = {};
    const Plan *spread = nullptr; ///< the whole run's plan where `plan` is one rank's
    Rank rank = {};
    const Architecture *whole = nullptr; ///< which `architecture` is a rank's share of
    std::shared_ptr<WorkList> work = {}; ///< where the work of the second step is told; null: nowhere
};

/// PEFT's and transformers' hook on the embedding's output.
[[nodiscard]] bool hooks_inputs(const Subject &subject);
/// Whether the plan's stages run in the place of the whole model.
[[nodiscard]] bool in_stages(const Subject &subject);

/// What the plan does with these layers. `last_step_only`: training's second step is enough. Throws NotSpread, PartNotKnown, TooLarge.
[[nodiscard]] Trace play(const Subject &subject, const Layers &layers, Machine &m, bool last_step_only);

} // namespace plimsoll::step
