// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/ground/card_facts.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/plan/resolved_plan.h"
#include "core/serving/kv_groups.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

struct Checkpoint;
struct LoadedWeights;

namespace step {
class Machine;
}

/// What stands in one memory of a machine once an engine runs ("CUDA0", "host").
struct EnginePlace {
    std::string place;
    Bytes weights = 0, kv_cache = 0, state = 0, compute = 0;
    bool operator==(const EnginePlace &) const = default;
};

/// Of what an engine took over what is computed: 90 % of the starts that were looked at.
struct PartSpread {
    double low = 0.75, high = 1.35; ///< where nothing was measured: a guess
    bool operator==(const PartSpread &) const = default;
};
/// By part; measured ones say where they come from. Caches: what no share of the card bounds.
struct PartSpreads {
    PartSpread weights{1, 1}, caches{1, 1}, buffers, activation, graphs, non_torch, process;
    bool operator==(const PartSpreads &) const = default;
};

/// What stands beside the language model in one memory once an engine runs; part of what it takes for its weights, of llama.cpp
/// also of its compute buffers.
struct EnginePart {
    std::string_view part; ///< "tower", "projector", "drafter", "lora_slots"
    Bytes bytes = 0;
    bool on_host = false;
    bool operator==(const EnginePart &) const = default;
};

/// What an engine that claims memory at its start comes to, of one card of the fullest rank. Figures are named as its own log
/// names them; bytes.
struct EngineStart {
    std::optional<Bytes> total;      ///< of the card, as the engine reads it; absent: no card was named, and nothing is claimed
    std::optional<Bytes> requested;  ///< what it may take of the card
    Bytes weights = 0;               ///< "Model loading took"
    Bytes own = 0;                   ///< of weights: places for adapters and tables, in which no other model has a part
    Bytes host = 0;                  ///< of weights that stand in the host's pinned memory in place of the card
    Bytes buffers = 0;               ///< that stay: states of requests, workspaces
    Bytes unseen = 0;                ///< that stay too, but stood before its budget was measured from
    Bytes activation = 0;            ///< peak of the profile pass beyond what stays
    Bytes non_torch = 0;             ///< growth outside PyTorch that its budget counts
    Bytes graphs = 0;                ///< CUDA graphs, as it estimates them
    Bytes beyond_share = 0;          ///< that its budget takes for free though the share has none left: the cache is larger by it
    Bytes process = 0;               ///< what its libraries hold in a trainer's process, awake and asleep, beside the context
    Bytes state = 0;                 ///< recurrent states, where they have a pool of their own
    std::optional<Bytes> load_state; ///< what the load needs of `state`; absent: all of it
    KvPool pool;                     ///< how caches share blocks
    Bytes kv_cache = 0;              ///< what is left for the cache
    Count blocks = 0;
    Count tokens = 0;             ///< that it prints
    double max_concurrency = 0;   ///< requests of inference.context tokens at once
    Count max_context = 0;        ///< of one request alone
    std::optional<Count> context; ///< of one request, where the engine came up with another one than was asked
    std::optional<Bytes> asleep;  ///< on the card beside the context while it sleeps; absent: it never does
    Bytes asleep_host = 0;        ///< what it leaves with the host meanwhile
    std::string left_out;   ///< what takes memory of this start, is not simulated and is not in these figures; empty: nothing
    Bytes load_cache = 0;   ///< cache of inference.context × inference.sequences
    bool asks_free = false; ///< refuses where less than `requested` of the card is free
    PartSpreads spreads;
    EngineSettings taken;            ///< the plan's settings with the engine's defaults in the place of what is absent
    std::optional<Error> refuses;    ///< in its own words, with the way out; figures are those until then
    std::vector<EnginePart> parts;   ///< of what it holds, by name; one that is not there is not listed
    std::vector<EnginePlace> places; ///< of engines that lay tensors out by place
    std::vector<std::string> log;    ///< the lines that it will print, with these figures
    std::vector<Warning> warnings;   ///< what a person must hear of this start

    bool operator==(const EngineStart &) const = default;
};

/// Of inference.sequences those that one of parallel.data copies serves, the fullest.
[[nodiscard]] inline Count sequences_of_copy(const Plan &plan)
{
    const Count copies = std::max<Count>(1, plan.parallel.data);
    return (plan.inference.sequences + copies - 1) / copies;
}

/// The pictures of one prompt, as the model's processor cuts them (images.*).
struct PromptPictures {
    Count pictures = 0;        ///< 0: text alone
    Count patches = 0;         ///< of one, as the tower computes them
    Count tokens = 0;          ///< of one, in the prompt
    Count numbers_a_patch = 0; ///< as they reach the tower
    Count sequences = 1;       ///< of a patch's picture that attend apart: tiles
};

/// One start to be carried out.
struct StartCall {
    step::Machine &machine; ///< takes what stands on the card, phase by phase: load, profile, capture, serve
    const Architecture &architecture;
    const Plan &plan;               ///< resolved
    const EngineSettings &settings; ///< the plan's; what is absent is the engine's default on this card
    const CardFacts &card;
    std::optional<Bytes> memory; ///< of a process on this card while it is empty (CUDA's total); absent: no card was named
    const LoadedWeights *loaded = nullptr; ///< how the checkpoint's own quantisation is held; null: plain
    const Checkpoint *file =
        nullptr; ///< the header of the GGUF file that llama.cpp loads; null: converted and quantised as planned
    PromptPictures pictures = {};

    /// Of the fullest copy, among which requests are spread (data parallel).
    [[nodiscard]] Count sequences() const { return sequences_of_copy(plan); }
};

/// Carries a start out. Error: what the planner cannot say; an engine's own refusal is EngineStart::refuses.
using Start = Result<EngineStart> (*)(const StartCall &);

} // namespace plimsoll
