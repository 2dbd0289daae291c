// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/parallel/rank.h"
#include "core/run/job.h"
#include "core/torch/card.h"
#include "core/torch/event_list.h"
#include "core/torch/work.h"

#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {
struct EngineStart;
}

namespace plimsoll::step {

/// A plan replayed through loading and two steps (training) or one call (inference).
struct Trace {
    std::vector<PhaseRecord> phases;
    EventList events;          ///< empty unless recorded
    std::vector<Shape> shapes; ///< of the events, some perhaps twice
    Bytes after_load = 0;
    Bytes load_peak = 0;
    ComponentBytes after_load_components{};
    ComponentBytes between_steps{}; ///< after the last optimizer step
    Bytes gradient_bytes = 0;       ///< of a whole step, all that train
    Count trainable_parameters = 0;
    /// Models that a training holds, as stages name them, the one that trains first: bytes once loaded.
    std::vector<std::pair<std::string_view, Bytes>> residents;
    std::vector<Count> other_ranks; ///< numbers of those that may hold more than this one
    CardAnswers card;
    std::shared_ptr<const WorkList> work;      ///< of the second step of a training, where it was asked for
    std::shared_ptr<const EngineStart> engine; ///< of an engine that claims memory at its start (core/serving/engine_start.h)
    std::shared_ptr<const void> names;         ///< what the events' names point into, beside the architecture
};

/// Runs a job; where it is spread over ranks, one of them. Errors name what cannot be simulated. Pure. Layers that repeat are run a few
/// times only (layer_layout.h, lengthened_run.h); the answer is that of a run through all of them. `count_work`: fills Trace::work.
[[nodiscard]] Result<Trace> simulate(const Job &job, bool record_events, const Rank &rank = {}, bool count_work = false);

/// The same of a plan that is run once. The events name what `architecture` holds: it has to outlive them.
[[nodiscard]] Result<Trace> simulate(const Architecture &architecture, const ResolvedPlan &plan, const CardFacts &device,
                                     bool record_events, const Rank &rank = {}, bool count_work = false);

/// The same events with every layer run, none repeated from its neighbours: what simulate() is held against.
[[nodiscard]] Result<Trace> simulate_every_layer(const Architecture &architecture, const ResolvedPlan &plan,
                                                 const CardFacts &device, const Rank &rank = {});

} // namespace plimsoll::step
