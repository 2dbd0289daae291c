// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/plan/plan.h"
#include "core/torch/ops.h"

#include <array>
#include <vector>

namespace plimsoll::step {

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

/// Sizes of one attention call. Tensors are [batch, heads, length, dim].
struct AttentionCall {
    Count batch = 1, heads = 0, kv_heads = 0, queries = 0, keys = 0, head_dim = 0, v_head_dim = 0;
    bool causal = true;
    double dropout = 0.0;
    std::optional<double> softcap;
    bool sinks = false;
    bool strided_keys = true;   ///< the keys are transposed views of [batch, length, heads, dim]: nothing cached them
    bool strided_values = true; ///< so are the values
    bool fresh_query = true;    ///< so is the query
    bool softmax_dtype = true;  ///< eager's softmax is asked for float32; GPT-2's is not
    bool casts_weights = true;  ///< eager's weights take the inputs' dtype at once; BERT, BART and T5 leave that to the product
    std::vector<Tensor> *kept_weights = nullptr;                         ///< where eager's weights stay, when they are asked for
    std::vector<Tensor> *kept_scores = nullptr;                          ///< and what its softmax reads
    const std::vector<bool> *weights_of = nullptr, *scores_of = nullptr; ///< the layers of which they stay; null: all
    Tensor *named_weights = nullptr; ///< the name that the layer's forward has for them until it returns
    bool flash_3 = false;            ///< of the flash kernels, those of flash-attention 3
    bool broadcast_keys = false;     ///< one key head for all queries without enable_gqa: expanded (Falcon 7B)
    Count window = 0;                ///< keys that a query sees at most; 0: all
    bool strided_gradient = false;   ///< the result's gradient lies otherwise: the flash kernel's backward copies it
};

/// Tells of the work of a kernel that keeps no scores (core/torch/work.h); nothing while nobody counts.
void tell_attention(Machine &m, Dtype dtype, const AttentionCall &call, bool backward);

/// Attention weights that an attention returns: `hidden_states, _ = self.self_attn(…)` names them.
inline void return_weights(Machine &m, const AttentionCall &call, const Tensor &weights)
{
    if (call.named_weights) *call.named_weights = weights;
    if (!call.kept_weights || (call.weights_of && !(*call.weights_of)[static_cast<std::size_t>(m.scope.layer)])) return;
    m.relabel(weights.storage(), Component::captured_states);
    call.kept_weights->push_back(weights);
}

/// Scores as the softmax reads them, where a hook keeps them.
inline void keep_scores(Machine &m, const AttentionCall &call, const Tensor &scores)
{
    if (!call.kept_scores || !(*call.scores_of)[static_cast<std::size_t>(m.scope.layer)]) return;
    m.relabel(scores.storage(), Component::captured_states);
    call.kept_scores->push_back(scores);
}

/// Mask shared by the layers of a forward: absent when the back-end's causal flag says all.
struct AttentionMask {
    Tensor tensor; ///< [batch, 1, queries, keys], bool for sdpa, the model's dtype for eager
};

/// scaled_dot_product_attention as sdp_utils.cpp picks its kernel: flash (16 bit, compute capability ≥ 8, no mask, head
/// dims ≤ 256), memory-efficient, else the composed one. Returns [batch, queries, heads · v_head_dim].
[[nodiscard]] Tensor sdpa(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionMask &mask, const AttentionCall &call);
/// The same without the library's repeated heads: torch.nn.functional.scaled_dot_product_attention itself; `copies`: its
/// result is transposed and made contiguous, which a kernel that lays it out so needs no copy for.
[[nodiscard]] Tensor torch_sdpa(Machine &m, Tensor q, Tensor k, Tensor v, const Tensor &mask, const AttentionCall &call);

/// torch.matmul of [batch, heads, rows, k] and [batch, heads, k, columns]: operands whose strides do not merge into one batch
/// dimension are copied first.
/// softmax in float32 when `wanted`, else in the dtype of the scores.
[[nodiscard]] Tensor softmax_fp32(Machine &m, Tensor scores, bool wanted);
struct Operand {
    Tensor tensor;
    bool strided = false; ///< a transposed view of [batch, length, heads, dim]
};
[[nodiscard]] Tensor matmul_heads(Machine &m, Operand a, Operand b, Shape out);

/// transformers' eager_attention_forward: repeated keys, whole score matrices, softmax in float32.
[[nodiscard]] Tensor eager_attention(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionMask &mask,
                                     const AttentionCall &call);

/// gpt-oss's eager_attention_forward: the sinks, where a layer has some, are one more column of the scores; softmax in their
/// own dtype.
[[nodiscard]] Tensor sink_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, Leaf *sinks,
                                    const AttentionMask &mask, const AttentionCall &call);

/// Granite SWA's eager_attention_forward: the result times the sigmoid of the scores' log-sum-exp less a sink.
[[nodiscard]] Tensor lse_sink_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, Leaf &sinks,
                                        const AttentionMask &mask, const AttentionCall &call);

/// transformers' flash_attention_forward with flash-attn 2 or 3: float32 inputs take autocast's dtype, without it the model's own
/// (`weights`, get_target_dtype in integrations/flash_attention.py); a padded batch is gathered into one row of its tokens
/// first and spread out again.
[[nodiscard]] Tensor flash_attention(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionCall &call, bool padded,
                                     Dtype weights);

/// What flash_api.cpp's mha_fwd allocates and returns, and gradients of query, key and value with what mha_bwd takes meanwhile.
struct FlashResult {
    Tensor out, lse, seed, offset;
};
[[nodiscard]] FlashResult flash_forward(Machine &m, Dtype dtype, const AttentionCall &call);
[[nodiscard]] std::array<Tensor, 3> flash_backward(Machine &m, Dtype dtype, const AttentionCall &call, bool copies_out);

/// flash-attention 2 in PyTorch (transformers/cuda/flash_attn/flash_api.cpp): output, log-sum-exp, random state; backward
/// with float32 accumulators of the query gradient and, for grouped heads, expanded key and value gradients.
[[nodiscard]] Tensor flash_kernel(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call);

/// flash-attention 3 (Dao-AILab/flash-attention hopper/flash_api.cpp @000090d0, mha_fwd and mha_bwd): output and log-sum-exp, no
/// random state; backward with float32 accumulators of the query gradient and, for grouped heads, of the key heads' own gradients.
[[nodiscard]] Tensor flash_3_kernel(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call);

/// A view of a result whose incoming gradient has other strides: where `copies`, backward copies it.
[[nodiscard]] Tensor view_of_strided(Machine &m, Tensor x, bool copies);

/// transformers' repeat_kv; the same tensor for one repetition.
[[nodiscard]] Tensor repeat_kv(Machine &m, Tensor x, Count repetitions);
/// One head seen as all of them (torch.expand): no memory; backward sums.
[[nodiscard]] Tensor expand_heads(Machine &m, const Tensor &x, const AttentionCall &call);

/// Turns queries and keys [batch, heads, length, dim] as `form` and `join` say; `held` gets what their caller's names keep.
/// GPT-J: `cos` is its table of positions [rows, 1, length, rotary_dim], `sin` is not used.
void apply_rotary(Machine &m, Tensor &q, Tensor &k, const Tensor &cos, const Tensor &sin, TurnForm form, RotaryJoin join,
                  Count rotary_dim, std::vector<Tensor> &held);

/// x * cos + rotate_half(x) * sin, of queries or keys alone (Gemma 3n, Gemma 4).
[[nodiscard]] Tensor apply_rotary_to_one(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin);

/// CodeGen's apply_rotary_pos_emb on the rotated part of queries or keys; `table` float32 [1, 1, length, rotary_dim].
[[nodiscard]] Tensor apply_rotary_codegen(Machine &m, const Tensor &x, const Tensor &table);

/// DeepSeek V3's apply_rotary_pos_emb_interleave: even and odd columns apart, turned and concatenated.
[[nodiscard]] Tensor apply_rotary_pairs(Machine &m, Tensor x, const Tensor &cos, const Tensor &sin);

/// gpt-oss's _apply_rotary_emb: both halves apart, tables of half the width.
[[nodiscard]] Tensor apply_rotary_split(Machine &m, Tensor x, const Tensor &cos, const Tensor &sin);

/// How pairs of numbers are turned by a complex table.
struct ComplexTurn {
    bool strided = false;   ///< the query's gradient comes as [batch, length, heads, dim]
    bool cast_last = false; ///< queries and keys stand turned in float32 before either is cast back (Llama 4)
};

/// DeepSeek V2's apply_rotary_emb: float32 pairs times a complex table.
void apply_rotary_complex(Machine &m, Tensor &q, Tensor &k, const Tensor &table, ComplexTurn form);

/// Bytes of the memory-efficient backward's staging buffers (mem_eff_attention/kernel_backward.h workspace_size and
/// attention_backward.cu's split of keys, torch 2.15), for batch · heads rows.
[[nodiscard]] Bytes efficient_backward_workspace(const CardFacts &device, Dtype dtype, Count rows, Count queries, Count keys,
                                                 Count head_dim, Count v_head_dim);

} // namespace plimsoll::step
