// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/family.h"
#include "core/model/extension.h"

#include <array>
#include <memory>

namespace plimsoll {

/// What most decoders share, read from a configuration under transformers' usual keys.
struct Heads {
    Count query = 0;
    Count key_value = 0;
    Count dim = 0;
};

/// num_attention_heads, num_key_value_heads (absent: as many) and head_dim (absent: hidden_size / heads).
[[nodiscard]] Heads heads_of(const Config &config);
/// The same of a class that splits hidden_size among the heads whatever head_dim says.
[[nodiscard]] Heads split_heads_of(const Config &config);

/// Share of the head that is rotated: rope_parameters, rope_scaling, else the key at the top, else `fallback`.
/// Refuses anything but 0 to 1.
[[nodiscard]] double partial_rotary_factor(const Config &config, double fallback = 1.0);

/// The size under a key that is a factor: `factor` · `size`, rounded down. Refuses what is below 0 or above 2^40.
[[nodiscard]] Count scaled_size(const Config &config, std::string_view key, double factor, Count size);
/// The product of sizes, `key` one of them. Refuses what is above 2^60.
[[nodiscard]] Count product_of(const Config &config, std::string_view key, std::initializer_list<Count> sizes);
/// downsample_ratio of InternVL: how many patches become one, 1 / ratio².
[[nodiscard]] Count merged_patches(const Config &config);

[[nodiscard]] LinearSpec linear(std::string name, Count in, Count out, bool bias = false);
[[nodiscard]] NormSpec norm(std::string name, NormKind kind, Count width, bool bias = false);

/// self_attn with q_proj, k_proj, v_proj and o_proj; every head rotated whole.
[[nodiscard]] AttentionSpec grouped_attention(Count hidden, const Heads &heads, bool qkv_bias = false, bool o_bias = false,
                                              std::string_view o_name = "o_proj", const std::string &module = "self_attn");
/// mlp with gate_proj, up_proj and down_proj.
[[nodiscard]] MlpSpec gated_mlp(Count hidden, Count width, Activation activation, bool bias = false,
                                const std::string &module = "mlp");
/// gated_mlp() with SiLU and without biases under names of its own, such as "feed_forward.w1".
[[nodiscard]] MlpSpec named_gated_mlp(Count hidden, Count width, const char *gate, const char *up, const char *down);
/// `up` and `down` without a gate; names relative to the layer.
[[nodiscard]] MlpSpec plain_mlp(std::string up, std::string down, Count hidden, Count width, Activation activation, bool bias);

/// `module`.experts of fused gated experts behind the router `router` (both relative to the layer).
[[nodiscard]] MlpSpec expert_mlp(Count hidden, Count experts, Count top_k, Count width, Activation activation, std::string router,
                                 RouterKind kind, const std::string &module = "mlp");
/// A shared expert, a gated MLP named `name`, beside the routed ones.
void add_shared_expert(MlpSpec &mlp, const std::string &name, Count hidden, Count width, bool bias = false);

/// Parts that a family adds to the tree itself (TreeOrder's after_…).
[[nodiscard]] MlpSpec other_mlp();
[[nodiscard]] AttentionSpec other_attention(std::string name);

/// Queries, keys and values in one projection `in`, rotated whole; `out` behind. Both below `module`.
[[nodiscard]] AttentionSpec fused_qkv_attention(Count hidden, const Heads &heads, const std::string &module, const char *in,
                                                const char *out, bool in_bias, bool out_bias);
/// The same without rotation, `fused_out` columns wide; both projections are hidden wide (BLOOM, MPT, Falcon).
[[nodiscard]] AttentionSpec fused_attention(std::string name, const std::string &fused, const std::string &output, Count hidden,
                                            const Heads &heads, Count fused_out, bool bias);
/// A gate on what attention gives.
[[nodiscard]] std::shared_ptr<const LayerExtension> gate_of(LinearSpec gate, GateForm form);

/// Says that the step of `spec` runs experts one by one, each with as many tokens.
void say_experts_apart(DecoderSpec &spec);
/// Experts one by one, as code on the Hub has them: gate, up and down. `spec` becomes an approximation.
void set_experts_apart(DecoderSpec &spec, MlpSpec &mlp, const std::array<const char *, 3> &names);
/// DeepSeek V3's way to choose experts: sigmoids, a correction bias, groups.
void set_sigmoid_router(const Config &config, MoeSpec &moe);
/// Per layer: whether mlp_layer_types calls it sparse; without that list the first `dense` layers are not.
[[nodiscard]] std::vector<bool> sparse_at(const Config &config, Count count, Count dense);
void add_dense_then_sparse(DecoderSpec &spec, const LayerSpec &dense, const LayerSpec &sparse, Count dense_count, Count count);

[[nodiscard]] bool contains(const std::vector<Count> &list, Count value);
/// `dim` times a share of it, rounded down.
[[nodiscard]] Count scaled(Count dim, double factor);

/// input_layernorm and post_attention_layernorm.
void set_two_norms(LayerSpec &layer, NormKind kind, Count hidden, bool bias = false);

/// vocab_size, hidden_size, lm_head and its tie, final norm `norm`, max_position_embeddings; no layers yet.
[[nodiscard]] DecoderSpec decoder_base(const Config &config, NormKind norm_kind, bool norm_bias = false);

/// A decoder whose tree was built by hand: sizes, positions none, no layers yet.
[[nodiscard]] DecoderSpec bare_decoder(const Config &config, std::string prefix, std::string embedding, NormSpec final_norm);
/// Attention whose heads are rotated, `dim` numbers of each, by one table for the model.
void set_rotary(DecoderSpec &spec, AttentionSpec &attention, Count dim);
/// A layer with nothing in it; its parts are put in one by one.
[[nodiscard]] LayerSpec empty_layer();
/// A layer with two RMS norms and nothing between.
[[nodiscard]] LayerSpec two_norms(Count hidden, const char *first, const char *second);

/// LLaMA's shape: q, k, v, o and a gated MLP, two RMS norms. For families that differ in a few fields.
[[nodiscard]] LayerSpec llama_layer(const Config &config, Count hidden, bool qkv_bias, bool o_bias, bool mlp_bias,
                                    NormKind norm_kind = NormKind::rms);

/// q_norm and k_norm over the head's width.
void set_q_k_norms(AttentionSpec &attention, NormKind kind, Count dim, const char *q_name = "q_norm",
                   const char *k_name = "k_norm");

/// The layer types that occur, each once, sorted.
[[nodiscard]] std::vector<std::string> distinct(const std::vector<std::string> &types);

/// Appends `count` layers of one kind.
void repeat(DecoderSpec &spec, const LayerSpec &layer, Count count);

/// num_hidden_layers of `layer`, and the tree.
void finish_plain(const Config &config, Draft &draft, DecoderSpec spec, const LayerSpec &layer, const TreeOrder &order = {});

/// layer_types of the configuration, else "sliding_attention" or "full_attention" as `is_sliding(i)` says.
/// Refuses a list whose length is not `count`.
template <class IsSliding>
[[nodiscard]] std::vector<std::string> layer_types(const Config &config, Count count, IsSliding is_sliding);
[[nodiscard]] std::vector<std::string> given_layer_types(const Config &config, Count count);

/// One layer per type: `layer` with the sliding window where the type says so.
void add_windowed_layers(DecoderSpec &spec, LayerSpec layer, const std::vector<std::string> &types, std::optional<Count> window);

template <class IsSliding>
std::vector<std::string> layer_types(const Config &config, Count count, IsSliding is_sliding)
{
    std::vector<std::string> types = given_layer_types(config, count);
    if (types.empty())
        for (Count i = 0; i < count; ++i) types.emplace_back(is_sliding(i) ? "sliding_attention" : "full_attention");
    return types;
}

} // namespace plimsoll
