// SPDX-License-Identifier: GPL-3.0-or-later
// AFMoE (Trinity).
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gated_attention.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

#include <cmath>

// transformers 5.23, models/afmoe/modeling_afmoe.py

namespace plimsoll::step {

namespace {

class Afmoe final : public Gated {
public:
    /// inputs_embeds keeps its name beside the hidden states made of it.
    Tensor enter(Machine &m, const Pass &pass, ModelNames &names) const override
    {
        DecoderModules &model = pass.model;
        const WithScope inside(m, model.spec.embedding_name.c_str());
        Tensor hidden = names.embedded;
        if (model.spec.embedding_multiplier) hidden = scale(m, std::move(hidden));
        return normed_by(m, model.embedding_norm, std::move(hidden));
    }
};

const Afmoe afmoe;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_afmoe(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::afmoe);
    scale_behind_masks(config, spec);
}

MlpSpec afmoe_experts(const Config &config, const RecipeModules &layer, Activation activation)
{
    MlpSpec out = expert_mlp(layer, config.size("num_experts_per_tok"), activation, "mlp.router.gate",
                             RouterKind::corrected_sigmoid_scaled);
    out.moe.shared.order = SharedOrder::behind_router;
    out.moe.router.is_linear = out.moe.router.corrected = true;
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec afmoe_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::rms_fp32_weight;
    DecoderSpec spec = decoder_base(config, modules, kind);
    if (config.flag("mup_enabled")) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    const Heads heads = heads_of(config);
    const Activation activation = activation_of(config, "hidden_act");
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const Count every = config.size_or("global_attn_every_n_layers", 4);
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [&](Count i) { return (i + 1) % every != 0; });
    std::shared_ptr<const LayerExtension> gate;
    for (std::size_t i = 0; i < layers.size(); ++i) { // layers that see everything are not rotated
        LayerSpec layer = attention_layer(config, layers[i], heads, kind);
        set_q_k_norms(layer.attention, layers[i], kind);
        layer.pre_mlp_norm = layers[i].norm("pre_mlp_layernorm", kind);
        layer.post_mlp_norm = layers[i].norm("post_mlp_layernorm", kind);
        if (!gate) gate = gate_of(layers[i].linear("self_attn.gate_proj"), GateForm::sigmoid_first);
        layer.extension = gate;
        layer.mlp =
            layers[i].has("mlp.experts") ? afmoe_experts(config, layers[i], activation) : gated_mlp(layers[i], activation);
        const bool local = types[i] == "sliding_attention";
        layer.attention.sliding_window = local ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = local ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

} // namespace

std::span<const Family> afmoe_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("afmoe", afmoe_step, run_as_afmoe),
    };
    return rows;
}

} // namespace plimsoll
