// SPDX-License-Identifier: GPL-3.0-or-later
// CodeGen.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

// CodeGen (transformers 5.23, models/codegen/modeling_codegen.py): GPT-J under the library's mask, without its table of positions
// per row.

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

DecoderSpec codegen_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("n_embd"), heads = config.size("n_head");
    DecoderSpec spec = bare_decoder(config, "transformer", "wte", norm("ln_f", NormKind::layer_norm, hidden, true));
    spec.layers_name = "h";
    spec.head.bias = true;
    spec.positions = Positions::rotary;
    spec.rotary_tables = 0;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer;
    layer.parallel = true;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    AttentionSpec &a = layer.attention;
    a = grouped_attention(hidden, {heads, heads, hidden / heads}, false, false, "out_proj", "attn");
    a.q = a.k = a.v = LinearSpec();
    a.fused = linear("attn.qkv_proj", hidden, 3 * hidden);
    a.rotary_dim = config.size_or("rotary_dim", a.head_dim);
    a.buffers = {{"embed_positions", {config.size("n_positions"), a.rotary_dim}, Dtype::fp32, {}}};
    layer.mlp = plain_mlp("mlp.fc_in", "mlp.fc_out", hidden, config.size_or("n_inner", 4 * hidden),
                          activation_of(config, "activation_function"), true);
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attn_pdrop", 0);
    repeat(spec, layer, config.layers("n_layer"));
    return spec;
}

} // namespace plimsoll
