// SPDX-License-Identifier: GPL-3.0-or-later
// AFMoE (Trinity).
#include "core/families/decoder_classes.h"
#include "core/families/gated_attention.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
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

void run_as_afmoe(const Config &config, DecoderSpec &spec)
{
    run_as(spec, step::afmoe);
    scale_behind_masks(config, spec);
}

DecoderSpec afmoe_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    if (config.flag("mup_enabled")) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_bias"), false,
                                  NormKind::rms_fp32_weight);
    const Count dim = dense.attention.head_dim, count = config.layers("num_hidden_layers");
    set_q_k_norms(dense.attention, NormKind::rms_fp32_weight, dim);
    dense.pre_mlp_norm = norm("pre_mlp_layernorm", NormKind::rms_fp32_weight, spec.hidden);
    dense.post_mlp_norm = norm("post_mlp_layernorm", NormKind::rms_fp32_weight, spec.hidden);
    auto extension = std::make_shared<LayerExtension>();
    extension->attention_gate = linear("self_attn.gate_proj", spec.hidden, dense.attention.heads * dim);
    dense.more = extension;
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.router.gate", RouterKind::corrected_sigmoid_scaled);
    sparse.mlp.moe.shared_order = SharedOrder::behind_router;
    sparse.mlp.moe.router_linear = sparse.mlp.moe.router_correction_bias = true;
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 0));
    const Count every = config.size_or("global_attn_every_n_layers", 4);
    const auto types = layer_types(config, count, [&](Count i) { return (i + 1) % every != 0; });
    for (std::size_t i = 0; i < types.size(); ++i) { // layers that see everything are not rotated
        LayerSpec layer = static_cast<Count>(i) < config.amount_or("num_dense_layers", 1) ? dense : sparse;
        const bool local = types[i] == "sliding_attention";
        layer.attention.sliding_window = local ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = local ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

} // namespace plimsoll
