// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/gemma_layers.h"

#include "core/decoder/decoder_pieces.h"
#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/router_ops.h"

#include <utility>

// Gemma 4 (transformers 5.23, models/gemma4/modeling_gemma4.py): embeddings for every layer, keys and values that the last
// layers share, values without a projection, experts beside the MLP.

#include <algorithm>

namespace plimsoll::step {

namespace {

/// Loads a module of sizes that only the model knows; `full`: by which its layout is found.
void load_sized(Machine &m, LinearModule &module, const char *name, const std::string &full, Count in, Count out,
                const Precision &precision)
{
    LinearSpec sized{name, in, out};
    sized.layout = precision.layout_of(full + ".weight");
    module.load_as(m, name, sized, precision, true);
}

} // namespace

std::vector<const LinearSpec *> gemma_linears(const GemmaSpec &spec)
{
    std::vector<const LinearSpec *> out;
    for (const LinearSpec *linear : {&spec.input_gate, &spec.input_projection, &spec.correction, &spec.prediction, &spec.router,
                                     &spec.laurel_left, &spec.laurel_right})
        if (linear->out > 0) out.push_back(linear);
    return out;
}

void GemmaModules::load(Machine &m, const GemmaSpec &spec, const Precision &precision)
{
    // Gemma 3n's parameter; Gemma 4's layer_scalar, a buffer
    output_scale.value = new_parameter(m, {spec.streams > 1 ? spec.input_projection.out : 1}, precision.weights, "output_scale");
    const auto linear = [&](LinearModule &module, const LinearSpec &own) {
        if (own.out > 0) module.load(m, own, precision, true);
    };
    linear(correction, spec.correction);
    linear(prediction, spec.prediction);
    linear(router, spec.router);
    router_norm.load(m, spec.router_norm, precision.weights);
    linear(laurel_left, spec.laurel_left);
    linear(laurel_right, spec.laurel_right);
    laurel_norm.load(m, spec.laurel_norm, precision.weights);
    linear(input_gate, spec.input_gate);
    linear(input_projection, spec.input_projection);
    input_norm.load(m, spec.input_norm, precision.weights);
    mlp_norm.load(m, spec.mlp_norm, precision.weights);
    experts_norm.load(m, spec.experts_norm, precision.weights);
    before_experts.load(m, spec.before_experts, precision.weights);
}

std::vector<LinearModule *> GemmaModules::linears()
{
    std::vector<LinearModule *> out;
    for (LinearModule *module : {&input_gate, &input_projection, &correction, &prediction, &router, &laurel_left, &laurel_right})
        if (module->loaded()) out.push_back(module);
    return out;
}

std::vector<NormModule *> GemmaModules::norms()
{
    return {&input_norm, &mlp_norm, &experts_norm, &before_experts, &router_norm, &laurel_norm};
}

std::vector<std::string> model_linears(const DecoderSpec &spec)
{
    std::vector<std::string> out;
    if (!spec.extension || !spec.extension->layer_inputs) return out;
    out.push_back(spec.prefix + ".per_layer_model_projection");
    for (const char *list : {".altup_projections.", ".altup_unembed_projections."})
        for (Count i = 1; i < spec.extension->layer_inputs->streams; ++i)
            out.push_back(spec.prefix + list + std::to_string(i - 1));
    return out;
}

void LayerInputModules::load(Machine &m, const DecoderSpec &spec, const Precision &precision)
{
    const LayerInputs &inputs = *spec.extension->layer_inputs;
    const Count width = product(inputs.width, spec.layer_count());
    embedding.value = new_parameter(m, {inputs.vocab, width}, precision.weights, "embedding");
    embedding.module = "embed_tokens_per_layer";
    embedding.embedding = true;
    const std::vector<std::string> names = model_linears(spec); // in the order of linears()
    std::size_t next = 0;
    load_sized(m, projection, "per_layer_model_projection", names[next++], spec.hidden, width, precision);
    norm.load(m, inputs.norm, precision.weights);
    spread.clear();
    gather.clear();
    for (std::deque<LinearModule> *list : {&spread, &gather})
        for (Count i = 1; i < inputs.streams; ++i)
            load_sized(m, list->emplace_back(), "altup_projections", names[next++], spec.hidden, spec.hidden, precision);
}

std::vector<LinearModule *> LayerInputModules::linears()
{
    std::vector<LinearModule *> out{&projection};
    for (std::deque<LinearModule> *list : {&spread, &gather})
        for (LinearModule &module : *list) out.push_back(&module);
    return out;
}

Tensor LayerInputModules::forward(Machine &m, Shape tokens, const Tensor &embedded, Tensor *named)
{
    const WithScope inside(m, embedding.module);
    Tensor looked_up = step::embedding(m, tokens, embedding);
    looked_up = scale(m, std::move(looked_up));
    if (named) *named = looked_up;
    const Count width = norm.width(), layers = looked_up.shape().last() / width;
    const Shape whole{tokens.size[0], tokens.size[1], layers, width};
    Tensor projected = projection.forward(m, embedded);
    projected = scale(m, std::move(projected)).view(whole);
    projected = norm.forward(m, std::move(projected));
    Tensor sum = add(m, projected, looked_up.view(whole));
    return scale(m, std::move(sum));
}

namespace {

/// Whether the values' gradient comes back head by head.
bool values_lie_by_heads(const Machine &m, const AttentionSpec &a, const Pass &pass)
{
    // of wide heads the library repeats keys and values itself, with or without a mask (sdpa_attention.py, use_gqa_in_sdpa)
    const bool wide = pass.inputs.backend == AttentionBackend::sdpa && a.heads != a.kv_heads && a.head_dim > 256 &&
                      !m.older.groups_wide_heads;
    return wide || head_order(m, a, pass).v;
}

} // namespace

Tensor gemma_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    const ForwardInputs &inputs = pass.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const GemmaSpec &gemma = *layer.spec->extension->gemma;
    const Count b = inputs.batch, s = inputs.length;
    const Positional &tables =
        a.sliding_window && pass.window_positional.cos.defined() ? pass.window_positional : pass.positional;
    static const NormSpec bare{"v_norm", NormKind::rms_power, 0, false};
    Tensor q = layer.q.forward(m, x).view({b, a.heads, s, a.head_dim});
    q = layer.q_norm.forward(m, std::move(q));
    q = apply_rotary_to_one(m, q, tables.cos, tables.sin);
    Tensor k, v;
    SharedKeys &kept = pass.kept_keys[a.sliding_window ? 1 : 0];
    if (gemma.sharing == KvSharing::reuse) {
        k = kept.key;
        v = kept.value;
    } else {
        k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
        const bool strided = a.kv_heads > 1 && values_lie_by_heads(m, a, pass);
        const auto viewed = [&](Tensor t) { return strided ? copied_back(m, t) : t; };
        if (!layer.v.loaded()) k = viewed(std::move(k));
        v = layer.v.loaded() ? viewed(layer.v.forward(m, x).view({b, a.kv_heads, s, a.head_dim})) : k;
        k = layer.k_norm.forward(m, std::move(k));
        k = apply_rotary_to_one(m, k, tables.cos, tables.sin);
        NormModule value_norm;
        value_norm.load(m, bare, pass.model.precision.weights);
        v = value_norm.forward(m, std::move(v));
        if (inputs.cache) update_cache(m, (*inputs.cache)[layer.index], a.sliding_window, inputs, k, v);
        if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    }
    if (gemma.sharing == KvSharing::store) kept = {k, v};
    Count keys = k.shape().size[2];
    if (inputs.cache && inputs.backend == AttentionBackend::sdpa && s > 1 && !pass.mask_of(a).tensor.defined()) keys = s;
    const double rate = pass.attention_dropout_of(layer);
    Tensor out = layer.o.forward(m, attend(m, a, q, k, v, pass, keys, rate));
    q.reset();
    return out;
}

} // namespace plimsoll::step

namespace plimsoll {

std::vector<KvSharing> kv_sharing_of(const std::vector<std::string> &types, std::size_t first_shared)
{
    std::vector<KvSharing> out(types.size(), KvSharing::none);
    if (first_shared >= types.size()) return out;
    std::vector<std::string> stored;
    for (std::size_t i = first_shared; i-- > 0;) {
        if (std::ranges::find(stored, types[i]) != stored.end()) continue;
        stored.push_back(types[i]);
        out[i] = KvSharing::store;
    }
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(first_shared), out.end(), KvSharing::reuse);
    return out;
}

} // namespace plimsoll
