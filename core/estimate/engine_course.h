// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What an engine that generates beside a training has of the card at one moment; bytes.
struct EngineHolding {
    Bytes weights = 0;    ///< its own; 0 where it runs on those that train
    Bytes cache = 0;      ///< the pool of its KV cache, recurrent states included
    Bytes activation = 0; ///< of the pass that it measures itself by, or of the prompts that it reads
    Bytes graphs = 0;     ///< CUDA graphs
    Bytes other = 0;      ///< buffers, and what its libraries hold beside the context
    [[nodiscard]] Bytes sum() const { return weights + cache + activation + graphs + other; }
    bool operator==(const EngineHolding &) const = default;
};

/// One stage of the course that engine and trainer run over one card; bytes.
struct EngineMoment {
    std::string_view stage; ///< of the engine's start, of its waking, or of the step (StagePeak::stage)
    bool awake = false;     ///< it may generate then
    EngineHolding engine;
    Bytes allocated = 0; ///< by the trainer
    Bytes reserved = 0;  ///< by its allocator; while the engine starts, which empties that one's cache first, what is allocated
    Bytes device = 0;    ///< what nvidia-smi shows: the context, `reserved` and the engine
    bool operator==(const EngineMoment &) const = default;
};

struct EngineCourse {
    std::vector<EngineMoment> moments; ///< its start beside the loaded model, then the last step that was run; never none
    std::size_t fullest = 0;           ///< among them; of equals that of the peak's phase, else the first
    [[nodiscard]] const EngineMoment &fullest_moment() const { return moments[fullest]; }
    /// The stage of the step that a phase of the trainer is of; null: none.
    [[nodiscard]] const EngineMoment *in_phase(Phase phase) const;
    bool operator==(const EngineCourse &) const = default;
};

/// The course of the engine that stands beside a training (Estimate::beside), over the same card as the trainer's stages: `load`,
/// `profile` and `capture` of its start, once the trainer holds its models; then for each step, where it sleeps, `wake_weights`,
/// `push_weights` and `wake_cache` in front of `generate`, where its stack wakes it in parts (trl 1.16 generation/vllm_generation.py,
/// ms-swift 4.6 rollout_mixin.py), else `push_weights` alone; asleep it keeps what lies outside its pools (vllm 0.33
/// device_allocator/cumem.py). An adapter that is merged before it is pushed takes one product of its matrices more for a moment,
/// which is not in it. Nothing where no engine stands beside it, and no course of its start and waking where its start is not known.
[[nodiscard]] std::optional<EngineCourse> engine_course(const Estimate &estimate, const ProcessEstimate &process);

} // namespace plimsoll
