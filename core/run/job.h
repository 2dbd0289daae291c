// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/ground/result.h"
#include "core/plan/resolved_plan.h"
#include "core/run/found_targets.h"
#include "core/run/trained_leaves.h"

#include <memory>
#include <optional>

namespace plimsoll::step {

/// A resolved plan made ready to be carried out on one kind of card: made once, asked by each of its ranks and by whoever wants the
/// same run again with its events. A value: copies share what is costly.
struct Job {
    ArchitectureRef asked;    ///< as the plan names it
    ArchitectureRef released; ///< as its release builds it
    ArchitectureRef model;    ///< that, its weights laid out as they are loaded
    ResolvedPlan plan;
    CardFacts device;
    Plan pass;                                        ///< what one process carries out of it
    std::optional<Plan> spread;                       ///< the same for all of them, where there are several
    std::shared_ptr<const FoundTargets> targets = {}; ///< null of an engine that claims memory at its start
    std::shared_ptr<const TrainedPart> chosen = {};   ///< where the plan names a part, reached or not
    std::shared_ptr<const TrainedLeaves> part = {};   ///< where only a part of what text reaches trains
};

/// Errors name what cannot be simulated on any rank. Pure.
[[nodiscard]] Result<Job> make_job(const ArchitectureRef &architecture, const ResolvedPlan &plan, const CardFacts &device);

} // namespace plimsoll::step
