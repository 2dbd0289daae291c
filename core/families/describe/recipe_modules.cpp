// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/recipe_modules.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace plimsoll {

struct RecipeModules::Index {
    const Tree &tree;
    std::unordered_map<std::string_view, const Module *> by_name; ///< the first of a name
};

RecipeModules::RecipeModules(const Tree &tree)
{
    auto index = std::make_shared<Index>(Index{tree, {}});
    index->by_name.reserve(tree.modules().size());
    for (const Module &module : tree.modules()) index->by_name.emplace(module.name, &module);
    m_index = std::move(index);
}

RecipeModules RecipeModules::in(std::string_view name) const
{
    RecipeModules out = *this;
    out.m_path = full(name);
    return out;
}

std::vector<RecipeModules> RecipeModules::each(std::string_view name) const
{
    const std::string before = full(name) + ".";
    Count count = 0;
    for (const Module &module : m_index->tree.modules()) {
        if (!module.name.starts_with(before)) continue;
        const std::string_view rest = std::string_view(module.name).substr(before.size());
        Count number = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc{})
            count = std::max(count, number + 1);
    }
    std::vector<RecipeModules> out;
    for (Count i = 0; i < count; ++i) out.push_back(in(std::string(name) + "." + std::to_string(i)));
    return out;
}

std::string RecipeModules::full(std::string_view name) const
{
    if (m_path.empty()) return std::string(name);
    return name.empty() ? m_path : m_path + "." + std::string(name);
}

const Module *RecipeModules::find(std::string_view name) const
{
    const auto found = m_index->by_name.find(full(name));
    return found == m_index->by_name.end() ? nullptr : found->second;
}

const Module &RecipeModules::at(std::string_view name) const
{
    const Module *found = find(name);
    if (!found) throw Refusal{Error{"recipe", full(name), "a module that the recipe builds", {}}};
    return *found;
}

bool RecipeModules::has(std::string_view name) const { return find(name) != nullptr; }

bool RecipeModules::has(std::string_view name, std::string_view tensor) const
{
    const Module *module = find(name);
    const auto holds = [&](const std::vector<Parameter> &list) {
        return std::ranges::find(list, tensor, &Parameter::name) != list.end();
    };
    return module && (holds(module->parameters) || holds(module->buffers));
}

const Dimensions &RecipeModules::shape(std::string_view name, std::string_view parameter) const
{
    const std::vector<Parameter> &list = at(name).parameters;
    const auto found = std::ranges::find(list, parameter, &Parameter::name);
    if (found == list.end())
        throw Refusal{Error{"recipe", full(name) + "." + std::string(parameter), "a tensor that the recipe builds", {}}};
    return found->shape;
}

const std::vector<Parameter> &RecipeModules::buffers(std::string_view name) const { return at(name).buffers; }

LinearSpec RecipeModules::linear(std::string_view name) const
{
    const Dimensions &weight = shape(name);
    if (weight.size() != 2) throw Refusal{Error{"recipe", full(name), "a module whose weight is a matrix", {}}};
    LinearSpec out{std::string(name), weight[1], weight[0], has(name, "bias"), at(name).kind == ModuleKind::conv1d, {}};
    if (out.conv1d) std::swap(out.in, out.out);
    return out;
}

NormSpec RecipeModules::norm(std::string_view name, NormKind kind) const
{
    const Dimensions &weight = shape(name);
    if (weight.size() != 1) throw Refusal{Error{"recipe", full(name), "a module whose weight is a row", {}}};
    return {std::string(name), kind, weight.front(), has(name, "bias")};
}

const Tree &RecipeModules::tree() const { return m_index->tree; }

DecoderSpec decoder_base(const Config &config, const RecipeModules &modules, NormKind final_norm, const RecipeNames &names)
{
    const RecipeModules model = modules.in(names.prefix);
    DecoderSpec spec;
    spec.prefix = names.prefix;
    spec.layers_name = names.layers;
    spec.embedding_name = names.embedding;
    const Dimensions &table = model.shape(names.embedding);
    spec.vocab = table[0];
    spec.hidden = spec.embedding_width = table[1];
    if (!names.final_norm.empty()) spec.final_norm = model.norm(names.final_norm, final_norm);
    spec.head = modules.linear(names.head);
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_position_embeddings").value_or(0));
    return spec;
}

AttentionSpec grouped_attention(const RecipeModules &layer, const Heads &heads, const std::string &out, const std::string &module)
{
    AttentionSpec a;
    a.name = module;
    a.heads = heads.query;
    a.kv_heads = heads.key_value;
    a.head_dim = a.v_head_dim = a.rotary.dim = heads.dim;
    a.q = layer.linear(module + ".q_proj");
    a.k = layer.linear(module + ".k_proj");
    a.v = layer.linear(module + ".v_proj");
    a.o = layer.linear(module + "." + out);
    return a;
}

AttentionSpec fused_attention(const RecipeModules &layer, const Heads &heads, const std::string &module, const std::string &fused,
                              const std::string &out)
{
    AttentionSpec a;
    a.name = module;
    a.heads = heads.query;
    a.kv_heads = heads.key_value;
    a.head_dim = a.v_head_dim = heads.dim;
    a.fused = layer.linear(fused);
    a.o = layer.linear(out);
    return a;
}

void set_q_k_norms(AttentionSpec &attention, const RecipeModules &layer, NormKind kind, const std::string &q_name,
                   const std::string &k_name)
{
    attention.norms.q = layer.norm(attention.name + "." + q_name, kind);
    attention.norms.k = layer.norm(attention.name + "." + k_name, kind);
}

void set_two_norms(LayerSpec &out, const RecipeModules &layer, NormKind kind)
{
    out.input_norm = layer.norm("input_layernorm", kind);
    out.post_attention_norm = layer.norm("post_attention_layernorm", kind);
}

MlpSpec gated_mlp(const RecipeModules &layer, Activation activation, const std::string &module)
{
    MlpSpec out;
    out.kind = MlpKind::gated;
    out.name = module;
    out.activation = activation;
    out.gate = layer.linear(module + ".gate_proj");
    out.up = layer.linear(module + ".up_proj");
    out.down = layer.linear(module + ".down_proj");
    return out;
}

MlpSpec named_gated_mlp(const RecipeModules &layer, const char *gate, const char *up, const char *down)
{
    MlpSpec out;
    out.kind = MlpKind::gated;
    out.activation = Activation::silu;
    out.gate = layer.linear(gate);
    out.up = layer.linear(up);
    out.down = layer.linear(down);
    out.name = out.gate.name.substr(0, out.gate.name.find('.'));
    return out;
}

MlpSpec plain_mlp(const RecipeModules &layer, const std::string &up, const std::string &down, Activation activation)
{
    MlpSpec out;
    out.kind = MlpKind::plain;
    out.name = up.find('.') == std::string::npos ? std::string{} : up.substr(0, up.rfind('.'));
    out.activation = activation;
    out.up = layer.linear(up);
    out.down = layer.linear(down);
    return out;
}

MlpSpec fused_gated_mlp(const RecipeModules &layer, const std::string &up, const std::string &down, Activation activation)
{
    MlpSpec out;
    out.kind = MlpKind::gated_fused;
    out.activation = activation;
    out.up = layer.linear(up);
    out.down = layer.linear(down);
    return out;
}

MlpSpec expert_mlp(const RecipeModules &layer, Count top_k, Activation activation, const std::string &router, RouterKind kind,
                   const std::string &module, bool transposed)
{
    const Dimensions &down = layer.shape(module + ".experts", "down_proj");
    MlpSpec out;
    out.kind = MlpKind::moe;
    out.name = module;
    out.activation = activation;
    out.moe.router.projection = layer.linear(router);
    out.moe.router.kind = kind;
    out.moe.experts = out.moe.router.projection.out;
    out.moe.top_k = std::min(top_k, out.moe.experts);
    out.moe.expert_width = down[transposed ? 1 : 2];
    out.moe.transposed = transposed;
    return out;
}

void add_shared_expert(MlpSpec &mlp, const RecipeModules &layer, const std::string &name)
{
    if (!layer.has(name + ".gate_proj")) return;
    MoeSpec &moe = mlp.moe;
    const LinearSpec gate = layer.linear(name + ".gate_proj");
    moe.shared.width = gate.out;
    if (gate.out == 0) return;
    moe.shared.gate_proj = gate;
    moe.shared.up_proj = layer.linear(name + ".up_proj");
    moe.shared.down_proj = layer.linear(name + ".down_proj");
}

LayerSpec attention_layer(const Config &config, const RecipeModules &layer, const Heads &heads, NormKind kind)
{
    LayerSpec out;
    out.attention = grouped_attention(layer, heads);
    out.attention_dropout = config.number_or("attention_dropout", 0);
    set_two_norms(out, layer, kind);
    return out;
}

LayerSpec llama_layer(const Config &config, const RecipeModules &layer, const Heads &heads)
{
    LayerSpec out = attention_layer(config, layer, heads);
    out.mlp = gated_mlp(layer, activation_of(config, "hidden_act"));
    return out;
}

} // namespace plimsoll
