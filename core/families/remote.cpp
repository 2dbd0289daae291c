// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders with their own code on the Hub: Baichuan, ChatGLM, DeepSeek-MoE, EXAONE 3, InternLM 1 and 2, MiniCPM, Qwen 1.
#include "core/families/remote.h"

#include "core/families/families.h"
#include "core/families/mixers.h"
#include "core/families/recipe_steps.h"
#include "core/ground/phrase.h"

#include "core/families/pieces.h"
#include "core/families/recipe.h"

#include <algorithm>

namespace plimsoll {
namespace {

using enum LayerPart;

/// Queries, keys and values in one projection, rotated whole.
AttentionSpec fused(Count hidden, const Heads &heads, const std::string &module, const char *in, const char *out, bool in_bias,
                    bool out_bias)
{
    AttentionSpec a;
    a.name = module;
    a.heads = heads.query;
    a.kv_heads = heads.key_value;
    a.head_dim = a.v_head_dim = a.rotary_dim = heads.dim;
    a.fused = linear(module + "." + in, hidden, (heads.query + 2 * heads.key_value) * heads.dim, in_bias);
    a.o = linear(module + "." + out, heads.query * heads.dim, hidden, out_bias);
    return a;
}

/// Experts one by one, as the code of that time had them: gate, up and down.
void set_experts_apart(DecoderSpec &spec, MlpSpec &mlp, const std::array<const char *, 3> &names)
{
    const Count hidden = mlp.moe.router.in, width = mlp.moe.expert_width;
    mlp.moe.apart_gate = linear(names[0], hidden, width);
    mlp.moe.apart_up = linear(names[1], hidden, width);
    mlp.moe.apart_down = linear(names[2], width, hidden);
    approximate(spec, phrase(QT_TRANSLATE_NOOP(
                          "core", "experts run one after another in code on the Hub; every one is planned with as many tokens")));
}

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

} // namespace

void describe_baichuan(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention = fused(spec.hidden, {heads, heads, spec.hidden / heads}, "self_attn", "W_pack", "o_proj", false, false);
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size"), "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj");
    set_two_norms(layer, NormKind::rms, spec.hidden);
    if (spec.hidden > 4096) { // the 13B has ALiBi
        spec.positions = Positions::alibi;
        layer.attention.rotary_dim = 0;
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
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
    layer.attention =
        fused(spec.hidden, heads, first ? "attention" : "self_attention", "query_key_value", "dense", qkv_bias, bias);
    layer.attention.rotary_dim = first ? heads.dim : heads.dim / 2;
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

namespace {

/// DeepSeek's first mixture, whose later code has the same experts behind latent attention.
DecoderSpec deepseek_decoder(const Config &config, bool latent)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    if (latent) {
        dense.attention = latent_attention(config, spec.hidden, bias);
        dense.attention.rotary_form = RotaryForm::pairs;
    }
    LayerSpec sparse = dense;
    const Count experts = config.size("n_routed_experts"), top = config.size("num_experts_per_tok"),
                width = config.size("moe_intermediate_size");
    const Count shared = width * config.amount_or("n_shared_experts", 0), hidden = spec.hidden;
    sparse.mlp = expert_mlp(hidden, experts, top, width, Activation::silu, "mlp.gate", "deepseek_moe");
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob");
    set_experts_apart(spec, sparse.mlp, {"gate_proj", "up_proj", "down_proj"});
    add_shared_expert(sparse.mlp, "mlp.shared_experts", hidden, shared);
    const Count count = config.layers("num_hidden_layers"), first = config.amount_or("first_k_dense_replace", 0);
    const Count frequency = config.size_or("moe_layer_freq", 1);
    for (Count i = 0; i < count; ++i) repeat(spec, i >= first && i % frequency == 0 ? sparse : dense, 1);
    return spec;
}

} // namespace

void describe_deepseek(const Config &config, Draft &draft)
{
    finish_decoder(draft, deepseek_decoder(config, false), {.router_first = false});
}

DecoderSpec deepseek_vl_v2_step(const Config &config, const Tree &)
{
    const Config text = config.sub("language_config", "deepseek_v2");
    DecoderSpec spec = deepseek_decoder(text, text.flag("use_mla", true));
    spec.prefix = "language.model";
    spec.head.name = "language.lm_head";
    spec.inside_larger = true;
    return spec;
}

DecoderSpec molmo_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("hidden_size"), width = config.size("intermediate_size");
    const bool rms = config.text("layer_norm_type", "default") == "rms", bias = !rms && config.flag("include_bias");
    const NormKind kind = rms ? NormKind::rms : bias ? NormKind::layer_norm : NormKind::layer_norm_bare;
    DecoderSpec spec = bare_decoder(config, "model.transformer", "wte", norm("ln_f", kind, hidden, bias));
    spec.vocab = config.size_or("embedding_size", config.size("vocab_size")) + 128;
    spec.layers_name = "blocks";
    spec.head = linear("model.transformer.ff_out", hidden, spec.vocab - 128);
    spec.positions = Positions::rotary;
    spec.inside_larger = true;
    const Count heads = config.size("num_attention_heads");
    const Heads sizes{heads, config.size_or("num_key_value_heads", heads), hidden / heads};
    LayerSpec layer;
    layer.attention = fused(hidden, sizes, "self_attn", "att_proj", "attn_out", config.flag("qkv_bias"), false);
    layer.attention.fused.name = "att_proj";
    layer.attention.o.name = "attn_out";
    if (config.flag("attention_layer_norm")) {
        set_q_k_norms(layer.attention, kind, 0, "q_norm", "k_norm");
        layer.attention.q_norm = norm("q_norm", kind, hidden);
        layer.attention.k_norm = norm("k_norm", kind, sizes.key_value * sizes.dim);
        layer.attention.norm_per_head = false;
    }
    layer.mlp.kind = MlpKind::gated_fused;
    layer.mlp.up = linear("ff_proj", hidden, width);
    layer.mlp.down = linear("ff_out", width / 2, hidden);
    layer.input_norm = norm("attn_norm", kind, hidden, bias);
    layer.post_attention_norm = norm("ff_norm", kind, hidden, bias);
    layer.norm_after = config.flag("norm_after");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    approximate(spec, phrase(QT_TRANSLATE_NOOP("core", "%1's code stands on the Hub; its decoder is planned as %2 runs %3's"),
                             {"Molmo", "transformers", "Molmo 2"}));
    return spec;
}

void describe_exaone(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), false, false, "out_proj", "attn.attention");
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size"), "mlp.c_fc_0", "mlp.c_fc_1", "mlp.c_proj");
    layer.input_norm = norm("ln_1", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ln_2", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

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
    layer.attention = fused(spec.hidden, heads_of(config), "attention", "wqkv", "wo", bias, bias);
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

void describe_minicpm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_bias"), false);
    spec.embedding_multiplier = config.number_or("scale_emb", 1);
    const Count experts = config.amount_or("num_experts", 0), count = config.layers("num_hidden_layers"), hidden = spec.hidden;
    if (experts < 2) {
        repeat(spec, layer, count);
        return finish_decoder(draft, std::move(spec));
    }
    const Count width = config.size("intermediate_size"), top = config.size("num_experts_per_tok");
    layer.mlp = expert_mlp(hidden, experts, top, width, Activation::silu, "mlp.gate", "minicpm_moe");
    layer.mlp.moe.router_linear = layer.mlp.moe.normalised = true;
    set_experts_apart(spec, layer.mlp, {"w1", "w3", "w2"});
    repeat(spec, layer, count);
    finish_decoder(draft, std::move(spec));
}

/// LLaMA's layers, or experts one by one beside shared ones (modeling_xverse.py of XVERSE-MoE on the Hub).
void describe_xverse(const Config &config, Draft &draft)
{
    const Count experts = config.amount_or("num_experts", 0);
    if (experts < 2) return describe_llama(config, draft);
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count hidden = spec.hidden, width = config.size("intermediate_size");
    LayerSpec layer = llama_layer(config, hidden, config.flag("attention_bias"), config.flag("attention_bias"), false);
    layer.mlp = expert_mlp(hidden, experts, config.size("moe_top_k"), width, Activation::silu, "mlp.router", "deepseek_moe");
    layer.mlp.moe.router_linear = true;
    set_experts_apart(spec, layer.mlp, {"gate_proj", "up_proj", "down_proj"});
    if (const Count shared = config.amount_or("num_shared_experts", 0))
        add_shared_expert(layer.mlp, "mlp.shared_experts", hidden, shared * width);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

/// LLaMA's layers with LayerNorm.
void describe_orion(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::layer_norm);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

void describe_qwen1(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    const bool bias = !config.flag("no_bias", true);
    const Count heads = config.size("num_attention_heads"), dim = config.size_or("kv_channels", spec.hidden / heads);
    LayerSpec layer;
    layer.attention = fused(spec.hidden, {heads, heads, dim}, "attn", "c_attn", "c_proj", true, bias);
    // intermediate_size counts both halves of the gate
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size") / 2, "mlp.w2", "mlp.w1", "mlp.c_proj");
    layer.input_norm = norm("ln_1", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ln_2", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
    if (!config.given("visual")) return;
    {
        const auto scope = draft.tree.in("transformer.visual");
        include_model(config.sub("visual", "qwen_visual"), draft);
    }
    leave_step_out(draft,
                   phrase(QT_TRANSLATE_NOOP("core", "the step of models with more than a language model is not described")));
}

} // namespace plimsoll
