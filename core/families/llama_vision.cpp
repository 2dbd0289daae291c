// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 3.2 Vision (mllama), Llama 4 and Kimi K2.5.
#include "core/families/families.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/text_model_within.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

/// no_rope_layers holds 1 where queries and keys are rotated; without it every `rest`th layer is not.
bool is_rotated(const std::vector<Count> &given, Count count, Count rest, Count layer)
{
    if (static_cast<Count>(given.size()) == count) return given[static_cast<std::size_t>(layer)] != 0;
    return (layer + 1) % rest != 0;
}

} // namespace

void describe_llama4_text(const Config &config, Draft &draft)
{
    using enum LayerPart;
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense;
    dense.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    dense.attention.rotary_form = RotaryForm::complex;
    dense.attention_dropout = config.number_or("attention_dropout", 0);
    const Activation activation = activation_of(config, "hidden_act");
    dense.mlp = gated_mlp(spec.hidden, config.size("intermediate_size_mlp"), activation, false, "feed_forward");
    set_two_norms(dense, NormKind::rms, spec.hidden);
    LayerSpec sparse = dense;
    const Count width = config.size("intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"), width, activation,
                            "feed_forward.router", "llama4", "feed_forward");
    sparse.mlp.moe.router_linear = sparse.mlp.moe.transposed = true;
    add_shared_expert(sparse.mlp, "feed_forward.shared_expert", spec.hidden, width);
    const Count count = config.layers("num_hidden_layers"), step = config.size_or("interleave_moe_layer_step", 1);
    const std::vector<Count> given = config.wholes("moe_layers"), rotated = config.wholes("no_rope_layers");
    const Count rest = config.size_or("no_rope_layer_interval", 4);
    const auto types = layer_types(config, count, [&](Count i) { return is_rotated(rotated, count, rest, i); });
    const std::optional<Count> chunk = config.maybe_size("attention_chunk_size");
    for (Count i = 0; i < count; ++i) {
        const bool is_sparse = config.has("moe_layers") ? std::ranges::find(given, i) != given.end() : (i + 1) % step == 0;
        LayerSpec layer = is_sparse ? sparse : dense;
        if (!is_rotated(rotated, count, rest, i)) layer.attention.rotary_dim = 0;
        const std::string &type = types[static_cast<std::size_t>(i)];
        if (type == "chunked_attention" || type == "sliding_attention") layer.attention.sliding_window = chunk;
        repeat(spec, layer, 1);
    }
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

namespace {

void add_llama4_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("vision_model");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const Count side = vision.size("image_size") / patch, positions = side * side + 1,
                head = hidden / vision.size("num_attention_heads");
    tree.own("class_embedding", {hidden});
    tree.own("positional_embedding_vlm", {positions, hidden});
    tree.linear("patch_embedding.linear", product_of(vision, "num_channels", {vision.size("num_channels"), patch, patch}),
                hidden);
    tree.buffer("freqs_ci", {positions, 1, head / 2}, Dtype::int64, "rotary_embedding"); // complex64: 8 bytes
    tree.norm("layernorm_pre", hidden, true);
    tree.norm("layernorm_post", hidden, true);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        for (const char *projection : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"})
            tree.linear(projection, hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        tree.norm("input_layernorm", hidden, true);
        tree.norm("post_attention_layernorm", hidden, true);
    }
    tree.linear("vision_adapter.mlp.fc1", width, vision.size("projector_input_dim"));
    tree.linear("vision_adapter.mlp.fc2", vision.size("projector_output_dim"), vision.size("projector_output_dim"));
}

} // namespace

void describe_llama4(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "llama4_vision_model"), text = config.sub("text_config", "llama4_text");
    add_llama4_tower(draft.tree, vision);
    draft.tree.linear("multi_modal_projector.linear_1", vision.size("vision_output_dim"), text.size("hidden_size"));
    const TextModel inside = graft_text_model(text, "llama4_text", "language_model.model", draft);
    // the language model inside is a causal one, tied by its own flag
    finish_with_text(draft, inside, text.flag("tie_word_embeddings"), "language_model.lm_head");
}

/// Cross-attention layers take turns with LLaMA's.
void describe_mllama_text(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const Heads heads = heads_of(config);
    const AttentionSpec own = grouped_attention(hidden, heads);
    AttentionSpec cross = grouped_attention(hidden, heads, false, false, "o_proj", "cross_attn");
    set_q_k_norms(cross, NormKind::rms, heads.dim);
    const MlpSpec mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    std::vector<Count> cross_layers = config.wholes("cross_attention_layers");
    if (!config.has("cross_attention_layers")) cross_layers = {3, 8, 13, 18, 23, 28, 33, 38};
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    spec.vocab = vocab + 8;
    spec.positions = Positions::rotary;
    auto around = std::make_shared<DecoderExtension>();
    around->float_logits = true; // MllamaForCausalLM, not MllamaForConditionalGeneration
    LayerSpec text_layer;
    text_layer.attention = own;
    text_layer.mlp = mlp;
    set_two_norms(text_layer, NormKind::rms, hidden);
    tree.embedding("model.embed_tokens", vocab + 8, hidden); // eight rows for image tokens
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        if (std::ranges::find(cross_layers, i) == cross_layers.end()) {
            add_attention(tree, own);
            add_mlp(tree, mlp);
            tree.norm("input_layernorm", hidden);
            tree.norm("post_attention_layernorm", hidden);
            repeat(spec, text_layer, 1);
            continue;
        }
        around->idle_layers.push_back(static_cast<int>(i));
        repeat(spec, empty_layer(), 1);
        tree.own("cross_attn_attn_gate", {1});
        tree.own("cross_attn_mlp_gate", {1});
        add_attention(tree, cross);
        tree.norm("input_layernorm", hidden);
        add_mlp(tree, mlp);
        tree.norm("post_attention_layernorm", hidden);
    }
    tree.norm("model.norm", hidden);
    tree.rotary("model.rotary_emb", heads.dim);
    tree.linear("lm_head", hidden, vocab);
    draft.arch.output_embedding = "lm_head";
    spec.inside_larger = true; // without pictures the cross-attention layers are passed over
    spec.more = std::move(around);
    keep_step(draft, std::move(spec));
}

namespace {

void add_mllama_layers(Tree &tree, const Config &vision, const char *name, Count count, bool gated)
{
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"),
                heads = vision.size("attention_heads");
    const Count inner = hidden / heads * heads;
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in(std::string(name) + ".layers", i);
        if (gated) {
            tree.own("gate_attn", {1});
            tree.own("gate_ffn", {1});
        }
        for (const char *projection : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"})
            tree.linear(projection, hidden, inner);
        tree.linear("self_attn.o_proj", inner, hidden);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        tree.norm("input_layernorm", hidden, true);
        tree.norm("post_attention_layernorm", hidden, true);
    }
}

void add_mllama_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.vision_model");
    const Count hidden = vision.size("hidden_size"), patch = vision.size("patch_size"), side = vision.size("image_size") / patch;
    const Count positions = side * side + 1, tiles = vision.size("max_num_tiles");
    const nlohmann::json &ratios = vision.raw("supported_aspect_ratios");
    const Count aspect_rows = (ratios.is_array() ? static_cast<Count>(ratios.size()) : 8) + 1;
    tree.own("class_embedding", {hidden});
    tree.convolution("patch_embedding", {hidden, vision.size("num_channels"), patch, patch}, false);
    tree.own("gate", {1}, "gated_positional_embedding");
    tree.own("embedding", {positions, hidden}, "gated_positional_embedding");
    tree.embedding("gated_positional_embedding.tile_embedding", aspect_rows,
                   product_of(vision, "max_num_tiles", {tiles, positions, hidden}));
    for (const std::string name : {"pre_tile_positional_embedding", "post_tile_positional_embedding"}) {
        tree.own("gate", {1}, name);
        tree.embedding(name + ".embedding", aspect_rows, tiles * hidden);
    }
    tree.norm("layernorm_pre", hidden, true);
    tree.norm("layernorm_post", hidden, true);
    add_mllama_layers(tree, vision, "transformer", vision.layers("num_hidden_layers"), false);
    add_mllama_layers(tree, vision, "global_transformer", vision.layers("num_global_layers"), true);
}

} // namespace

void describe_mllama(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "mllama_vision_model"),
                 text = config.sub("text_config", "mllama_text_model");
    add_mllama_tower(draft.tree, vision);
    const TextModel inside = graft_text_model(text, "mllama_text_model", "model.language_model", draft);
    draft.tree.linear("model.multi_modal_projector", vision.size("vision_output_dim"), text.size("hidden_size"), true);
    draft.tree.linear("lm_head", inside.hidden, text.size("vocab_size"));
    draft.arch.output_embedding = "lm_head";
    if (!inside.decoder) return;
    DecoderSpec spec = *inside.decoder;
    auto around = std::make_shared<DecoderExtension>(*spec.more);
    around->float_logits = false;
    spec.more = std::move(around);
    keep_step(draft, std::move(spec));
}

namespace {

void add_kimi_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.vision_tower");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    tree.convolution("patch_embed.proj", {hidden, 3, patch, patch}, true);
    tree.own("position_embeddings", {vision.size("pos_emb_height"), vision.size("pos_emb_width"), hidden}, "patch_embed.pos_emb");
    tree.buffer("time_position_embeddings", {vision.size("pos_emb_time") + 1, hidden}, Dtype::fp32, "patch_embed.pos_emb");
    tree.rotary("rotary_emb", hidden / vision.size("num_attention_heads") / 2);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("layers", i);
        tree.norm("norm1", hidden, true);
        tree.norm("norm2", hidden, true);
        for (const char *projection : {"attn.proj", "attn.q_proj", "attn.k_proj", "attn.v_proj"})
            tree.linear(projection, hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
    }
    tree.norm("final_layernorm", hidden, true);
}

} // namespace

void describe_kimi_k25(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "kimi_k25_vision");
    const std::vector<Count> kernel = vision.wholes("merge_kernel_size");
    const Count merge = kernel.size() == 2 ? kernel[0] * kernel[1] : 4, hidden = vision.size("hidden_size");
    add_kimi_tower(draft.tree, vision);
    const Config text = config.sub("text_config", "deepseek_v3");
    const TextModel inside = graft_text_model(text, "deepseek_v3", "model.language_model", draft);
    const Count merged = hidden * merge;
    draft.tree.norm("model.mm_projector.pre_norm", config.size_or("projection_hidden_size", hidden), true);
    draft.tree.linear("model.mm_projector.in_proj", merged, merged, true);
    draft.tree.linear("model.mm_projector.out_proj", merged, inside.hidden, true);
    finish_with_text(draft, inside, config.flag("tie_word_embeddings", true));
}

} // namespace plimsoll
