// SPDX-License-Identifier: GPL-3.0-or-later
// InternLM 1 and 2 (code on the Hub) and 3.
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_internlm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("bias", true);
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.attention = grouped_attention(spec.hidden, {heads, heads, spec.hidden / heads}, bias, bias);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

void describe_internlm2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.embedding_name = "tok_embeddings";
    spec.head.name = "output";
    const bool bias = config.flag("bias");
    LayerSpec layer;
    layer.attention = fused_qkv_attention(spec.hidden, heads_of(config), "attention", "wqkv", "wo", bias, bias);
    layer.mlp =
        named_gated_mlp(spec.hidden, config.size("intermediate_size"), "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
    layer.input_norm = norm("attention_norm", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ffn_norm", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    if (!config.texts("architectures").empty() && config.texts("architectures").front().ends_with("ForRewardModel")) {
        draft.arch.class_name = "InternLM2ForRewardModel";
        add_decoder(draft.tree, spec);
        draft.tree.linear("v_head", spec.hidden, 1);
        spec.head = linear("v_head", spec.hidden, 1);
        return keep_reward(draft, std::move(spec));
    }
    finish_decoder(draft, std::move(spec));
}

void describe_internlm3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool qkv = config.flag("qkv_bias", config.flag("attention_bias")),
               bias = config.flag("bias", config.flag("attention_bias"));
    LayerSpec layer = llama_layer(config, spec.hidden, qkv, bias, config.flag("bias", config.flag("mlp_bias")));
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> internlm_families()
{
    static constexpr Family rows[] = {
        {"internlm", "internlm", "InternLMForCausalLM", describe_internlm},
        {"internlm2", "internlm2", "InternLM2ForCausalLM", describe_internlm2},
        {"internlm3", "internlm3", "LlamaForCausalLM", describe_internlm3, nullptr, {.divides_heads = true}},
    };
    return rows;
}

} // namespace plimsoll
