// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder_class.h"
#include "core/nn/key_cache.h"

// Pieces of a decoder's forward that families share.

namespace plimsoll::step {

// ---- masks and positions (decoder_masks.cpp, rotary.cpp)

/// masking_utils.py: of full layers and of windowed ones, where a layer of the model needs it. `always`: also where a causal
/// flag would do.
void make_library_masks(Machine &m, Pass &pass, Dtype dtype, bool always = false);
/// One mask; empty where the back-end needs none. A window of 0 has no tokens: it masks as full attention does.
[[nodiscard]] AttentionMask build_mask(Machine &m, const ForwardInputs &in, std::optional<Count> window, Dtype dtype,
                                       bool always);
/// ALiBi in `hidden`'s dtype where the model has it, then the masks unless generate() made them.
void make_alibi_and_masks(Machine &m, Pass &pass, Dtype dtype, Dtype hidden);
/// build_alibi_tensor: [batch · heads, 1, keys].
void build_alibi(Machine &m, Pass &pass, Dtype dtype);
/// The tables of all rotated layers, in `dtype` unless the class keeps them in float32.
void make_rotary_tables(Machine &m, Pass &pass, Dtype dtype);

// ---- attention (decoder_attention.cpp)

/// Whose gradients come head by head, and so are copied for the projections: rotated queries' and keys' out of the zeros of
/// slice_backward, others' out of eager's products and out of the sum over repeated keys and values.
struct HeadOrder {
    bool q, k, v;
    bool k_by_tokens; ///< keys that nothing turned, as eager's product of their transposes leaves their gradient
};
[[nodiscard]] HeadOrder head_order(const Machine &m, const AttentionSpec &a, const Pass &pass);
/// Heads that are turned by halves: autograd sums their gradient in the zeros of slice_backward, which lie head by head, so that
/// the backward of `.view(hidden_shape).transpose(1, 2)` copies it (torch 2.15, recorded event by event for LLaMA). A norm of
/// every head leaves the layout as it is (Qwen3, Gemma 3); of one head both layouts are the same.
[[nodiscard]] Tensor turned_heads(Machine &m, Tensor x);
/// The sizes of one call of an attention, and how its operands lie.
[[nodiscard]] AttentionCall call_of(const AttentionSpec &a, const Pass &pass, Count keys, double dropout_rate);
/// ALL_ATTENTION_FUNCTIONS of the plan's back-end.
[[nodiscard]] Tensor attend(Machine &m, const AttentionSpec &a, Tensor q, Tensor k, Tensor v, const Pass &pass, Count keys,
                            double dropout_rate, const AttentionMask *own_mask = nullptr);
/// Projected, turned and cached, as the class's lines do.
void ready_heads(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, AttentionNames &names);
/// Into the layer's cache; how many keys attention reads then.
[[nodiscard]] Count cache_heads(Machine &m, Layer &layer, Tensor &k, Tensor &v, const Pass &pass);
/// cache_utils.py DynamicLayer.update while training: a model's output holds keys and values.
void keep_in_training(Machine &m, std::vector<Tensor> &cache, Tensor &k, Tensor &v);
/// [batch, heads, length, dim] back to [batch, length, heads · dim]: a copy but for one token.
[[nodiscard]] Tensor merge_heads(Machine &m, Tensor x, const AttentionCall &call);
/// Scores of queries and keys in float32, which `finish` scales and masks, their softmax in float32, the weights in the values'
/// dtype (GPT-Neo, GPT-J, CodeGen).
[[nodiscard]] Tensor float_attention(Machine &m, Layer &layer, const AttentionNames &n, const Pass &pass,
                                     void (*finish)(Machine &m, Tensor &scores, const Pass &pass));
/// Multi-head latent attention (latent.cpp). `tempered`: queries grow with their position (Mistral 4).
[[nodiscard]] Tensor latent_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, bool tempered = false);
/// Keys that the layer's indexer chooses (sparse_indexer.cpp), and the mask of a layer whose indexer chose among `keys` keys.
[[nodiscard]] Tensor choose_keys(Machine &m, Layer &layer, const Tensor &x, const Tensor &q_residual, const Pass &pass,
                                 LayerCache *cache);
[[nodiscard]] AttentionMask sparse_mask(Machine &m, const Pass &pass, Count keys, std::vector<Tensor> &held);

// ---- layers (decoder_layers.cpp)

/// residual + part, or residual + part · number, during which the part keeps its name (Granite).
[[nodiscard]] Tensor add_to_residual(Machine &m, const Tensor &residual, Tensor part, bool multiplied);
/// The norm's result, or `x` where the layer has no such norm.
[[nodiscard]] Tensor normed_by(Machine &m, NormModule &norm, Tensor x);
/// Attention or MLP of a layer, recomputed on its own where the plan says so.
[[nodiscard]] Tensor attention_block(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);
[[nodiscard]] Tensor mlp_block(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);
/// down(act(gate(x)) * up(x)) in the forms that MlpKind names.
[[nodiscard]] Tensor dense_mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);
/// Attention and MLP read the same input, or each its own norm of it. `attention_dropout`: of the attention's result, where its
/// own forward has not dropped it; `residual_first`: residual + attention + MLP, else the residual last.
[[nodiscard]] Tensor parallel_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass, double attention_dropout,
                                    bool residual_first = false);
/// A layer in which whatever is made has a name until it returns; attention has dropped its own result (GPT-2 and its kin).
[[nodiscard]] Tensor named_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass);
/// The MLP's lines stand in the layer's forward, under one name (BioGptDecoderLayer, XGLMDecoderLayer).
[[nodiscard]] Tensor inline_mlp_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass);
/// Whether a layer is run part by part: it has a recurrence, a gate, or no attention or MLP.
[[nodiscard]] bool is_mixed(const LayerSpec &spec);
/// A layer with a recurrence in place of attention, or with a part left out. `casts`: norms read their input in their own dtype
/// (Nemotron-H).
[[nodiscard]] Tensor mixed_layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass, bool casts = false);
/// The layer's recurrence.
[[nodiscard]] Tensor mix(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);

} // namespace plimsoll::step
