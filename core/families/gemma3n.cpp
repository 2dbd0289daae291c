// SPDX-License-Identifier: GPL-3.0-or-later
// The step of Gemma 3n's text model, whose modules stand in a recipe.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/decoder/gemma_layers.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/nn/experts/expert_ops.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

// Gemma 3n (transformers 5.23, models/gemma3n/modeling_gemma3n.py): several hidden states side by side, of which one goes
// through the layer; the others are predicted and corrected (AltUp).

namespace plimsoll::step {

namespace {

/// x[i] of [streams, batch, length, hidden].
Tensor select(Machine &m, const Tensor &x)
{
    const Shape &s = x.shape();
    return narrow(m, x, {s.size[1], s.size[2], s.size[3]});
}

/// view += other, `whole` being the view's base: a CopySlices node (torch/csrc/autograd/functions/tensor.cpp) copies the
/// whole gradient, and its slice.
Tensor add_to_view(Machine &m, const Tensor &whole, const Tensor &other)
{
    Tensor out = whole.detach();
    if (any_requires_grad(m, {&whole, &other})) {
        const Shape shape = whole.shape(), part = other.shape();
        const Dtype dtype = other.dtype();
        const Count slice =
            part.elements() < shape.elements() ? shape.elements() / shape.size[0] * (shape.size[0] - 1) : shape.elements();
        attach(out, make_node(m, {&whole, &other}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   Tensor result = mm.empty(shape, in[0].dtype(), "copy_slices");
                   Tensor copy = mm.empty({slice}, in[0].dtype(), "copy_slices");
                   if (self.needs(1)) {
                       if (slice != part.elements())
                           g[1] = sum_leading(mm, copy, part);
                       else
                           g[1] = copy.view(part);
                       if (g[1].dtype() != dtype) g[1] = mm.empty(part, dtype, "to");
                   }
                   if (self.needs(0)) g[0] = std::move(result);
               }));
    }
    return out;
}

/// torch.stack of tensors of one shape, up to four of which need gradients: these are parts of the incoming one.
Tensor stack(Machine &m, const std::vector<Tensor> &parts)
{
    const Shape &one = parts.front().shape();
    const auto count = static_cast<int>(parts.size());
    const Dtype first = parts.front().dtype(), dtype = promote(first, parts.back().dtype());
    Tensor out = m.empty({count, one.size[0], one.size[1], one.size[2]}, dtype, "stack");
    const Tensor &third = parts[std::min<std::size_t>(2, parts.size() - 1)];
    if (!any_requires_grad(m, {&parts[0], &parts[1], &third, &parts.back()})) return out;
    attach(out, make_node(m, {&parts[0], &parts[1], &third, &parts.back()},
                          [one, first, count](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                              for (int i = 0; i < std::min(count, max_edges); ++i)
                                  if (self.needs(i)) g[static_cast<std::size_t>(i)] = in[0].view(one);
                              if (g[0].defined() && g[0].dtype() != first) g[0] = mm.empty(one, first, "to");
                          }));
    return out;
}

/// x.repeat(streams, 1, 1, 1): the gradient is summed over the streams.
Tensor repeat(Machine &m, const Tensor &x, Count streams)
{
    const Shape one = x.shape();
    Tensor out = m.empty({streams, one.size[0], one.size[1], one.size[2]}, x.dtype(), "repeat");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [one](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(one, in[0].dtype(), "sum");
               }));
    return out;
}

/// torch.std over the last dimension: backward takes the mean away and multiplies twice.
Tensor std_last(Machine &m, const Tensor &x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor mean = mm.empty(kept.shape().with_last(1), kept.dtype(), "std_backward");
            const Tensor centred = mm.empty(kept.shape(), kept.dtype(), "std_backward");
            g[0] = mm.empty(kept.shape(), in[0].dtype(), "std_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape().with_last(1), x.dtype(), "std");
    if (node) attach(out, node);
    return out;
}

/// Gemma3nTextMLP._gaussian_topk
Tensor largest(Machine &m, const Tensor &x)
{
    const Tensor mean = mean_last(m, x);
    const Tensor deviation = std_last(m, x);
    const Tensor cutoff = add(m, mean, scale(m, deviation));
    return pointwise(m, subtract(m, x, cutoff), "relu", true);
}

/// Gemma3nTextAltUp.compute_router_modalities
Tensor modalities(Machine &m, GemmaModules &more, const Tensor &x)
{
    const Tensor inputs = scale(m, more.router_norm.forward(m, x));
    const Tensor routed = more.router.forward(m, inputs);
    return to(m, pointwise(m, to(m, routed, Dtype::fp32), "tanh", true), x.dtype());
}

/// Gemma3nTextAltUp.predict
Tensor predict(Machine &m, GemmaModules &more, const Tensor &hidden)
{
    const Shape whole = hidden.shape();
    const Tensor routed = modalities(m, more, select(m, hidden));
    const Tensor coefficients = more.prediction.forward(m, routed);
    Tensor predictions;
    {
        Tensor right = m.autocast ? to(m, coefficients, *m.autocast) : coefficients;
        Tensor left = m.autocast ? to(m, hidden, *m.autocast) : hidden;
        predictions = bmm(m, std::move(left), std::move(right), whole);
    }
    predictions = add_to_view(m, predictions, hidden);
    return to(m, contiguous(m, predictions, true), hidden.dtype());
}

/// Gemma3nTextAltUp.correct
Tensor correct(Machine &m, GemmaModules &more, const Tensor &predictions, const Tensor &activated)
{
    const Shape whole = predictions.shape();
    const Tensor routed = modalities(m, more, activated);
    Tensor innovation = subtract(m, activated, select(m, predictions));
    innovation = repeat(m, innovation, whole.size[0]);
    const Tensor coefficients = add_number(m, linear(m, routed, more.correction.weight(), nullptr));
    Tensor corrected = mul(m, innovation, coefficients.view({whole.size[0], whole.size[1], whole.size[2], 1}));
    corrected = add_in_place(m, std::move(corrected), predictions);
    return to(m, corrected, activated.dtype());
}

/// current_hidden_state * target_magnitude / sqrt(mean(current_hidden_state ** 2).clamp(min=1e-5))
Tensor with_magnitude(Machine &m, const Tensor &current, const Tensor &target, std::vector<Tensor> &named)
{
    Tensor magnitude = mean_last(m, pow_number(m, current, true));
    magnitude = pointwise(m, clamp(m, std::move(magnitude), false), "sqrt", true);
    Tensor out = mul(m, current, target);
    out = mul(m, std::move(out), magnitude);
    named.push_back(magnitude);
    return out;
}

Tensor magnitude_of(Machine &m, const Tensor &x) { return pow_number(m, mean_last(m, pow_number(m, x, true)), false); }

} // namespace

Tensor LayerInputModules::spread_out(Machine &m, const Tensor &hidden, std::vector<Tensor> &named)
{
    const Tensor target = magnitude_of(m, hidden);
    std::vector<Tensor> streams{hidden};
    for (LinearModule &module : spread) {
        const Tensor projected = to(m, module.forward(m, hidden), hidden.dtype());
        streams.push_back(with_magnitude(m, projected, target, named));
    }
    Tensor out = stack(m, streams);
    named = std::move(streams);
    return out;
}

Tensor LayerInputModules::gathered(Machine &m, const Tensor &hidden, std::vector<Tensor> &named)
{
    const Tensor first = select(m, hidden);
    const Tensor target = magnitude_of(m, first);
    std::vector<Tensor> streams{first};
    named.clear();
    for (LinearModule &module : gather) {
        const Tensor projected = to(m, module.forward(m, select(m, hidden)), hidden.dtype());
        streams.push_back(with_magnitude(m, projected, target, named));
    }
    Tensor all = stack(m, streams);
    named = std::move(streams);
    Tensor mean = m.empty(first.shape(), all.dtype(), "mean");
    if (any_requires_grad(m, {&all})) {
        const Shape whole = all.shape();
        attach(mean, make_node(m, {&all}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "mean_backward");
               }));
    }
    return mean;
}

namespace {

class Gemma3n final : public DecoderClass {
public:
    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        DecoderModules &model = pass.model;
        pass.layer_inputs = model.layer_inputs->forward(m, {pass.inputs.batch, pass.inputs.length}, names.embedded, nullptr);
        make_alibi_and_masks(m, pass, names.embedded.dtype(), names.embedded.dtype());
        Tensor hidden = model.layer_inputs->spread_out(m, enter(m, pass, names), names.streams);
        make_rotary_tables(m, pass, hidden.dtype());
        return hidden;
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        GemmaModules &more = *layer.gemma;
        const GemmaSpec &spec = *layer.spec->extension->gemma;
        const Tensor predictions = predict(m, more, input);
        const Tensor active = select(m, predictions);
        const Tensor normed = layer.input_norm.forward(m, active);
        Tensor laurel;
        {
            Tensor low = more.laurel_left.forward(m, normed);
            low = more.laurel_right.forward(m, std::move(low));
            const Tensor low_normed = more.laurel_norm.forward(m, low);
            laurel = add(m, normed, low_normed);
        }
        Tensor attended = gemma_attention(m, layer, normed, pass);
        attended = layer.post_attention_norm.forward(m, std::move(attended));
        const Tensor gated = add(m, active, attended);
        const Tensor joined = scale(m, add(m, gated, laurel));
        const Tensor before = layer.pre_mlp_norm.forward(m, joined);
        Tensor fed;
        {
            Tensor gate = layer.gate.forward(m, before);
            if (spec.sparse) gate = largest(m, gate);
            const Tensor activations = activate(m, gate, layer.spec->mlp.activation);
            const Tensor up = layer.up.forward(m, before);
            fed = layer.down.forward(m, mul(m, activations, up));
        }
        const Tensor fed_normed = layer.post_mlp_norm.forward(m, fed);
        const Tensor activated = add(m, joined, fed_normed);
        Tensor corrected = correct(m, more, predictions, activated);
        Tensor first = clone(m, select(m, corrected));
        if (spec.scales_correction) {
            const Tensor &by = more.output_scale.value;
            first = to(m, mul(m, to(m, first, by.dtype()), by), corrected.dtype());
        }
        first = more.input_gate.forward(m, std::move(first));
        first = activate(m, std::move(first), layer.spec->mlp.activation);
        first = mul(m, std::move(first), pass.names.layer_input);
        first = more.input_projection.forward(m, std::move(first));
        first = more.input_norm.forward(m, std::move(first));
        return add_to_view(m, corrected, first);
    }

    Tensor end(Machine &m, Pass &pass, ModelNames &names, Tensor hidden) const override
    {
        hidden = pass.model.layer_inputs->gathered(m, hidden, names.streams);
        return DecoderClass::end(m, pass, names, std::move(hidden));
    }
};

const Gemma3n gemma3n;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gemma3n(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::gemma3n);
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

constexpr NormKind gemma3n_kind = NormKind::rms_power;

GemmaSpec gemma3n_spec(const Config &config, const RecipeModules &at)
{
    GemmaSpec out;
    out.input_gate = at.linear("per_layer_input_gate");
    out.input_projection = at.linear("per_layer_projection");
    out.input_norm = at.norm("post_per_layer_input_norm", gemma3n_kind);
    out.correction = at.linear("altup.correction_coefs");
    out.prediction = at.linear("altup.prediction_coefs");
    out.streams = out.correction.in;
    out.router = at.linear("altup.modality_router");
    out.router_norm = at.norm("altup.router_norm", gemma3n_kind);
    out.laurel_left = at.linear("laurel.linear_left");
    out.laurel_right = at.linear("laurel.linear_right");
    out.laurel_norm = at.norm("laurel.post_laurel_norm", gemma3n_kind);
    out.scales_correction = config.flag("altup_correct_scale", true);
    out.clips = config.has("altup_coef_clip");
    return out;
}

/// One entry a layer of a list, or the same number for all.
std::vector<double> per_layer(const Config &config, std::string_view key, std::size_t count, double fallback)
{
    const nlohmann::json &given = config.raw(key);
    std::vector<double> out(count, given.is_number() ? given.get<double>() : fallback);
    if (given.is_array())
        for (std::size_t i = 0; i < std::min(count, given.size()); ++i)
            if (given[i].is_number()) out[i] = given[i].get<double>();
    return out;
}

LayerSpec gemma3n_layer(const Config &config, const RecipeModules &at, const Heads &heads, KvSharing sharing)
{
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    if (sharing == KvSharing::reuse) {
        a.heads = heads.query;
        a.kv_heads = heads.key_value;
        a.head_dim = a.v_head_dim = a.rotary.dim = heads.dim;
        a.q = at.linear("self_attn.q_proj");
        a.o = at.linear("self_attn.o_proj");
        a.norms.q = at.norm("self_attn.q_norm", gemma3n_kind);
    } else {
        a = grouped_attention(at, heads);
        set_q_k_norms(a, at, gemma3n_kind);
    }
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(at, activation_of(config, "hidden_activation"));
    set_two_norms(layer, at, gemma3n_kind);
    layer.pre_mlp_norm = at.norm("pre_feedforward_layernorm", gemma3n_kind);
    layer.post_mlp_norm = at.norm("post_feedforward_layernorm", gemma3n_kind);
    return layer;
}

DecoderSpec gemma3n_text_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, gemma3n_kind);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const Heads heads = heads_of(config);
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto count = static_cast<Count>(layers.size());
    const auto types = layer_types(config, count, [](Count i) { return (i + 1) % 5 != 0; });
    const auto sharing =
        kv_sharing_of(types, static_cast<std::size_t>(count - std::min(count, config.amount_or("num_kv_shared_layers", 0))));
    std::vector<double> sparsity = per_layer(config, "activation_sparsity_pattern", layers.size(), 0);
    if (!config.has("activation_sparsity_pattern") && count > 10) std::fill_n(sparsity.begin(), 10, 0.95);
    std::vector<std::shared_ptr<const LayerExtension>> extensions;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        GemmaSpec gemma = gemma3n_spec(config, layers[i]);
        gemma.sharing = sharing[i];
        gemma.sparse = sparsity[i] > 0;
        auto found = std::ranges::find_if(extensions, [&](const auto &known) { return known->gemma == gemma; });
        if (found == extensions.end()) {
            auto made = std::make_shared<LayerExtension>();
            made->gemma = gemma;
            found = extensions.insert(extensions.end(), std::move(made));
        }
        LayerSpec layer = gemma3n_layer(config, layers[i], heads, sharing[i]);
        layer.extension = *found;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    auto around = std::make_shared<DecoderExtension>();
    const NormSpec projection_norm = modules.in("model").norm("per_layer_projection_norm", gemma3n_kind);
    around->embedding_scale = EmbeddingScale::inside;
    around->layer_inputs = LayerInputs{modules.shape("model.embed_tokens_per_layer")[0], projection_norm.width, projection_norm,
                                       config.size("altup_num_inputs")};
    spec.extension = std::move(around);
    return spec;
}

} // namespace

std::span<const Family> gemma3n_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("gemma3n_text", gemma3n_text_step, run_as_gemma3n),
    };
    return rows;
}

} // namespace plimsoll
