// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/pieces.h"

#include "core/families/describe/keep_step.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {
namespace {

std::string number_text(double number) { return nlohmann::json(number).dump(); }

double checked_share(const Config &config, std::string_view key, double share)
{
    if (!(share >= 0 && share <= 1)) config.refuse(key, number_text(share), from_to("0", "1"));
    return share;
}

/// validate_architecture of some configurations (transformers 5.23, models/*/configuration_*.py), whatever head_dim says.
void validate_heads(const Config &config, Count heads)
{
    if (!traits_of(config.defaults_name()).divides_heads || !config.has("hidden_size")) return;
    const Count hidden = config.size("hidden_size");
    if (hidden % heads != 0)
        config.refuse("hidden_size", std::to_string(hidden),
                      phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1, here %2: transformers raises on others"),
                             {"num_attention_heads", std::to_string(heads)}));
}

} // namespace

Heads heads_of(const Config &config)
{
    Heads heads;
    heads.query = config.size("num_attention_heads");
    validate_heads(config, heads.query);
    heads.key_value = config.size_or("num_key_value_heads", heads.query);
    const auto dim = config.maybe_size("head_dim");
    heads.dim = dim ? *dim : config.size("hidden_size") / heads.query;
    if (heads.dim < 1) config.refuse("num_attention_heads", std::to_string(heads.query), at_most("hidden_size"));
    return heads;
}

Heads split_heads_of(const Config &config)
{
    Heads heads = heads_of(config);
    heads.dim = config.size("hidden_size") / heads.query;
    if (heads.dim < 1) config.refuse("num_attention_heads", std::to_string(heads.query), at_most("hidden_size"));
    return heads;
}

double partial_rotary_factor(const Config &config, double fallback)
{
    for (const char *holder : {"rope_parameters", "rope_scaling"}) {
        const nlohmann::json &rope = config.raw(holder);
        if (!rope.is_object()) continue;
        const auto factor = rope.find("partial_rotary_factor");
        if (factor != rope.end() && factor->is_number())
            return checked_share(config, std::string(holder) + ".partial_rotary_factor", factor->get<double>());
    }
    return checked_share(config, "partial_rotary_factor", config.number_or("partial_rotary_factor", fallback));
}

Count scaled_size(const Config &config, std::string_view key, double factor, Count size)
{
    const double out = factor * static_cast<double>(size);
    if (!(out >= 0 && out <= static_cast<double>(Count{1} << 40)))
        config.refuse(
            key, number_text(factor),
            phrase(QT_TRANSLATE_NOOP("core", "a factor that makes a size of %1 at most %2"), {std::to_string(size), "2^40"}));
    return static_cast<Count>(out);
}

Count product_of(const Config &config, std::string_view key, std::initializer_list<Count> sizes)
{
    std::optional<Count> out = 1;
    for (const Count size : sizes) out = out ? checked_mul(*out, size) : std::nullopt;
    if (out && *out <= Count{1} << 60) return *out;
    std::string read;
    for (const Count size : sizes) read += (read.empty() ? "" : " × ") + std::to_string(size);
    config.refuse(key, read, phrase(QT_TRANSLATE_NOOP("core", "sizes whose product is at most %1"), {"2^60"}));
}

Count merged_patches(const Config &config)
{
    const double ratio = config.number_or("downsample_ratio", 0.5);
    if (!(ratio >= 0.001 && ratio <= 1000)) config.refuse("downsample_ratio", number_text(ratio), from_to("0.001", "1000"));
    return std::lround(1 / ratio / ratio);
}

LinearSpec linear(std::string name, Count in, Count out, bool bias) { return {std::move(name), in, out, bias, false}; }
NormSpec norm(std::string name, NormKind kind, Count width, bool bias) { return {std::move(name), kind, width, bias}; }

AttentionSpec grouped_attention(Count hidden, const Heads &heads, bool qkv_bias, bool o_bias, std::string_view o_name,
                                const std::string &module)
{
    AttentionSpec out;
    out.name = module;
    out.heads = heads.query;
    out.kv_heads = heads.key_value;
    out.head_dim = out.v_head_dim = out.rotary.dim = heads.dim;
    out.q = linear(module + ".q_proj", hidden, heads.query * heads.dim, qkv_bias);
    out.k = linear(module + ".k_proj", hidden, heads.key_value * heads.dim, qkv_bias);
    out.v = linear(module + ".v_proj", hidden, heads.key_value * heads.dim, qkv_bias);
    out.o = linear(module + "." + std::string(o_name), heads.query * heads.dim, hidden, o_bias);
    return out;
}

MlpSpec gated_mlp(Count hidden, Count width, Activation activation, bool bias, const std::string &module)
{
    MlpSpec out;
    out.kind = MlpKind::gated;
    out.name = module;
    out.activation = activation;
    out.gate = linear(module + ".gate_proj", hidden, width, bias);
    out.up = linear(module + ".up_proj", hidden, width, bias);
    out.down = linear(module + ".down_proj", width, hidden, bias);
    return out;
}

MlpSpec named_gated_mlp(Count hidden, Count width, const char *gate, const char *up, const char *down)
{
    MlpSpec out;
    out.kind = MlpKind::gated;
    out.activation = Activation::silu;
    out.gate = linear(gate, hidden, width);
    out.up = linear(up, hidden, width);
    out.down = linear(down, width, hidden);
    out.name = out.gate.name.substr(0, out.gate.name.find('.'));
    return out;
}

MlpSpec plain_mlp(std::string up, std::string down, Count hidden, Count width, Activation activation, bool bias)
{
    MlpSpec out;
    out.kind = MlpKind::plain;
    out.name = up.find('.') == std::string::npos ? std::string{} : up.substr(0, up.rfind('.'));
    out.activation = activation;
    out.up = linear(std::move(up), hidden, width, bias);
    out.down = linear(std::move(down), width, hidden, bias);
    return out;
}

MlpSpec expert_mlp(Count hidden, Count experts, Count top_k, Count width, Activation activation, std::string router,
                   RouterKind kind, const std::string &module)
{
    MlpSpec out;
    out.kind = MlpKind::moe;
    out.name = module;
    out.activation = activation;
    out.moe.experts = experts;
    out.moe.top_k = std::min(top_k, experts);
    out.moe.expert_width = width;
    out.moe.router.projection = linear(std::move(router), hidden, experts);
    out.moe.router.kind = kind;
    return out;
}

void add_shared_expert(MlpSpec &mlp, const std::string &name, Count hidden, Count width, bool bias)
{
    mlp.moe.shared.width = width;
    if (width == 0) return;
    mlp.moe.shared.gate_proj = linear(name + ".gate_proj", hidden, width, bias);
    mlp.moe.shared.up_proj = linear(name + ".up_proj", hidden, width, bias);
    mlp.moe.shared.down_proj = linear(name + ".down_proj", width, hidden, bias);
}

MlpSpec other_mlp()
{
    MlpSpec out;
    out.kind = MlpKind::other;
    return out;
}

AttentionSpec other_attention(std::string name)
{
    AttentionSpec out;
    out.kind = AttentionKind::other;
    out.name = std::move(name);
    return out;
}

LayerSpec llama_layer(const Config &config, Count hidden, bool qkv_bias, bool o_bias, bool mlp_bias, NormKind norm_kind)
{
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, heads_of(config), qkv_bias, o_bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), mlp_bias);
    set_two_norms(layer, norm_kind, hidden);
    return layer;
}

void set_q_k_norms(AttentionSpec &attention, NormKind kind, Count dim, const char *q_name, const char *k_name)
{
    attention.norms.q = norm(attention.name + "." + q_name, kind, dim);
    attention.norms.k = norm(attention.name + "." + k_name, kind, dim);
}

std::vector<std::string> distinct(const std::vector<std::string> &types)
{
    std::vector<std::string> out;
    for (const std::string &type : types)
        if (std::ranges::find(out, type) == out.end()) out.push_back(type);
    std::ranges::sort(out);
    return out;
}

void set_two_norms(LayerSpec &layer, NormKind kind, Count hidden, bool bias)
{
    layer.input_norm = norm("input_layernorm", kind, hidden, bias);
    layer.post_attention_norm = norm("post_attention_layernorm", kind, hidden, bias);
}

DecoderSpec decoder_base(const Config &config, NormKind norm_kind, bool norm_bias)
{
    DecoderSpec spec;
    spec.vocab = config.size("vocab_size");
    spec.hidden = spec.embedding_width = config.size("hidden_size");
    spec.final_norm = norm("norm", norm_kind, spec.hidden, norm_bias);
    spec.head = linear("lm_head", spec.hidden, spec.vocab);
    spec.tied = config.flag("tie_word_embeddings", true);
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_position_embeddings").value_or(0));
    return spec;
}

DecoderSpec bare_decoder(const Config &config, std::string prefix, std::string embedding, NormSpec final_norm)
{
    DecoderSpec spec;
    spec.prefix = std::move(prefix);
    spec.embedding_name = std::move(embedding);
    spec.vocab = config.size("vocab_size");
    spec.hidden = spec.embedding_width = config.size("hidden_size");
    spec.final_norm = std::move(final_norm);
    spec.head = linear("lm_head", spec.hidden, spec.vocab);
    spec.positions = Positions::none;
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_position_embeddings").value_or(0));
    return spec;
}

void set_rotary(DecoderSpec &spec, AttentionSpec &attention, Count dim)
{
    attention.rotary.dim = dim;
    spec.positions = Positions::rotary;
    spec.rotary_dim = dim;
}

LayerSpec empty_layer()
{
    LayerSpec out;
    out.attention.kind = AttentionKind::none;
    out.mlp.kind = MlpKind::none;
    return out;
}

LayerSpec two_norms(Count hidden, const char *first, const char *second)
{
    LayerSpec layer = empty_layer();
    layer.input_norm = norm(first, NormKind::rms, hidden);
    layer.post_attention_norm = norm(second, NormKind::rms, hidden);
    return layer;
}

void repeat(DecoderSpec &spec, const LayerSpec &layer, Count count)
{
    if (count == 0) return;
    spec.layers.insert(spec.layers.end(), static_cast<std::size_t>(count), kind_of(spec, layer));
    spec.rotary_dim = std::max(spec.rotary_dim, layer.attention.rotary.dim);
}

std::vector<std::string> given_layer_types(const Config &config, Count count)
{
    std::vector<std::string> types = config.texts("layer_types");
    if (!types.empty() && static_cast<Count>(types.size()) < count)
        config.refuse("layer_types", phrase(QT_TRANSLATE_NOOP("core", "%1 entries"), {std::to_string(types.size())}),
                      phrase(QT_TRANSLATE_NOOP("core", "%1, one per layer"), {std::to_string(count)}));
    types.resize(std::min(types.size(), static_cast<std::size_t>(count)));
    return types;
}

void add_windowed_layers(DecoderSpec &spec, LayerSpec layer, const std::vector<std::string> &types, std::optional<Count> window)
{
    for (const std::string &type : types) {
        layer.attention.sliding_window = type == "sliding_attention" ? window : std::nullopt;
        repeat(spec, layer, 1);
    }
}

AttentionSpec fused_attention(std::string name, const std::string &fused, const std::string &output, Count hidden,
                              const Heads &heads, Count fused_out, bool bias)
{
    AttentionSpec out;
    out.heads = heads.query;
    out.kv_heads = heads.key_value;
    out.head_dim = out.v_head_dim = heads.dim;
    out.fused = linear(name + "." + fused, hidden, fused_out, bias);
    out.o = linear(name + "." + output, hidden, hidden, bias);
    out.name = std::move(name);
    return out;
}

Count scaled(Count dim, double factor) { return static_cast<Count>(static_cast<double>(dim) * factor); }

void finish_plain(const Config &config, Draft &draft, DecoderSpec spec, const LayerSpec &layer, const TreeOrder &order)
{
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), order);
}

bool contains(const std::vector<Count> &list, Count value) { return std::ranges::find(list, value) != list.end(); }

/// Dense layers first, then sparse ones.
void add_dense_then_sparse(DecoderSpec &spec, const LayerSpec &dense, const LayerSpec &sparse, Count dense_count, Count count)
{
    repeat(spec, dense, std::min(dense_count, count));
    repeat(spec, sparse, count - std::min(dense_count, count));
}

/// DeepSeek V3's way to choose experts.
void set_sigmoid_router(const Config &config, MoeSpec &moe)
{
    moe.router.corrected = moe.router.group_limited = true;
    moe.router.normalised = config.flag("norm_topk_prob", true);
    moe.router.groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    moe.router.top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
}

/// Queries, keys and values in one projection, rotated whole.
AttentionSpec fused_qkv_attention(Count hidden, const Heads &heads, const std::string &module, const char *in, const char *out,
                                  bool in_bias, bool out_bias)
{
    AttentionSpec a;
    a.name = module;
    a.heads = heads.query;
    a.kv_heads = heads.key_value;
    a.head_dim = a.v_head_dim = a.rotary.dim = heads.dim;
    a.fused = linear(module + "." + in, hidden, (heads.query + 2 * heads.key_value) * heads.dim, in_bias);
    a.o = linear(module + "." + out, heads.query * heads.dim, hidden, out_bias);
    return a;
}

void say_experts_apart(DecoderSpec &spec)
{
    approximate(spec, phrase(QT_TRANSLATE_NOOP(
                          "core", "experts run one after another in code on the Hub; every one is planned with as many tokens")));
}

/// Experts one by one, as the code of that time had them: gate, up and down.
void set_experts_apart(DecoderSpec &spec, MlpSpec &mlp, const std::array<const char *, 3> &names)
{
    const Count hidden = mlp.moe.router.projection.in, width = mlp.moe.expert_width;
    mlp.moe.separate.gate = linear(names[0], hidden, width);
    mlp.moe.separate.up = linear(names[1], hidden, width);
    mlp.moe.separate.down = linear(names[2], width, hidden);
    say_experts_apart(spec);
}

/// Per layer: whether mlp_layer_types calls it sparse; without that list the first `dense` layers are not.
std::vector<bool> sparse_at(const Config &config, Count count, Count dense)
{
    const std::vector<std::string> types = config.texts("mlp_layer_types");
    std::vector<bool> out;
    for (Count i = 0; i < count; ++i)
        out.push_back(static_cast<std::size_t>(i) < types.size() ? types[static_cast<std::size_t>(i)] == "sparse" : i >= dense);
    return out;
}

std::shared_ptr<const LayerExtension> gate_of(LinearSpec gate, GateForm form)
{
    auto out = std::make_shared<LayerExtension>();
    out->attention_gate = std::move(gate);
    out->gate_form = form;
    return out;
}

} // namespace plimsoll
