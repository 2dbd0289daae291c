// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder_pieces.h"

namespace plimsoll::step {

/// Attention whose output a projection of its own gates (AfmoeAttention, LagunaAttention, Lfm3Attention); the layer's
/// LayerExtension::gate_form says when that is projected.
[[nodiscard]] Tensor apart_gated_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);

class Gated : public DecoderClass {
public:
    using DecoderClass::DecoderClass;
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const bool has_gate = layer.optional_modules && layer.optional_modules->attention_gate.loaded();
        return has_gate ? apart_gated_attention(m, layer, x, pass) : DecoderClass::attention(m, layer, x, pass);
    }
};

} // namespace plimsoll::step
