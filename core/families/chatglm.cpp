// SPDX-License-Identifier: GPL-3.0-or-later
// ChatGLM 2 to 4 and GLM-4V (code on the Hub).
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

using enum LayerPart;

/// GLM-4V's tower (EVA2CLIPModel of its modeling_chatglm.py): EVA-2's layers, a gated projector and a convolution of stride 2.
void add_glm4v_tower(Tree &tree, const Config &config)
{
    const Config vision = config.sub("vision_config");
    const Count width = vision.size("hidden_size"), hidden = config.size("hidden_size"), wide = config.size("ffn_hidden_size");
    const Count inner = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const auto scope = tree.in("transformer.vision");
    tree.own("boi", {1, 1, hidden});
    tree.own("eoi", {1, 1, hidden});
    tree.own("cls_embedding", {1, width}, "patch_embedding");
    tree.convolution("patch_embedding.proj", {width, vision.size("in_channels"), patch, patch}, true);
    tree.embedding("patch_embedding.position_embedding", vision.size("num_positions"), width);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("transformer.layers", i);
        tree.norm("input_layernorm", width, true);
        tree.linear("attention.query_key_value", width, 3 * width, true);
        tree.linear("attention.dense", width, width, true);
        tree.linear("mlp.fc1", width, inner, true);
        tree.linear("mlp.fc2", inner, width, true);
        tree.norm("post_attention_layernorm", width, true);
    }
    tree.linear("linear_proj.linear_proj", width, hidden);
    tree.norm("linear_proj.norm1", hidden, true);
    tree.linear("linear_proj.dense_h_to_4h", hidden, wide);
    tree.linear("linear_proj.gate_proj", hidden, wide);
    tree.linear("linear_proj.dense_4h_to_h", wide, hidden);
    tree.convolution("conv", {hidden, width, 2, 2}, true);
}

void describe_chatglm(const Config &config, Draft &draft)
{
    const bool first = !config.has("padded_vocab_size"); // ChatGLM 1; from 2 on another layout under the same name
    DecoderSpec spec;
    spec.prefix = "transformer";
    spec.hidden = spec.embedding_width = config.size("hidden_size");
    spec.vocab = first ? config.size("vocab_size") : config.size("padded_vocab_size");
    spec.embedding_name = first ? "word_embeddings" : "embedding.word_embeddings";
    spec.layers_name = first ? "layers" : "encoder.layers";
    spec.head = linear(first ? "lm_head" : "transformer.output_layer", spec.hidden, spec.vocab);
    const NormKind kind = !first && config.flag("rmsnorm", true) ? NormKind::rms : NormKind::layer_norm;
    spec.final_norm =
        norm(first ? "final_layernorm" : "encoder.final_layernorm", kind, spec.hidden, kind == NormKind::layer_norm);
    Heads heads{config.size("num_attention_heads"), 0, 0};
    heads.dim = config.size_or("kv_channels", spec.hidden / heads.query);
    heads.key_value = !first && config.flag("multi_query_attention") ? config.size("multi_query_group_num") : heads.query;
    const bool bias = first || config.flag("add_bias_linear"), qkv_bias = bias || config.flag("add_qkv_bias");
    if (config.amount_or("pre_seq_len", 0) > 0)
        config.refuse("pre_seq_len", std::to_string(config.amount_or("pre_seq_len", 0)),
                      phrase(QT_TRANSLATE_NOOP("core", "%1: prefix tuning is not described"), {"null"}));
    LayerSpec layer;
    layer.attention = fused_qkv_attention(spec.hidden, heads, first ? "attention" : "self_attention", "query_key_value", "dense",
                                          qkv_bias, bias);
    layer.attention.rotary.dim = first ? heads.dim : heads.dim / 2;
    const Count width = first ? config.size_or("inner_hidden_size", 4 * spec.hidden) : config.size("ffn_hidden_size");
    if (first) {
        layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, width, Activation::gelu_tanh, true);
    } else {
        layer.mlp.kind = MlpKind::gated_fused;
        layer.mlp.up = linear("mlp.dense_h_to_4h", spec.hidden, 2 * width, bias);
        layer.mlp.down = linear("mlp.dense_4h_to_h", width, spec.hidden, bias);
    }
    set_two_norms(layer, kind, spec.hidden, kind == NormKind::layer_norm);
    repeat(spec, layer, config.layers("num_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
    if (!config.given("vision_config")) return;
    add_glm4v_tower(draft.tree, config);
    draft.arch.decoder->inside_larger = true;
}

} // namespace

std::span<const Family> chatglm_families()
{
    static constexpr Family rows[] = {
        {"chatglm", "chatglm", "ChatGLMForConditionalGeneration", describe_chatglm},
    };
    return rows;
}

} // namespace plimsoll
