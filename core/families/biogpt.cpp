// SPDX-License-Identifier: GPL-3.0-or-later
// BioGPT.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

#include <cmath>

// transformers 5.23, models/biogpt/modeling_biogpt.py

namespace plimsoll::step {

namespace {

class BioGpt final : public DecoderClass {
public:
    BioGpt() : DecoderClass({.fp32_softmax = false}) {}
    bool attends_by_library() const override { return false; }
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return inline_mlp_layer(m, layer, input, pass);
    }
};

const BioGpt biogpt;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_biogpt(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::biogpt);
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

DecoderSpec biogpt_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "biogpt";
    spec.head.name = "output_projection";
    spec.final_norm.name = "layer_norm";
    spec.positions = Positions::learned;
    spec.positions_name = "embed_positions";
    spec.position_rows = config.size("max_position_embeddings") + 2;
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.embedding_dropout = config.number_or("hidden_dropout_prob", 0.1);
    LayerSpec layer;
    const Count heads = config.size("num_attention_heads");
    layer.attention = grouped_attention(spec.hidden, {heads, heads, spec.hidden / heads}, true, true, "out_proj");
    layer.attention.rotary_dim = 0;
    layer.mlp = plain_mlp("fc1", "fc2", spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), true);
    layer.input_norm = norm("self_attn_layer_norm", NormKind::layer_norm, spec.hidden, true);
    layer.post_attention_norm = norm("final_layer_norm", NormKind::layer_norm, spec.hidden, true);
    layer.dropout = spec.embedding_dropout;
    layer.attention_dropout = config.number_or("attention_probs_dropout_prob", 0.1);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
