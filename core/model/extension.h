// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

// What only few models have: recurrences and convolutions in place of attention, encoders, heads that are no language model's.

namespace plimsoll {

enum class MixerKind : std::uint8_t {
    none,
    mamba,      ///< selective scan over tokens (Mamba 1, Falcon-Mamba, Jamba)
    mamba2,     ///< state-space duality in chunks (Mamba 2, Bamba, Nemotron-H, Granite 4, Falcon-H1)
    delta_net,  ///< gated delta rule in chunks (Qwen3-Next, Qwen3.5)
    recurrent,  ///< real-gated linear recurrent unit (RecurrentGemma)
    short_conv, ///< gated convolution of a few tokens (LFM2)
    lightning,  ///< linear attention in blocks with a decay (MiniMax)
    kimi_delta  ///< delta rule in chunks with a decay of its own for every channel (Kimi Linear)
};

/// A recurrence or convolution over the sequence. Names are relative to the layer.
struct MixerSpec {
    MixerKind kind = MixerKind::none;
    std::string name; ///< module that holds it: "mixer", "mamba", "linear_attn"
    Count inner = 0;  ///< width of values: heads · value width
    Count heads = 0;
    Count groups = 0;                ///< of B and C; of keys in a delta net
    Count state = 0;                 ///< columns of the state; key width of a head in a delta net
    Count kernel = 0;                ///< tokens that the convolution sees
    Count rank = 0;                  ///< of the time step (Mamba 1)
    Count chunk = 64;                ///< tokens that are computed together
    bool inner_norms = false;        ///< time step, B and C are normalised (Falcon-Mamba, Jamba)
    bool behind_mlp = false;         ///< the layer registers, and so loads, its MLP first (Bamba, Falcon-H1, Granite 4)
    bool masks_always = false;       ///< a mask is applied whenever one is given, else only where something is padded
    bool gated_norm = true;          ///< output normalised beside its gate (Mamba 2), else multiplied with it
    std::vector<LinearSpec> linears; ///< in module order; names relative to the layer
    std::vector<Parameter> own;      ///< every other parameter, names relative to the layer

    bool operator==(const MixerSpec &) const = default;
};

/// DeepSeek's sparse attention: a small scorer chooses the keys of every query. Names are relative to the layer.
struct IndexerSpec {
    Count heads = 0, dim = 0;
    Count top_k = 0;
    bool interleaved = false; ///< even and odd columns are turned (GLM-5), else halves
    bool shared = false;      ///< none of its own: the choice of the layer before
    LinearSpec wq_b, wk, weights;
    NormSpec k_norm;
};

/// Whose lines run between the projections and the output projection (transformers 5.23, models/*/modeling_*.py).
enum class AttentionForm : std::uint8_t {
    library,       ///< ALL_ATTENTION_FUNCTIONS: eager, sdpa or flash
    bloom,         ///< baddbmm onto the ALiBi tensor
    falcon,        ///< its own sdpa call and eager lines, always with a mask
    mpt,           ///< ALiBi added to the scores, masked_fill
    gpt_neo,       ///< float32 scores under its own band mask
    gptj,          ///< float32 scores
    llama4,        ///< complex rotary and L2 norms before the heads are transposed, then the interface
    gpt2,          ///< the interface, but eager's softmax has no dtype of its own
    codegen,       ///< GPT-J's lines under the library's mask, without its table of positions per row
    openai,        ///< GPT's own lines under a band mask that the module registers
    xglm,          ///< bmm over flattened heads, scores bounded from below
    lse_sinks,     ///< eager, the result times the sigmoid of log-sum-exp less a sink (Granite SWA)
    some_sinks,    ///< gpt-oss's lines, in layers without sinks too (MiMo V2 Flash)
    neox_japanese, ///< baddbmm into zeros, softmax without a dtype of its own (GPT-NeoX Japanese)
    differential,  ///< the interface twice, once for each half of the values, then their difference (DiffLlama)
};

/// How a class turns queries and keys by their positions.
enum class TurnForm : std::uint8_t {
    halves,           ///< x * cos + rotate_half(x) * sin (LLaMA)
    halves_fp32,      ///< float32 tables, the result cast back (OLMo)
    interleaved,      ///< tables repeated in pairs in every layer, pairs stacked (GLM, Helium)
    interleaved_fp32, ///< queries and keys in float32, pairs stacked, the result cast back (Cohere)
    interleaved_each, ///< float32 tables repeated in every layer, both factors cast (ERNIE 4.5)
    gathered,         ///< tables gathered in every layer, before the heads are transposed (GPT-J)
};

/// When the part of a head that is not rotated is put behind the rotated one.
enum class RotaryJoin : std::uint8_t {
    none,  ///< the whole head is rotated
    each,  ///< the query's, then the key's (Phi-3)
    after, ///< when both are rotated (GLM, GPT-NeoX)
    last,  ///< the same, in the return: the rotated parts have names until both are joined (Nemotron)
    held,  ///< the same, and the rotated parts live on in the caller (Phi, StableLM, Persimmon)
};

/// How a fused projection comes apart.
enum class FusedSplit : std::uint8_t {
    slices,      ///< views whose gradients come back one by one
    split,       ///< torch.split or chunk: one concatenation of all gradients
    multi_query, ///< Falcon 7B: the one key and value are copied by a list of indices
    mesh,        ///< CodeGen: query, value and key of four parts, each copied
    groups,      ///< Falcon's new architecture: keys and values copied, then repeated for every query head
};

/// Where the lines of a family's class differ from LLaMA's, the same in all of its layers.
struct FamilyForms {
    AttentionForm attention = AttentionForm::library;
    FusedSplit split = FusedSplit::slices;
    TurnForm turn = TurnForm::halves;
    RotaryJoin join = RotaryJoin::none;
    bool names_attention = false;   ///< the layer's forward has a name for the attention's output (GPT-2, Falcon)
    bool residual_first = false;    ///< beside each other: residual + attention + MLP, else the residual last (Cohere, StableLM)
    bool inline_mlp = false;        ///< the MLP's lines stand in the layer's forward, under one name (OPT)
    bool flattens_mlp = false;      ///< the MLP's lines see [tokens, width], their result is seen in sequences again (OPT)
    bool scales_query = false;      ///< the query times a number before attention (OPT)
    bool clip_in_place = false;     ///< clamp_ on each of the projections (OLMo), else clamp on the fused one (MPT)
    bool own_linear = false;        ///< linears of a class derived from torch.nn.Linear: bitsandbytes leaves them dense (Falcon)
    bool bloom_gelu = false;        ///< an autograd function of its own
    bool xielu = false;             ///< an activation with parameters of its own (Apertus)
    bool fixed_positions = false;   ///< positions are looked up in a buffer (XGLM)
    bool norm_casts = false;        ///< LayerNorms in float32 whose result is cast back (OLMo 1)
    bool norm_sum = false;          ///< norms on the sums of the residual and the outputs (OPT-350m)
    bool positions_per_row = false; ///< learned positions are looked up for every sequence (OPT)
    bool keeps_embedding = false;   ///< the embedding keeps its name beside the hidden states made of it (AFMoE)
    bool scaled_embedding = false;  ///< the multiplier is part of the embedding module (Gemma)
    bool scales_embedding_late = false; ///< the multiplier comes behind the masks (Granite MoE, AFMoE)
    bool mask_always = false;           ///< the mask is built even where a causal flag would do (Falcon)
    bool views_last = false;            ///< projections become heads once all three are there (StableLM, OLMo)
    bool norms_last = false;            ///< queries and keys are normalised when values are projected too (Gemma 3, Cohere)
    bool norm_after_turn = false;       ///< queries and keys are normalised when they are rotated (Hunyuan, NanoChat)
    bool l2_norms = false;              ///< rotated queries and keys are normalised without weights (Llama 4)
    bool tempered = false;      ///< queries grow with their position: those without rotary embedding (Llama 4), all (Mistral 4)
    bool scales_values = false; ///< values times a number (MiMo V2 Flash)
    bool joined_embedding = false;   ///< every forward puts the token table together of two (Molmo)
    bool idle_window = false;        ///< a mask of a window of no tokens is made for layers that it does not have (Qwen2-MoE)
    bool no_cache = false;           ///< the configuration says use_cache false: every token runs over the whole text again
    bool litgpt_attention = false;   ///< one projection for queries, keys and values, and apply_rope (LitGPT)
    bool repeats_heads = false;      ///< grouped keys and values are repeated before any attention back-end (LitGPT)
    bool quantised_head = false;     ///< bitsandbytes takes the output embedding as well (LitGPT)
    bool casts_before_norm = false;  ///< self.norm(hidden_states.to(dtype=self.norm.weight.dtype)) (Nemotron-H)
    bool caps_in_one_line = false;   ///< tanh(logits / cap) * cap while the head's result has its name (RecurrentGemma)
    bool scales_before_head = false; ///< hidden states take the logits' multiplier, not the logits (MiniCPM3)
    std::vector<Parameter> buffers;  ///< what the model itself registers besides (GPTBigCode's mask)

    bool operator==(const FamilyForms &) const = default;
};

/// Whose keys and values a layer reads (Gemma 3n and 4): its own, its own which later layers with the same mask read as well,
/// or those of the last layer that stores them.
enum class KvSharing : std::uint8_t { none, store, reuse };

/// What Gemma 3n's and 4's layers have beside attention, MLP and four norms. Names are relative to the layer.
struct GemmaSpec {
    KvSharing sharing = KvSharing::none;
    LinearSpec input_gate, input_projection; ///< of the layer's own embedding of every token; out 0: none
    NormSpec input_norm;                     ///< behind them
    std::optional<MlpSpec> experts;          ///< beside the MLP (Gemma 4)
    NormSpec mlp_norm, experts_norm, before_experts;
    Count streams = 0; ///< hidden states side by side (Gemma 3n's alternating updates); 0: one, times a number at the end
    LinearSpec correction, prediction, router, laurel_left, laurel_right;
    NormSpec router_norm, laurel_norm;
    bool scales_correction = true, clips = true;
    bool sparse = false; ///< only the largest activations of the MLP's gate stay

    bool operator==(const GemmaSpec &) const = default;
};

/// An embedding of every token for every layer, and what prepares it (Gemma 3n and 4).
struct LayerInputs {
    Count vocab = 0;
    Count width = 0;   ///< of one layer
    NormSpec norm;     ///< behind the projection of the token embedding
    Count streams = 0; ///< hidden states that the layers keep side by side (Gemma 3n)

    bool operator==(const LayerInputs &) const = default;
};

/// What becomes of a projection that gates the attention's output.
enum class GateForm : std::uint8_t {
    sigmoid_first, ///< projected before attention runs (AFMoE)
    sigmoid_last,  ///< projected behind it (LFM3)
    softplus_last  ///< the same, its softplus in float32 (Laguna)
};

struct LayerExtension {
    MixerSpec mixer;          ///< in place of attention, or beside it
    bool gated_query = false; ///< q_proj makes queries and a gate of the attention's output (Qwen3-Next)
    std::optional<IndexerSpec> indexer;
    std::optional<GemmaSpec> gemma;
    LinearSpec attention_gate; ///< times the attention's output, one number a column or a head; out 0: none
    GateForm gate_form = GateForm::sigmoid_first;
    NormSpec attention_sub_norm, mlp_sub_norm; ///< before the output projections (BitNet)
    bool residual_normed = false; ///< what is added to attention and MLP is their normalised input, both times a number (MiniMax)
    bool residual_fp32 = false;   ///< the residual stream is float32 (Mamba)
};

/// What a sequence model is trained on.
enum class SequenceHead : std::uint8_t {
    none,     ///< bare: hidden states only
    tokens,   ///< scores for every position: masked or generated words, token classes, spans
    sequence, ///< scores for the whole, from its first position
    contrast  ///< two towers against each other (CLIP)
};

namespace step {
struct SequenceClass; // core/families/sequence.h: what a class's own forward is
}

/// A model that is no causal decoder, run by the names of its modules (core/families/sequence.h).
struct SequenceSpec {
    const step::SequenceClass *of = nullptr; ///< how it runs
    std::string base;                        ///< before its modules' names: "bert." or nothing
    std::vector<Module> modules;
    std::vector<LinearSpec> linears; ///< of the modules that are linear, in their order, with their full names
    std::vector<NormSpec> norms;     ///< of those that are norms
    SequenceHead head = SequenceHead::none;
    std::string pooler, transform, transform_norm, output; ///< modules of the head; empty: none
    Count hidden = 0, heads = 0, head_dim = 0;
    Count layers = 0, decoder_layers = 0;
    Count fixed_length = 0;   ///< positions of the encoder whatever is asked for: patches and class token, frames of sound
    Count decoder_limit = 0;  ///< most positions of the decoder; 0: as asked for
    Count input_elements = 0; ///< numbers of one picture or sound
    Activation activation = Activation::gelu;
    bool gated = false;
    bool positions_by_row = false;    ///< position_ids are counted for each sequence (RoBERTa)
    bool causal = false;              ///< an encoder's class that writes: every position sees those before it (is_decoder)
    bool decoder_alone = false;       ///< BartForCausalLM: a decoder that no encoder is read by
    bool shifts_labels = false;       ///< the loss is ForCausalLMLoss; else cross entropy of the logits as they are
    bool bias_in_every_layer = false; ///< relative positions (UMT5); else in the first
    double dropout = 0.0, attention_dropout = 0.0, activation_dropout = 0.0;
    std::shared_ptr<const SequenceSpec> other; ///< CLIP: the vision tower
};

struct DecoderExtension {
    FamilyForms forms;
    std::shared_ptr<const SequenceSpec> sequence; ///< the whole model; the decoder's own layers are none
    bool scores_sequence = false;                 ///< the head scores the last token of a sequence: reward models, classifiers
    std::vector<std::string> idle_parts; ///< modules of the decoder with one of these in their names are loaded but not run
    std::string left_out;                ///< what takes memory and is not simulated: the figures are a lower bound then
    std::string left_out_of_full;        ///< the same where all parameters train
    std::vector<int> idle_layers;        ///< layers that text alone does not reach (cross attention to pictures)
    std::optional<LayerInputs> layer_inputs;
    Count window_rotary_dim = 0;  ///< of windowed layers, where their heads are of another width; 0: as the others
    Count position_axes = 1;      ///< angles of time, height and width for each sequence (Qwen3.5); 1: of one for all
    bool slices_reuse = false;    ///< layers that reuse keys run on a prompt's last token only (Gemma 4)
    bool merges_pictures = false; ///< the model around the decoder prepares the token embedding (Gemma 4)
    bool float_logits = false;    ///< the model's own logits are float32
    bool casts_to_head = false;   ///< hidden states take the head's dtype before it (Mamba)
    std::string no_tiled_loss;    ///< why TRL's loss in tiles raises on this model; empty: it does not
    std::vector<Module> towers;   ///< beside this language model in the class that the file names, which is built alone else
    std::string whole_class;      ///< that class
    std::vector<std::string> approximations; ///< where the step is something near what the library runs, sentences
};

} // namespace plimsoll
