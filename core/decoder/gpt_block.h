// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder_pieces.h"

namespace plimsoll::step {

/// GPT-2's block and what was built on it (transformers 5.23, modeling_gpt2.py, modeling_gpt_bigcode.py, modeling_gpt_neo.py):
/// `attn_output = self.resid_dropout(attn_output)` stands in the attention's own forward, before its names go.
class GptBlock : public DecoderClass {
public:
    using DecoderClass::DecoderClass;
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return named_layer(m, layer, input, pass);
    }
    Tensor output(Machine &m, Layer &layer, Tensor out, const Pass &pass) const override
    {
        return dropout(m, layer.o.forward(m, std::move(out)), pass.dropout_of(layer));
    }
};

} // namespace plimsoll::step
