// SPDX-License-Identifier: GPL-3.0-or-later
// CodeGen.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

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
        if (layer.spec->attention.rotary.dim > 0) turn(m, layer.spec->attention, n, pass);
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
        const Count dim = a.rotary.dim;
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

namespace {

DecoderSpec codegen_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::layer_norm;
    DecoderSpec spec =
        decoder_base(config, modules, kind, {.prefix = "transformer", .embedding = "wte", .layers = "h", .final_norm = "ln_f"});
    spec.rotary_tables = 0;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    const Count heads = config.size("n_head");
    for (const RecipeModules &at : modules.each("transformer.h")) {
        LayerSpec layer;
        layer.parallel = true;
        layer.input_norm = at.norm("ln_1", kind);
        AttentionSpec &a = layer.attention;
        a = fused_attention(at, {heads, heads, spec.hidden / heads}, "attn", "attn.qkv_proj", "attn.out_proj");
        a.rotary.dim = config.size_or("rotary_dim", a.head_dim);
        a.buffers = at.buffers("attn");
        layer.mlp = plain_mlp(at, "mlp.fc_in", "mlp.fc_out", activation_of(config, "activation_function"));
        layer.dropout = config.number_or("resid_pdrop", 0);
        layer.attention_dropout = config.number_or("attn_pdrop", 0);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> codegen_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("codegen", codegen_step, run_as_one<step::codegen>),
    };
    return rows;
}

} // namespace plimsoll
