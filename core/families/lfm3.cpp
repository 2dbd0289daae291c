// SPDX-License-Identifier: GPL-3.0-or-later
// LFM3: short convolutions, gated attention, sandwich norms.
#include "core/families/decoder_classes.h"
#include "core/families/gated_attention.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/model/extension.h"

namespace plimsoll::step {

namespace {

const Gated lfm3({.turn = TurnForm::halves_fp32});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_lfm3(const Config &, DecoderSpec &spec) { run_as(spec, step::lfm3); }

DecoderSpec lfm3_step(const Config &config, const Tree &tree)
{
    const Count hidden = config.size("hidden_size"), count = config.layers("num_hidden_layers");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("embedding_norm", NormKind::rms, hidden));
    const Heads heads = heads_of(config);
    const bool bias = config.flag("attention_bias"), sandwich = config.flag("use_sandwich_norm", true);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    set_q_k_norms(attention, NormKind::rms, heads.dim);
    spec.positions = Positions::rotary;
    spec.rotary_dim = heads.dim;
    LayerSpec made = empty_layer();
    made.attention_dropout = config.number_or("attention_dropout", 0);
    made.input_norm = norm("operator_norm", NormKind::rms, hidden);
    made.post_attention_norm = norm(sandwich ? "post_operator_norm" : "ffn_norm", NormKind::rms, hidden);
    if (sandwich) made.pre_mlp_norm = norm("ffn_norm", NormKind::rms, hidden);
    if (sandwich) made.post_mlp_norm = norm("post_ffn_norm", NormKind::rms, hidden);
    made.mlp = named_gated_mlp(hidden, config.size("intermediate_size"), "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
    const MixerSpec sizes = short_convolution(config);
    std::vector<std::string> types = given_layer_types(config, count);
    for (Count i = static_cast<Count>(types.size()); i < count; ++i)
        types.emplace_back(i % 4 == 2 ? "full_attention" : i % 4 == 0 && i > 0 ? "sliding_attention" : "conv");
    const std::shared_ptr<const LayerExtension> gate =
        config.flag("use_attention_gate", true) ? gate_of(linear("self_attn.g_proj", hidden, heads.query), GateForm::sigmoid_last)
                                                : nullptr;
    std::shared_ptr<const LayerExtension> conv;
    for (std::size_t i = 0; i < types.size(); ++i) {
        LayerSpec layer = made;
        const bool convolves = types[i] == "conv";
        if (convolves && !conv) conv = mixer_extension(tree, "model.layers." + std::to_string(i), sizes);
        if (!convolves) layer.attention = attention;
        if (types[i] == "sliding_attention") layer.attention.sliding_window = config.maybe_size("sliding_window");
        layer.more = convolves ? conv : gate;
        repeat(spec, layer, 1);
    }
    std::erase(types, "conv");
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    return spec;
}

} // namespace plimsoll
