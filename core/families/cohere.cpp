// SPDX-License-Identifier: GPL-3.0-or-later
// Command-R, Command-R7B and Cohere 2 with experts.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll::step {

namespace {

/// Cohere: residual + attention + MLP.
class Cohere final : public DecoderClass {
public:
    explicit Cohere(HeadNorms norms) : DecoderClass({.turn = TurnForm::interleaved_fp32, .norms = norms}) {}
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return parallel_layer(m, layer, input, pass, pass.dropout_of(layer), true);
    }
};

const Cohere cohere(HeadNorms::last), cohere2(HeadNorms::each);

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

LayerSpec cohere_layer(const Config &config, Count hidden, const Heads &heads)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, heads, bias, bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    layer.input_norm = norm("input_layernorm", NormKind::layer_norm_cohere, hidden);
    layer.parallel = true;
    return layer;
}

} // namespace

DecoderSpec cohere_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_cohere);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    const Heads heads = heads_of(config);
    LayerSpec layer = cohere_layer(config, spec.hidden, heads);
    if (config.flag("use_qk_norm")) { // one weight per head and channel
        layer.attention.norms.q = norm("self_attn.q_norm", NormKind::layer_norm_cohere, heads.dim);
        layer.attention.norms.k = norm("self_attn.k_norm", NormKind::layer_norm_cohere, heads.dim);
        layer.attention.norms.by_rows = true;
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec cohere2_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_cohere);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    // the class computes head_dim, and a head_dim in the file then takes its place
    const Heads heads = config.given("head_dim") ? heads_of(config) : split_heads_of(config);
    LayerSpec layer = cohere_layer(config, spec.hidden, heads);
    const Count pattern = config.size_or("sliding_window_pattern", 4);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return (i + 1) % pattern != 0; });
    for (const std::string &type : types) { // only windowed layers are rotated
        const bool sliding = type == "sliding_attention";
        layer.attention.sliding_window = sliding ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = layer.attention.sliding_window ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

namespace {

void describe_cohere(const Config &config, Draft &draft) { finish_decoder(draft, cohere_decoder(config)); }

void describe_cohere2(const Config &config, Draft &draft) { finish_decoder(draft, cohere2_decoder(config)); }

MlpSpec cohere2_experts(const Config &config, const RecipeModules &layer, Activation activation)
{
    const bool sigmoid = config.text("expert_selection_fn") == "sigmoid";
    MlpSpec out = expert_mlp(layer, config.size("num_experts_per_tok"), activation, "mlp.gate",
                             sigmoid ? RouterKind::best_then_sigmoid : RouterKind::best_then_float_softmax);
    out.moe.shared.order = SharedOrder::last;
    out.moe.shared.averaged = config.text("shared_expert_combination_strategy", "average") == "average";
    out.moe.router.normalised = config.flag("norm_topk_prob", true);
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec cohere2_moe_step(const Config &config, const RecipeModules &modules)
{
    const NormKind kind = config.has("rms_norm_eps") ? NormKind::rms : NormKind::layer_norm_cohere;
    DecoderSpec spec = decoder_base(config, modules, kind);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    const Heads heads = heads_of(config);
    const Activation activation = activation_of(config, "hidden_act");
    const Count pattern = config.size_or("sliding_window_pattern", 4),
                prefix = config.size_or("prefix_dense_sliding_window_pattern", 1);
    const Count first = config.amount_or("first_k_dense_replace", 0);
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()),
                                   [&](Count i) { return i < first ? (i + 1) % prefix != 0 : (i - first + 1) % pattern != 0; });
    for (std::size_t i = 0; i < layers.size(); ++i) { // windowed layers are rotated, and dense ones where their pattern is 1
        const bool is_sparse = layers[i].has("mlp.experts");
        LayerSpec layer;
        layer.parallel = true;
        layer.input_norm = layers[i].norm("input_layernorm", kind);
        layer.attention = grouped_attention(layers[i], heads);
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.mlp = is_sparse ? cohere2_experts(config, layers[i], activation) : gated_mlp(layers[i], activation);
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = layer.attention.sliding_window || (!is_sparse && prefix == 1) ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

} // namespace

std::span<const Family> cohere_families()
{
    static constexpr Family rows[] = {
        {"cohere", "cohere", "CohereForCausalLM", describe_cohere, run_as_one<step::cohere>},
        {"cohere2", "cohere2", "Cohere2ForCausalLM", describe_cohere2, run_as_one<step::cohere2>},
        recipe_with_step("cohere2_moe", cohere2_moe_step, run_as_one<step::cohere2>),
    };
    return rows;
}

} // namespace plimsoll
