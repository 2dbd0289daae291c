// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/model_beside.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::step {

namespace {

/// _build_shadow_backbone: base_backbone.__class__ of a configuration with fewer layers, of whose kinds the first are left.
std::vector<int> first_kinds(const DecoderSpec &spec, Count layers)
{
    const auto count = static_cast<std::size_t>(std::max<Count>(layers, 1));
    std::vector<int> out(spec.layers);
    out.resize(count, out.back());
    return out;
}

/// Nothing of it is quantised; `module.to(device, dtype)` gives it the dtype of the base's first parameter.
Precision dense(const DecoderModules &base)
{
    Precision out;
    out.weights = base.embedding.value.dtype();
    return out;
}

/// As LLaMA and most others name it; _remove_embed_tokens finds no other.
bool has_embed_tokens(const DecoderSpec &spec) { return spec.embedding_name == "embed_tokens"; }

} // namespace

ModelBeside::ModelBeside(Machine &m, DecoderModules &base, const AdapterRun &adapter)
    : m_base(base), m_adapter(adapter), m_shares(adapter.beside()->shares_embedding(adapter.use())),
      m_kinds(first_kinds(base.spec, adapter.beside()->layers(adapter.use()))), m_modules(base.spec, m_kinds, dense(base))
{
    if (!m_shares || !has_embed_tokens(base.spec)) load_embedding(m, m_modules);
    load_backbone(m, m_modules, false);
    for (Leaf *leaf : own_leaves()) m.relabel(leaf->value.storage(), Component::adapters);
    for (Tensor &buffer : m_modules.buffers) m.relabel(buffer.storage(), Component::adapters);
    const AdapterTensors made = adapter.beside()->tensors(adapter.use(), base.spec.hidden);
    for (std::size_t i = 0; i < base.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        std::vector<Leaf> &leaves = m_layers.emplace_back(made.size());
        for (std::size_t j = 0; j < made.size(); ++j) {
            leaves[j].value = new_parameter(m, made[j].shape, made[j].dtype, made[j].name, Component::adapters);
            leaves[j].module = made[j].name;
            leaves[j].layer = m.scope.layer;
        }
    }
    m.scope.layer = -1;
}

std::vector<Leaf *> ModelBeside::own_leaves()
{
    std::vector<Leaf *> all, out;
    collect_modules(m_modules, all);
    for (Leaf *leaf : all) {
        leaf->layer = -1; // none of the base's
        if (leaf->value.defined()) out.push_back(leaf);
    }
    return out;
}

void ModelBeside::collect(std::vector<Leaf *> &parameters)
{
    for (std::vector<Leaf> &leaves : m_layers)
        for (Leaf &leaf : leaves) parameters.push_back(&leaf);
    std::ranges::copy(own_leaves(), std::back_inserter(parameters));
}

void ModelBeside::collect_unreached(std::vector<Leaf *> &parameters)
{
    if (m_shares && m_modules.embedding.value.defined()) parameters.push_back(&m_modules.embedding);
}

void ModelBeside::cast(Machine &m, Dtype dtype)
{
    std::vector<Leaf *> all;
    collect(all);
    for (Leaf *leaf : all)
        if (leaf->value.dtype() != dtype) leaf->value = m.empty(leaf->value.shape(), dtype, "cast_adapter", Component::adapters);
}

void ModelBeside::begin(Machine &m, const Pass &of_base)
{
    m_first.reset();
    ForwardInputs in = of_base.inputs;
    in.checkpointing = {}; // it is no part of the model whose layers are told to
    in.recomputed = nullptr;
    in.captured = in.attentions = in.scores = in.prepared = nullptr;
    if (in.past == 0) m_cache.assign(m_kinds.size(), {});
    if (in.cache) in.cache = &m_cache;
    m_training = in.training;
    const auto pass = std::make_shared<Pass>(m_modules, m_names, in);
    ModelNames names;
    {
        const WithScope inside(m, m_base.spec.embedding_name.c_str());
        names.embedded = m_shares ? m_base.runs.embed(m, of_base) : m_modules.runs.embed(m, *pass);
        if (m_shares && m_base.input_requires_grad) names.embedded = hooked_input(m, std::move(names.embedded));
    }
    names.position_ids = m.empty({1, in.length}, Dtype::int64, "position_ids");
    Tensor hidden = m_modules.runs.begin(m, *pass, names);
    m_names.first_run = true;
    for (Layer &layer : m_modules.layers) {
        hidden = m_modules.runs.layer(m, layer, hidden, *pass);
        m_names.weights.reset();
    }
    m_first = m_modules.runs.end(m, *pass, names, std::move(hidden));
    m_names = {};
    m_state = m_first;
}

Tensor ModelBeside::enter(Machine &m, std::size_t layer, const Tensor &hidden)
{
    return m_adapter.beside()->enter({m, m_adapter.use(), m_layers[layer], m_training}, hidden, m_state);
}

void ModelBeside::leave(Machine &m, std::size_t layer, const Tensor &hidden)
{
    Tensor next = m_adapter.beside()->leave({m, m_adapter.use(), m_layers[layer], m_training}, hidden, m_state);
    m_state = std::move(next);
}

} // namespace plimsoll::step
