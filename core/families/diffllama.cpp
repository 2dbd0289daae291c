// SPDX-License-Identifier: GPL-3.0-or-later
// DiffLlama: differential attention.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/ground/phrase.h"
#include "core/nn/experts/router_ops.h"

// Differential attention (transformers 5.23, models/diffllama/modeling_diffllama.py).

namespace plimsoll::step {

namespace {

/// x.repeat(1, 2, 1, 1): the gradient is summed over both.
Tensor repeat_heads(Machine &m, const Tensor &x)
{
    const Shape one = x.shape();
    Tensor out = m.empty({one.size[0], 2 * one.size[1], one.size[2], one.size[3]}, x.dtype(), "repeat");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [one](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(one, in[0].dtype(), "sum");
               }));
    return out;
}

/// torch.exp(torch.sum(a * b, dim=-1, dtype=torch.float32)).to(dtype)
Tensor exp_of_product(Machine &m, const Leaf &a, const Leaf &b, Dtype dtype)
{
    const Tensor product = to(m, mul(m, a.value, b.value), Dtype::fp32);
    const Tensor sum = sum_last(m, product, {1});
    return to(m, pointwise(m, sum, "exp", true), dtype);
}

/// torch.nn.RMSNorm without weights: one kernel, which keeps its input and a number a row; autocast gives it float32.
Tensor bare_norm(Machine &m, Tensor x)
{
    if (m.autocast) x = to(m, std::move(x), Dtype::fp32);
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), inverse = self.saved[1].unpack(mm);
            g[0] = mm.empty(kept.shape(), in[0].dtype(), "rms_norm_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "rms_norm");
    const Tensor inverse = m.empty(x.shape().with_last(1), Dtype::fp32, "rms_norm");
    if (node) {
        node->saved[1].keep(m, inverse);
        attach(out, node);
    }
    return out;
}

class DiffLlama final : public DecoderClass {
public:
    bool attends_by_library() const override { return false; }

    void load_layer(Machine &m, DecoderModules &model, Layer &layer) const override
    {
        layer.optional_modules = std::make_unique<OptionalModules>();
        for (Leaf &leaf : layer.optional_modules->lambdas)
            leaf.value = new_parameter(m, {layer.spec->attention.head_dim}, model.precision.weights, "lambda");
        DecoderClass::load_layer(m, model, layer);
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        AttentionNames n;
        ready_heads(m, layer, x, pass, n);
        return layer.o.forward(m, core(m, layer, n, pass, x.dtype()));
    }

    /// The library's attention once for each half of the values, then their difference.
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        const Tensor &q = n.p.q, &k = n.p.k, &v = n.p.v;
        const Count keys = n.keys;
        const Count b = pass.inputs.batch, s = pass.inputs.length, width = a.heads * a.head_dim;
        const Shape half{b, a.kv_heads / 2, v.shape().size[2], a.v_head_dim};
        Tensor value1, value2;
        {
            const std::vector<Tensor> halves = split(m, v, {half, half});
            value1 = repeat_heads(m, halves[0]);
            value2 = repeat_heads(m, halves[1]);
        }
        Tensor out1 = attend(m, a, q, k, value1, pass, keys, 0.0), out2 = attend(m, a, q, k, value2, pass, keys, 0.0);
        Tensor out = concatenate(m, out1, out2, {b, s, a.heads, 2 * a.head_dim});
        const std::vector<Tensor> parts =
            split(m, out, {{b, s, a.heads / 2, 2 * a.head_dim}, {b, s, a.heads / 2, 2 * a.head_dim}});
        out1.reset();
        out2.reset();
        const Tensor lambda1 =
            exp_of_product(m, layer.optional_modules->lambdas[0], layer.optional_modules->lambdas[1], q.dtype());
        const Tensor lambda2 =
            exp_of_product(m, layer.optional_modules->lambdas[2], layer.optional_modules->lambdas[3], q.dtype());
        const Tensor lambda = add_number(m, subtract(m, lambda1, lambda2));
        out = subtract(m, parts[0], mul(m, parts[1], lambda));
        out = scale(m, bare_norm(m, out));
        return out.view({b, s, width});
    }
};

const DiffLlama diffllama;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec diffllama_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    if (config.number_or("attention_dropout", 0) > 0)
        config.refuse("attention_dropout", phrase(QT_TRANSLATE_NOOP("core", "a share")),
                      phrase(QT_TRANSLATE_NOOP("core", "%1: %2 raises on anything else"), {"0", "DiffLlamaAttention"}));
    const Heads heads = heads_of(config);
    if (heads.key_value % 2 != 0)
        config.refuse("num_key_value_heads", std::to_string(heads.key_value),
                      phrase(QT_TRANSLATE_NOOP("core", "an even number")));
    for (const RecipeModules &at : modules.each("model.layers")) repeat(spec, llama_layer(config, at, heads), 1);
    return spec;
}

} // namespace

std::span<const Family> diffllama_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("diffllama", diffllama_step, run_as_one<step::diffllama>),
    };
    return rows;
}

} // namespace plimsoll
