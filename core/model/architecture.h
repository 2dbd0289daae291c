// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/analyses.h"
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"
#include "core/model/dimensions.h"
#include "core/model/matrix_layout.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What PyTorch builds of a module; decides what LoRA and the quantisers may wrap.
enum class ModuleKind : std::uint8_t {
    container,   ///< holds modules, no weights of its own that matter to wrapping
    linear,      ///< torch.nn.Linear, weight [out, in]
    conv1d,      ///< transformers' Conv1D (GPT-2), weight [in, out]
    embedding,   ///< torch.nn.Embedding
    norm,        ///< RMSNorm or LayerNorm of any kind
    convolution, ///< torch.nn.Conv1d/2d/3d
    experts,     ///< fused experts: 3-D parameters, no Linear inside
    other,       ///< bare parameters (sinks, state-space matrices, …)
};

/// One tensor of a module. Shape in elements; `tied_to` is the full name of the parameter whose storage it shares.
struct Parameter {
    std::string name; ///< last part: "weight", "bias", "gate_up_proj", …
    Dimensions shape;
    std::optional<Dtype> dtype; ///< where the source says it (safetensors, GGUF, buffers); else the plan decides
    std::optional<std::string> tied_to;

    bool operator==(const Parameter &) const = default;
    /// Elements; 0 dimensions are one element.
    [[nodiscard]] Count elements() const;
};

/// A module with tensors of its own, by the name transformers gives it ("model.layers.0.self_attn.q_proj").
struct Module {
    std::string name;
    ModuleKind kind = ModuleKind::container;
    std::vector<Parameter> parameters;
    std::vector<Parameter> buffers; ///< registered buffers; not parameters, but they take memory

    bool operator==(const Module &) const = default;
};

// ---- What a step needs to know of a causal decoder. Names are relative to the layer ("self_attn.q_proj"). ----

struct LinearSpec {
    std::string name;
    Count in = 0;
    Count out = 0;
    bool bias = false;
    bool conv1d = false;    ///< transformers' Conv1D (addmm on a [in, out] weight)
    MatrixLayoutRef layout; ///< as the loader of this plan holds it; null: as the plan's own quantisation does

    bool operator==(const LinearSpec &) const = default;
};

enum class NormKind : std::uint8_t {
    none,
    rms,               ///< LlamaRMSNorm: float32 inside, weight applied after the cast back
    rms_offset,        ///< Gemma: (1 + weight) applied in float32, then the cast back
    layer_norm,        ///< torch.nn.LayerNorm
    layer_norm_bare,   ///< LayerNorm without weight and bias (OLMo 1)
    rms_fp32_weight,   ///< weight applied in float32, then the cast back (OLMo-2, gpt-oss)
    layer_norm_cohere, ///< CohereLayerNorm: float32 inside, weight only
    layer_norm_1p,     ///< Nemotron: F.layer_norm with (1 + weight) in autocast-free arithmetic
    rms_torch,         ///< torch.nn.RMSNorm, one fused kernel
    rms_t5,            ///< T5LayerNorm: the variance of a float32 copy; what is scaled is the input as it is
    rms_power,         ///< float32 throughout, x * (mean + eps)^-0.5 (Gemma 3n, Gemma 4)
};

struct NormSpec {
    std::string name;
    NormKind kind = NormKind::none;
    Count width = 0;
    bool bias = false;

    bool operator==(const NormSpec &) const = default;
};

enum class Activation : std::uint8_t { silu, gelu, gelu_new, gelu_tanh, gelu_fast, quick_gelu, relu, relu2, tanh_ };

enum class AttentionKind : std::uint8_t {
    grouped, ///< multi-head, grouped-query or multi-query attention
    latent,  ///< multi-head latent attention (DeepSeek)
    none,    ///< this layer has no attention
    other,   ///< known to the inventory, not yet to the step
};

enum class Positions : std::uint8_t { rotary, learned, alibi, none };

/// How queries and keys are turned (transformers' apply_rotary functions).
enum class RotaryForm : std::uint8_t {
    halves,       ///< x * cos + rotate_half(x) * sin
    split_halves, ///< both halves apart, tables of half the width (gpt-oss)
    pairs,        ///< even and odd columns apart (DeepSeek V3)
    complex,      ///< complex numbers in float32 (DeepSeek V2, Llama 4)
};

/// Norms of queries and keys; kind none where the family has none.
struct QueryKeyNorms {
    NormSpec q, k;
    bool per_head = true; ///< over head_dim (Qwen3), else over the whole projection (OLMo-2)
    bool by_rows = false; ///< one row of weights per head (Command-R+)
    bool in_list = false; ///< one LayerNorm per head, in a ModuleList (StableLM 2)

    bool operator==(const QueryKeyNorms &) const = default;
};

struct RotarySpec {
    Count dim = 0; ///< of head_dim; 0: no rotary embedding in this layer
    RotaryForm form = RotaryForm::halves;

    bool operator==(const RotarySpec &) const = default;
};

/// Multi-head latent attention: queries, keys and values by way of narrow projections. Named as the configuration has them.
struct LatentAttentionSpec {
    Count q_lora_rank = 0, kv_lora_rank = 0, qk_nope_head_dim = 0, qk_rope_head_dim = 0;
    LinearSpec q_a, q_b, kv_a, kv_b;
    NormSpec q_a_norm, kv_a_norm;

    bool operator==(const LatentAttentionSpec &) const = default;
};

struct AttentionSpec {
    AttentionKind kind = AttentionKind::grouped;
    std::string name = "self_attn"; ///< module that holds the projections
    Count heads = 0;
    Count kv_heads = 0;
    Count head_dim = 0;   ///< of queries and keys
    Count v_head_dim = 0; ///< of values; equals head_dim but for latent attention
    /// Either q, k, v apart (fused empty) or one fused projection.
    LinearSpec q, k, v, fused, o;
    QueryKeyNorms norms;
    RotarySpec rotary;
    std::optional<Count> sliding_window; ///< tokens, only where the layer really uses it
    std::optional<double> softcap;       ///< tanh soft-cap on the scores (Gemma 2)
    bool sinks = false;                  ///< one learned sink per head (gpt-oss)
    bool clip_qkv = false;
    bool output_first = false;      ///< registers its output projection before the fused one (Phi-3)
    bool keys_first = false;        ///< registers k, v, q, o (OPT, GPT-Neo, GPT-J)
    std::vector<Parameter> buffers; ///< what the attention module registers besides (GPT-Neo's mask, GPT-J's positions)
    LatentAttentionSpec latent;     ///< of that kind

    bool operator==(const AttentionSpec &) const = default;
};

/// Whether the query projection makes a gate of the attention's output too (Qwen3-Next).
[[nodiscard]] inline bool makes_gate(const AttentionSpec &a) { return a.heads > 0 && a.q.out == 2 * a.heads * a.head_dim; }

/// What stands for an attention's projections, in the order in which its class registers them: the order in which parameters
/// are loaded and adapted, and in which optimizers make their states.
template <class T>
std::array<T *, 5> as_registered(const AttentionSpec &a, T *q, T *k, T *v, T *fused, T *o)
{
    if (a.keys_first) return {k, v, q, fused, o};
    if (a.output_first) return {q, k, v, o, fused};
    return {q, k, v, fused, o};
}

enum class MlpKind : std::uint8_t {
    gated,       ///< down(act(gate(x)) * up(x))
    gated_fused, ///< one gate_up projection, split in two (Phi-3, GLM)
    plain,       ///< down(act(up(x)))
    moe,         ///< router and experts
    none,
    other, ///< known to the inventory, not yet to the step
};

/// How a block runs experts that are modules, one after another (transformers before 5, models/*/modeling_*.py).
enum class ExpertLoop : std::uint8_t {
    by_choice, ///< every choice is a row of its own: code on the Hub (DeepSeek-MoE, MiniCPM-MoE)
    by_mask,   ///< a one-hot mask of experts and choices: Mixtral, Qwen MoE
    each_mask, ///< the same, experts counted on the host: OLMoE, Phi-3.5-MoE, Jamba
    by_token,  ///< a one-hot mask of experts and tokens, the sum in the scores' dtype: DeepSeek-V3, GLM-4.5
    sorted     ///< tokens in the order of their experts, the results put together: DeepSeek-V2
};

/// How a router turns its logits into choices and their scores (transformers 5.23, models/*/modeling_*.py). "Best": the top_k that
/// are chosen. "Corrected": chosen by the scores and a bias that nothing else sees.
enum class RouterKind : std::uint8_t {
    unknown,                    ///< the step cannot run it
    softmax,                    ///< the best of float32 probabilities, cast to the logits' dtype (Qwen MoE)
    softmax_of_float,           ///< the same of logits cast before; scores stay float32 (Mixtral)
    softmax_float_scores,       ///< scores stay float32 (MiniCPM)
    softmax_as_is,              ///< probabilities in the logits' dtype (DBRX)
    softmax_float_linear,       ///< a linear in float32 makes the logits (Hunyuan)
    grouped_softmax,            ///< the best of the groups with the best expert (DeepSeek V2)
    grouped_softmax_as_is,      ///< the best of the groups with the best two, in the logits' dtype (Mistral 4)
    grouped_sigmoid,            ///< the same of corrected sigmoids of float32 logits (DeepSeek V3)
    best_then_softmax,          ///< softmax of the best alone (Aria)
    best_then_softmax_biased,   ///< the same of logits with a bias (gpt-oss)
    best_then_float_softmax,    ///< softmax of the best in float32, cast to the input's dtype (Cohere 2)
    best_of_float_then_softmax, ///< the same of logits cast before (Granite)
    best_then_sigmoid,          ///< sigmoids of the best alone (Cohere 2)
    sigmoid,                    ///< perhaps corrected, perhaps divided by their sum (LFM2)
    corrected_sigmoid,          ///< of float32 logits of an input in the weight's dtype (MiniMax-M2)
    corrected_sigmoid_scaled,   ///< of float32 logits, times a number (AFMoE)
    corrected_sigmoid_of_float, ///< the same, input and weight cast before (Hunyuan 3)
    corrected_sigmoid_cast,     ///< scores cast to the input's dtype (Laguna)
    corrected_softmax,          ///< outside autocast, in float32 (ERNIE 4.5)
    corrected_logits,           ///< the logits themselves are corrected, then the sigmoids of the best (Kolibri)
    sparse_mixer,               ///< two passes that mask what is far from the best (Phi-MoE)
    sigmoid_of_all,             ///< every expert runs on every token, times its score (Llama 4)
    normed_softmax              ///< of a normalised input with a scale, times a number an expert (Gemma 4)
};

/// When a shared expert runs beside the routed ones.
enum class SharedOrder : std::uint8_t { first, behind_router, last };

/// What chooses the experts of a token.
struct RouterSpec {
    LinearSpec projection;
    RouterKind kind = RouterKind::unknown;
    bool is_linear = false;     ///< a torch.nn.Linear, else a module with a bare weight
    bool in_float = false;      ///< its weight stays float32
    bool corrected = false;     ///< a buffer e_score_correction_bias (DeepSeek-V3, GLM)
    bool normalised = false;    ///< the chosen scores are divided by their sum (norm_topk_prob)
    bool group_limited = false; ///< experts are chosen among the best groups only
    Count groups = 1, top_groups = 1;
    double input_jitter = 0.0; ///< noise on the input while training (Phi-MoE)

    bool operator==(const RouterSpec &) const = default;
};

/// The expert that every token passes, a gated MLP.
struct SharedExpertSpec {
    Count width = 0;                          ///< 0: none
    bool gated = false;                       ///< sigmoid gate on its result (Qwen2-MoE): the MLP's `gate`, of one column
    LinearSpec gate_proj, up_proj, down_proj; ///< empty names: none
    SharedOrder order = SharedOrder::first;
    bool averaged = false;       ///< the sum of routed and shared experts is halved (Cohere 2)
    bool added_in_float = false; ///< to the routed ones in float32 (Hunyuan 3)

    bool operator==(const SharedExpertSpec &) const = default;
};

/// Projections around the routed experts (Nemotron-H); out 0: none.
struct LatentExpertsSpec {
    LinearSpec in, out;

    bool operator==(const LatentExpertsSpec &) const = default;
};

/// Experts that are modules one by one; names behind "experts.N."; `down` without columns: they are fused.
struct SeparateExpertsSpec {
    LinearSpec gate, up, down;
    ExpertLoop loop = ExpertLoop::by_choice;
    bool down_before_up = false; ///< they register the projection down second (w1, w2, w3)

    bool operator==(const SeparateExpertsSpec &) const = default;
};

/// Fused experts as the loader of this plan holds them; null: dense.
struct ExpertLayouts {
    MatrixLayoutRef gate_up, down;

    bool operator==(const ExpertLayouts &) const = default;
};

struct MoeSpec {
    Count experts = 0;
    Count top_k = 0;
    Count expert_width = 0;
    bool gated = true;
    bool bias = false;
    bool scales_output = false; ///< what the routed experts give is multiplied with a number (Laguna)
    bool clamped_gate = false;  ///< gate and up in turns, both clamped (gpt-oss)
    bool stacked_rows = false;  ///< experts' matrices lie below each other in three 2-D parameters (DBRX)
    bool transposed = false;    ///< expert weights are [experts, in, out] (gpt-oss, Llama 4), else [experts, out, in]
    RouterSpec router;
    SharedExpertSpec shared;
    LatentExpertsSpec latent;
    SeparateExpertsSpec separate;
    ExpertLayouts layouts;

    bool operator==(const MoeSpec &) const = default;
};

struct MlpSpec {
    MlpKind kind = MlpKind::gated;
    std::string name = "mlp";
    Activation activation = Activation::silu;
    LinearSpec gate, up, down; ///< plain: up and down; gated_fused: up is the fused projection
    MoeSpec moe;

    bool operator==(const MlpSpec &) const = default;
};

struct LayerExtension;   // core/model/extension.h: what only few families' layers have
struct DecoderExtension; // and what only few models have around them

/// One kind of decoder layer; a model repeats one or a few kinds.
struct LayerSpec {
    AttentionSpec attention;
    MlpSpec mlp;
    NormSpec input_norm;          ///< before attention
    NormSpec post_attention_norm; ///< before the MLP; Gemma 2/3 and GLM-4: after attention, before the residual
    NormSpec pre_mlp_norm;        ///< only where a layer has four norms (Gemma 2/3)
    NormSpec post_mlp_norm;
    bool parallel = false;   ///< attention and MLP read the same normalised input (GPT-J, NeoX, Phi, Cohere, Falcon)
    bool norm_after = false; ///< OLMo-2: norms on the outputs of attention and MLP, none on the inputs
    std::optional<double> residual_multiplier; ///< Granite
    double dropout = 0.0;                      ///< residual dropout of the configuration (GPT-2, OPT, Phi)
    double attention_dropout = 0.0;
    std::shared_ptr<const LayerExtension> extension; ///< layers alike share it; null: nothing

    bool operator==(const LayerSpec &) const = default;
};

struct DecoderNames {
    std::string prefix = "model"; ///< module that holds embeddings and layers
    std::string layers_name = "layers";
    std::string embedding_name = "embed_tokens";
    std::string positions_name;

    bool operator==(const DecoderNames &) const = default;
};

struct DecoderSizes {
    Count vocab = 0; ///< rows of the embedding (padding included)
    Count hidden = 0;
    Count embedding_width = 0; ///< differs from hidden in OPT-350m
    Count position_rows = 0;   ///< learned positions: rows of the table
    Count rotary_dim = 0;
    int rotary_tables = 1;   ///< pairs of cos/sin made per forward (Gemma 3: local and global)
    Count max_positions = 0; ///< context the configuration names; 0: none

    bool operator==(const DecoderSizes &) const = default;
};

/// Numbers that embedding and logits are multiplied with; absent: none.
struct DecoderScales {
    double embedding_dropout = 0.0;
    std::optional<double> embedding_multiplier; ///< Gemma, Granite
    std::optional<double> logits_multiplier;    ///< Cohere, Granite
    std::optional<double> final_softcap;        ///< Gemma 2

    bool operator==(const DecoderScales &) const = default;
};

struct DecoderSpec : DecoderNames, DecoderSizes, DecoderScales {
    std::vector<LayerSpec> kinds;
    std::vector<int> layers; ///< per layer: index into `kinds`
    NormSpec final_norm;
    NormSpec embedding_norm;            ///< BLOOM
    LinearSpec project_in, project_out; ///< between embedding width and hidden size (OPT-350m)
    LinearSpec head;                    ///< "lm_head"; out = vocab
    bool tied = false;
    Positions positions = Positions::rotary;
    bool inside_larger = false; ///< a language model among towers: other modules stand beside it, unread for text
    std::shared_ptr<const DecoderExtension> extension; ///< null: nothing
    bool caches_in_training = false; ///< the trainer's use_cache=False does not reach it: keys and values are kept

    bool operator==(const DecoderSpec &) const = default;
    [[nodiscard]] Count layer_count() const { return static_cast<Count>(layers.size()); }
};

struct QuantizationRules; // core/model/quantization/quantization_rules.h

/// How the configuration itself is quantised (its quantization_config), as far as bytes depend on it.
struct ConfigQuantization {
    std::string method; ///< "gptq", "awq", "fp8", "bitsandbytes", "mxfp4", "compressed-tensors", …
    int bits = 0;
    Count group_size = 0; ///< 0: none; -1: per row
    bool double_quant = false;
    std::vector<std::string> not_converted;           ///< module names or patterns left in 16 bit
    bool skips_head = true;                           ///< the head and what is tied to it stay, named or not
    std::shared_ptr<const QuantizationRules> rules{}; ///< all that the file says; null where the three above are all

    bool operator==(const ConfigQuantization &) const = default;
};

/// Everything the planner understands of one model: a value, made once from a configuration and shared.
struct Checkpoint;

struct Architecture {
    std::string name;        ///< what people call it: preset name, file stem or Hub id
    std::string model_type;  ///< as in config.json
    std::string family;      ///< the description that was used
    std::string class_name;  ///< transformers' class for causal language modelling
    std::string named_class; ///< the first of "architectures" as the configuration has it; empty: it names none
    std::string source;      ///< where it was read: path, "preset:…", "inline"
    std::string config_sha256;
    std::string encoder_config; ///< of an encoder its configuration as it stands, of which other classes can be built; else empty
    bool exact = true;          ///< false when anything was approximated; `assumptions` says what
    std::vector<std::string> assumptions;
    std::optional<Dtype> config_dtype; ///< torch_dtype / dtype of the configuration
    std::optional<ConfigQuantization> quantization;
    std::vector<Module> modules; ///< every module that has tensors, in registration order
    Count all_parameters = 0;    ///< total_parameters(), summed once when the model was read
    Count active_parameters = 0; ///< per token; equals total for dense models
    Count embedding_parameters = 0;
    std::optional<DecoderSpec> decoder;            ///< absent: the step cannot be simulated yet
    std::string no_decoder_reason;                 ///< why, when absent
    std::shared_ptr<const Checkpoint> gguf;        ///< the file that it was read from, whose tensors llama.cpp takes as they are
    std::string output_embedding;                  ///< module that get_output_embeddings() returns ("lm_head"); empty: none
    bool generates = true;                         ///< the class can generate; PEFT's causal wrapper refuses one that cannot
    std::vector<std::string> default_lora_targets; ///< PEFT's for this model type; empty: PEFT has none
    std::shared_ptr<const Architecture> teacher;   ///< model that a distillation learns from; null: none
    std::vector<std::shared_ptr<const Architecture>> reward_models;
    std::shared_ptr<const Architecture> assistant; ///< model that drafts for this one, where a plan names one; null: none
    Analyses analyses{};                           ///< what was worked out about it; no part of what it is

    bool operator==(const Architecture &) const = default;

    /// Parameters that transformers builds: tied weights once, no buffers.
    [[nodiscard]] Count total_parameters() const;
    [[nodiscard]] Bytes buffer_bytes() const;
};

using ArchitectureRef = std::shared_ptr<const Architecture>;

} // namespace plimsoll
