// SPDX-License-Identifier: GPL-3.0-or-later
// The step of Gemma 3n's text model, whose modules stand in a recipe.
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

constexpr NormKind kind = NormKind::rms_power;

GemmaSpec gemma3n_spec(const Config &config, Count hidden)
{
    GemmaSpec out;
    const Count width = config.size("hidden_size_per_layer_input"), rank = config.size("laurel_rank");
    out.streams = config.size("altup_num_inputs");
    out.input_gate = linear("per_layer_input_gate", hidden, width);
    out.input_projection = linear("per_layer_projection", width, hidden);
    out.input_norm = norm("post_per_layer_input_norm", kind, hidden);
    out.correction = linear("altup.correction_coefs", out.streams, out.streams);
    out.prediction = linear("altup.prediction_coefs", out.streams, out.streams * out.streams);
    out.router = linear("altup.modality_router", hidden, out.streams);
    out.router_norm = norm("altup.router_norm", kind, hidden);
    out.laurel_left = linear("laurel.linear_left", hidden, rank);
    out.laurel_right = linear("laurel.linear_right", rank, hidden);
    out.laurel_norm = norm("laurel.post_laurel_norm", kind, hidden);
    out.scales_correction = config.flag("altup_correct_scale", true);
    out.clips = config.has("altup_coef_clip");
    return out;
}

/// One entry a layer of a list, or the same number for all.
std::vector<double> per_layer(const Config &config, std::string_view key, std::size_t count, double fallback)
{
    const nlohmann::json &given = config.raw(key);
    std::vector<double> out(count, given.is_number() ? given.get<double>() : fallback);
    if (given.is_array())
        for (std::size_t i = 0; i < std::min(count, given.size()); ++i)
            if (given[i].is_number()) out[i] = given[i].get<double>();
    return out;
}

LayerSpec gemma3n_layer(const Config &config, Count hidden)
{
    LayerSpec layer;
    const bool bias = config.flag("attention_bias");
    layer.attention = grouped_attention(hidden, heads_of(config), bias, bias);
    set_q_k_norms(layer.attention, kind, layer.attention.head_dim);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    set_two_norms(layer, kind, hidden);
    layer.pre_mlp_norm = norm("pre_feedforward_layernorm", kind, hidden);
    layer.post_mlp_norm = norm("post_feedforward_layernorm", kind, hidden);
    return layer;
}

} // namespace

DecoderSpec gemma3n_text_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, kind);
    const Count count = config.layers("num_hidden_layers");
    const auto layers = static_cast<std::size_t>(count);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const auto types = layer_types(config, count, [](Count i) { return (i + 1) % 5 != 0; });
    const auto sharing =
        kv_sharing_of(types, static_cast<std::size_t>(count - std::min(count, config.amount_or("num_kv_shared_layers", 0))));
    const std::vector<double> widths = per_layer(config, "intermediate_size", layers, 16384);
    std::vector<double> sparsity = per_layer(config, "activation_sparsity_pattern", layers, 0);
    if (!config.has("activation_sparsity_pattern") && count > 10) std::fill_n(sparsity.begin(), 10, 0.95);
    GemmaSpec gemma = gemma3n_spec(config, spec.hidden);
    const LayerSpec base = gemma3n_layer(config, spec.hidden);
    std::vector<std::shared_ptr<const LayerExtension>> extensions;
    for (std::size_t i = 0; i < layers; ++i) {
        LayerSpec layer = base;
        gemma.sharing = sharing[i];
        gemma.sparse = sparsity[i] > 0;
        auto found = std::ranges::find_if(extensions, [&](const auto &known) { return known->gemma == gemma; });
        if (found == extensions.end()) {
            auto made = std::make_shared<LayerExtension>();
            made->gemma = gemma;
            found = extensions.insert(extensions.end(), std::move(made));
        }
        layer.more = *found;
        if (gemma.sharing == KvSharing::reuse) {
            layer.attention.k = layer.attention.v = LinearSpec();
            layer.attention.k_norm = NormSpec();
        }
        layer.mlp = gated_mlp(spec.hidden, static_cast<Count>(widths[i]), activation_of(config, "hidden_activation"));
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    auto around = std::make_shared<DecoderExtension>();
    const Count width = config.size("hidden_size_per_layer_input");
    around->embedding_scale = EmbeddingScale::inside;
    around->layer_inputs = LayerInputs{config.size("vocab_size_per_layer_input"), width,
                                       norm("per_layer_projection_norm", kind, width), config.size("altup_num_inputs")};
    spec.more = std::move(around);
    return spec;
}

} // namespace plimsoll
