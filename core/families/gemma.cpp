// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 1 to 3, text: scaled embeddings, norms of (1 + weight), from 2 on four norms a layer and windows.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::step {

namespace {

const DecoderClass gemma3({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gemma3(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::gemma3);
    scale_in_embedding(config, spec);
}

using enum LayerPart;

DecoderSpec gemma_base(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_offset);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    return spec;
}

LayerSpec gemma_layer(const Config &config, Count hidden, std::string_view activation_key)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, heads_of(config), bias, bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, activation_key));
    set_two_norms(layer, NormKind::rms_offset, hidden);
    return layer;
}

void set_four_norms(LayerSpec &layer, Count hidden)
{
    layer.pre_mlp_norm = norm("pre_feedforward_layernorm", NormKind::rms_offset, hidden);
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms_offset, hidden);
}

} // namespace

DecoderSpec gemma_decoder(const Config &config)
{
    DecoderSpec spec = gemma_base(config);
    LayerSpec layer = gemma_layer(config, spec.hidden, "hidden_act");
    if (config.text("hidden_act") == "gelu") layer.mlp.activation = Activation::gelu_tanh; // what the first releases meant
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec gemma2_decoder(const Config &config)
{
    DecoderSpec spec = gemma_base(config);
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    LayerSpec layer = gemma_layer(config, spec.hidden, "hidden_activation");
    layer.attention.softcap = config.maybe_number("attn_logit_softcapping");
    set_four_norms(layer, spec.hidden);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 2 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    return spec;
}

DecoderSpec gemma3_decoder(const Config &config)
{
    DecoderSpec spec = gemma_base(config);
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    LayerSpec layer = gemma_layer(config, spec.hidden, "hidden_activation");
    layer.attention.softcap = config.maybe_number("attn_logit_softcapping");
    set_q_k_norms(layer.attention, NormKind::rms_offset, layer.attention.head_dim);
    set_four_norms(layer, spec.hidden);
    const Count pattern = config.size_or("sliding_window_pattern", 6);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return (i + 1) % pattern != 0; });
    std::optional<Count> window = config.maybe_size("sliding_window");
    if (window && config.flag("use_bidirectional_attention")) window = *window / 2 + 1;
    add_windowed_layers(spec, layer, types, window);
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    return spec;
}

TreeOrder gemma3_order(const DecoderSpec &spec)
{
    TreeOrder order{.embedding_scale = Dtype::fp32};
    for (const int kind : spec.layers) {
        const bool sliding = spec.kinds[static_cast<std::size_t>(kind)].attention.sliding_window.has_value();
        const std::string type = sliding ? "sliding_attention" : "full_attention";
        if (std::find(order.rotary_types.begin(), order.rotary_types.end(), type) == order.rotary_types.end())
            order.rotary_types.push_back(type);
    }
    std::ranges::sort(order.rotary_types);
    return order;
}

static void describe_gemma(const Config &config, Draft &draft)
{
    finish_decoder(draft, gemma_decoder(config), {.embedding_scale = Dtype::fp32});
}
static void describe_gemma2(const Config &config, Draft &draft)
{
    finish_decoder(draft, gemma2_decoder(config), {.embedding_scale = Dtype::fp32});
}

static void describe_gemma3_text(const Config &config, Draft &draft)
{
    DecoderSpec spec = gemma3_decoder(config);
    const TreeOrder order = gemma3_order(spec);
    finish_decoder(draft, std::move(spec), order);
}

std::span<const Family> gemma_families()
{
    static constexpr Family rows[] = {
        {"gemma", "gemma", "GemmaForCausalLM", describe_gemma, scale_in_embedding},
        {"gemma2", "gemma2", "Gemma2ForCausalLM", describe_gemma2, scale_in_embedding, {.sdpa = false, .divides_heads = true}},
        {"gemma3_text", "gemma3_text", "Gemma3ForCausalLM", describe_gemma3_text, run_as_gemma3, {.divides_heads = true}},
    };
    return rows;
}

} // namespace plimsoll
