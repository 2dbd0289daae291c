// SPDX-License-Identifier: GPL-3.0-or-later
// OPT and Galactica.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

// OPT (transformers 5.23, models/opt/modeling_opt.py): the MLP's lines stand in the layer's forward and see [tokens, width].

namespace plimsoll::step {

namespace {

class Opt final : public DecoderClass {
public:
    /// Positions are looked up for every sequence.
    Tensor enter(Machine &m, const Pass &pass, ModelNames &names) const override
    {
        DecoderModules &model = pass.model;
        const WithScope inside(m, model.spec.embedding_name.c_str());
        names.position_embeds = embedding(m, {pass.inputs.batch, pass.inputs.length}, model.positions);
        if (model.project_in.loaded()) names.embedded = model.project_in.forward(m, names.embedded);
        return normed_by(m, model.embedding_norm, add(m, names.embedded, names.position_embeds));
    }

    Tensor projected(Machine &m, ProjectedPart part, Tensor x) const override
    {
        return part == ProjectedPart::query ? scale(m, std::move(x)) : x;
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const bool sums = layer.spec->norm_after; // OPT-350m: norms on the sums of the residual and the outputs
        const double rate = pass.dropout_of(layer);
        Tensor hidden = sums ? input : normed_by(m, layer.input_norm, input);
        Tensor mixed = attention_block(m, layer, hidden, pass);
        hidden.reset(); // the result is named as the input
        hidden = dropout(m, std::move(mixed), rate);
        hidden = add(m, input, std::move(hidden));
        if (sums) hidden = normed_by(m, layer.input_norm, std::move(hidden));
        hidden = seen_anew(m, hidden);
        const Tensor residual = hidden;
        if (!sums) hidden = normed_by(m, layer.post_attention_norm, hidden);
        hidden = layer.up.forward(m, std::move(hidden));
        hidden = activate(m, std::move(hidden), layer.spec->mlp.activation);
        hidden = layer.down.forward(m, std::move(hidden));
        hidden = dropout(m, std::move(hidden), rate);
        hidden = add(m, residual, std::move(hidden));
        hidden = seen_anew(m, hidden);
        return sums ? normed_by(m, layer.post_attention_norm, std::move(hidden)) : hidden;
    }
};

const Opt opt;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_opt(const Config &, DecoderSpec &spec) { run_as(spec, step::opt); }

} // namespace

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
    layer.attention.rotary.dim = 0;
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
        {"opt", "opt", "OPTForCausalLM", describe_opt, run_as_opt},
    };
    return rows;
}

} // namespace plimsoll
