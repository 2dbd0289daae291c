// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"

#include "core/adapters/adapter_run.h"
#include "core/decoder/model_beside.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <string_view>

// What PEFT wraps in a decoder, and what trains then.

namespace plimsoll::step {

const MlpSpec &sparse_mlp(const LayerSpec &layer)
{
    return layer.extension && layer.extension->gemma && layer.extension->gemma->experts ? *layer.extension->gemma->experts
                                                                                        : layer.mlp;
}

std::vector<const LinearSpec *> layer_linears(const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    const MlpSpec &dense = layer.mlp, &f = sparse_mlp(layer);
    std::vector<const LinearSpec *> all;
    for (const LinearSpec *projection : as_registered(a, &a.q, &a.k, &a.v, &a.fused, &a.o)) {
        if (projection == &a.o)
            for (const LinearSpec *linear : {&a.latent.q_a, &a.latent.q_b, &a.latent.kv_a, &a.latent.kv_b})
                if (linear->out > 0) all.push_back(linear);
        if (projection->out > 0) all.push_back(projection);
    }
    const auto mix = [&](bool behind) {
        if (!layer.extension || layer.extension->mixer.behind_mlp != behind) return;
        for (const LinearSpec &linear : layer.extension->mixer.linears) all.push_back(&linear);
    };
    mix(false);
    for (const LinearSpec *linear : {&dense.gate, &dense.up, &dense.down})
        if (linear->out > 0 && (linear != &dense.gate || dense.kind != MlpKind::moe)) all.push_back(linear);
    mix(true);
    if (layer.extension && layer.extension->indexer && !layer.extension->indexer->shared)
        for (const LinearSpec *linear :
             {&layer.extension->indexer->wq_b, &layer.extension->indexer->wk, &layer.extension->indexer->weights})
            all.push_back(linear);
    if (layer.extension && layer.extension->gemma)
        std::ranges::copy(gemma_linears(*layer.extension->gemma), std::back_inserter(all));
    if (layer.extension && layer.extension->attention_gate.out > 0) all.push_back(&layer.extension->attention_gate);
    if (f.kind != MlpKind::moe) return all;
    if (f.moe.router.is_linear) all.push_back(&f.moe.router.projection);
    if (f.moe.shared.width > 0)
        for (const LinearSpec *linear : {&f.moe.shared.gate_proj, &f.moe.shared.up_proj, &f.moe.shared.down_proj})
            if (linear->out > 0) all.push_back(linear); // Granite's gate and up are one
    if (f.moe.shared.width > 0 && f.moe.shared.gated) all.push_back(&f.gate);
    if (f.moe.latent.in.out > 0) all.insert(all.end(), {&f.moe.latent.in, &f.moe.latent.out});
    return all;
}

namespace {

/// The bit of an experts' parameter that PEFT adapts, and its rank.
std::uint32_t own_parameter(const LayerSpec &layer, std::string_view name, Count rank, AdapterTargets &out)
{
    const MlpSpec &mlp = sparse_mlp(layer);
    if (mlp.kind != MlpKind::moe) return 0;
    if (name == mlp.moe.router.projection.name + ".weight") {
        out.router_rank = rank;
        return AdapterTargets::router;
    }
    const std::string experts = (mlp.name.empty() ? "" : mlp.name + ".") + "experts.";
    const MoeSpec &moe = mlp.moe;
    if (moe.separate.down.out > 0 && name.starts_with(experts)) {
        const std::string_view last = name.substr(name.rfind('.') + 1);
        return last == moe.separate.gate.name   ? AdapterTargets::apart
               : last == moe.separate.up.name   ? AdapterTargets::apart << 1
               : last == moe.separate.down.name ? AdapterTargets::apart << 2
                                                : 0;
    }
    if (name == experts + (moe.gated ? "gate_up_proj" : "up_proj")) {
        out.gate_up_rank = rank;
        return AdapterTargets::gate_up;
    }
    if (name != experts + "down_proj") return 0;
    out.down_rank = rank;
    return AdapterTargets::down;
}

/// The rank of the module of this bit, among those of its layer.
void note_rank(std::vector<Count> &ranks, std::uint32_t bit, Count rank)
{
    const auto place = static_cast<std::size_t>(std::countr_zero(bit));
    if (ranks.size() <= place) ranks.resize(place + 1);
    ranks[place] = rank;
}

/// The name of a norm in its layer, or of the last one of the model.
std::string norm_within(const DecoderSpec &spec, const std::string &prefix, const std::string &module)
{
    if (!module.starts_with(prefix)) return spec.final_norm.name;
    const std::size_t dot = module.find('.', prefix.size());
    return dot == std::string::npos ? module : module.substr(dot + 1);
}

} // namespace

AdapterTargets adapter_targets(const DecoderSpec &spec, const AdaptedModules &plan)
{
    AdapterTargets out;
    out.tied_head = plan.tied_head;
    out.tied_copy = plan.tied_copy;
    if (spec.extension && spec.extension->sequence)
        for (const AdaptedModule &target : plan.targets) out.names.push_back({target.module, target.rank});
    out.layers.resize(spec.layers.size());
    out.ranks.resize(spec.layers.size());
    const Count usual = plan.usual_rank;
    out.trainable = plan.trainable;
    const std::string prefix = (spec.prefix.empty() ? "" : spec.prefix + ".") + spec.layers_name + ".";
    const std::vector<std::string> own_linears = model_linears(spec);
    out.model_sizes = plan.model;
    for (const AdaptedModule &target : plan.targets) {
        if (target.module == spec.head.name) out.head = true;
        if (const auto own = std::ranges::find(own_linears, target.module); own != own_linears.end())
            out.model |= 1u << (own - own_linears.begin());
        if (target.module.ends_with("." + spec.embedding_name) || target.module == spec.embedding_name) {
            out.embedding = true;
            out.embedding_rank = target.rank;
        }
        if (target.module == spec.prefix + "." + spec.project_in.name) out.project_in = true;
        if (target.module == spec.prefix + "." + spec.project_out.name) out.project_out = true;
        if (target.kind == ModuleKind::norm) out.norms.push_back(norm_within(spec, prefix, target.module));
        const std::size_t dot = target.module.starts_with(prefix) ? target.module.find('.', prefix.size()) : std::string::npos;
        if (dot == std::string::npos) {
            if (target.rank != usual) out.other_ranks[target.module] = target.rank;
            continue;
        }
        const auto layer = static_cast<std::size_t>(std::strtoul(target.module.c_str() + prefix.size(), nullptr, 10));
        if (layer >= out.layers.size()) continue;
        const std::string_view name = std::string_view(target.module).substr(dot + 1);
        std::uint32_t bit = 1;
        for (const LinearSpec *linear : layer_linears(spec.kinds[static_cast<std::size_t>(spec.layers[layer])])) {
            if (linear->name == name) {
                out.layers[layer] |= bit;
                if (target.rank != usual) note_rank(out.ranks[layer], bit, target.rank);
            }
            bit <<= 1;
        }
        out.layers[layer] |= own_parameter(spec.kinds[static_cast<std::size_t>(spec.layers[layer])], name, target.rank, out);
    }
    find_saved_modules(out, spec, plan.saved_modules);
    return out;
}

namespace {

/// Linear modules with an adapter and its rank (0: the adapter's), in module order; of each layer then its experts.
void each_adapted(Machine &m, DecoderModules &model, const AdapterTargets &targets,
                  const std::function<void(LinearModule &, Count)> &act,
                  const std::function<void(ExpertsModule &)> &act_on_experts = nullptr)
{
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        std::uint32_t bit = 1;
        std::size_t place = 0;
        const std::vector<Count> &ranks = targets.ranks[i];
        for (LinearModule *module : linears_of(model.layers[i])) {
            if (targets.layers[i] & bit) act(*module, place < ranks.size() ? ranks[place] : 0);
            bit <<= 1;
            ++place;
        }
        if (!model.layers[i].experts) continue;
        if (SeparateExperts *apart = model.layers[i].experts->separate())
            apart->each_of(targets.layers[i] / AdapterTargets::apart % 8, [&act](LinearModule &module) { act(module, 0); });
        if (act_on_experts) act_on_experts(*model.layers[i].experts);
    }
    m.scope.layer = -1;
    const auto rank_of = [&targets](const std::string &name) {
        const auto found = targets.other_ranks.find(name);
        return found == targets.other_ranks.end() ? Count{0} : found->second;
    };
    const std::vector<std::string> own = model_linears(model.spec);
    std::uint32_t bit = 1;
    std::size_t place = 0;
    for (LinearModule *module : model.layer_inputs ? model.layer_inputs->linears() : std::vector<LinearModule *>()) {
        if (targets.model & bit) act(*module, place < own.size() ? rank_of(own[place]) : 0);
        bit <<= 1;
        ++place;
    }
    if (targets.head) act(model.head, rank_of(model.spec.head.name));
    if (targets.project_in) act(model.project_in, rank_of(model.spec.prefix + "." + model.spec.project_in.name));
    if (targets.project_out) act(model.project_out, rank_of(model.spec.prefix + "." + model.spec.project_out.name));
}

void cast_adapters(Machine &m, DecoderModules &model, const AdapterTargets &targets, Dtype dtype, bool magnitude)
{
    each_adapted(
        m, model, targets, [&](LinearModule &module, Count) { module.cast_adapter(m, dtype, magnitude); },
        [&](ExpertsModule &experts) { experts.cast_lora(m, dtype); });
}

void adapt_experts(Machine &m, DecoderModules &model, const AdapterTargets &targets, const Adapter &adapter)
{
    // where PEFT changes the rank of fused matrices it changes alpha alike; rsLoRA divides by the root of the rank
    const bool scaled = adapter.rslora || adapter.alpha != static_cast<double>(adapter.rank);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::uint32_t bits = targets.layers[i];
        if (!model.layers[i].experts || bits < AdapterTargets::router) continue;
        m.scope.layer = static_cast<std::int16_t>(i);
        ExpertsModule &experts = *model.layers[i].experts;
        experts.add_lora(m,
                         {bits & AdapterTargets::router ? targets.router_rank : 0,
                          bits & AdapterTargets::gate_up ? targets.gate_up_rank : 0,
                          bits & AdapterTargets::down ? targets.down_rank : 0, scaled},
                         model.precision.quant == "none" ? std::optional(adapter.dtype) : std::nullopt);
    }
    m.scope.layer = -1;
}

/// Appends the parameters of a layer as they are registered, and tells them whose they are.
void collect_layer(Layer &layer, std::vector<Leaf *> &all)
{
    const std::size_t before = all.size();
    if (layer.optional_modules)
        for (Leaf *leaf : own_leaves(*layer.optional_modules))
            if (leaf->value.defined()) all.push_back(leaf);
    if (layer.mixer) layer.mixer->collect(all); // a module's own parameters come before those of the modules inside
    const Parts<LinearModule> own = linears_of(layer);
    const std::size_t shared = layer.experts ? layer.experts->linears().size() : 0; // registered behind the experts
    for (std::size_t i = 0; i + shared < own.size(); ++i) own[i]->collect(all);
    if (layer.experts) layer.experts->collect(all);
    for (std::size_t i = own.size() - shared; i < own.size(); ++i) own[i]->collect(all);
    for (NormModule *norm : norms_of(layer)) norm->collect(all);
    if (layer.gemma && layer.spec->extension->gemma->streams > 1) all.push_back(&layer.gemma->output_scale);
    for (Leaf *leaf : std::span(all).subspan(before)) leaf->layer = static_cast<std::int16_t>(layer.index);
}

/// Copies of the norms that are named, which train.
void train_norms(Machine &m, DecoderModules &model, const AdapterTargets &targets)
{
    const auto copy = [&](NormModule &norm) {
        if (norm.present() && std::ranges::find(targets.norms, norm.name()) != targets.norms.end()) norm.train_copy(m);
    };
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        for (NormModule *norm : norms_of(model.layers[i])) copy(*norm);
    }
    m.scope.layer = -1;
    copy(model.final_norm);
}

void adapt_embedding(Machine &m, DecoderModules &model, const AdapterTargets &targets, const Adapter &adapter)
{
    const Shape &table = model.embedding.value.shape();
    if (targets.embedding) {
        const Shape a{table.size[0], targets.embedding_rank}, b{table.size[1], targets.embedding_rank};
        model.embedding_a.value = new_parameter(m, a, adapter.dtype, "lora_embedding_A", Component::adapters);
        model.embedding_b.value = new_parameter(m, b, adapter.dtype, "lora_embedding_B", Component::adapters);
        model.embedding_a.module = model.embedding_b.module = model.embedding.module;
    }
    if (!targets.save_embedding) return;
    model.saved_embedding.value = new_parameter(m, table, model.embedding.value.dtype(), "modules_to_save", Component::adapters);
    model.saved_embedding.module = model.embedding.module;
    model.saved_embedding.embedding = true;
    if (targets.tied_copy) model.saved_head.tie(model.saved_embedding, model.spec.head);
}

/// A tied head's matrices are parameters over the embedding's storage, as long as no cast makes them anew.
void share_adapter(DecoderModules &model, const AdapterTargets &targets, Dtype dtype)
{
    LinearAdapter *const adapter = targets.tied_head ? model.head.adapter() : nullptr;
    const std::optional<LowRankHalves> halves = adapter ? adapter->halves() : std::nullopt;
    if (!halves || !model.embedding_a.value.defined() || model.embedding.value.dtype() != dtype) return;
    halves->a->value = model.embedding_b.value.view(halves->a->value.shape());
    halves->b->value = model.embedding_a.value.view(halves->b->value.shape());
}

} // namespace

void adapt_modules(Machine &m, DecoderModules &model, const AdapterTargets &targets, const Adapter &wanted, bool converts,
                   bool placed)
{
    Adapter adapter = wanted; // peft 0.21 tuners_utils.py, _move_adapter_to_device_of_base_layer
    if (placed && model.precision.quant == "none" && wanted.dtype == Dtype::fp32) adapter.dtype = model.precision.weights;
    model.adapters = std::make_shared<AdapterRun>(m, adapter, targets.model_sizes, model.embedding.value.dtype());
    each_adapted(m, model, targets, [&](LinearModule &module, Count rank) {
        model.adapters->wrap(m, module, rank);
        model.attends.adapted(module);
    });
    if (model.adapters->takes_head(model.spec.tied)) model.adapters->wrap_head(m, model.head);
    if (!targets.norms.empty()) train_norms(m, model, targets);
    adapt_experts(m, model, targets, adapter);
    adapt_embedding(m, model, targets, adapter);
    if (model.adapters->beside()) model.beside = std::make_shared<ModelBeside>(m, model, *model.adapters);
    if (targets.save_head) model.saved_head.load_copy(m, model.spec.head, model.head.weight().value.dtype());
    train_saved_modules(m, model, targets, converts ? std::optional(Dtype::bf16) : std::nullopt);
    // PeftModel's autocast_adapter_dtype; then what SFTTrainer converts, which leaves DoRA's magnitudes alone
    if (converts || wanted.dtype == Dtype::fp32) cast_adapters(m, model, targets, Dtype::fp32, true);
    if (!converts) return share_adapter(model, targets, wanted.dtype);
    cast_adapters(m, model, targets, wanted.dtype, false);
    if (model.beside) model.beside->cast(m, wanted.dtype);
    if (targets.save_embedding && model.saved_embedding.value.dtype() != Dtype::bf16)
        model.saved_embedding.value =
            m.empty(model.saved_embedding.value.shape(), Dtype::bf16, "modules_to_save", Component::adapters);
    if (targets.save_head) model.saved_head.cast_copy(m, Dtype::bf16);
}

void collect_modules(DecoderModules &model, std::vector<Leaf *> &all)
{
    all.push_back(&model.embedding);
    for (Leaf *leaf : {&model.embedding_a, &model.embedding_b, &model.saved_embedding}) // inside PEFT's wrapper of the embedding
        if (leaf->value.defined()) all.push_back(leaf);
    if (model.positions.value.defined()) all.push_back(&model.positions);
    for (LinearModule *module : {&model.project_out, &model.project_in})
        if (module->loaded()) module->collect(all);
    model.embedding_norm.collect(all);
    for (Layer &layer : model.layers) collect_layer(layer, all);
    model.final_norm.collect(all);
    if (model.layer_inputs) {
        all.push_back(&model.layer_inputs->embedding);
        for (LinearModule *module : model.layer_inputs->linears()) module->collect(all);
        model.layer_inputs->norm.collect(all);
    }
    model.head.collect(all);
    model.saved_head.collect(all);
    if (model.adapters) model.adapters->collect_shared(all);
    if (model.beside) model.beside->collect(all);
}

namespace {

bool is_adapter(const Leaf &leaf)
{
    const Storage *storage = leaf.value.storage();
    return storage && storage->component == static_cast<std::uint8_t>(Component::adapters);
}

RegisteredParameter registered_as(Leaf &leaf)
{
    RegisteredParameter out{&leaf, nullptr, leaf.module, is_adapter(leaf)};
    out.norm_or_bias = leaf.value.shape().rank < 2 && !leaf.decays;
    return out;
}

/// What bitsandbytes or a checkpoint packed of a layer.
void add_packed(std::vector<RegisteredParameter> &out, const Parts<LinearModule> &linears)
{
    for (LinearModule *linear : linears)
        if (linear->held().base != LinearBase::dense) out.push_back(linear->packed_parameter());
}

} // namespace

ModelParameters Decoder::registered()
{
    ModelParameters out;
    std::vector<Leaf *> all;
    m_sequence ? m_sequence->collect(all) : collect_modules(m_model, all);
    out.layers.resize(m_model.layers.size());
    for (std::size_t i = 0; i < m_model.layers.size(); ++i) {
        add_packed(out.layers[i], linears_of(m_model.layers[i]));
        if (!m_model.layers[i].experts) continue;
        for (LinearModule *linear : m_model.layers[i].experts->linears()) add_packed(out.layers[i], Parts<LinearModule>{linear});
    }
    bool layers_begun = false;
    for (Leaf *leaf : all) {
        if (!leaf->value.defined()) continue;
        const auto layer = static_cast<std::size_t>(leaf->layer);
        layers_begun = layers_begun || leaf->layer >= 0;
        if (leaf->layer >= 0 && layer < out.layers.size())
            out.layers[layer].push_back(registered_as(*leaf));
        else
            (layers_begun || leaf->loss ? out.after : out.before).push_back(registered_as(*leaf));
    }
    out.buffers = &m_model.buffers;
    out.tied = m_model.spec.tied;
    return out;
}

void Decoder::cast_embeddings(Machine &m, Dtype dtype)
{
    if (m_sequence) return;
    const auto cast = [&](Leaf &leaf) {
        if (!leaf.value.defined() || leaf.value.dtype() == dtype) return;
        leaf.value = m.empty(leaf.value.shape(), dtype, "to", Component::weights);
    };
    cast(m_model.embedding);
    if (!m_model.spec.tied) cast(m_model.head.weight());
}

void Decoder::add_adapters(Machine &m, const AdapterTargets &targets, const Adapter &wanted, bool converts, bool placed)
{
    if (m_sequence) return m_sequence->add_adapters(m, targets.names, targets.model_sizes, wanted);
    adapt_modules(m, m_model, targets, wanted, converts, placed);
}

std::vector<Leaf *> Decoder::make_trainable(const Machine &m, bool adapters_only, std::string_view bias, bool head_alone)
{
    std::vector<Leaf *> all, unreached;
    all.reserve(32 * m_model.layers.size() + 16); // more than nearly all have
    m_sequence ? m_sequence->collect(all) : collect_modules(m_model, all);
    std::vector<const Leaf *> biases; // of the wrapped modules
    if (bias == "lora_only")
        for (Layer &layer : m_model.layers)
            for (LinearModule *module : linears_of(layer))
                if (module->adapter()) biases.push_back(module->bias());
    for (Layer &layer : m_model.layers) {
        if (!layer.indexer) continue;
        for (LinearModule *module : {&layer.indexer->wq_b, &layer.indexer->wk, &layer.indexer->weights})
            module->collect(unreached);
        layer.indexer->k_norm.collect(unreached);
    }
    if (m_sequence) m_sequence->collect_unreached(unreached, head_alone);
    if (m_model.beside) m_model.beside->collect_unreached(unreached);
    m_unreached = 0;
    std::vector<Leaf *> training;
    training.reserve(all.size());
    for (Leaf *leaf : all) {
        leaf->loss = (leaf == &m_model.head.weight() && leaf != &m_model.embedding) ||
                     (leaf == &m_model.saved_head.weight() && leaf != &m_model.saved_embedding);
        const bool adapter =
            leaf->value.storage() && leaf->value.storage()->component == static_cast<std::uint8_t>(Component::adapters);
        const bool beside = bias == "all" ? leaf->bias : bias == "lora_only" && std::ranges::find(biases, leaf) != biases.end();
        const bool trains = adapters_only == adapter || (adapters_only && beside);
        set_trains(*leaf, trains);
        if (!trains) continue;
        if (std::ranges::find(unreached, leaf) == unreached.end())
            training.push_back(leaf);
        else
            m_unreached += product(leaf->value.elements(), m.times(leaf->layer));
    }
    return training;
}

} // namespace plimsoll::step
