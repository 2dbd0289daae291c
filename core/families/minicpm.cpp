// SPDX-License-Identifier: GPL-3.0-or-later
// MiniCPM 1 and 2 (code on the Hub), with experts or without, and MiniCPM3, which has latent attention.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/deepseek.h"
#include "core/families/describe/pieces.h"

#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

/// Hidden states take the logits' multiplier, not the logits.
class MiniCpm3 final : public DecoderClass {
public:
    Tensor logits(Machine &m, DecoderModules &model, Tensor hidden) const override
    {
        if (!model.spec.logits_multiplier) return DecoderClass::logits(m, model, std::move(hidden));
        return model.running_head().forward(m, scale(m, hidden));
    }
};

const MiniCpm3 minicpm3;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_minicpm3(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::minicpm3);
    scale_in_embedding(config, spec);
}

void describe_minicpm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_bias"), false);
    spec.embedding_multiplier = config.number_or("scale_emb", 1);
    const Count experts = config.amount_or("num_experts", 0), count = config.layers("num_hidden_layers"), hidden = spec.hidden;
    if (experts < 2) {
        repeat(spec, layer, count);
        return finish_decoder(draft, std::move(spec));
    }
    const Count width = config.size("intermediate_size"), top = config.size("num_experts_per_tok");
    layer.mlp = expert_mlp(hidden, experts, top, width, Activation::silu, "mlp.gate", RouterKind::softmax_float_scores);
    layer.mlp.moe.router.is_linear = layer.mlp.moe.router.normalised = true;
    set_experts_apart(spec, layer.mlp, {"w1", "w3", "w2"});
    repeat(spec, layer, count);
    finish_decoder(draft, std::move(spec));
}

void describe_minicpm3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = latent_attention(config, spec.hidden, config.flag("attention_bias"));
    layer.mlp =
        gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    const Count count = config.layers("num_hidden_layers");
    layer.residual_multiplier = config.maybe_number("scale_depth");
    spec.embedding_multiplier = config.number_or("scale_emb", 1);
    spec.logits_multiplier =
        config.number_or("dim_model_base", static_cast<double>(spec.hidden)) / static_cast<double>(spec.hidden);
    repeat(spec, layer, count);
    finish_decoder(draft, std::move(spec),
                   {.embedding_scale = config.raw("scale_emb").is_number_float() ? Dtype::fp32 : Dtype::int64});
}

} // namespace

std::span<const Family> minicpm_families()
{
    static constexpr Family rows[] = {
        {"minicpm", "minicpm", "MiniCPMForCausalLM", describe_minicpm},
        {"minicpm3", "minicpm3", "MiniCPM3ForCausalLM", describe_minicpm3, run_as_minicpm3},
    };
    return rows;
}

} // namespace plimsoll
