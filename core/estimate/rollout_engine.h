// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/runtime.h"
#include "core/ground/result.h"
#include "core/serving/engine_start.h"

#include <memory>
#include <optional>

namespace plimsoll {

/// The engine that makes a training's completions on its cards, and what of it stands when. Bytes beside the trainer's own context.
struct RolloutEngine {
    EngineStart start;
    std::optional<Plan> plan;                   ///< its own, resolved; absent where its start is not known
    Bytes awake = 0;                            ///< while it generates: weights, cache, graphs, and what its process holds
    Bytes training = 0;                         ///< while the model trains: all of that, or what stays of one that sleeps
    Bytes weights = 0, cache = 0;               ///< of what stands awake; its weights only where they are its own
    Bytes activation = 0;                       ///< of `awake`: of the prompts that it reads
    Bytes host = 0;                             ///< of what sleeps: copied to the host's memory (level 1)
    Interval awake_interval, training_interval; ///< 90 %
    bool sleeps = false;
    bool shares_weights = false; ///< its weights are those that train
};

/// Of a resolved training beside which an engine generates (rollout.colocated), started as its stack does, on a card whose memory is
/// known; null where none stands there, or no share of the card is known. Error: what the planner cannot say of the start.
[[nodiscard]] Result<std::shared_ptr<const RolloutEngine>> rollout_engine(const ArchitectureRef &architecture,
                                                                          const Plan &resolved, const CardFacts &device);

/// The plan, of task infer, of one of the engines that generate for a resolved training on cards of their own (rollout.colocated
/// false): its load is the completions of a generation over rollout.engines, prompt and completion long; it takes 0.9 of its cards
/// where nobody says otherwise (trl 1.16 scripts/vllm_serve.py, ms-swift 4.6 arguments of "swift rollout"), not the share that is
/// the default beside a trainer. Its target is rollout.gpus, else rollout.tensor of the first card of the training's. Nothing where
/// no engine claims memory for it elsewhere.
[[nodiscard]] std::optional<Plan> plan_of_server(const Plan &resolved);

/// Starts the engine that generates beside the training (Estimate::beside); where its start is not known it holds its share, and the
/// estimate says so.
void start_beside(Estimate &out);

/// Of an engine whose start is not known and that runs on the weights that train: of its share of the card the trainer holds `weights`
/// bytes already. Once; nothing of others.
void share_weights(Estimate &out, Bytes weights);

/// Whether the training without its engine is the same on this card.
[[nodiscard]] bool same_training_on(const Estimate &estimate, const CardFacts &card);

/// The same training on another card, beside whose own start of the engine it stands: what estimate() gives there but for timeline and
/// time. Nothing where no engine stands beside it, where the step is another one there, or where another stage is the fullest.
[[nodiscard]] std::optional<Estimate> with_engine_on(const Estimate &made, const CardFacts &card);

/// What of a peak stands beside its allocator's bytes: the device's, and both intervals.
void place_peak(Peak &peak, const Estimate &out, const ContextBytes &around, const SpreadFacts &facts);

/// The context with what stands of the engine while the model trains.
[[nodiscard]] ContextBytes with_engine(ContextBytes context, const Estimate &out);

/// Makes the peak's interval hold `generating`, what stands on the card while the engine generates.
void reach_generating(Peak &peak, Bytes generating, const RolloutEngine &engine, const ContextBytes &context);

/// The fullest stage becomes the process's peak, and the engine's bytes of that moment get lines of their own. Behind its stages.
void add_rollout(const Estimate &out, ProcessEstimate &process, const ContextBytes &context);

/// The stage of an engine that generates, where the card is never fuller; null: the peak is the model's that trains.
[[nodiscard]] const StagePeak *generation_at_peak(const ProcessEstimate &process);
/// When the card is fullest in a step.
[[nodiscard]] Phase phase_of_peak(const ProcessEstimate &process);

} // namespace plimsoll
