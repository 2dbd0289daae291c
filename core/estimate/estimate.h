// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/parallel/rank.h"
#include "core/parallel/run_figures.h"
#include "core/replay/least_memory.h"
#include "core/resolve/resolve.h"
#include "core/serving/engine_start.h"
#include "core/torch/labels.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

namespace step {
class CardAnswers;
class WorkList;
} // namespace step
struct RolloutEngine; // core/estimate/rollout_engine.h

/// One moment of the step: after an operation. Bytes allocated in one process.
struct TimelinePoint {
    Phase phase = Phase::load;
    int layer = -1; ///< of the decoder; -1: outside of its layers; below: in a tower (core/torch/places.h)
    Bytes allocated = 0;
    ComponentBytes components{};
    std::string label;                       ///< operation or stage, in English: "lm_head", "log_softmax", "after embedding"
    [[nodiscard]] std::string title() const; ///< the label for people
    bool operator==(const TimelinePoint &) const = default;
};

/// What of a component is held in one type.
struct HeldType {
    std::string type;    ///< "bf16"; of weights whose tensors are of plain bytes the scheme that packed them: "nf4"
    Bytes bytes = 0;     ///< as allocated
    Bytes embedding = 0; ///< of these in tensors over the vocabulary: embeddings and heads
    bool operator==(const HeldType &) const = default;
};

/// One line of the breakdown at the peak.
struct BreakdownLine {
    Component component = Component::weights;
    Bytes bytes = 0;
    std::string formula;                              ///< in the field's names
    std::string numbers;                              ///< the same with this plan's numbers put in, and the result
    std::string source;                               ///< library, version and function, or paper
    std::vector<std::pair<std::string, Bytes>> alive; ///< the largest tensors in it: description, bytes
    std::vector<HeldType> held =
        {};               ///< all of its tensors by type: what is packed first, then by bytes; sums to bytes where explained
    bool rounded = false; ///< `numbers` ends by saying that each tensor was rounded up to 512 B
    bool operator==(const BreakdownLine &) const = default;
};

struct Interval {
    Bytes low = 0;
    Bytes high = 0;
    bool operator==(const Interval &) const = default;
};

struct Peak {
    Bytes allocated = 0;  ///< torch.cuda.max_memory_allocated()
    Bytes reserved = 0;   ///< torch.cuda.max_memory_reserved() on a card that is large enough
    LeastMemory required; ///< least that the allocator needs to finish; allocated ≤ required ≤ reserved
    Bytes device = 0;     ///< nvidia-smi for the process: reserved + context + libraries
    Bytes load = 0;       ///< allocated peak while loading
    Bytes evaluation = 0; ///< least that an evaluation allocates which the plan asks for; 0: it asks for none
    Phase phase = Phase::forward;
    int layer = -1;              ///< as TimelinePoint::layer
    Interval device_interval;    ///< 90 %
    Interval allocated_interval; ///< 90 %
    bool operator==(const Peak &) const = default;
};

/// What an engine that claims memory at its start needs of a card, beside what it takes of it (Peak::device).
struct EngineNeed {
    EngineStart start;
    Bytes need = 0;                   ///< least on the card for inference.context × inference.sequences, the context included
    Interval interval;                ///< 90 % of it
    std::vector<BreakdownLine> lines; ///< sums to `need`
    Count waiting = 0;                ///< of inference.sequences: more than it runs at once
    bool operator==(const EngineNeed &) const = default;
    /// Whether the load's cache is in what is left for it, whole, and nobody waits.
    [[nodiscard]] bool holds_load() const { return waiting == 0 && (!start.requested || start.load_cache <= start.kv_cache); }
};

/// The fullest moment of one stage of a step, or of an engine's start.
struct StagePeak {
    std::string_view stage; ///< "reference"; "step" where an objective has no stages of its own
    Bytes allocated = 0;
    Bytes reserved = 0;           ///< by PyTorch's allocator, what it keeps of earlier stages included
    Bytes device = 0;             ///< what nvidia-smi shows: that, the context, and an engine as it stands then
    std::string_view titled = {}; ///< what people read in the place of `stage`; empty: that
    /// `device` of the first step alone, before which nothing was updated; absent where later ones alone are run.
    std::optional<Bytes> first = {};
    bool operator==(const StagePeak &) const = default;
};

/// A model, or an engine, that a training holds.
struct ResidentBytes {
    std::string_view
        resident; ///< "policy", "reference", "teacher", "reward", "engine"; of an engine's: "tower", "projector", "drafter", "lora_slots"
    Bytes bytes = 0;
    bool on_host = false;
    bool operator==(const ResidentBytes &) const = default;
};

/// One process of the run and what it holds on its card; it stands for those that hold the same.
struct ProcessEstimate {
    Rank rank; ///< which process of the run; how many are like it
    Peak peak;
    Bytes steady_weights = 0, steady_adapters = 0, steady_gradients = 0, steady_optimizer = 0;
    Bytes between_steps = 0;              ///< allocated then
    std::vector<BreakdownLine> at_peak;   ///< sums to peak.device exactly
    std::vector<TimelinePoint> timeline;  ///< empty unless asked for
    std::vector<StagePeak> stages;        ///< of a training step or of an engine's start, in their order
    std::vector<ResidentBytes> residents; ///< of a training, the model that trains first; or the engine and what it names apart
    std::shared_ptr<const step::WorkList> work; ///< of a training step, apart from any card; null unless asked for
    /// What people are shown, and what changes of a plan are compared by: what it needs of its card at the peak. Of an engine that
    /// is less or more than it takes (Peak::device): the load's own cache counts, in the place of what is left for one.
    [[nodiscard]] Bytes needed() const { return engine ? engine->need : peak.device; }
    [[nodiscard]] const Interval &needed_interval() const { return engine ? engine->interval : peak.device_interval; }
    [[nodiscard]] const std::vector<BreakdownLine> &needed_lines() const { return engine ? engine->lines : at_peak; }
    std::shared_ptr<const EngineNeed> engine; ///< null: PyTorch's allocator takes what the run needs
    std::vector<Bytes> requests;              ///< ReplayResult::requests; none where nothing was replayed
    /// Of a recorded run: equal where its allocator is asked for the same, in the same order (requests_key()).
    std::optional<std::uint64_t> requests_key;
};

/// Schema plimsoll.estimate/1 without its verdicts, which need a catalogue (core/fit).
struct Estimate {
    ResolvedPlan plan;
    ArchitectureRef architecture;
    ArchitectureRef read; ///< as it was handed, before the objective gave it another head; null: `architecture`
    CardFacts device;
    Count total_parameters = 0;
    Count trainable_parameters = 0;
    Count active_parameters = 0;
    std::vector<ProcessEstimate> processes =
        std::vector<ProcessEstimate>(1); ///< those that differ, the fullest first; never none
    Lines assumptions;
    std::vector<Warning> warnings;
    std::string lower_bound_reason;                   ///< not empty: figures are a lower bound, verdicts are "unknown"
    std::shared_ptr<const step::CardAnswers> answers; ///< of the device to the step
    bool replayed = false;                            ///< reserved bytes are the allocator's
    bool usual_slack = false;                         ///< they are what such runs usually reserve

    std::shared_ptr<const RolloutEngine>
        beside; ///< that generates on the cards that train; null: none, or its start is not known

    /// Whose figures come first: the fullest's unless the plan names a rank.
    std::size_t shown_process = 0;
    RunFigures run; ///< beside its cards

    /// The process that decides whether the plan fits: with alike cards the one that needs most on its own.
    [[nodiscard]] const ProcessEstimate &fullest() const { return processes.front(); }
    [[nodiscard]] ProcessEstimate &fullest() { return processes.front(); }
    /// What people are shown of the run where one process stands for it.
    [[nodiscard]] const ProcessEstimate &shown() const { return processes[std::min(shown_process, processes.size() - 1)]; }
};

struct EstimateOptions {
    bool timeline = true;  ///< fill ProcessEstimate::timeline
    bool allocator = true; ///< replay the caching allocator; else reserved is about what is allocated: the least that it may be
    bool usual_slack = false; ///< without that replay: what such runs usually reserve, in an interval as wide as they differ
    bool required = false;    ///< Peak::required is worked out at once, from the same events; else when somebody first asks, anew
    bool explain = true;      ///< fill formulas, numbers, sources and what is alive
    bool time = false;        ///< fill ProcessEstimate::work
    bool keyed = false;       ///< fill ProcessEstimate::requests_key; a replay and what is explained fill it anyway
    int threads = 1;          ///< 2: the replay's pools and the timeline at the same time, where one answer is waited for
};

/// Whether the same plan's step takes the same bytes on another card: it would be told the same wherever it asks. False where
/// that is not known, and where an engine takes a share of the card.
[[nodiscard]] bool same_step_on(const Estimate &estimate, const CardFacts &card);

/// The same where nothing is reserved but what is allocated: no replay of the allocator comes to less. Of an estimate without
/// that replay.
[[nodiscard]] Estimate without_slack(Estimate estimate);

/// Simulates the plan. Pure; errors name what is unsupported.
[[nodiscard]] Result<Estimate> estimate(const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device = {},
                                        const EstimateOptions &options = {});

} // namespace plimsoll
