// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/lengths/model_length.h"
#include "core/engines/rank.h"
#include "core/engines/rank_device.h"
#include "core/libraries/libraries.h"
#include "core/libraries/vllm_release.h"
#include "core/serving/engine_start.h"

#include <optional>
#include <utility>
#include <vector>

namespace plimsoll::vllm {

/// Modules of vLLM's kernels, handles and workspaces of libraries in a process that trains as well, beyond its context, with the
/// engine asleep and CUDA graphs aside: cards read before an update by AgileRL's profiling rig (AgileRL/AgileRL@0151c660), 150 readings
/// of an L4 and an A100, 0.5 to 5 billion parameters, vLLM 0.23 and 0.26. They are pynvml's first form of "used", which counts what
/// the driver keeps of a card (nvmlDeviceGetMemoryInfo), and so do these figures.
inline constexpr Bytes process_beside = 55 * mib;
/// Where a card's is not known: 400 to 614 MiB in nvidia-smi captures of six cards.
inline constexpr Bytes kept_by_driver = 500 * mib;

/// Of 651 starts of the real 0.33 and 0.11 on a driver without a card, in which graphs were estimated 28 times; what is not PyTorch's
/// of 12 published logs. test_engine_spreads holds 512 starts against them.
inline constexpr PartSpreads spreads{.weights = {0.999, 1.004},
                                     .buffers = {0.82, 1.27},
                                     .activation = {0.98, 1.03},
                                     .graphs = {0.93, 1.87},
                                     .non_torch = {0.9, 1.1},
                                     .process = {0.9, 1.5}};

/// How a model's own code treats what it computes (model_executor/models): what lives while the MLP runs.
enum class LayerCode : std::uint8_t {
    fused,    ///< residual and norm in one kernel, in place (llama.py)
    fresh,    ///< the same into new tensors: Gemma's norms (layernorm.py, GemmaRMSNorm)
    added,    ///< sums in new tensors (granite.py, gpt2.py)
    parallel, ///< attention and MLP of the same input (commandr.py, falcon.py)
    hub,      ///< transformers' own modules (models/transformers)
};

using ranks::Asked, ranks::Device, ranks::Rank, ranks::scope_of, ranks::Sizes;

/// One start's settings with every default taken, and what the model comes to on one rank.
struct Run : Rank {
    Release release;
    Count requests = 0; ///< max_num_seqs
    Count batch = 0;    ///< max_num_batched_tokens
    Count context = 0;  ///< max_model_len
    Count block_tokens = 16;
    double share = 0;
    KvDtype cache = KvDtype::auto_; ///< what "auto" comes to is taken
    Bytes cache_width = 2;          ///< of one element; of packed ones 1
    bool small_inputs = false;      ///< products of e4m3 matrices quantise their input to one byte a number
    bool experts_small = false;     ///< so do those of experts
    Dtype unpacked = Dtype::bf16;   ///< in which matrices of 4 bits are multiplied
    bool eager = false, cold = true;
    LayerCode code = LayerCode::fused;
    bool divides_batch = false; ///< experts see each token once: ranks that share matrices take a part of the batch each
    bool keeps_gate_up = false; ///< a variable of its own holds the gate until the MLP is done
    int beside = 0;             ///< more tensors of hidden size that variables of the model's code hold while the MLP runs
    std::optional<Bytes> convolution_width, state_width; ///< of recurrent layers' numbers, where a setting says it
    std::optional<Bytes> cache_bytes;                    ///< --kv-cache-memory-bytes
    std::optional<Count> cache_blocks;                   ///< --num-gpu-blocks-override
    bool fits_context = false;                           ///< --max-model-len auto: as long as the cache holds one request
    LoraSlots lora;
    ServedPictures served;
    bool keeps_logits = false; ///< log probabilities are those of processed logits, which stay
    ranks::Drafter drafter;
    bool pools = false;          ///< it makes no words
    bool earlier_runner = false; ///< v1/worker/gpu_model_runner.py runs it

    /// The plan's, with what was absent.
    [[nodiscard]] EngineSettings settings_taken(EngineSettings given) const
    {
        given.gpu_memory_utilization = share;
        given.max_num_seqs = requests;
        given.max_num_batched_tokens = batch;
        return given;
    }
    /// A class with a tower: the runner embeds tokens and pictures into a table of its own (model_states/default.py).
    [[nodiscard]] bool takes_embeddings() const { return release.second_runner && !towers.empty(); }
    /// Tokens of the profile pass: a model that drafts takes a place of each request (config/speculative.py).
    [[nodiscard]] Count profiled() const
    {
        const bool leaves = drafter.method == SpeculativeMethod::draft_model && !drafter.weights.empty();
        return leaves ? std::max<Count>(1, batch - requests) : batch;
    }
    /// Tokens that a decode checks of each request: those of the drafter and one.
    [[nodiscard]] Count query() const { return drafter.drafts() ? 1 + drafter.tokens : 1; }
    [[nodiscard]] Count rows() const { return std::min(requests, batch); }  ///< that the sampler sees
    [[nodiscard]] Count batch_of_experts() const { return batch * copies; } ///< every copy's tokens, gathered
};

/// Whether bitsandbytes' loader is there, which packs a plain checkpoint's matrices to 4 bits and loads packed ones: vLLM's own before
/// 0.28, else the plug-in's that a plan names among its libraries.
[[nodiscard]] bool packs_four_bits(const Plan &plan);

/// Whether products of a matrix stored so read one byte a number: e4m3, and integers of one byte.
[[nodiscard]] bool takes_small(const MatrixLayout &layout);

/// Whether its start profiles the model's towers on pictures, or loads none of them.
[[nodiscard]] bool counts_towers(const Plan &plan, const Architecture &model);

/// Whether it serves the model for embeddings, without its head: its class is a bare one (MistralModel), or none is named and
/// transformers' AutoModel has one (transformers_utils/config.py, get_config; config/model.py, _SUFFIX_TO_DEFAULTS).
[[nodiscard]] bool pools(const Architecture &model);

/// What "auto" is: the configuration's own type, in 16 bits (config/model.py, _get_and_verify_dtype).
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// The longest request that the model's configuration allows: a longer --max-model-len is refused.
[[nodiscard]] lengths::Length allowed_length(const Architecture &model);
/// --max-model-len where nobody says it.
[[nodiscard]] std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model,
                                                                const CardFacts &card);

/// config/cache.py, CacheDType, in a plan's words; int8 and int4 have a scale a token and head.
inline constexpr std::string_view cache_kinds =
    "auto | fp16 | bf16 | fp8 | int8 | int4 | fp8_per_token_head | nvfp4 | turboquant_k8v4 | "
    "turboquant_4bit_nc | turboquant_k3v4_nc | turboquant_3bit_nc";

/// Takes every default (engine/arg_utils.py 0.33 and 0.11, get_batch_defaults). Error: a field's value that vLLM has not.
[[nodiscard]] Result<Run> run_of(const StartCall &call);

/// The pass of a model of its own that drafts, on the target's ranks.
[[nodiscard]] Run run_of_drafter(const Run &target, const Architecture &model);

/// Of a model that makes no words there.
[[nodiscard]] Warning said_of_pooling(const Architecture &model);

/// What the engine refuses before it loads anything, in its words (config/parallel.py, config/model.py, models/registry.py).
[[nodiscard]] std::optional<Error> refused_unloaded(const Run &run, const StartCall &call);

/// Layers of each pipeline stage, the last layers' stage having fewest (distributed/utils.py, get_pp_indices).
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> stages_of(const Run &run);

/// cos and sin of every position, once for each kind of rotary embedding.
[[nodiscard]] Sizes rotary_tables(const Run &run);
/// What DeepSeek's sparse attention keeps of its choices (v1/attention/backends/mla/index_group.py).
[[nodiscard]] Sizes sparse_choices(const Run &run);
/// What FlashMLA's sparse kernels ask of the workspace while the model is made (flashmla_sparse.py); experts may make it larger.
[[nodiscard]] Bytes sparse_workspace(const Run &run);
/// What the runner makes before the profile pass.
[[nodiscard]] Sizes runner_buffers(const Run &run);
/// Makes what the earlier runner holds of a batch from before the weights come: EngineStart::unseen, or of the budget.
void hold_inputs(Device &device, const Run &run, EngineStart &out);

/// What the profile pass hands to the tower.
struct Pictures {
    Count budget = 0, items = 0; ///< tokens of a step that may be pictures, and how many of the largest that is
    const char *modality = "";
    Bytes pixels = 0, layers = 0; ///< where the tower is fullest
    Bytes embeddings = 0;         ///< that stay until the pass is over
};
[[nodiscard]] std::optional<Pictures> pictures_of(const Run &run);
/// What the first layers take of pictures, in tables that are made with the model (qwen3_vl.py, deepstack_input_embeds).
[[nodiscard]] Sizes picture_inputs(const Run &run);

/// What a profile pass came to, beyond what stood before.
struct Profile {
    Bytes peak = 0;  ///< the larger of the model's and the sampler's
    Bytes stays = 0; ///< workspaces, tables of first use, what failed frames hold
    Bytes slack = 0; ///< reserved beyond what is allocated, once the cache was emptied
};
/// `drafting`: a model of its own that drafts, else null. `workspace`: what loading made of it.
[[nodiscard]] Profile profile(Device &device, const Run &run, const Run *drafting, Device::Held workspace);
/// What Triton's top-k and top-p keep: a row of logits in float32 for each program, of which a multiprocessor runs one
/// (v1/sample/ops/topk_topp_triton.py, _TRITON_BUFFER_CACHE).
[[nodiscard]] Bytes rows_of_top_k(const Run &run);
/// cuBLAS's, of one stream (PyTorch's CUDABlas.cpp, parseChosenWorkspaceSize).
[[nodiscard]] Bytes library_workspace(const CardFacts &card);
/// What one rank's MoE kernels ask of the workspace that stays.
[[nodiscard]] Bytes expert_workspace(const Run &run, const MoeSpec &moe);
[[nodiscard]] Bytes graphs_estimate(const Run &run);
/// Before 0.27 what is not PyTorch's is what of the card is taken and not reserved (utils/mem_utils.py, MemorySnapshot). Of a pool that
/// can sleep, what loading gives back leaves the card while PyTorch still counts it (device_allocator/cumem.py, use_memory_pool): a head
/// that was made before it was tied, rotary tables in float32.
[[nodiscard]] Bytes given_back(Device &device, const Run &run, const SleepMode &mode);
/// A warning of EngineStart::beyond_share.
void say_beyond_share(EngineStart &out);
/// What the driver holds of graphs once they are recorded, beside their pool, which no budget of vLLM counts.
[[nodiscard]] Bytes recorded_graphs(const Run &run);
/// What stays on the card, and what goes to the host. `places`: bytes of adapters' among the weights; `buffers`: of the runner.
void put_to_sleep(const Run &run, const SleepMode &mode, Bytes places, Bytes buffers, EngineStart &out);

/// Every layer that caches something, pages made as the back-ends ask (platforms/interface.py). Sets run.block_tokens.
[[nodiscard]] std::vector<KvLayer> kv_layers(Run &run);
[[nodiscard]] KvLoad load_of(const Run &run, Count tokens);

} // namespace plimsoll::vllm
