// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/replay/replay.h"
#include "core/replay/slotted_events.h"
#include "core/run/simulate.h"

#include <array>
#include <vector>

namespace plimsoll {

/// Where in a recorded trace the allocated peak of the counted steps stands.
struct PeakMoment {
    std::size_t event = 0; ///< index into Trace::events
    std::uint16_t step = 0;
    Phase phase = Phase::forward;
    int layer = -1;
    Bytes allocated = 0;
    ComponentBytes components{};
};
[[nodiscard]] PeakMoment find_peak(const step::Trace &trace);

/// One step as the timeline shows it: loading, then the step that holds the peak; per phase and layer its highest moment and
/// its end, and around the loss every operation that changes a hundredth of the peak or more.
[[nodiscard]] std::vector<TimelinePoint> timeline_of(const step::EventList &events, const PeakMoment &peak);

/// The same allocations and frees for the allocator's model; loading ends at the first event of step 1. Behind a training's two
/// steps comes a third: it does what the second did but finds other blocks free, some of which are split then, and another
/// segment is asked for (recorded; up to 4 % of what is reserved). From there on a run goes round.
[[nodiscard]] std::vector<AllocatorEvent> allocator_events(const step::EventList &events);

/// A stretch of a run that one phase of one step goes through, and what an allocator came to in it.
struct PhaseStretch {
    std::optional<Phase> phase; ///< none: what a step does before its first phase begins
    int step = 0;
    MarkedPeak peak = {};
};

/// The same by slots, which a search for the least memory goes through many times. Of one stream. `phases`: filled with the
/// stretches, in order, each of which ends at a mark; empty where phases take turns amid what is repeated. Null: none is marked.
[[nodiscard]] SlottedEvents slotted_events(const step::EventList &events, std::vector<PhaseStretch> *phases = nullptr);

/// A hash of all that those events ask of an allocator. What a list repeats is hashed as it is stored: lists of one run with and
/// without repetitions differ.
[[nodiscard]] std::uint64_t requests_key(const step::EventList &events);

/// replay() of those events on a card without end, without a list of them; the third step only where the second left other
/// blocks than it found. With two threads the pools go at the same time, where a figure of one says nothing of the other; the
/// result is the same.
[[nodiscard]] ReplayResult replay(const step::EventList &events, const AllocatorOptions &options = {}, int threads = 1);

/// Tensors of one kind that are alive: the same operation, shape and dtype, in any layer.
struct LivingGroup {
    const char *operation = "";
    const char *module = "";
    step::Shape shape;
    Dtype dtype = Dtype::uint8;
    Count count = 0;
    Bytes bytes = 0;
};
/// By component, the largest group first.
using LivingGroups = std::array<std::vector<LivingGroup>, component_count>;
/// What is alive at the peak. The trace and its model outlive it.
[[nodiscard]] LivingGroups groups_alive(const step::Trace &trace, const PeakMoment &peak);

/// Fills formula, numbers, source and what is alive at the peak for every component.
void explain_peak(const LivingGroups &alive, const Architecture &architecture, const Plan &plan,
                  std::vector<BreakdownLine> &lines);

} // namespace plimsoll
