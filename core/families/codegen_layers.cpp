// SPDX-License-Identifier: GPL-3.0-or-later
// CodeGen (transformers 5.23, models/codegen/modeling_codegen.py): GPT-J under the library's mask, without its table of positions
// per row.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"

namespace plimsoll::step {

namespace {

class CodeGen final : public DecoderClass {
public:
    CodeGen() : DecoderClass({.split = FusedSplit::mesh, .turn = TurnForm::gathered, .join = RotaryJoin::after}) {}
    bool attends_by_library() const override { return false; }
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return parallel_layer(m, layer, input, pass, 0.0);
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        AttentionNames n;
        n.p = project(m, layer, x, pass);
        if (layer.spec->attention.rotary_dim > 0) turn(m, layer.spec->attention, n, pass);
        {
            // the turned key is float32 and named until the cache has a copy in the model's dtype
            const Tensor turned = pass.inputs.cache ? n.p.k : Tensor{};
            if (turned.defined()) n.p.k = to(m, n.p.k, x.dtype());
            n.keys = cache_heads(m, layer, n.p.k, n.p.v, pass);
        }
        Tensor out = layer.o.forward(m, core(m, layer, n, pass, x.dtype()));
        out = dropout(m, std::move(out), pass.dropout_of(layer));
        for (Tensor *name : {&n.p.named, &n.p.q, &n.p.v, &n.p.k}) name->reset(); // query, value, key = torch.split(…)
        return out;
    }

    void turn(Machine &m, const AttentionSpec &a, AttentionNames &n, const Pass &pass) const override
    {
        Tensor &q = n.p.q, &k = n.p.k;
        const Shape q_whole = q.shape(), k_whole = k.shape();
        const Count dim = a.rotary_dim;
        const Tensor table = m.empty({pass.inputs.position_rows, 1, pass.inputs.length, dim}, Dtype::fp32, "index");
        Tensor k_turned = narrow(m, k, k_whole.with_last(dim));
        const Tensor k_rest = narrow(m, k, k_whole.with_last(k_whole.last() - dim));
        Tensor q_turned = narrow(m, q, q_whole.with_last(dim));
        const Tensor q_rest = narrow(m, q, q_whole.with_last(q_whole.last() - dim));
        k_turned = apply_rotary_codegen(m, k_turned, table);
        q_turned = apply_rotary_codegen(m, q_turned, table);
        k = concatenate(m, k_turned, k_rest, k_whole);
        q = concatenate(m, q_turned, q_rest, q_whole);
        n.held = {table, k_turned, q_turned, k_rest, q_rest};
    }

    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        return float_attention(m, layer, n, pass, [](Machine &mm, Tensor &scores, const Pass &p) {
            if (p.mask.tensor.defined()) scores = add(mm, scores, p.mask.tensor);
            scores = scale(mm, scores); // what the mask's dtype made of them
        });
    }
};

const CodeGen codegen;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_codegen(const Config &, DecoderSpec &spec) { run_as(spec, step::codegen); }

} // namespace plimsoll
