// SPDX-License-Identifier: GPL-3.0-or-later
// Granite with windows and sinks, dense and with experts.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

#include <algorithm>
#include <nlohmann/json.hpp>

// transformers 5.23, models/granite_swa/modeling_granite_swa.py

namespace plimsoll::step {

namespace {

/// The result times the sigmoid of the scores' log-sum-exp less a sink.
class GraniteSwa final : public DecoderClass {
public:
    bool attends_by_library() const override { return false; }
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        const AttentionCall call = call_of(a, pass, n.keys, pass.attention_dropout_of(layer));
        return lse_sink_attention(m, n.p.q, n.p.k, n.p.v, layer.optional_modules->sinks, pass.mask_of(a), call);
    }
};

const GraniteSwa granite_swa;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

/// layer_rope_theta: one number a layer, 0 for layers that are not rotated.
std::vector<double> thetas_of(const Config &config, std::size_t count)
{
    std::vector<double> out(count, 1.0);
    const nlohmann::json &given = config.raw("layer_rope_theta");
    if (!given.is_array()) return out;
    for (std::size_t i = 0; i < std::min(count, given.size()); ++i) out[i] = given[i].is_number() ? given[i].get<double>() : 1.0;
    return out;
}

MlpSpec granite_experts(const Config &config, const RecipeModules &layer)
{
    MlpSpec out = expert_mlp(layer, config.size("num_experts_per_tok"), activation_of(config, "hidden_act"),
                             "block_sparse_moe.router", RouterKind::best_of_float_then_softmax, "block_sparse_moe");
    out.moe.shared.order = SharedOrder::last;
    if (!layer.has("shared_mlp.output_linear")) return out;
    out.moe.shared.up_proj = layer.linear("shared_mlp.input_linear");
    out.moe.shared.down_proj = layer.linear("shared_mlp.output_linear");
    out.moe.shared.width = out.moe.shared.down_proj.in;
    return out;
}

/// Windowed layers with a sink a head.
DecoderSpec granite_swa_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = 1.0 / config.number_or("logits_scaling", 1);
    const Heads heads = heads_of(config);
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [](Count i) { return i % 4 != 0; });
    std::vector<double> thetas = thetas_of(config, types.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSpec layer = attention_layer(config, layers[i], heads);
        layer.attention.sinks = true;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = thetas[i] == 0.0 ? 0 : heads.dim;
        layer.residual_multiplier = config.number_or("residual_multiplier", 1);
        layer.mlp = layers[i].has("block_sparse_moe.experts") ? granite_experts(config, layers[i])
                                                              : gated_mlp(layers[i], activation_of(config, "hidden_act"));
        repeat(spec, layer, 1);
    }
    std::ranges::sort(thetas);
    thetas.erase(std::unique(thetas.begin(), thetas.end()), thetas.end());
    std::erase(thetas, 0.0);
    spec.rotary_tables = static_cast<int>(thetas.size());
    spec.rotary_dim = heads.dim;
    return spec;
}

void granite_swa_run_with_experts(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::granite_swa);
    refuse_tiled_router_loss(config, spec);
}

} // namespace

std::span<const Family> granite_swa_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("granite_swa", granite_swa_step, run_as_one<step::granite_swa>),
        recipe_with_step("granitemoe_swa", granite_swa_step, granite_swa_run_with_experts),
    };
    return rows;
}

} // namespace plimsoll
