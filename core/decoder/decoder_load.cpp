// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"

#include <algorithm>
#include <iterator>

// A decoder's modules: how they are made, and what they are.

namespace plimsoll::step {

namespace {

constexpr std::size_t usual_parts = 12; ///< linear modules of a layer, or norms

const DecoderClass &as_llama()
{
    static const DecoderClass llama;
    return llama;
}

const DecoderClass &runs_as(const DecoderSpec &spec)
{
    return spec.extension && spec.extension->runs ? *spec.extension->runs : as_llama();
}

bool ends_parameters(const DecoderModules &model)
{
    // quantizers/base.py get_keys_to_not_convert: the last of named_parameters() stays dense, the last layer's last matrix
    // where no norm behind it has parameters and the head is the embedding
    const LayerSpec &last = model.spec.kinds[static_cast<std::size_t>(model.kinds.back())];
    const auto bare = [](const NormSpec &norm) {
        return norm.kind == NormKind::none || norm.kind == NormKind::layer_norm_bare || norm.width == 0;
    };
    return model.spec.tied && bare(model.spec.final_norm) && bare(last.input_norm) && bare(last.post_attention_norm) &&
           bare(last.pre_mlp_norm) && bare(last.post_mlp_norm) && !last.mlp.down.bias;
}

/// Attention, and what stands in its place or beside it.
void load_attention(Machine &m, DecoderModules &model, Layer &layer)
{
    const LayerSpec &spec = *layer.spec;
    const AttentionSpec &a = spec.attention;
    const auto load = [&](LinearModule &module, const LinearSpec &linear) {
        if (linear.out > 0) module.load(m, linear, model.precision, true, model.around().own_linears);
    };
    if ((a.sinks || spec.extension) && !layer.optional_modules) layer.optional_modules = std::make_unique<OptionalModules>();
    if (a.sinks) {
        Leaf &sinks = layer.optional_modules->sinks;
        sinks.value = new_parameter(m, {a.heads}, model.precision.weights, "sinks");
        sinks.module = a.name.c_str();
        sinks.layer = m.scope.layer;
        sinks.decays = true;
    }
    if (a.kind == AttentionKind::latent) {
        load(layer.q, a.q);
        layer.latent = std::make_unique<LatentModules>();
        load(layer.latent->q_a, a.latent.q_a);
        if (a.latent.q_lora_rank > 0) layer.latent->q_a_norm.load(m, a.latent.q_a_norm, model.precision.weights);
        load(layer.latent->q_b, a.latent.q_b);
        load(layer.latent->kv_a, a.latent.kv_a);
        layer.latent->kv_a_norm.load(m, a.latent.kv_a_norm, model.precision.weights);
        load(layer.latent->kv_b, a.latent.kv_b);
    }
    const auto specs = as_registered(a, &a.q, &a.k, &a.v, &a.fused, &a.o);
    const auto modules = as_registered(a, &layer.q, &layer.k, &layer.v, &layer.fused, &layer.o);
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (!layer.latent || modules[i] != &layer.q) load(*modules[i], *specs[i]);
    for (const Parameter &buffer : a.buffers)
        model.buffers.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
    layer.q_norm.load(m, a.norms.q, model.precision.weights);
    layer.k_norm.load(m, a.norms.k, model.precision.weights);
    if (spec.extension && spec.extension->indexer && !spec.extension->indexer->shared) {
        const IndexerSpec &indexer = *spec.extension->indexer;
        layer.indexer = std::make_unique<IndexerModules>();
        load(layer.indexer->wq_b, indexer.wq_b);
        load(layer.indexer->wk, indexer.wk);
        load(layer.indexer->weights, indexer.weights);
        layer.indexer->k_norm.load(m, indexer.k_norm, model.precision.weights);
    }
    if (spec.extension && spec.extension->mixer.kind != MixerKind::none) {
        layer.mixer = std::make_unique<MixerModule>();
        layer.mixer->load(m, spec.extension->mixer, model.precision);
    }
}

void load_mlp(Machine &m, DecoderModules &model, Layer &layer)
{
    const LayerSpec &spec = *layer.spec;
    const auto load = [&](LinearModule &module, const LinearSpec &linear) {
        if (linear.out > 0) module.load(m, linear, model.precision, true, model.around().own_linears);
    };
    if (spec.mlp.kind != MlpKind::moe) load(layer.gate, spec.mlp.gate);
    load(layer.up, spec.mlp.up);
    const bool spared = m.scope.layer + 1 == static_cast<int>(model.kinds.size()) && ends_parameters(model);
    if (spec.mlp.down.out > 0) layer.down.load(m, spec.mlp.down, model.precision, !spared, model.around().own_linears);
    const MlpSpec &sparse = sparse_mlp(spec);
    if (sparse.kind == MlpKind::moe) {
        layer.experts = std::make_unique<ExpertsModule>();
        layer.experts->load(m, sparse, model.spec.hidden, model.precision);
    }
}

} // namespace

DecoderModules::DecoderModules(const DecoderSpec &described, std::span<const int> layers_run, const Precision &held)
    : spec(described), kinds(layers_run), precision(held), runs(runs_as(described)),
      attends(described.extension && described.extension->attends ? *described.extension->attends : runs)
{}

const DecoderExtension &DecoderModules::around() const
{
    static const DecoderExtension nothing;
    return spec.extension ? *spec.extension : nothing;
}

void DecoderClass::load_layer(Machine &m, DecoderModules &model, Layer &layer) const
{
    const LayerSpec &spec = *layer.spec;
    const bool casts = model.around().norms_cast;
    const bool mlp_first = spec.extension && spec.extension->mixer.behind_mlp;
    if (mlp_first) load_mlp(m, model, layer);
    load_attention(m, model, layer);
    if (!mlp_first) load_mlp(m, model, layer);
    layer.input_norm.load(m, spec.input_norm, model.precision.weights, casts);
    layer.post_attention_norm.load(m, spec.post_attention_norm, model.precision.weights, casts);
    layer.pre_mlp_norm.load(m, spec.pre_mlp_norm, model.precision.weights);
    layer.post_mlp_norm.load(m, spec.post_mlp_norm, model.precision.weights);
    if (!spec.extension) return;
    if (spec.extension->attention_gate.out > 0)
        layer.optional_modules->attention_gate.load(m, spec.extension->attention_gate, model.precision, true,
                                                    model.around().own_linears);
    layer.optional_modules->attention_sub_norm.load(m, spec.extension->attention_sub_norm, model.precision.weights);
    layer.optional_modules->mlp_sub_norm.load(m, spec.extension->mlp_sub_norm, model.precision.weights);
    if (!spec.extension->gemma) return;
    layer.gemma = std::make_unique<GemmaModules>();
    layer.gemma->load(m, *spec.extension->gemma, model.precision);
}

void load_embedding(Machine &m, DecoderModules &model)
{
    const Count width = model.spec.embedding_width ? model.spec.embedding_width : model.spec.hidden;
    model.embedding.value = new_parameter(m, {model.spec.vocab, width}, model.precision.weights, "embedding");
    model.embedding.module = model.spec.embedding_name.c_str();
    model.embedding.embedding = true;
}

void load_backbone(Machine &m, DecoderModules &model, bool told_apart)
{
    model.runs.load_positions(m, model);
    model.positions.embedding = true;
    if (model.spec.project_out.out > 0) model.project_out.load(m, model.spec.project_out, model.precision, true);
    if (model.spec.project_in.out > 0) model.project_in.load(m, model.spec.project_in, model.precision, true);
    model.embedding_norm.load(m, model.spec.embedding_norm, model.precision.weights);
    for (const Parameter &buffer : model.around().buffers)
        model.buffers.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
    for (std::size_t i = 0; i < model.kinds.size(); ++i) {
        if (told_apart) m.scope.layer = static_cast<std::int16_t>(i);
        if (i == model.layers.size()) model.layers.emplace_back(); // a quantised model loads them three times over
        Layer &layer = model.layers[i];
        layer.spec = &model.spec.kinds[static_cast<std::size_t>(model.kinds[i])];
        layer.index = i;
        model.runs.load_layer(m, model, layer);
    }
    m.scope.layer = -1;
    model.final_norm.load(m, model.spec.final_norm, model.precision.weights, model.around().norms_cast);
    if (model.spec.positions == Positions::rotary)
        for (int i = 0; i < 2 * model.spec.rotary_tables; ++i)
            model.buffers.push_back(m.empty({model.spec.rotary_dim / 2}, Dtype::fp32, "inv_freq", Component::weights));
    if (model.around().layer_inputs) {
        model.layer_inputs = std::make_unique<LayerInputModules>();
        model.layer_inputs->load(m, model.spec, model.precision);
    }
}

void load_modules(Machine &m, DecoderModules &model)
{
    model.buffers.clear();
    load_embedding(m, model);
    load_backbone(m, model);
    if (model.spec.tied)
        model.head.tie(model.embedding, model.spec.head);
    else
        model.head.load(m, model.spec.head, model.precision,
                        model.around().quantised_head); // bitsandbytes leaves the output embedding alone
}

void use_liger(DecoderModules &model, const LigerForms &forms)
{
    model.liger = forms;
    for (Layer &layer : model.layers)
        if (layer.experts) layer.experts->use_liger(model.liger.experts, model.liger.gated_mlp);
    if (!model.liger.norm) return;
    model.final_norm.use_liger(model.liger.final_in_place);
    for (Layer &layer : model.layers) {
        if (layer.latent && model.liger.head_norms)
            for (NormModule *norm : {&layer.latent->q_a_norm, &layer.latent->kv_a_norm})
                norm->use_liger(model.liger.norm_in_place);
        for (NormModule *norm : {&layer.input_norm, &layer.post_attention_norm, &layer.pre_mlp_norm, &layer.post_mlp_norm})
            norm->use_liger(model.liger.norm_in_place);
        if (model.liger.head_norms)
            for (NormModule *norm : {&layer.q_norm, &layer.k_norm}) norm->use_liger(model.liger.norm_in_place);
    }
}

void raise_modules(Machine &m, DecoderModules &model, bool matrices)
{
    raise_leaf(m, model.embedding);
    if (matrices) raise_leaf(m, model.positions);
    for (LinearModule *module : {&model.project_in, &model.project_out})
        if (module->loaded() && matrices) module->raise_to_fp32(m);
    if (model.embedding_norm.present()) model.embedding_norm.raise_to_fp32(m);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        Layer &layer = model.layers[i];
        if (matrices)
            if (layer.optional_modules)
                for (Leaf *leaf : own_leaves(*layer.optional_modules)) raise_leaf(m, *leaf);
        for (LinearModule *module : linears_of(layer))
            if (matrices) module->raise_to_fp32(m);
        if (layer.mixer && matrices) layer.mixer->raise_to_fp32(m);
        if (layer.experts && matrices) layer.experts->raise_to_fp32(m);
        for (NormModule *norm : norms_of(layer)) norm->raise_to_fp32(m);
        if (layer.gemma && layer.spec->extension->gemma->streams > 1 && matrices) raise_leaf(m, layer.gemma->output_scale);
    }
    m.scope.layer = -1;
    model.final_norm.raise_to_fp32(m);
    if (model.layer_inputs) {
        raise_leaf(m, model.layer_inputs->embedding);
        for (LinearModule *module : model.layer_inputs->linears())
            if (matrices) module->raise_to_fp32(m);
        model.layer_inputs->norm.raise_to_fp32(m);
    }
    model.head.raise_to_fp32(m);
}

void raise_norms(Machine &m, DecoderModules &model)
{
    if (model.embedding_norm.present()) model.embedding_norm.raise_to_fp32(m);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        Layer &layer = model.layers[i];
        for (NormModule *norm : norms_of(layer)) norm->raise_to_fp32(m);
        if (layer.mixer) layer.mixer->raise_norms(m);
    }
    m.scope.layer = -1;
    model.final_norm.raise_to_fp32(m);
    if (model.layer_inputs) model.layer_inputs->norm.raise_to_fp32(m);
}

void expand_modules(Machine &m, DecoderModules &model)
{
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        for (LinearModule *module : linears_of(model.layers[i])) module->expand(m);
        if (model.layers[i].experts && model.layers[i].experts->separate())
            model.layers[i].experts->separate()->each([&m](LinearModule &module) { module.expand(m); });
    }
    m.scope.layer = -1;
    for (LinearModule *module : model.layer_inputs ? model.layer_inputs->linears() : std::vector<LinearModule *>())
        module->expand(m);
    for (LinearModule *module : {&model.project_in, &model.project_out, &model.head}) module->expand(m);
}

Parts<LinearModule> linears_of(Layer &layer)
{
    Parts<LinearModule> all;
    all.reserve(usual_parts);
    for (LinearModule *projection : as_registered(layer.spec->attention, &layer.q, &layer.k, &layer.v, &layer.fused, &layer.o)) {
        if (projection == &layer.o && layer.latent)
            for (LinearModule *module : {&layer.latent->q_a, &layer.latent->q_b, &layer.latent->kv_a, &layer.latent->kv_b})
                if (module->loaded()) all.push_back(module);
        if (projection->loaded()) all.push_back(projection);
    }
    const bool before_mlp = layer.mixer && !layer.spec->extension->mixer.behind_mlp;
    if (before_mlp) std::ranges::copy(layer.mixer->linears(), std::back_inserter(all));
    for (LinearModule *module : {&layer.gate, &layer.up, &layer.down})
        if (module->loaded()) all.push_back(module);
    if (layer.mixer && !before_mlp) std::ranges::copy(layer.mixer->linears(), std::back_inserter(all));
    if (layer.indexer)
        for (LinearModule *module : {&layer.indexer->wq_b, &layer.indexer->wk, &layer.indexer->weights}) all.push_back(module);
    if (layer.gemma) std::ranges::copy(layer.gemma->linears(), std::back_inserter(all));
    if (layer.optional_modules && layer.optional_modules->attention_gate.loaded())
        all.push_back(&layer.optional_modules->attention_gate);
    if (layer.experts) std::ranges::copy(layer.experts->linears(), std::back_inserter(all));
    return all;
}

std::array<Leaf *, 7> own_leaves(OptionalModules &modules)
{
    auto &[first, second, third, fourth] = modules.lambdas;
    return {&modules.sinks, &first, &second, &third, &fourth, &modules.alpha_p, &modules.alpha_n};
}

Parts<NormModule> norms_of(Layer &layer)
{
    Parts<NormModule> all;
    all.reserve(usual_parts);
    all.assign(
        {&layer.q_norm, &layer.k_norm, &layer.input_norm, &layer.post_attention_norm, &layer.pre_mlp_norm, &layer.post_mlp_norm});
    if (layer.latent) all.insert(all.begin(), {&layer.latent->q_a_norm, &layer.latent->kv_a_norm});
    if (layer.indexer) all.push_back(&layer.indexer->k_norm);
    if (layer.gemma) std::ranges::copy(layer.gemma->norms(), std::back_inserter(all));
    if (!layer.optional_modules) return all;
    for (NormModule *norm : {&layer.optional_modules->attention_sub_norm, &layer.optional_modules->mlp_sub_norm})
        if (norm->present()) all.push_back(norm);
    return all;
}

} // namespace plimsoll::step
