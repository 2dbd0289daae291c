// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/vllm_device.h"
#include "core/ground/dtype.h"
#include "core/model/extension.h"
#include "core/serving/engine_start.h"

#include <optional>
#include <utility>
#include <vector>

namespace plimsoll::vllm {

/// What releases do otherwise (pip packages vllm 0.33.0 and 0.11.0).
struct Release {
    const char *name = "0.33";
    bool second_runner = true; ///< v1/worker/gpu: states of sampling stand on the card; its profile pass asks for every parameter
    double share = 0.92;       ///< --gpu-memory-utilization
    bool graphs_in_budget = true;          ///< their estimate is taken off (since 0.21)
    bool whole_large_blocks = true;        ///< loads under max_split_size_mb 20
    bool frames_stay = true;               ///< a failed start of FlashInfer's all-reduce keeps what the frames above it hold
    Bytes non_torch = 139'586'437;         ///< modules of kernels that the driver loads: 0.13 GiB in logs of one H100
    Bytes non_torch_of_many = 139'586'437; ///< with several ranks; NCCL's buffers are in it where its start is counted
    bool checkpoint_states = true;         ///< a third block of a state for a checkpoint inside a prefill
};

/// How a model's own code treats what it computes (model_executor/models): what lives while the MLP runs.
enum class LayerCode : std::uint8_t {
    fused,    ///< residual and norm in one kernel, in place (llama.py)
    fresh,    ///< the same into new tensors: Gemma's norms (layernorm.py, GemmaRMSNorm)
    added,    ///< sums in new tensors (granite.py, gpt2.py)
    parallel, ///< attention and MLP of the same input (commandr.py, falcon.py)
    hub,      ///< transformers' own modules (models/transformers)
};

/// One start's settings with every default taken, and what the model comes to on one rank.
struct Run {
    const DecoderSpec &spec;
    std::string model_type;
    Release release;
    CardFacts card;
    Count tensor = 1;   ///< ranks that share each matrix
    Count pipeline = 1; ///< stages, of which this is the one with layers `begin` to `end`
    std::size_t begin = 0, end = 0;
    Count experts = 1;  ///< ranks among which experts are divided whole; 1: `tensor` share each of them
    Count requests = 0; ///< max_num_seqs
    Count batch = 0;    ///< max_num_batched_tokens
    Count context = 0;  ///< max_model_len
    Count block_tokens = 16;
    Count vocab = 0, padded_vocab = 0;
    double share = 0;
    Dtype dtype = Dtype::bf16;
    Bytes cache_width = 2; ///< of one element
    bool online_fp8 = false;
    bool small_inputs = false;  ///< products of e4m3 matrices quantise their input to one byte a number
    bool experts_small = false; ///< so do those of experts
    const LoadedWeights *loaded = nullptr;
    bool eager = false, cold = true;
    LayerCode code = LayerCode::fused;
    bool keeps_gate_up = false; ///< a variable of its own holds the gate until the MLP is done
    int beside = 0;             ///< more tensors of hidden size that variables of the model's code hold while the MLP runs

    /// The plan's, with what was absent.
    [[nodiscard]] EngineSettings settings_taken(EngineSettings given) const
    {
        given.gpu_memory_utilization = share;
        given.max_num_seqs = requests;
        given.max_num_batched_tokens = batch;
        return given;
    }
    [[nodiscard]] Bytes width() const { return size_of(dtype); }
    [[nodiscard]] int capability() const { return card.capability_major * 10 + card.capability_minor; }
    [[nodiscard]] Count shard(Count n) const { return (n + tensor - 1) / tensor; }
    [[nodiscard]] bool first() const { return begin == 0; }
    [[nodiscard]] bool last() const { return end == spec.layers.size(); }
    [[nodiscard]] Count experts_here(const MoeSpec &moe) const { return (moe.experts + experts - 1) / experts; }
    [[nodiscard]] Count expert_width(const MoeSpec &moe) const
    {
        return experts > 1 ? moe.expert_width : shard(moe.expert_width);
    }
    /// Of keys on one rank; falcon's description repeats them, its one projection does not.
    [[nodiscard]] Count kv_heads(const AttentionSpec &a) const
    {
        const Count stored = a.fused.out > 0 && a.head_dim > 0 ? (a.fused.out / a.head_dim - a.heads) / 2 : a.kv_heads;
        return std::max<Count>(1, std::min(stored, a.kv_heads) / tensor);
    }
    /// How the matrix of the layer `scope` ("model.layers.0.") is stored; null: in a plain dtype.
    [[nodiscard]] MatrixLayoutRef layout_of(const std::string &scope, const LinearSpec &linear) const;
    [[nodiscard]] bool sparse_latent() const
    {
        const LayerSpec &first = spec.kinds.front();
        return first.more && first.more->indexer;
    }
    /// MXFP4 experts in Triton's layout; else in Marlin's (layers/fused_moe/oracle/mxfp4.py; 0.11 without triton_kernels).
    [[nodiscard]] bool triton_mx() const { return release.second_runner && card.capability_major == 9; }
    [[nodiscard]] Count rows() const { return std::min(requests, batch); } ///< that the sampler sees
};

/// Whether products of a matrix stored so read one byte a number: e4m3, and integers of one byte.
[[nodiscard]] bool takes_small(const MatrixLayout &layout);

/// "model.layers.3."
[[nodiscard]] std::string scope_of(const DecoderSpec &spec, std::size_t layer);

/// What "auto" is: the configuration's own type, in 16 bits (config/model.py, _get_and_verify_dtype).
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// Takes every default (engine/arg_utils.py 0.33 and 0.11, get_batch_defaults). Error: a field's value that vLLM has not.
[[nodiscard]] Result<Run> run_of(const StartCall &call);

/// Layers of each pipeline stage, the last layers' stage having fewest (distributed/utils.py, get_pp_indices).
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> stages_of(const Run &run);

/// A tensor in bytes, as it is asked of the allocator, and what stands only while it is made of it.
struct Asked {
    Bytes bytes = 0, from = 0;
    Asked(Bytes all, Bytes made_from = 0) : bytes(all), from(made_from) {}
};
/// Tensors of one layer, or of what stands beside layers.
using Sizes = std::vector<Asked>;
[[nodiscard]] std::vector<Sizes> weights_of_kinds(const Run &run, const StartCall &call); ///< by index into spec.kinds
[[nodiscard]] Sizes weights_beside(const Run &run);
/// cos and sin of every position, once for each kind of rotary embedding.
[[nodiscard]] Sizes rotary_tables(const Run &run);
/// What the runner makes before the profile pass.
[[nodiscard]] Sizes runner_buffers(const Run &run);

/// What a profile pass came to, beyond what stood before.
struct Profile {
    Bytes peak = 0;  ///< the larger of the model's and the sampler's
    Bytes stays = 0; ///< workspaces, tables of first use, what failed frames hold
    Bytes slack = 0; ///< reserved beyond what is allocated, once the cache was emptied
};
[[nodiscard]] Profile profile(Device &device, const Run &run);
/// What one rank's MoE kernels ask of the workspace that stays.
[[nodiscard]] Bytes expert_workspace(const Run &run, const MoeSpec &moe);
[[nodiscard]] Bytes graphs_estimate(const Run &run);

/// Every layer that caches something, pages made as the back-ends ask (platforms/interface.py). Sets run.block_tokens.
[[nodiscard]] std::vector<KvLayer> kv_layers(Run &run);
[[nodiscard]] KvLoad load_of(const Run &run, Count tokens);

} // namespace plimsoll::vllm
