// SPDX-License-Identifier: GPL-3.0-or-later
// OPT (transformers 5.23, models/opt/modeling_opt.py): the MLP's lines stand in the layer's forward and see [tokens, width].
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

class Opt final : public DecoderClass {
public:
    /// Positions are looked up for every sequence.
    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        DecoderModules &model = pass.model;
        make_alibi_and_masks(m, pass, names.embedded.dtype(), names.embedded.dtype());
        const WithScope inside(m, model.spec.embedding_name.c_str());
        if (model.positions.value.defined())
            names.position_embeds = embedding(m, {pass.inputs.batch, pass.inputs.length}, model.positions);
        if (model.project_in.loaded()) names.embedded = model.project_in.forward(m, names.embedded);
        return names.position_embeds.defined() ? add(m, names.embedded, names.position_embeds) : names.embedded;
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

void run_as_opt(const Config &, DecoderSpec &spec) { run_as(spec, step::opt); }

} // namespace plimsoll
