// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 3.2 Vision.
#include "core/families/describe/decoder_classes.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/towers/tower_classes.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>
#include <algorithm>

namespace plimsoll {

namespace {

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
        around->unreached_layers.push_back(static_cast<int>(i));
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
    spec.extension = std::move(around);
    keep_step(draft, std::move(spec));
}

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

/// TRL 1.16 trainer/utils.py, _fused_forward: the backbone is what `base_model` names, which of the language model alone is the
/// model itself, whose outputs have no last_hidden_state.
void refuse_tiled_loss(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) {
        around.no_tiled_loss =
            phrase(QT_TRANSLATE_NOOP("core", "%1's loss in tiles reads %2 of the model inside, which %3 does not have (%4)"),
                   {"TRL", "last_hidden_state", "MllamaForCausalLM", "TRL 1.16 trainer/utils.py"});
    });
}

void keep_mllama_tower(Draft &draft, const Config &vision, const Config &text)
{
    if (!draft.arch.decoder) return;
    TowerSpec tower;
    tower.of = &step::mllama_tower;
    tower.towers = {"model.vision_model"};
    tower.projectors = {"model.multi_modal_projector"};
    tower.language = "model.language_model.layers.";
    for (const int layer : draft.arch.decoder->extension->unreached_layers) tower.crossed.push_back(layer);
    const Heads heads = heads_of(text);
    tower.cross_heads = heads.query;
    tower.cross_kv_heads = heads.key_value;
    tower.cross_dim = heads.dim;
    tower.handed = vision.wholes("intermediate_layers_indices");
    if (tower.handed.empty()) tower.handed = {3, 7, 15, 23, 30}; // MllamaVisionConfig
    tower.more_layers = vision.layers("num_global_layers");
    tower.patch = vision.size("patch_size");
    tower.recomputed = false;
    const auto activation = vision.has("hidden_act") ? activation_of(vision, "hidden_act") : Activation::gelu;
    keep_tower(
        draft, std::move(tower),
        tower_sizes(vision.size("hidden_size"), vision.size("attention_heads"), vision.layers("num_hidden_layers"), activation));
}

void describe_mllama(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "mllama_vision_model"),
                 text = config.sub("text_config", "mllama_text_model");
    add_mllama_tower(draft.tree, vision);
    const TextModel inside = add_text_model(text, "mllama_text_model", "model.language_model", draft);
    draft.tree.linear("model.multi_modal_projector", vision.size("vision_output_dim"), text.size("hidden_size"), true);
    draft.tree.linear("lm_head", inside.hidden, text.size("vocab_size"));
    draft.arch.output_embedding = "lm_head";
    if (!inside.decoder) return;
    DecoderSpec spec = *inside.decoder;
    auto around = std::make_shared<DecoderExtension>(*spec.extension);
    around->float_logits = false;
    around->no_tiled_loss.clear(); // its base_model is MllamaModel
    spec.extension = std::move(around);
    keep_step(draft, std::move(spec));
    keep_mllama_tower(draft, vision, text);
}

} // namespace

std::span<const Family> mllama_families()
{
    static constexpr Family rows[] = {
        {"mllama", "mllama", "MllamaForConditionalGeneration", describe_mllama, nullptr, {.flash2 = false}},
        {"mllama_text_model", "mllama_text", "MllamaForCausalLM", describe_mllama_text, refuse_tiled_loss},
    };
    return rows;
}

} // namespace plimsoll
