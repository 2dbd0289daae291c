// SPDX-License-Identifier: GPL-3.0-or-later
// gpt-oss's sinks in other classes: Granite SWA and MiMo V2 Flash (transformers 5.23, modeling_granite_swa.py,
// modeling_mimo_v2_flash.py).
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

/// The result times the sigmoid of the scores' log-sum-exp less a sink.
class GraniteSwa final : public DecoderClass {
public:
    bool attends_by_library() const override { return false; }
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        const AttentionCall call = call_of(a, pass, n.keys, pass.attention_dropout_of(layer));
        return lse_sink_attention(m, n.p.q, n.p.k, n.p.v, layer.seldom->sinks, pass.mask_of(a), call);
    }
};

/// gpt-oss's lines, in layers without sinks too; values are multiplied with a number.
class MiMoV2Flash final : public DecoderClass {
public:
    MiMoV2Flash() : DecoderClass({.join = RotaryJoin::after}) {}
    bool attends_by_library() const override { return false; }
    Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        Projected out = DecoderClass::project(m, layer, x, pass);
        out.v = scale(m, std::move(out.v));
        return out;
    }
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        AttentionNames n;
        ready_heads(m, layer, x, pass, n);
        const AttentionCall call = call_of(a, pass, n.keys, pass.attention_dropout_of(layer));
        Leaf *sinks = a.sinks ? &layer.seldom->sinks : nullptr;
        return layer.o.forward(m, sink_attention(m, n.p.q, n.p.k, n.p.v, sinks, pass.mask_of(a), call));
    }
};

const GraniteSwa granite_swa;
const MiMoV2Flash mimo_v2_flash;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_granite_swa(const Config &, DecoderSpec &spec) { run_as(spec, step::granite_swa); }
void run_as_mimo_v2_flash(const Config &, DecoderSpec &spec) { run_as(spec, step::mimo_v2_flash); }

} // namespace plimsoll
