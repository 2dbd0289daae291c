// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

// What only few models have: recurrences and convolutions in place of attention, encoders, heads that are no language model's.

namespace plimsoll {

struct PictureProcessor; // core/pictures/pictures.h
struct VideoProcessor;   // core/pictures/videos.h
struct TowerSpec;        // core/model/tower_spec.h

namespace step {
class DecoderClass; // core/decoder/decoder_class.h
}

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
    Count groups = 0;                   ///< of B and C; of keys in a delta net
    Count state = 0;                    ///< columns of the state; key width of a head in a delta net
    Count kernel = 0;                   ///< tokens that the convolution sees
    Count rank = 0;                     ///< of the time step (Mamba 1)
    Count chunk = 64;                   ///< tokens that are computed together
    bool inner_norms = false;           ///< time step, B and C are normalised (Falcon-Mamba, Jamba)
    bool norms_first = false;           ///< and the time step before it is projected, which mamba_inner_fn does behind it (Jamba)
    bool behind_mlp = false;            ///< the layer registers, and so loads, its MLP first (Bamba, Falcon-H1, Granite 4)
    bool masks_always = false;          ///< a mask is applied whenever one is given, else only where something is padded
    bool gated_norm = true;             ///< output normalised beside its gate (Mamba 2), else multiplied with it
    std::optional<Dtype> state_dtype{}; ///< that the configuration names for states that are kept
    std::vector<LinearSpec> linears;    ///< in module order; names relative to the layer
    std::vector<Parameter> own;         ///< every other parameter, names relative to the layer

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
    MixerSpec mixer; ///< in place of attention, or beside it
    std::optional<IndexerSpec> indexer;
    std::optional<GemmaSpec> gemma;
    LinearSpec attention_gate; ///< times the attention's output, one number a column or a head; out 0: none
    GateForm gate_form = GateForm::sigmoid_first;
    NormSpec attention_sub_norm, mlp_sub_norm; ///< before the output projections (BitNet)
    bool residual_fp32 = false;                ///< the residual stream is float32 (Mamba)
};

/// What a sequence model is trained on.
enum class SequenceHead : std::uint8_t {
    none,     ///< bare: hidden states only
    tokens,   ///< scores for every position: masked or generated words, token classes, spans
    sequence, ///< scores for the whole, from its first position
    contrast  ///< two towers against each other (CLIP)
};

namespace step {
struct SequenceClass; // core/decoder/sequence.h: what a class's own forward is
}

/// The modules of an encoder or encoder-decoder, of which its head is one.
struct SequenceModules {
    std::string base; ///< before its modules' names: "bert." or nothing
    std::vector<Module> modules;
    std::vector<LinearSpec> linears; ///< of the modules that are linear, in their order, with their full names
    std::vector<NormSpec> norms;     ///< of those that are norms
    SequenceHead head = SequenceHead::none;
    std::string pooler, transform, transform_norm, output; ///< modules of the head; empty: none
    std::string unread; ///< of a bare class: a module whose result no loss reads, so that it gets no gradient; empty: none
};

struct SequenceSizes {
    Count hidden = 0, heads = 0, head_dim = 0;
    Count layers = 0, decoder_layers = 0;
    Count fixed_length = 0;   ///< positions of the encoder whatever is asked for: patches and class token, frames of sound
    Count decoder_limit = 0;  ///< most positions of the decoder; 0: as asked for
    Count input_elements = 0; ///< numbers of one picture or sound
};

/// What its forward does that others' do not.
struct SequenceForward {
    Activation activation = Activation::gelu;
    bool gated = false;
    bool positions_by_row = false;    ///< position_ids are counted for each sequence (RoBERTa)
    bool causal = false;              ///< an encoder's class that writes: every position sees those before it (is_decoder)
    bool decoder_alone = false;       ///< BartForCausalLM: a decoder that no encoder is read by
    bool shifts_labels = false;       ///< the loss is ForCausalLMLoss; else cross entropy of the logits as they are
    bool bias_in_every_layer = false; ///< relative positions (UMT5); else in the first
    double dropout = 0.0, attention_dropout = 0.0, activation_dropout = 0.0;
};

/// A model that is no causal decoder, run by the names of its modules (core/decoder/sequence.h).
struct SequenceSpec : SequenceModules, SequenceSizes, SequenceForward {
    const step::SequenceClass *of = nullptr;   ///< how it runs
    std::shared_ptr<const SequenceSpec> other; ///< CLIP: the vision tower
};

/// When hidden states take the embedding's multiplier.
enum class EmbeddingScale : std::uint8_t {
    inside,       ///< in the embedding's own module (Gemma)
    before_masks, ///< in the model's forward (Granite)
    behind_masks  ///< there, behind masks and positions (Granite MoE)
};

/// Whose lines run a decoder, and what they do that LLaMA's do not.
struct OwnForward {
    const step::DecoderClass *runs = nullptr;    ///< whose lines run it; null: LLaMA's
    const step::DecoderClass *attends = nullptr; ///< whose attention runs in place of its own: a stack's model (LitGPT)
    EmbeddingScale embedding_scale = EmbeddingScale::before_masks;
    bool norms_cast = false;      ///< the layers' and the last LayerNorm run in float32 and cast their result back (OLMo 1)
    bool repeats_heads = false;   ///< grouped keys and values are repeated before any attention back-end (LitGPT)
    bool no_cache = false;        ///< generation keeps no keys: every token runs over the whole text again
    bool slices_reuse = false;    ///< layers that reuse keys run on a prompt's last token only (Gemma 4)
    bool merges_pictures = false; ///< the model around the decoder prepares the token embedding (Gemma 4)
    bool float_logits = false;    ///< the model's own logits are float32
    bool casts_to_head = false;   ///< hidden states take the head's dtype before it (Mamba)
    Count window_rotary_dim = 0;  ///< of windowed layers, where their heads are of another width; 0: as the others
    Count position_axes = 1;      ///< angles of time, height and width for each sequence (Qwen3.5); 1: of one for all
};

/// What bitsandbytes makes of its modules otherwise than of others'.
struct OwnQuantising {
    bool own_linears = false;    ///< linears of a class derived from torch.nn.Linear are left dense (Falcon)
    bool quantised_head = false; ///< the output embedding is taken as well (LitGPT)
};

/// How long a text may be, where a configuration says it in other words than max_position_embeddings alone. Numbers of tokens, as they
/// stand there; 0: absent.
struct NamedLengths {
    std::vector<std::pair<std::string, Count>> keys; ///< every key of a length that stands there, in the order of length_keys
    std::string rope_type;                           ///< of rope_parameters or rope_scaling; empty: none
    std::optional<double> rope_factor;
    Count rope_original = 0; ///< original_max_position_embeddings among them
    Count original = 0;      ///< and beside them (LongRoPE)
    bool by_axes = false;    ///< time, height and width have parts of the rotary embedding of their own (mrope_section)

    bool operator==(const NamedLengths &) const = default;
};

/// What stands around a decoder.
struct AroundDecoder {
    NamedLengths lengths;
    Count prediction_layers = 0; ///< that the checkpoint has behind the decoder's, each of which proposes a token
    Count draft_vocab = 0;       ///< rows of the head of a model that drafts, where it has fewer words than its target (EAGLE-3)
    std::vector<Parameter> buffers;               ///< what the model itself registers besides (GPTBigCode's mask)
    std::shared_ptr<const SequenceSpec> sequence; ///< the whole model; the decoder's own layers are none
    bool scores_sequence = false;                 ///< the head scores the last token of a sequence: reward models, classifiers
    std::optional<LayerInputs> layer_inputs;
    std::vector<Module> towers; ///< beside this language model in the class that the file names, which is built alone else
    std::string whole_class;    ///< that class
    std::shared_ptr<const PictureProcessor> pictures; ///< what makes tokens of a picture; null: none that is known
    std::shared_ptr<const VideoProcessor> videos;     ///< what makes frames and tokens of a video; likewise
    std::shared_ptr<const TowerSpec> tower;           ///< what reads pictures or sound in the step; null: none that is described
};

/// What a step does not reach, or not as the library runs it.
struct LeftOut {
    std::vector<std::string> unreached_parts; ///< modules of the decoder with one of these in their names are loaded but not run
    std::vector<int> unreached_layers;        ///< layers that text alone does not reach (cross attention to pictures)
    std::string left_out;                     ///< what takes memory and is not simulated: the figures are a lower bound then
    std::string left_out_of_full;             ///< the same where all parameters train
    std::string no_tiled_loss;                ///< why TRL's loss in tiles raises on this model; empty: it does not
    std::string tiled_loss_with;              ///< what of its configuration would let it pass; empty: nothing
    std::vector<std::string> approximations;  ///< where the step is something near what the library runs, sentences
};

/// What only few models have around their layers.
struct DecoderExtension : OwnForward, OwnQuantising, AroundDecoder, LeftOut {};

} // namespace plimsoll
