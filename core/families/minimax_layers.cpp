// SPDX-License-Identifier: GPL-3.0-or-later
// MiniMax-01 (transformers 5.23, models/minimax/modeling_minimax.py): what is added to attention and MLP is their normalised
// input, both times a number.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

class MiniMax final : public DecoderClass {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const auto joined = [&m](const Tensor &residual, const Tensor &part) {
            Tensor first = scale(m, residual);
            Tensor second = scale(m, part);
            return add(m, std::move(first), std::move(second));
        };
        Tensor hidden = layer.input_norm.forward(m, input);
        Tensor residual = hidden;
        hidden = layer.mixer ? mix(m, layer, hidden, pass) : pass.model.attends.attention(m, layer, hidden, pass);
        hidden = joined(residual, hidden);
        hidden = layer.post_attention_norm.forward(m, std::move(hidden));
        residual = hidden;
        hidden = mlp(m, layer, hidden, pass);
        return joined(residual, hidden);
    }
};

const MiniMax minimax;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_minimax(const Config &, DecoderSpec &spec) { run_as(spec, step::minimax); }

} // namespace plimsoll
