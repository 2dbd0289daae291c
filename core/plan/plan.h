// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/adapter.h"
#include "core/model/reference.h"
#include "core/model/trainable.h"
#include "core/plan/engine_settings.h"
#include "core/plan/parallel.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

// Enumerators are spelt as in docs/schema/plan.md; `none_` and friends drop the underscore in JSON.
enum class Task : std::uint8_t { train, infer, extract };
/// Who carries out a training and who an inference: a place among the names that plans use (core/plan/runner_names.h), 0 where
/// nobody chose. What each of them does say core/stacks and core/engines, and nothing else tells one from another.
enum class Stack : std::uint8_t {};
enum class Engine : std::uint8_t {};
enum class Method : std::uint8_t { full, lora, qlora };
/// A place among the objectives' names (core/plan/objective_names.h), 0 where nobody chose. What each of them is says
/// core/objectives, and nothing else tells one from another.
enum class Objective : std::uint8_t {};
/// Whose log-probabilities those of the model that trains are held against.
enum class HeldAs : std::uint8_t {
    model,        ///< a second copy of the weights
    adapter_off,  ///< the model without its adapters
    adapter_copy, ///< a second, frozen set of adapters
    precomputed,  ///< known before the training begins
    none
};
enum class WeightDtype : std::uint8_t { fp32, fp16, bf16, auto_ };
enum class Autocast : std::uint8_t { none, bf16, fp16 };
/// Types that matrices are multiplied in beside their weights' own: recipes of Transformer Engine, torchao and Megatron-LM.
enum class ComputeDtype : std::uint8_t { fp8, mxfp8, nvfp4 };
/// A place among the optimizers' names (core/plan/optimizer_names.h), 0 where nobody chose. What each keeps and allocates says
/// core/optimizers, and nothing else tells one from another.
enum class OptimizerName : std::uint8_t {};
enum class OptimizerImplementation : std::uint8_t { fused, foreach_, single };
enum class AttentionBackend : std::uint8_t { eager, sdpa, flash2, flash3 };
/// Kernels of the flash-attention packages: no mask, 16 bit only.
[[nodiscard]] constexpr bool is_flash(AttentionBackend backend)
{
    return backend == AttentionBackend::flash2 || backend == AttentionBackend::flash3;
}
enum class LossKind : std::uint8_t { full, chunked, fused, fused_ce, cut, auto_ };
enum class CacheKind : std::uint8_t { dynamic, static_, quantized, offloaded };
enum class Capture : std::uint8_t { hidden_states, attentions, full, hooks };
/// Where what is captured stays until a chunk is over.
enum class Keep : std::uint8_t { card, host };

struct Weights {
    WeightDtype dtype = WeightDtype::bf16; ///< of what is not quantised
    std::string quant = "none";            ///< none | nf4 | fp4 | int8 | gptq4 | gptq8 | awq4 | fp8 | mxfp4 | nvfp4 | a GGUF type
    bool double_quant = true;
    std::optional<ParallelDtype> quant_storage; ///< bitsandbytes' storage dtype, which sharding needs; null: uint8
    bool quantize_moe_experts = false;          ///< Axolotl's key: bitsandbytes packs fused experts too, while they are loaded
    bool upcast_norms = false; ///< LLaMA-Factory's upcast_layernorm: weights of one dimension, of norms, become float32
    bool operator==(const Weights &) const = default;
};

struct Optimizer {
    OptimizerName name{};
    std::optional<OptimizerImplementation> implementation; ///< absent: the stack has one form of it
    Count rank = 128;                                      ///< of GaLore's and APOLLO's projections
    std::string args;                 ///< transformers' optim_args: "rank=256,update_proj_gap=100"; empty: the library's own
    std::vector<std::string> targets; ///< transformers' optim_target_modules; empty: every linear layer
    bool in_backward = false;         ///< each parameter is stepped as soon as its gradient is there, which goes again
    bool operator==(const Optimizer &) const = default;
};

/// gradient_checkpointing.selective: what costly operations of a layer give is kept, the rest is made again.
inline constexpr std::string_view costly_operations = "operations";

struct Checkpointing {
    bool enabled = true;
    bool offload = false;             ///< "offload": checkpoints to host
    bool offload_activations = false; ///< {"offload": "activations"}: no recomputation, what is saved goes to the host
    Count every = 1;                  ///< {"every": n}
    std::string selective;            ///< "attention" | "mlp" | costly_operations | ""
    bool reentrant = false;           ///< {"reentrant": true}
    bool operator==(const Checkpointing &) const = default;
};

struct Loss {
    LossKind kind = LossKind::full;
    std::optional<Count> chunk; ///< tokens; absent: the stack's own
    /// Rows of one pass of a loss that caches gradients of embeddings or scores; absent: all rows at once.
    std::optional<Count> mini_batch;
    /// Texts of a row of an embedding's data where the model reads them one after the other; absent: all of a batch at once.
    std::optional<Count> texts;
    bool operator==(const Loss &) const = default;
};

/// What `kernels` may name: flash-linear-attention, causal-conv1d, mamba-ssm, Liger's kernels of layers.
/// What `lora_kernels` may name: parts of a layer that Axolotl's own functions run with their adapters.
inline constexpr std::string_view lora_kernel_parts[] = {"mlp", "qkv", "o"};
inline constexpr std::string_view kernel_packages[] = {"fla", "causal_conv1d", "mamba_ssm", "liger"};

struct Evaluation {
    Count micro_batch = 8; ///< rows of one forward pass; 0: nothing is evaluated
    bool operator==(const Evaluation &) const = default;
};

struct AllocatorSettings {
    bool expandable_segments = false; ///< PYTORCH_ALLOC_CONF=expandable_segments:True
    bool operator==(const AllocatorSettings &) const = default;
};

struct Inference : EngineSettings {
    Engine engine{};
    Count context = 4096; ///< tokens: prompt + new_tokens
    Count new_tokens = 8;
    Count sequences = 1;
    CacheKind cache = CacheKind::dynamic;
    std::optional<ModelReference> assistant; ///< drafts tokens that the model checks (assisted generation); nothing: none
    bool operator==(const Inference &) const = default;
};

/// Completions that a training makes itself (GRPO), and who makes them.
struct Rollout {
    Engine engine{};                              ///< transformers: the model's own generate()
    bool colocated = true;                        ///< the engine stands on the cards that train; false: on others
    std::optional<double> gpu_memory_utilization; ///< of the engine; absent: the library's default
    std::optional<Count> sleep; ///< level the engine sleeps at while the model trains, 0 to 2; absent: the library's
    std::optional<Count> prompt_length, completion_length; ///< tokens
    std::optional<Count> generations;                      ///< completions of one prompt
    std::optional<Count> max_model_length;                 ///< the engine's context
    std::optional<Count> max_num_seqs;
    Count tensor = 1;                          ///< ranks that share one engine
    Count engines = 1;                         ///< that serve on other cards, each of `tensor` ranks
    std::vector<std::string> gpus;             ///< of those: catalogue names, as Target::gpus; empty: of the kind that trains
    std::optional<Count> steps_per_generation; ///< micro batches whose completions are made at once; absent: the library's rule
    std::optional<Count> micro_batch_size;     ///< rows of a pass of log-probabilities; absent: those of a training pass
    Count iterations = 1;                      ///< passes over the same completions
    std::optional<double> beta;                ///< weight of the reference; 0: none is asked; absent: the library's default
    std::optional<HeldAs> reference;           ///< absent: the library's rule
    bool offload_trainer = false;              ///< what trains waits in host memory while the engine generates
    std::vector<ModelReference> reward_models; ///< models that score completions; empty: functions do
    bool operator==(const Rollout &) const = default;
};

/// Rows that are preferred to others.
struct Preference {
    std::optional<Count> prompt_length;    ///< tokens of a row that are not scored; absent: all are
    std::optional<HeldAs> reference;       ///< absent: the library's rule
    std::optional<Count> precompute_batch; ///< rows of one pass that precomputes the reference; absent: the library's rule
    std::string loss_type;                 ///< the library's own word; empty: its default
    bool nll = true;                       ///< the likelihood of what is preferred is a term of the loss (ORPO, CPO)
    bool operator==(const Preference &) const = default;
};

struct Extract {
    Capture capture = Capture::hidden_states;
    std::vector<std::string> hooks;
    std::vector<Count> layers; ///< empty: all
    std::optional<Count> chunk;
    Keep keep = Keep::card;
    bool operator==(const Extract &) const = default;
};

struct Target {
    std::vector<std::string> gpus; ///< catalogue names, "NAME:4" for four of them
    std::optional<Bytes> budget_bytes;
    bool budget_first = false; ///< the answer speaks of the budget before it speaks of the cards
    double reserve_fraction = 0.0;
    std::optional<Bytes>
        process_bytes; ///< that a process may take of a memory which card and host share; absent: as the card ships
    bool operator==(const Target &) const = default;
    [[nodiscard]] bool empty() const { return gpus.empty() && !budget_bytes; }
    /// Where it stands among what the target names: before the cards or behind them.
    [[nodiscard]] bool led_by_budget() const { return budget_bytes && (budget_first || gpus.empty()); }
};

/// What teaches another model: GKD and DistillationTrainer of TRL.
struct Distillation {
    std::optional<ModelReference> teacher;
    double on_policy = 1.0; ///< share of the rows that the student makes itself
    bool operator==(const Distillation &) const = default;
};

/// What becomes of a part beside the language model while that is trained.
enum class PartTraining : std::uint8_t { frozen, trained, adapters };

/// Pictures in a row of a training, or in a sequence of an inference.
struct Images {
    Count per_row = 0;                           ///< 0: text alone
    Count width = 1024, height = 768;            ///< pixels
    std::optional<Count> max_pixels, min_pixels; ///< the processor's caps; absent: the checkpoint's, or the code's default
    std::optional<Count> max_tiles;              ///< into which the processor cuts a picture; absent: as the caps
    std::optional<Count> tokens_per_image;       ///< absent: the processor's rule
    PartTraining tower = PartTraining::frozen, projector = PartTraining::frozen;
    std::optional<bool> tower_checkpointing; ///< its layers are run again in the backward pass; absent: as gradient_checkpointing
    bool operator==(const Images &) const = default;
};

/// Sound in a row of a training, or in a sequence of an inference.
struct Audio {
    Count per_row = 0; ///< 0: none
    double seconds = 30.0;
    bool operator==(const Audio &) const = default;
};

/// Videos in a row of a training, or in a sequence of an inference, all alike.
struct Video {
    Count per_row = 0;               ///< 0: none
    Count width = 640, height = 360; ///< pixels of a frame
    double seconds = 10.0;
    std::optional<Count> frames;                 ///< that the processor takes of a video; absent: by its seconds
    std::optional<double> fps;                   ///< frames that are taken of a second; absent: the processor's rule
    std::optional<Count> max_frames;             ///< that are taken of a video at most; absent: the processor's
    std::optional<Count> max_pixels, min_pixels; ///< of a frame; absent: the processor's
    bool operator==(const Video &) const = default;
};

/// What is asked, of which model, and who carries it out.
struct Job {
    std::string name;
    ModelReference model;
    Task task = Task::train;
    Stack stack{};
    std::vector<std::pair<std::string, std::string>> libraries; ///< name, version
    bool operator==(const Job &) const = default;
};

/// What the model holds and which of it trains, towards what.
struct Tuning {
    Method method = Method::full;
    std::optional<Trainable> trainable; ///< of method full; nothing: all parameters
    Objective objective{};
    Weights weights;
    Autocast autocast = Autocast::bf16;
    bool kbit_prepare = false;
    Adapter adapter;
    std::optional<Count> num_labels; ///< numbers that a classifier's or reranker's head gives; absent: one
    bool operator==(const Tuning &) const = default;
};

/// One pass over a micro batch.
struct PassSettings {
    Count micro_batch = 1;
    Count sequence_length = 2048;
    bool padded = false;
    Checkpointing gradient_checkpointing;
    AttentionBackend attention = AttentionBackend::sdpa;
    Loss loss;
    std::vector<std::string> kernels; ///< packages whose kernels the library finds installed (kernel_packages)
    std::optional<std::vector<std::string>> lora_kernels; ///< of lora_kernel_parts; nothing: the stack turns them on itself
    bool compile = false;
    std::optional<ComputeDtype> compute_dtype; ///< of layers' products; absent: autocast's, else the weights'
    bool operator==(const PassSettings &) const = default;
};

/// What a training does around its passes.
struct Updates {
    Optimizer optimizer;
    double max_grad_norm = 1.0; ///< gradients are clipped to it; 0: not at all
    Count gradient_accumulation = 1;
    bool keep_outputs = true; ///< a plain loop's outputs live until the next ones are assigned; false: until the step ends
    Evaluation evaluation;
    bool operator==(const Updates &) const = default;
};

/// Where it runs, and a run's own settings that are not a training's.
struct Surroundings {
    AllocatorSettings allocator;
    Parallel parallel;
    Inference inference;
    Rollout rollout;
    Preference preference;
    Distillation distillation;
    Images images;
    Audio audio;
    Video video;
    Extract extract;
    Target target;
    bool operator==(const Surroundings &) const = default;
};

/// A plan, schema plimsoll.plan/1, in five parts whose fields are its own: plan.micro_batch. Every field holds a value; `given`
/// holds the paths ("optimizer.name") of those that somebody set. resolve() overwrites all others with what the stack does, and
/// lists each under assumptions.
struct Plan : Job, Tuning, PassSettings, Updates, Surroundings {
    std::set<std::string> given;

    bool operator==(const Plan &) const = default;
    [[nodiscard]] bool has(const std::string &path) const { return given.contains(path); }
    [[nodiscard]] bool trains_adapter() const { return task == Task::train && method != Method::full; }
    /// Whether rows hold pictures, sound or videos beside their text.
    [[nodiscard]] bool reads_beside_text() const { return images.per_row > 0 || audio.per_row > 0 || video.per_row > 0; }
};

} // namespace plimsoll
