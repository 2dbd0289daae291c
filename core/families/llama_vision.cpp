// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 4: its language model and the tower beside it.
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
                            "feed_forward.router", RouterKind::sigmoid_of_all, "feed_forward");
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

void describe_llama4(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "llama4_vision_model"), text = config.sub("text_config", "llama4_text");
    add_llama4_tower(draft.tree, vision);
    draft.tree.linear("multi_modal_projector.linear_1", vision.size("vision_output_dim"), text.size("hidden_size"));
    const TextModel inside = graft_text_model(text, "llama4_text", "language_model.model", draft);
    // the language model inside is a causal one, tied by its own flag
    finish_with_text(draft, inside, text.flag("tie_word_embeddings"), "language_model.lm_head");
}

} // namespace

std::span<const Family> llama_vision_families()
{
    static constexpr Family rows[] = {
        {"llama4", "llama4", "Llama4ForConditionalGeneration", describe_llama4, {.flash2 = false}},
        {"llama4_text", "llama4_text", "Llama4ForCausalLM", describe_llama4_text, {.flash2 = false}},
    };
    return rows;
}

} // namespace plimsoll
