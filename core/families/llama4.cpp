// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"
#include "core/nn/experts/router_ops.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

// Llama 4 (transformers 5.23, models/llama4/modeling_llama4.py).

namespace plimsoll::step {

namespace {

class Llama4 final : public DecoderClass {
public:
    Llama4(bool norms, bool tempered) : m_norms(norms), m_tempered(tempered) {}
    bool attends_by_library() const override { return false; }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        // Llama4TextDecoderLayer: attention_states has a name beside the hidden states
        Tensor hidden = layer.input_norm.forward(m, input);
        Tensor normed = hidden;
        hidden = attention_block(m, layer, hidden, pass);
        const Tensor attended = hidden;
        hidden = add(m, input, std::move(hidden));
        normed.reset();
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        hidden = mlp_block(m, layer, hidden, pass);
        return add(m, residual, std::move(hidden));
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const ForwardInputs &inputs = pass.inputs;
        const AttentionSpec &a = layer.spec->attention;
        const Count b = inputs.batch, s = inputs.length;
        Tensor q = layer.q.forward(m, x).view({b, s, a.heads, a.head_dim});
        Tensor k = layer.k.forward(m, x).view({b, s, a.kv_heads, a.head_dim});
        Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
        if (a.rotary.dim > 0) {
            const Tensor query = q, key = k; // the caller's names
            apply_rotary_complex(m, q, k, pass.positional.cos, {.cast_last = true});
        }
        if (a.rotary.dim > 0 && m_norms) {
            q = l2_norm(m, q);
            k = l2_norm(m, k);
        }
        if (a.rotary.dim == 0 && m_tempered) {
            const Tensor scales = m.empty({1, s, 1, 1}, Dtype::fp32, "attn_scales");
            Tensor scaled = mul(m, q, scales);
            q = to(m, std::move(scaled), q.dtype());
        }
        q = q.view({b, a.heads, s, a.head_dim});
        k = k.view({b, a.kv_heads, s, a.head_dim});
        Count keys = s;
        if (inputs.cache) {
            update_cache(m, (*inputs.cache)[layer.index], a.sliding_window, inputs, k, v);
            keys = inputs.static_length > 0 && s > 1 ? s : k.shape().size[2];
        }
        if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
        const double rate = pass.attention_dropout_of(layer);
        Tensor out = attend(m, a, std::move(q), std::move(k), std::move(v), pass, keys, rate);
        return layer.o.forward(m, std::move(out));
    }

private:
    bool m_norms;    ///< rotated queries and keys are normalised without weights
    bool m_tempered; ///< queries that are not rotated grow with their position
};

const Llama4 bare(false, false), normed(true, false), tempered(false, true), both(true, true);

} // namespace

/// Llama4Router
} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_llama4(const Config &config, DecoderSpec &spec)
{
    const auto &tuning = config.raw("attn_temperature_tuning");
    const bool grows = !tuning.is_boolean() || tuning.get<bool>();
    if (config.flag("use_qk_norm", true))
        run_as(spec, grows ? step::both : step::normed);
    else
        run_as(spec, grows ? step::tempered : step::bare);
    refuse_tiled_router_loss(config, spec);
}

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
    dense.attention.rotary.form = RotaryForm::complex;
    dense.attention_dropout = config.number_or("attention_dropout", 0);
    const Activation activation = activation_of(config, "hidden_act");
    dense.mlp = gated_mlp(spec.hidden, config.size("intermediate_size_mlp"), activation, false, "feed_forward");
    set_two_norms(dense, NormKind::rms, spec.hidden);
    LayerSpec sparse = dense;
    const Count width = config.size("intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"), width, activation,
                            "feed_forward.router", RouterKind::sigmoid_of_all, "feed_forward");
    sparse.mlp.moe.router.is_linear = sparse.mlp.moe.transposed = true;
    add_shared_expert(sparse.mlp, "feed_forward.shared_expert", spec.hidden, width);
    const Count count = config.layers("num_hidden_layers"), step = config.size_or("interleave_moe_layer_step", 1);
    const std::vector<Count> given = config.wholes("moe_layers"), rotated = config.wholes("no_rope_layers");
    const Count rest = config.size_or("no_rope_layer_interval", 4);
    const auto types = layer_types(config, count, [&](Count i) { return is_rotated(rotated, count, rest, i); });
    const std::optional<Count> chunk = config.maybe_size("attention_chunk_size");
    for (Count i = 0; i < count; ++i) {
        const bool is_sparse = config.has("moe_layers") ? std::ranges::find(given, i) != given.end() : (i + 1) % step == 0;
        LayerSpec layer = is_sparse ? sparse : dense;
        if (!is_rotated(rotated, count, rest, i)) layer.attention.rotary.dim = 0;
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

/// Patches of a side that pixel_shuffle() makes one place.
Count shuffled_side(const Config &vision)
{
    const nlohmann::json &ratio = vision.raw("pixel_shuffle_ratio");
    const double share = ratio.is_number() ? ratio.get<double>() : 0.5;
    return share > 0 ? std::max<Count>(1, static_cast<Count>(std::llround(1.0 / share))) : 2;
}

void keep_llama4_tower(Draft &draft, const Config &vision)
{
    TowerSpec tower;
    tower.of = &step::llama4_tower;
    tower.towers = {"vision_model"};
    tower.projectors = {"multi_modal_projector"};
    tower.blocks = "vision_model.model.layers.";
    tower.patch = vision.size("patch_size");
    tower.merge = shuffled_side(vision);
    tower.classed = tower.drops_class = true;
    keep_tower(draft, std::move(tower),
               tower_sizes(vision.size("hidden_size"), vision.size("num_attention_heads"), vision.layers("num_hidden_layers"),
                           Activation::gelu));
}

void describe_llama4(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "llama4_vision_model"), text = config.sub("text_config", "llama4_text");
    add_llama4_tower(draft.tree, vision);
    draft.tree.linear("multi_modal_projector.linear_1", vision.size("vision_output_dim"), text.size("hidden_size"));
    const TextModel inside = add_text_model(text, "llama4_text", "language_model.model", draft);
    // the language model inside is a causal one, tied by its own flag
    finish_with_text(draft, inside, text.flag("tie_word_embeddings"), "language_model.lm_head");
    keep_llama4_tower(draft, vision);
}

} // namespace

std::span<const Family> llama4_families()
{
    static constexpr Family rows[] = {
        {"llama4", "llama4", "Llama4ForConditionalGeneration", describe_llama4, nullptr, {.flash2 = false}},
        {"llama4_text", "llama4_text", "Llama4ForCausalLM", describe_llama4_text, run_as_llama4, {.flash2 = false}},
    };
    return rows;
}

} // namespace plimsoll
