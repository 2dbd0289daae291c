// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

namespace plimsoll::step {

Tensor Decoder::liger_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    Tensor gate, up, both;
    if (layer.spec->mlp.kind == MlpKind::gated_fused) {
        // LigerPhi3SwiGLUMLP names the halves, views of one result, until down_proj is done
        both = layer.up.forward(m, x);
        auto [first, second] = chunk_in_two(m, both);
        gate = contiguous(m, std::move(first), true);
        up = contiguous(m, std::move(second), true);
    } else {
        gate = layer.gate.forward(m, x);
        up = layer.up.forward(m, x);
    }
    Tensor product = liger_gated_product(m, std::move(gate), std::move(up));
    return layer.down.forward(m, std::move(product));
}

Tensor Decoder::mlp(Machine &m, Layer &layer, const Tensor &x, bool training)
{
    return layer.experts ? layer.experts->forward(m, x, training) : dense_mlp(m, layer, x);
}

Tensor Decoder::dense_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    const MlpSpec &spec = layer.spec->mlp;
    if (m_liger.gated_mlp && (spec.kind == MlpKind::gated || spec.kind == MlpKind::gated_fused)) return liger_mlp(m, layer, x);
    if (spec.kind == MlpKind::plain) {
        Tensor hidden = layer.up.forward(m, x);
        hidden = m_liger.relu_squared ? liger_relu_squared(m, std::move(hidden))
                 : m_forms.bloom_gelu ? bloom_gelu(m, std::move(hidden))
                 : m_forms.xielu      ? xielu(m, hidden, layer.seldom->alpha_p, layer.seldom->alpha_n)
                                      : activate(m, std::move(hidden), spec.activation);
        return layer.down.forward(m, std::move(hidden));
    }
    if (spec.kind == MlpKind::gated_fused) { // gate, up = both.chunk(2, dim=-1)
        Tensor both = layer.up.forward(m, x);
        auto [gate, up] = chunk_in_two(m, std::move(both));
        up = mul(m, up, activate(m, gate, spec.activation));
        return layer.down.forward(m, std::move(up));
    }
    Tensor gate = layer.gate.forward(m, x);
    gate = activate(m, std::move(gate), spec.activation);
    Tensor up = layer.up.forward(m, x);
    Tensor product = mul(m, std::move(gate), std::move(up));
    if (layer.seldom && layer.seldom->mlp_sub_norm.present()) product = layer.seldom->mlp_sub_norm.forward(m, std::move(product));
    return layer.down.forward(m, std::move(product));
}

} // namespace plimsoll::step
