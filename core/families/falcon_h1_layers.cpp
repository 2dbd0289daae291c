// SPDX-License-Identifier: GPL-3.0-or-later
// Falcon-H1 (transformers 5.23, models/falcon_h1/modeling_falcon_h1.py): a recurrence beside the attention, everything times a
// number.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

/// FalconH1MLP
Tensor multiplied_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    const Tensor up = layer.up.forward(m, x);
    Tensor gate = scale(m, layer.gate.forward(m, x));
    gate = activate(m, std::move(gate), layer.spec->mlp.activation);
    const Tensor product = mul(m, up, std::move(gate));
    return scale(m, layer.down.forward(m, product));
}

class FalconH1 final : public DecoderClass {
public:
    Tensor projected(Machine &m, ProjectedPart part, Tensor x) const override
    {
        return part == ProjectedPart::key ? scale(m, std::move(x)) : x;
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        // FalconH1DecoderLayer: what the mixer and the attention make have names of their own until the forward returns
        Tensor hidden = layer.input_norm.forward(m, input);
        Tensor mixed = mix(m, layer, hidden, pass);
        mixed = scale(m, std::move(mixed));
        Tensor attended = pass.model.attends.attention(m, layer, scale(m, hidden), pass);
        attended = scale(m, std::move(attended));
        hidden = add(m, mixed, attended);
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        hidden = multiplied_mlp(m, layer, hidden);
        return add(m, residual, std::move(hidden));
    }
};

const FalconH1 falcon_h1;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_falcon_h1(const Config &, DecoderSpec &spec) { run_as(spec, step::falcon_h1); }

} // namespace plimsoll
