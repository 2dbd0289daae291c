// SPDX-License-Identifier: GPL-3.0-or-later
// OPT and Galactica.
#include "core/families/families.h"
#include "core/families/pieces.h"

namespace plimsoll {

static void describe_opt(const Config &config, Draft &draft)
{
    using enum LayerPart;
    const NormKind kind = config.flag("layer_norm_elementwise_affine", true) ? NormKind::layer_norm : NormKind::layer_norm_bare;
    DecoderSpec spec = decoder_base(config, kind, true);
    spec.prefix = "model.decoder";
    spec.positions = Positions::learned;
    spec.positions_name = "embed_positions";
    spec.position_rows = config.size("max_position_embeddings") + 2; // two rows that padding once took
    spec.embedding_width = config.size_or("word_embed_proj_dim", spec.hidden);
    spec.head.in = spec.embedding_width;
    if (spec.embedding_width != spec.hidden) {
        spec.project_out = linear("project_out", spec.hidden, spec.embedding_width);
        spec.project_in = linear("project_in", spec.embedding_width, spec.hidden);
    }
    const bool before = config.flag("do_layer_norm_before", true), bias = config.flag("enable_bias", true);
    spec.final_norm =
        before && !config.flag("_remove_final_layer_norm") ? norm("final_layer_norm", kind, spec.hidden, true) : NormSpec{};
    LayerSpec layer;
    const Count heads = config.size("num_attention_heads");
    layer.attention = grouped_attention(spec.hidden, {heads, heads, spec.hidden / heads}, bias, bias, "out_proj");
    layer.attention.rotary_dim = 0;
    layer.attention.keys_first = true;
    layer.mlp = plain_mlp("fc1", "fc2", spec.hidden, config.size("ffn_dim"), activation_of(config, "activation_function"), bias);
    layer.input_norm = norm("self_attn_layer_norm", kind, spec.hidden, true);
    layer.post_attention_norm = norm("final_layer_norm", kind, spec.hidden, true);
    layer.norm_after = !before;
    layer.dropout = config.number_or("dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec),
                   {.layer = {attention, input_norm, mlp, post_attention_norm}, .final_norm_first = true});
}

std::span<const Family> opt_families()
{
    static constexpr Family rows[] = {
        {"opt", "opt", "OPTForCausalLM", describe_opt},
    };
    return rows;
}

} // namespace plimsoll
