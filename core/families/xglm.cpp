// SPDX-License-Identifier: GPL-3.0-or-later
// XGLM.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/ground/phrase.h"

#include <cmath>

// transformers 5.23, models/xglm/modeling_xglm.py

namespace plimsoll::step {

namespace {

/// Positions are looked up in a buffer; bmm over flattened heads, scores bounded from below.
class Xglm final : public DecoderClass {
public:
    bool attends_by_library() const override { return false; }

    void load_positions(Machine &m, DecoderModules &model) const override
    {
        model.buffers.push_back(
            m.empty({model.spec.position_rows, model.spec.hidden}, model.precision.weights, "positions", Component::weights));
    }

    Tensor enter(Machine &m, const Pass &pass, ModelNames &names) const override
    {
        const DecoderModules &model = pass.model;
        const WithScope inside(m, model.spec.embedding_name.c_str());
        const Tensor looked_up = m.empty({1, pass.inputs.length, model.spec.hidden}, model.precision.weights, "index_select");
        return add(m, names.embedded, looked_up);
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return inline_mlp_layer(m, layer, input, pass);
    }

    Tensor projected(Machine &m, ProjectedPart part, Tensor x) const override
    {
        return part == ProjectedPart::query ? scale(m, std::move(x)) : x;
    }

    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        const AttentionCall c = call_of(layer.spec->attention, pass, n.keys, pass.attention_dropout_of(layer));
        Tensor q = std::move(n.p.q), k = std::move(n.p.k), v = std::move(n.p.v); // the flattened heads have the same names
        // reshape(batch * heads, …): strided views of more than one sequence are copied
        const bool copies = c.batch > 1;
        q = contiguous(m, std::move(q), copies && c.queries > 1);
        k = contiguous(m, std::move(k), copies && c.strided_keys);
        v = contiguous(m, std::move(v), copies && c.strided_values);
        if (m.autocast) {
            k = to(m, std::move(k), *m.autocast);
            q = to(m, std::move(q), *m.autocast);
        }
        Tensor weights = bmm(m, q, k, {c.batch, c.heads, c.queries, c.keys});
        if (pass.mask.tensor.defined()) {
            weights = add(m, weights, pass.mask.tensor);
            const Tensor lowest = m.empty({1}, Dtype::fp32, "full");
            weights = extreme(m, weights);
        }
        const bool wide = m.autocast || weights.dtype() == Dtype::fp16;
        const Dtype dtype = weights.dtype();
        weights = softmax_fp32(m, weights, wide);
        if (dtype == Dtype::fp16) weights = to(m, weights, dtype);
        const Tensor probabilities = dropout(m, weights, c.dropout);
        Tensor right = m.autocast ? to(m, v, *m.autocast) : v;
        Tensor left = m.autocast ? to(m, probabilities, *m.autocast) : probabilities;
        Tensor out = bmm(m, std::move(left), std::move(right), {c.batch, c.heads, c.queries, c.v_head_dim});
        return_weights(m, c, weights);
        return contiguous(m, std::move(out), c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
    }
};

const Xglm xglm;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_xglm(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::xglm);
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

DecoderSpec xglm_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::layer_norm;
    DecoderSpec spec = decoder_base(config, modules, kind, {.final_norm = "layer_norm"});
    if (config.flag("add_cross_attention"))
        config.refuse("add_cross_attention", "true",
                      phrase(QT_TRANSLATE_NOOP("core", "%1: attention to an encoder's states is not described"), {"false"}));
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.positions = Positions::learned;
    spec.positions_name = "embed_positions";
    spec.position_rows = modules.buffers("model.embed_positions").front().shape[0];
    spec.embedding_dropout = config.number_or("dropout", 0.1);
    const Count heads = config.size("attention_heads");
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        layer.attention = grouped_attention(at, {heads, heads, spec.hidden / heads}, "out_proj");
        layer.attention.rotary.dim = 0;
        layer.mlp = plain_mlp(at, "fc1", "fc2", activation_of(config, "activation_function"));
        layer.input_norm = at.norm("self_attn_layer_norm", kind);
        layer.post_attention_norm = at.norm("final_layer_norm", kind);
        layer.dropout = spec.embedding_dropout;
        layer.attention_dropout = config.number_or("attention_dropout", 0.1);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> xglm_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("xglm", xglm_step, run_as_xglm),
    };
    return rows;
}

} // namespace plimsoll
