// SPDX-License-Identifier: GPL-3.0-or-later
// LFM3: short convolutions, gated attention, sandwich norms.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gated_attention.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

namespace plimsoll::step {

namespace {

const Gated lfm3({.turn = TurnForm::halves_fp32});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec lfm3_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::rms;
    DecoderSpec spec = decoder_base(config, modules, kind, {.final_norm = "embedding_norm"});
    const Heads heads = heads_of(config);
    spec.rotary_dim = heads.dim;
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto count = static_cast<Count>(layers.size());
    std::vector<std::string> types = given_layer_types(config, count);
    for (Count i = static_cast<Count>(types.size()); i < count; ++i)
        types.emplace_back(i % 4 == 2 ? "full_attention" : i % 4 == 0 && i > 0 ? "sliding_attention" : "conv");
    std::shared_ptr<const LayerExtension> conv, gate;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const RecipeModules &at = layers[i];
        const bool sandwich = at.has("post_operator_norm");
        LayerSpec layer = empty_layer();
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.input_norm = at.norm("operator_norm", kind);
        layer.post_attention_norm = at.norm(sandwich ? "post_operator_norm" : "ffn_norm", kind);
        if (sandwich) layer.pre_mlp_norm = at.norm("ffn_norm", kind);
        if (sandwich) layer.post_mlp_norm = at.norm("post_ffn_norm", kind);
        layer.mlp = named_gated_mlp(at, "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
        if (types[i] == "conv") {
            if (!conv) conv = mixer_extension(at, short_convolution(config));
            layer.extension = conv;
        } else {
            layer.attention = grouped_attention(at, heads);
            set_q_k_norms(layer.attention, at, kind);
            if (types[i] == "sliding_attention") layer.attention.sliding_window = config.maybe_size("sliding_window");
            if (!gate && at.has("self_attn.g_proj")) gate = gate_of(at.linear("self_attn.g_proj"), GateForm::sigmoid_last);
            layer.extension = gate;
        }
        repeat(spec, layer, 1);
    }
    std::erase(types, "conv");
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    return spec;
}

} // namespace

std::span<const Family> lfm3_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("lfm3", lfm3_step, run_as_one<step::lfm3>),
    };
    return rows;
}

} // namespace plimsoll
