// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/tempo.h"
#include "core/ground/card_facts.h"
#include "core/ground/dtype.h"
#include "core/ground/result.h"
#include "core/libraries/libraries.h"
#include "core/model/architecture.h"
#include "core/model/loading/loader.h"
#include "core/model/trained_part.h"
#include "core/runner/default.h"
#include "core/runner/read.h"
#include "core/runner/spreads.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plimsoll {

class Allocator;
struct EngineStart;
struct StartCall;

namespace step {
class Decoder;
class LinearModule;
class Machine;
class Tensor;
} // namespace step

/// What a loop's output holds while the next step runs.
enum class Outputs : std::uint8_t {
    dropped,           ///< transformers' training_step drops them before backward
    assigned,          ///< names of the loop, assigned when the model's call has returned
    assigned_in_block, ///< likewise, inside `with torch.autocast(…)`
};

/// Whose input's gradient a loop asks for where adapters or a part of the model train.
enum class InputGradients : std::uint8_t {
    of_embedding,      ///< PEFT's hook on the embedding's output, and transformers' from 5 on
    of_embedding_ever, ///< likewise, whatever the release
    of_trained_layers, ///< each recomputed layer's own; a layer in which nothing trains is not recomputed
    of_none,
};

/// A stack's training loop: what it does around the model's forward, backward and the optimizer's step.
struct Loop {
    /// transformers' Trainer, or what is simulated as it: fetches the micro batches of a step at once with their masks, sums the
    /// loss, makes the outputs float32 after autocast, sorts parameters by weight decay, frees the cache before it begins. Else a
    /// loop in which nothing is clipped, converted or collected but what it says itself.
    bool trainer = true;
    Outputs outputs = Outputs::dropped;
    bool chooses_outputs = false; ///< keep_outputs is the user's to say: the loop is written by hand, or ends with its step
    bool lists_logits = false;    ///< logits made in chunks are a list, assigned before the loss is computed from it
    bool tells_no_cache = false;  ///< the batch says use_cache=False
    bool recomputes_in_function = false; ///< offloaded checkpoints are an autograd.Function, which runs both ways inside backward
    InputGradients input_gradients = InputGradients::of_embedding;
    bool raises_trained_part = false;     ///< what trains becomes float32, what is frozen stays in the dtype that is computed in
    bool scales_gradients = false;        ///< torch.amp.GradScaler under fp16
    bool may_step_in_backward = false;    ///< can be told to step each parameter as soon as its gradient is there
    bool steps_in_backward_alone = false; ///< and raises where gradients are accumulated or clipped besides
    bool recomputes_to_end = false;       ///< layers' checkpoints (checkpoint_wrapper(early_stop=False)) run a layer to its end
    bool own_collectives = false;         ///< the model's own lines gather and scatter what tensor-parallel ranks share
    bool reduces_after_backward = false;  ///< of several ranks, gradients are summed when the backward is over
    std::optional<ParallelEngine> spreads = {};    ///< its own engine, for whatever spreads a training
    ParallelEngine shards = ParallelEngine::fsdp2; ///< what ZeRO 3 is in it, where the plan names no engine
    bool one_form_of_sgd = true;                   ///< torch's sgd takes no `foreach` or `fused` here
    bool numbers_rows = false;                     ///< every row of a pass has position_ids of its own
    bool steps_each_pass = false; ///< the optimizer steps behind every micro batch, as often as completions of a prompt fill one
    bool empties_cache_first = false; ///< and gives back what is cached between the first step's forward and its backward
    bool drops_long_rows = false;     ///< rows of a data set beyond the sequence length are left out; else they are cut to it
    bool fills_generations = false; ///< where a step's rows are no multiple of a prompt's completions, those are its micro batch
    /// Reads the logits of the model's output, for its log.
    void (*log_logits)(step::Machine &, const step::Tensor &logits, const Plan &) = nullptr;
};

/// One training forward's last state on its way to the loss.
struct LossCall {
    step::Decoder &decoder;
    const Plan &plan;
    step::Tensor &hidden;              ///< [batch, length, hidden], to be moved from
    std::vector<step::Tensor> &logits; ///< takes what the model's output holds of them
};
using HeadLoss = step::Tensor (*)(step::Machine &, const LossCall &);

/// What of a pass a head in tiles reads.
struct TiledRows {
    Count batch = 0, length = 0;
    Count scored = 0; ///< tokens of a row whose labels count, length - 1 at most
};

/// A stack's own losses. What is null is the library's, or the planner's own form of it.
struct Losses {
    /// In place of every loss but the whole one: reads the output embedding's weight, whatever the head does before.
    step::Tensor (*tiled)(step::Machine &, step::LinearModule &head, step::Tensor hidden, const TiledRows &) = nullptr;
    /// Of objectives that compare whole logits (ObjectiveKind::whole_logits): from what the model returned, once it has.
    step::Tensor (*whole)(step::Machine &, step::Tensor logits, const Plan &) = nullptr;
    HeadLoss fused = nullptr;                       ///< of loss.kind fused, in place of Liger's
    HeadLoss chunked = nullptr;                     ///< of chunks
    HeadLoss whole_logits = nullptr;                ///< of loss.kind full
    bool (*upcasts_logits)(const Plan &) = nullptr; ///< the plans whose model returns float32 logits
};

/// What a stack makes of adapter.targets for one model.
struct TakenTargets {
    std::string pattern;                      ///< a regular expression over names of modules; empty: adapter.targets stay
    std::string source;                       ///< library, release and file
    std::string said;                         ///< what a person must hear of it; empty: nothing
    std::vector<std::string> parameters = {}; ///< in place of adapter.target_parameters, where it has any
};

/// How a runner comes to the model that it runs, and what it makes of it before the first step.
struct Models {
    bool own = false;                                      ///< its own model code, or engine, in place of transformers' classes
    const LoadingLibrary *loader = &loading::transformers; ///< by whose rules weights are loaded
    /// The plans for which it builds the class that a configuration names under architectures, where AutoModelForCausalLM builds
    /// its language model alone.
    bool (*loads_named_class)(const Plan &) = nullptr;
    /// What it runs in the place of transformers' model; null where it is the same.
    ArchitectureRef (*build)(const Architecture &, const Plan &) = nullptr;
    /// The plans whose input embedding is replaced, after the optimizer has taken the first one, by one that nobody steps.
    bool (*replaces_embedding)(const Plan &) = nullptr;
    bool measured_as_built = false; ///< measured peaks are of what `build` makes: where it has nothing, none stand for the plan
    bool (*packs_experts)(const Plan &) = nullptr; ///< the plans whose fused experts bitsandbytes packs while they are loaded
    std::optional<Dtype> packs_from =
        std::nullopt;                     ///< what weights are before they are packed to 4 bits, where not weights.dtype
    bool patches_liger = false;           ///< Liger's kernels take the place of norms, MLPs and rotary embedding by themselves
    bool unpacks_what_is_clamped = false; ///< spares from packing what a model clamps while it trains (Gemma 3n's AltUp)
    bool loads_onto_card = false; ///< the model is there before it is wrapped, and what trains beside quantised weights gets bf16
    bool scores_prompt = false;   ///< its head reads every token of a prompt
    bool scores_beside_head = false; ///< a reward is a second head's, beside the language head, whose logits are made and dropped
    /// What weights.dtype auto is to an engine of its own; null: as transformers' models.
    WeightDtype (*dtype)(const Plan &, const Architecture &, const CardFacts &) = nullptr;
    /// inference.context of a plan that names none, by the engine's own rule; null or nothing: the planner's own default.
    std::optional<TakenContext> (*context)(const Plan &, const Architecture &, const CardFacts &) = nullptr;
    /// Targets that it hands to PEFT in place of the plan's; null or nothing: the plan's.
    std::optional<TakenTargets> (*targets)(const Plan &, const Architecture &) = nullptr;
    /// The models whose fused experts it adapts itself: PEFT gets their parameters and converts no names, and adapters are products
    /// beside those of the experts, which may be packed. Null: none.
    bool (*adapts_experts)(const Architecture &) = nullptr;
    bool reads_gguf = false;                ///< its weights are a GGUF file's, of any of its types
    std::string_view quantises_itself = {}; ///< weights.quant that it makes of plain checkpoints while it loads them
    void (*after_loading)(step::Machine &, step::Decoder &, const Plan &, Dtype loaded) = nullptr;
    void (*after_adapters)(step::Machine &, step::Decoder &, const Plan &) = nullptr;
    NamesMeet names_meet = NamesMeet::whole_parts; ///< how names in `trainable` meet parameters
};

/// A call without gradients.
struct ForwardCall {
    const Plan &plan;
    bool scores_prompt = false;         ///< Models::scores_prompt of the plan's stack
    step::Decoder *assistant = nullptr; ///< drafts tokens; null: none
};

/// A library that a runner goes through, where it does.
struct LibraryUse {
    std::string_view library;             ///< as plan.libraries spells it
    bool (*when)(const Plan &) = nullptr; ///< null: always
};

/// What is simulated as something near it.
struct StandIn {
    Why why = {};
    bool (*when)(const Plan &) = nullptr; ///< null: always
};

/// What a stack does to pictures before the model's processor has them.
struct PictureHandling {
    bool scales = false;                ///< to images.max_pixels and images.min_pixels by itself
    bool to_tower = false;              ///< their width comes down to the tower's image_size, 512 pixels where it has none
    bool image_processor_alone = false; ///< the processor's class, which asks for tiles, is not called
    bool caps_videos = false;           ///< frames share the tokens of a video by qwen_vl_utils' fetch_video
    bool fits_videos = false;           ///< frames come by unsloth_zoo's fetch_video, whatever the processor
    bool casts_pixels = false;          ///< to the dtype that the model was loaded in, else they are float32
    bool frozen_without_graph = false;  ///< a tower in which nothing trains makes no graph, whatever hooks its inputs
};

/// What a stack works the size of its engine out of.
struct EngineRoom {
    const Plan &plan; ///< of the training
    const Architecture &architecture;
    Bytes total = 0, free = 0; ///< of the card, before anything is loaded
    double share = 0;          ///< of it that is asked for
    Count context = 0;         ///< tokens of a request
};
/// What it hands to the engine.
struct EngineSize {
    double share = 0;
    Count requests = 0, batch = 0, context = 0;
};

/// How a stack starts the engine that makes its completions on the cards that train (rollout.engine).
struct ColocatedEngine {
    std::string_view source = {}; ///< library, release and file
    /// Tokens of one pass of the engine (max_num_batched_tokens), of so many requests of so many tokens; null: its own default.
    Count (*batch)(Count requests, Count context) = nullptr;
    /// Requests that it runs at once, where the plan names no number; null: all completions of a generation.
    Count (*requests)(const Plan &) = nullptr;
    bool models_context = false;   ///< where the plan names none, its context is the model's, not prompt and completion
    bool keeps_base = false;       ///< adapters go into places of the engine; else they are merged and every weight is pushed
    bool shares_weights = false;   ///< it runs on the weights that train: there is no second copy
    bool eager = false;            ///< without CUDA graphs
    bool processes_logits = false; ///< asks for log probabilities of what sampling made of the logits (processed_logprobs)
    /// Share of a card of `total` bytes that an engine which sleeps is given, whatever the plan says; null: the plan's.
    double (*share_of_sleeper)(Bytes total) = nullptr;
    /// In place of the plan's share and of `batch` and `requests`, by the model and what is free; null: those.
    EngineSize (*sized)(const EngineRoom &) = nullptr;
    std::string_view patched_by = {}; ///< library whose patches change what the engine holds, as plan.libraries spells it
};

/// Who carries a plan out: a stack its training, an engine its inference. Each is one value in one file; what all know of them
/// comes from here.
struct Runner {
    std::string_view name = {};                 ///< as plans spell it; empty: only a base
    const Runner *base = nullptr;               ///< whose defaults, keys and reads follow
    std::span<const Default> defaults = {};     ///< the first row that holds speaks
    bool own_keys = false;                      ///< its configuration has keys of its own, the base's are not among them
    const Library *library = nullptr;           ///< that it is: its known release, what its older ones did, what it holds back
    std::span<const Read> reads = {};           ///< the first row that holds speaks
    std::span<const LibraryUse> libraries = {}; ///< beside PyTorch, transformers and what goes with them
    Loop loop = {};                             ///< of a stack
    Losses losses = {};                         ///< of a stack
    Models models = {};
    std::optional<Error> (*refuses)(const Plan &, const Architecture &) = nullptr; ///< a training of a decoder that it raises on
    StandIn stand_in = {};
    const Spreads *spread = &spread_unmeasured; ///< how far measured peaks lie from estimated ones
    /// In place of `spread` where the plan decides; null: it does not.
    const Spreads *(*spread_in)(const Plan &) = nullptr;
    /// In place of both where the model decides; null or nothing: it does not.
    const Spreads *(*spread_of)(const Plan &, const Architecture &) = nullptr;
    bool measured_pairs = false;             ///< so do those of preference pairs
    PictureHandling pictures = {};           ///< of a stack
    const ColocatedEngine *beside = nullptr; ///< of a stack, or its base's; null: nobody looked
    /// What holds its tensors; null: PyTorch's caching allocator.
    std::unique_ptr<Allocator> (*allocator)(const Plan &) = nullptr;
    /// Of an engine: carries the call out. Null: a stack, whose loop step::Training goes through.
    void (*call)(step::Machine &, step::Decoder &, const ForwardCall &) = nullptr;
    /// Of an engine that claims memory at its start, in place of `call` (core/serving/engine_start.h).
    Result<EngineStart> (*start)(const StartCall &) = nullptr;
    /// Of an engine: whether its start has in it what the model's towers take, since it counts their pictures or loads no tower. Null:
    /// never.
    bool (*counts_towers)(const Plan &, const Architecture &) = nullptr;
    Tempo tempo = {}; ///< of an engine
};

/// The row that speaks of this field in this plan, the runner's own or its bases'; null where nobody decided, which no field of a
/// release is. Libraries are no rows of it: they are used or not (core/resolve/library_use.h).
[[nodiscard]] const Read *read_in(const Runner &runner, std::string_view path, const Plan &plan);

/// Whether a row of the runner or of its bases refuses values of this field in some plan.
[[nodiscard]] bool may_refuse(const Runner &runner, std::string_view path);

/// Releases of libraries that it holds below the planner's.
[[nodiscard]] std::span<const HeldRelease> held_by(const Runner &runner);

/// The first row that holds for this plan and has a value: the runner's own, its bases'. Nothing when no row names the path: the
/// plan's initial value is the default then.
[[nodiscard]] std::optional<TakenDefault> default_in(const Runner &runner, std::string_view path, const Plan &plan);

/// How the tool's own configuration calls a field; empty where it has no such key.
[[nodiscard]] std::string_view key_in(const Runner &runner, std::string_view path);

/// The runner's own, or its bases'; what holds where nobody looked.
[[nodiscard]] const ColocatedEngine &colocated_engine(const Runner &runner);

/// Whether the head is read in tiles, without the model's logits (Losses::tiled).
[[nodiscard]] bool tiles_head(const Runner &runner, const Plan &plan);

} // namespace plimsoll
