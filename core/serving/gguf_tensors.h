// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/serving/ggml_types.h"

#include <array>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a tensor of a GGUF file is to its model, by the names that llama.cpp gives it (src/llama-arch.cpp, 0c1e57098).
enum class GgufRole : std::uint8_t {
    token_embd,
    layer_embd, ///< an embedding of every token for every layer (Gemma 3n and 4)
    position_embd,
    token_norm,
    output_norm,
    output,
    rope_freqs,
    attn_norm,
    attn_q,
    attn_k,
    attn_v,
    attn_qkv,
    attn_out,
    attn_gate,
    attn_q_norm,
    attn_k_norm,
    attn_post_norm,
    attn_sinks,
    attn_q_a,
    attn_q_b,
    attn_kv_a,
    attn_kv_b, ///< of old conversions; else the two below
    attn_k_b,
    attn_v_b,
    ffn_norm,
    ffn_post_norm,
    ffn_gate,
    ffn_up,
    ffn_down,
    ffn_gate_inp,
    ffn_gate_exps,
    ffn_up_exps,
    ffn_down_exps,
    exp_probs_b,
    shexp_gate_inp,
    ffn_gate_shexp,
    ffn_up_shexp,
    ffn_down_shexp,
    eh_proj, ///< nextn: token and state into one
    ssm_in,  ///< every projection into a recurrence
    ssm_out,
    ssm_conv,
    kept, ///< never quantised: biases, decays, small norms
    other,
};

/// One tensor: sizes as ggml counts them, the row first.
struct GgufTensor {
    GgufRole role = GgufRole::other;
    int layer = -1; ///< -1: of the model
    Count ne0 = 0, ne1 = 1, ne2 = 1;
    GgmlType type = GgmlType::f32;
    bool operator==(const GgufTensor &) const = default;
    [[nodiscard]] Bytes bytes() const { return ggml_row_bytes(type, ne0) * ne1 * ne2; }
    [[nodiscard]] bool of_experts() const
    {
        return role == GgufRole::ffn_gate_exps || role == GgufRole::ffn_up_exps || role == GgufRole::ffn_down_exps;
    }
};

/// The tensors that llama.cpp's conversion writes of a decoder (convert_hf_to_gguf.py, 0c1e57098), matrices in `wide` (f16, bf16
/// or f32), vectors and routers in f32. `splits_latent`: multi-head latent attention as two matrices (2025-04-15 on).
[[nodiscard]] std::vector<GgufTensor> gguf_tensors(const Architecture &architecture, GgmlType wide, bool splits_latent);

/// Quantises `tensors` as llama-quantize does for a file type ("Q4_K_M", "Q8_0", …) or one type ("Q4_K", its S mix where it
/// has one): src/llama-quant.cpp, llama_tensor_get_type, without an importance matrix.
void quantise_gguf(std::vector<GgufTensor> &tensors, std::string_view file_type, const Architecture &architecture);

/// Heads of keys and values as a file has them: of a fused projection what its width leaves beside the queries. A class of
/// transformers may widen them for its own cache (Falcon).
[[nodiscard]] Count gguf_kv_heads(const AttentionSpec &attention);

/// Of a type that llama-quantize makes with options: the type that it is told, its embeddings and head in Q8_0 ("Q4_K_M" of
/// "Q4_K_L"); empty for all others.
[[nodiscard]] std::string_view type_beneath(std::string_view name);

/// Whether llama-quantize makes such files.
[[nodiscard]] bool is_gguf_file_type(std::string_view name);

} // namespace plimsoll
