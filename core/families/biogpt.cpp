// SPDX-License-Identifier: GPL-3.0-or-later
// BioGPT.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

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

namespace {

void run_as_biogpt(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::biogpt);
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

DecoderSpec biogpt_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::layer_norm;
    DecoderSpec spec =
        decoder_base(config, modules, kind, {.prefix = "biogpt", .final_norm = "layer_norm", .head = "output_projection"});
    spec.positions = Positions::learned;
    spec.positions_name = "embed_positions";
    spec.position_rows = modules.shape("biogpt.embed_positions")[0];
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.embedding_dropout = config.number_or("hidden_dropout_prob", 0.1);
    const Count heads = config.size("num_attention_heads");
    for (const RecipeModules &at : modules.each("biogpt.layers")) {
        LayerSpec layer;
        layer.attention = grouped_attention(at, {heads, heads, spec.hidden / heads}, "out_proj");
        layer.attention.rotary.dim = 0;
        layer.mlp = plain_mlp(at, "fc1", "fc2", activation_of(config, "hidden_act"));
        layer.input_norm = at.norm("self_attn_layer_norm", kind);
        layer.post_attention_norm = at.norm("final_layer_norm", kind);
        layer.dropout = spec.embedding_dropout;
        layer.attention_dropout = config.number_or("attention_probs_dropout_prob", 0.1);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> biogpt_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("biogpt", biogpt_step, run_as_biogpt),
    };
    return rows;
}

} // namespace plimsoll
