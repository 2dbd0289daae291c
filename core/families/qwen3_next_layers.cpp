// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen3-Next and Qwen3.5 (transformers 5.23, modeling_qwen3_next.py, modeling_qwen3_5.py): the second half of every head of q_proj
// gates the attention's output.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

#include "core/torch/mixer_ops.h"

#include <tuple>

namespace plimsoll::step {

namespace {

class Qwen3Next final : public DecoderClass {
public:
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const ForwardInputs &inputs = pass.inputs;
        const AttentionSpec &a = layer.spec->attention;
        const Count b = inputs.batch, s = inputs.length;
        Tensor q, gate;
        {
            const Tensor both = layer.q.forward(m, x); // no name of its own: its halves' are given away
            std::tie(q, gate) = split_in_two(m, both, {b, a.heads, s, a.head_dim}, {b, s, a.heads * a.head_dim});
            gate = contiguous(m, std::move(gate), true);
        }
        Tensor normed = layer.q_norm.forward(m, q);
        q = std::move(normed);
        const HeadOrder ordered = head_order(a, pass);
        Tensor k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
        if (ordered.k && a.kv_heads > 1) k = copied_back(m, k);
        k = layer.k_norm.forward(m, std::move(k));
        Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
        if (ordered.v && a.kv_heads > 1) v = copied_back(m, v);
        AttentionNames n;
        n.p.q = std::move(q);
        n.p.k = std::move(k);
        if (a.rotary_dim > 0) turn(m, a, n, pass);
        q = std::move(n.p.q);
        k = std::move(n.p.k);
        Count keys = s;
        if (inputs.cache) {
            LayerCache &cache = (*inputs.cache)[layer.index];
            update_cache(m, cache, a.sliding_window, inputs, k, v);
            keys = inputs.static_length > 0 && s > 1 ? s : k.shape().size[2];
        }
        if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
        Tensor out = attend(m, a, q, k, v, pass, keys, pass.attention_dropout_of(layer));
        Tensor opened = mul(m, out, pointwise(m, gate, "sigmoid", true));
        out = std::move(opened);
        Tensor projected = layer.o.forward(m, out);
        out = std::move(projected);
        return out;
    }
};

const Qwen3Next qwen3_next;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_qwen3_next(const Config &, DecoderSpec &spec) { run_as(spec, step::qwen3_next); }

} // namespace plimsoll
