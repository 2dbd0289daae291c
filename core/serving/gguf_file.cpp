// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-arch.cpp (LLM_TENSOR_NAMES)
#include "core/serving/gguf_file.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

struct Name {
    std::string_view text;
    GgufRole role;
};

constexpr Name names[] = {
    {"token_embd", GgufRole::token_embd},
    {"per_layer_token_embd", GgufRole::layer_embd},
    {"position_embd", GgufRole::position_embd},
    {"token_embd_norm", GgufRole::token_norm},
    {"output_norm", GgufRole::output_norm},
    {"output", GgufRole::output},
    {"rope_freqs", GgufRole::rope_freqs},
    {"attn_norm", GgufRole::attn_norm},
    {"attn_q", GgufRole::attn_q},
    {"attn_k", GgufRole::attn_k},
    {"attn_v", GgufRole::attn_v},
    {"attn_qkv", GgufRole::attn_qkv},
    {"attn_output", GgufRole::attn_out},
    {"attn_gate", GgufRole::attn_gate},
    {"attn_q_norm", GgufRole::attn_q_norm},
    {"attn_k_norm", GgufRole::attn_k_norm},
    {"post_attention_norm", GgufRole::attn_post_norm},
    {"attn_sinks", GgufRole::attn_sinks},
    {"attn_q_a", GgufRole::attn_q_a},
    {"attn_q_b", GgufRole::attn_q_b},
    {"attn_kv_a_mqa", GgufRole::attn_kv_a},
    {"attn_kv_b", GgufRole::attn_kv_b},
    {"attn_k_b", GgufRole::attn_k_b},
    {"attn_v_b", GgufRole::attn_v_b},
    {"ffn_norm", GgufRole::ffn_norm},
    {"post_ffw_norm", GgufRole::ffn_post_norm},
    {"ffn_gate", GgufRole::ffn_gate},
    {"ffn_up", GgufRole::ffn_up},
    {"ffn_down", GgufRole::ffn_down},
    {"ffn_gate_inp", GgufRole::ffn_gate_inp},
    {"ffn_gate_exps", GgufRole::ffn_gate_exps},
    {"ffn_up_exps", GgufRole::ffn_up_exps},
    {"ffn_down_exps", GgufRole::ffn_down_exps},
    {"exp_probs_b", GgufRole::exp_probs_b},
    {"ffn_gate_inp_shexp", GgufRole::shexp_gate_inp},
    {"ffn_gate_shexp", GgufRole::ffn_gate_shexp},
    {"ffn_up_shexp", GgufRole::ffn_up_shexp},
    {"ffn_down_shexp", GgufRole::ffn_down_shexp},
    {"nextn.eh_proj", GgufRole::eh_proj},
    {"ssm_in", GgufRole::ssm_in},
    {"ssm_out", GgufRole::ssm_out},
    {"ssm_conv1d", GgufRole::ssm_conv},
};

/// "blk.12.attn_q.weight": layer 12, "attn_q.weight".
int take_layer(std::string_view &name)
{
    constexpr std::string_view prefix = "blk.";
    if (!name.starts_with(prefix)) return -1;
    int layer = -1;
    const char *begin = name.data() + prefix.size(), *end = name.data() + name.size();
    const auto [rest, problem] = std::from_chars(begin, end, layer);
    if (problem != std::errc{} || rest == end || *rest != '.') return -1;
    name.remove_prefix(static_cast<std::size_t>(rest - name.data()) + 1);
    return layer;
}

GgufRole role_of(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos && name.substr(dot) == ".bias" && !name.starts_with("exp_probs_b")) return GgufRole::kept;
    const std::string_view stem = name.substr(0, dot);
    const auto *found = std::ranges::find(names, stem, &Name::text);
    return found == std::end(names) ? GgufRole::other : found->role;
}

} // namespace

Result<std::vector<GgufTensor>> gguf_tensors_of(const Checkpoint &file)
{
    std::vector<GgufTensor> out;
    out.reserve(file.tensors.size());
    for (const StoredTensor &stored : file.tensors) {
        const std::optional<GgmlType> type = ggml_type_named(stored.type);
        if (!type) return Error{stored.name, stored.type, "a type of ggml", {}};
        std::string_view name = stored.name;
        GgufTensor tensor;
        tensor.layer = take_layer(name);
        tensor.role = role_of(name);
        tensor.type = *type;
        const std::size_t count = stored.shape.size();
        tensor.ne0 = count > 0 ? stored.shape[count - 1] : 1;
        if (count > 1) tensor.ne1 = stored.shape[count - 2];
        for (std::size_t i = 0; i + 2 < count; ++i) tensor.ne2 *= stored.shape[i];
        out.push_back(tensor);
    }
    // layers in their order, whatever the file's
    std::ranges::stable_sort(out, {}, &GgufTensor::layer);
    return out;
}

} // namespace plimsoll
