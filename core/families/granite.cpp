// SPDX-License-Identifier: GPL-3.0-or-later
// Granite, dense and with experts.
#include "core/families/describe/decoder_classes.h"
#include "core/families/granite.h"

#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void set_multipliers(const Config &config, DecoderSpec &spec, LayerSpec &layer)
{
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = 1.0 / config.number_or("logits_scaling", 1);
    layer.residual_multiplier = config.number_or("residual_multiplier", 1);
}

/// Routed experts, and one of width `shared` beside them (0: none).
LayerSpec granite_expert_layer(const Config &config, Count hidden, Count shared)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, hidden, bias, bias, false);
    layer.mlp = expert_mlp(hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "block_sparse_moe.router",
                           RouterKind::best_of_float_then_softmax, "block_sparse_moe");
    layer.mlp.moe.shared.order = SharedOrder::last;
    add_granite_shared(layer.mlp, hidden, shared);
    return layer;
}

void describe_granite_experts(const Config &config, Draft &draft, Count shared)
{
    using enum LayerPart;
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = granite_expert_layer(config, spec.hidden, shared);
    set_multipliers(config, spec, layer);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {attention, input_norm, post_attention_norm, mlp}});
}

} // namespace

void add_granite_shared(MlpSpec &mlp, Count hidden, Count width)
{
    mlp.moe.shared.width = width;
    if (width == 0) return;
    mlp.moe.shared.up_proj = linear("shared_mlp.input_linear", hidden, 2 * width);
    mlp.moe.shared.down_proj = linear("shared_mlp.output_linear", width, hidden);
}

DecoderSpec granite_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    set_multipliers(config, spec, layer);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

namespace {

void describe_granite(const Config &config, Draft &draft) { finish_decoder(draft, granite_decoder(config)); }

void granite_run_with_experts(const Config &config, DecoderSpec &spec)
{
    scale_behind_masks(config, spec);
    refuse_tiled_router_loss(config, spec);
}

void describe_granitemoe(const Config &config, Draft &draft) { describe_granite_experts(config, draft, 0); }

void describe_granitemoeshared(const Config &config, Draft &draft)
{
    describe_granite_experts(config, draft, config.amount_or("shared_intermediate_size", 0));
}

} // namespace

std::span<const Family> granite_families()
{
    static constexpr Family rows[] = {
        {"granite", "granite", "GraniteForCausalLM", describe_granite},
        {"granitemoe", "granitemoe", "GraniteMoeForCausalLM", describe_granitemoe, granite_run_with_experts},
        {"granitemoeshared", "granitemoeshared", "GraniteMoeSharedForCausalLM", describe_granitemoeshared,
         granite_run_with_experts},
    };
    return rows;
}

} // namespace plimsoll
