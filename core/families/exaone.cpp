// SPDX-License-Identifier: GPL-3.0-or-later
// EXAONE 3 (code on the Hub) and 4, and EXAONE MoE.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

const DecoderClass exaone4({.norms = HeadNorms::last});

const DecoderClass exaone_moe({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_exaone_moe(const Config &, DecoderSpec &spec) { run_as(spec, step::exaone_moe); }

namespace {

using enum LayerPart;

void describe_exaone(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), false, false, "out_proj", "attn.attention");
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size"), "mlp.c_fc_0", "mlp.c_fc_1", "mlp.c_proj");
    layer.input_norm = norm("ln_1", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ln_2", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

void describe_exaone4(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    const Count dim = layer.attention.head_dim;
    set_q_k_norms(layer.attention, NormKind::rms, dim);
    layer.input_norm = {};
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms, spec.hidden);
    layer.norm_after = true;
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types =
        layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    for (const std::string &type : types) { // with windows, layers that see everything are not rotated
        layer.attention.sliding_window = type == "sliding_attention" ? window : std::nullopt;
        layer.attention.rotary_dim = !window || layer.attention.sliding_window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    finish_decoder(draft, std::move(spec));
}

} // namespace

DecoderSpec exaone_moe_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, false, false, false);
    const Count dim = dense.attention.head_dim, count = config.layers("num_hidden_layers");
    set_q_k_norms(dense.attention, NormKind::rms, dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::grouped_sigmoid);
    sparse.mlp.moe.shared_order = SharedOrder::last;
    MoeSpec &moe = sparse.mlp.moe;
    moe.router_correction_bias = moe.group_limited = true;
    moe.normalised = config.flag("norm_topk_prob", true);
    moe.router_groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    moe.router_top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 1));
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types = layer_types(config, count, [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    const std::vector<bool> is_sparse = sparse_at(config, count, config.amount_or("first_k_dense_replace", 1));
    for (std::size_t i = 0; i < types.size(); ++i) { // with windows, layers that see everything are not rotated
        LayerSpec layer = is_sparse[i] ? sparse : dense;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? window : std::nullopt;
        layer.attention.rotary_dim = !window || layer.attention.sliding_window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

std::span<const Family> exaone_families()
{
    static constexpr Family rows[] = {
        {"exaone", "exaone", "ExaoneForCausalLM", describe_exaone},
        {"exaone4", "exaone4", "Exaone4ForCausalLM", describe_exaone4, run_as_one<step::exaone4>},
    };
    return rows;
}

} // namespace plimsoll
