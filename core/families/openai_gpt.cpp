// SPDX-License-Identifier: GPL-3.0-or-later
// GPT, the first one.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

// GPT (transformers 5.23, models/openai/modeling_openai.py): its own lines under a band that the module registers, norms on the
// sums of the residual and the outputs.

namespace plimsoll::step {

namespace {

class OpenAiGpt final : public DecoderClass {
public:
    OpenAiGpt() : DecoderClass({.split = FusedSplit::split, .copies_query_first = true}) {}
    bool attends_by_library() const override { return false; }
    // each of its modules has a band of its own
    void make_masks(Machine &, Pass &, Dtype) const override {}
    void prepare_masks(Machine &, Pass &) const override {}

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const double rate = pass.dropout_of(layer);
        Tensor hidden = dropout(m, attention_block(m, layer, input, pass), rate);
        const Tensor attended = hidden;
        hidden = add(m, input, std::move(hidden));
        hidden = layer.input_norm.forward(m, std::move(hidden));
        const Tensor residual = hidden;
        Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
        hidden = std::move(fed);
        hidden = add(m, residual, std::move(hidden));
        return layer.post_attention_norm.forward(m, std::move(hidden));
    }

    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype) const override
    {
        const Tensor &q = n.p.q, &k = n.p.k, &v = n.p.v;
        const AttentionCall c = call_of(layer.spec->attention, pass, n.keys, pass.attention_dropout_of(layer));
        Tensor out, w;
        {
            w = matmul_heads(m, {q, c.queries > 1}, {k, true}, {c.batch, c.heads, c.queries, c.keys});
            w = scale(m, std::move(w));
            { // w * b + -1e4 * (1 - b)
                const Shape band{1, 1, c.queries, c.keys};
                Tensor inside = fill_masked(m, w);
                Tensor outside = m.empty(band, pass.model.precision.weights, "rsub");
                outside = m.empty(band, pass.model.precision.weights, "mul");
                w = add(m, std::move(inside), std::move(outside));
            }
            w = add(m, w, m.empty({c.batch, 1, 1, c.keys}, w.dtype(), "attention_mask"));
            w = softmax(m, m.autocast ? to(m, w, Dtype::fp32) : w, m.autocast ? Dtype::fp32 : w.dtype());
            w = dropout(m, std::move(w), c.dropout);
            out = matmul_heads(m, {w}, {v, true}, {c.batch, c.heads, c.queries, c.v_head_dim});
        }
        return_weights(m, c, w);
        w.reset(); // `_attn` has returned
        return contiguous(m, std::move(out), true).view({c.batch, c.queries, c.heads * c.v_head_dim});
    }
};

const OpenAiGpt openai_gpt;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_openai_gpt(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::openai_gpt);
    change_around(spec, [](DecoderExtension &around) { around.no_cache = true; });
}

/// ACT_FNS: its "gelu" is the tanh form.
Activation activation_named(const std::string &name)
{
    return name == "gelu" ? Activation::gelu_new : name == "relu" ? Activation::relu : Activation::silu;
}

DecoderSpec openai_gpt_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::layer_norm;
    DecoderSpec spec = decoder_base(config, modules, kind,
                                    {.prefix = "transformer", .embedding = "tokens_embed", .layers = "h", .final_norm = ""});
    const Count heads = config.size("n_head");
    spec.positions = Positions::learned;
    spec.positions_name = "positions_embed";
    spec.position_rows = modules.shape("transformer.positions_embed")[0];
    spec.embedding_dropout = config.number_or("embd_pdrop", 0.1);
    for (const RecipeModules &at : modules.each("transformer.h")) {
        LayerSpec layer;
        layer.attention = fused_attention(at, {heads, heads, spec.hidden / heads}, "attn", "attn.c_attn", "attn.c_proj");
        layer.attention.buffers = at.buffers("attn");
        for (Parameter &buffer : layer.attention.buffers) buffer.dtype = Dtype::bf16; // the model's once it is loaded
        layer.mlp = plain_mlp(at, "mlp.c_fc", "mlp.c_proj", activation_named(config.text("afn", "gelu")));
        layer.input_norm = at.norm("ln_1", kind);
        layer.post_attention_norm = at.norm("ln_2", kind);
        layer.dropout = config.number_or("resid_pdrop", 0.1);
        layer.attention_dropout = config.number_or("attn_pdrop", 0.1);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> openai_gpt_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("openai-gpt", openai_gpt_step, run_as_openai_gpt),
    };
    return rows;
}

} // namespace plimsoll
