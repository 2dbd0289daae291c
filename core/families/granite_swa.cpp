// SPDX-License-Identifier: GPL-3.0-or-later
// Granite with windows and sinks, dense and with experts.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/granite.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

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
        return lse_sink_attention(m, n.p.q, n.p.k, n.p.v, layer.seldom->sinks, pass.mask_of(a), call);
    }
};

const GraniteSwa granite_swa;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_granite_swa(const Config &, DecoderSpec &spec) { run_as(spec, step::granite_swa); }

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

/// Windowed layers with a sink a head; `layer` has everything else.
void add_granite_swa_layers(const Config &config, DecoderSpec &spec, LayerSpec layer)
{
    layer.attention.sinks = true;
    layer.residual_multiplier = config.number_or("residual_multiplier", 1);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = 1.0 / config.number_or("logits_scaling", 1);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return i % 4 != 0; });
    std::vector<double> thetas = thetas_of(config, types.size());
    const Count dim = layer.attention.head_dim;
    for (std::size_t i = 0; i < types.size(); ++i) {
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = thetas[i] == 0.0 ? 0 : dim;
        repeat(spec, layer, 1);
    }
    std::ranges::sort(thetas);
    thetas.erase(std::unique(thetas.begin(), thetas.end()), thetas.end());
    std::erase(thetas, 0.0);
    spec.rotary_tables = static_cast<int>(thetas.size());
    spec.rotary_dim = dim;
}

} // namespace

DecoderSpec granite_swa_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    add_granite_swa_layers(config, spec, llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias")));
    return spec;
}

DecoderSpec granitemoe_swa_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = granite_expert_layer(config, spec.hidden, config.amount_or("shared_intermediate_size", 0));
    add_granite_swa_layers(config, spec, std::move(layer));
    return spec;
}

} // namespace plimsoll
