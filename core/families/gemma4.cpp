// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 4.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/decoder/gemma_layers.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/describe/pieces.h"
#include "core/families/towers/tower_classes.h"
#include "core/families/describe/recipe.h"
#include "core/families/describe/inner_text_model.h"
#include "core/model/extension.h"
#include "core/model/layer_keys.h"

#include <algorithm>
#include <cmath>

// transformers 5.23, models/gemma4/modeling_gemma4.py

namespace plimsoll::step {

namespace {

/// hidden_states *= self.layer_scalar: keeps the number, which is a tensor.
Tensor times_scalar(Machine &m, const Tensor &x, const Tensor &scalar)
{
    Tensor out = x.detach();
    if (!any_requires_grad(m, {&x})) return out;
    auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
    });
    node->saved[0].keep(m, scalar);
    attach(out, node);
    return out;
}

class Gemma4 final : public DecoderClass {
public:
    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        // Gemma4Model.forward merges pictures into the token embedding, whether there are any or not
        DecoderModules &model = pass.model;
        const bool merges = model.around().merges_pictures;
        if (merges && model.layer_inputs) names.merged = m.empty(names.embedded.shape(), names.embedded.dtype(), "where");
        if (model.layer_inputs)
            pass.layer_inputs = model.layer_inputs->forward(m, {pass.inputs.batch, pass.inputs.length}, names.embedded,
                                                            merges ? &names.looked_up : nullptr);
        return DecoderClass::begin(m, pass, names);
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        GemmaModules &more = *layer.gemma;
        Tensor hidden = layer.input_norm.forward(m, input);
        hidden = gemma_attention(m, layer, hidden, pass);
        hidden = layer.post_attention_norm.forward(m, std::move(hidden));
        hidden = add(m, input, std::move(hidden));
        Tensor residual = hidden;
        hidden = layer.pre_mlp_norm.forward(m, std::move(hidden));
        hidden = dense_mlp(m, layer, hidden, pass);
        Tensor first, second, probabilities;
        if (layer.experts) {
            first = more.mlp_norm.forward(m, hidden);
            second = layer.experts->forward_apart(m, residual, more.before_experts, probabilities);
            second = more.experts_norm.forward(m, std::move(second));
            hidden = add(m, first, second);
        }
        hidden = layer.post_mlp_norm.forward(m, std::move(hidden));
        hidden = add(m, residual, std::move(hidden));
        if (more.input_gate.loaded()) {
            residual = hidden;
            hidden = more.input_gate.forward(m, std::move(hidden));
            hidden = activate(m, std::move(hidden), layer.spec->mlp.activation);
            hidden = mul(m, std::move(hidden), pass.names.layer_input);
            hidden = more.input_projection.forward(m, std::move(hidden));
            hidden = more.input_norm.forward(m, std::move(hidden));
            hidden = add(m, residual, std::move(hidden));
        }
        return times_scalar(m, std::move(hidden), more.output_scale.value);
    }
};

const Gemma4 gemma4;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gemma4(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::gemma4);
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

struct Gemma4 {
    Count hidden, width, heads, per_layer, experts, top, expert_width;
    bool bias, experts_on, keys_are_values;
    double dropout;
    Activation activation;
};

void add_gemma4_attention(Tree &tree, const Gemma4 &g, Count dim, Count kv_heads, bool own_keys, bool own_values)
{
    const auto scope = tree.in("self_attn");
    tree.linear("q_proj", g.hidden, g.heads * dim, g.bias);
    tree.norm("q_norm", dim);
    if (own_keys) {
        tree.norm("k_norm", dim);
        tree.linear("k_proj", g.hidden, kv_heads * dim, g.bias);
        if (own_values) tree.linear("v_proj", g.hidden, kv_heads * dim, g.bias);
    }
    tree.linear("o_proj", g.heads * dim, g.hidden, g.bias);
}

void add_gemma4_rest(Tree &tree, const Gemma4 &g, Count width)
{
    add_mlp(tree, gated_mlp(g.hidden, width, Activation::gelu_tanh));
    for (const char *name :
         {"input_layernorm", "post_attention_layernorm", "pre_feedforward_layernorm", "post_feedforward_layernorm"})
        tree.norm(name, g.hidden);
    if (g.per_layer > 0) {
        tree.linear("per_layer_input_gate", g.hidden, g.per_layer);
        tree.linear("per_layer_projection", g.per_layer, g.hidden);
        tree.norm("post_per_layer_input_norm", g.hidden);
    }
    if (!g.experts_on) return;
    tree.own("scale", {g.hidden}, "router");
    tree.own("per_expert_scale", {g.experts}, "router");
    tree.linear("router.proj", g.hidden, g.experts);
    tree.experts(
        "experts", g.experts, g.top,
        {{"gate_up_proj", {g.experts, 2 * g.expert_width, g.hidden}}, {"down_proj", {g.experts, g.hidden, g.expert_width}}});
    for (const char *name : {"post_feedforward_layernorm_1", "post_feedforward_layernorm_2", "pre_feedforward_layernorm_2"})
        tree.norm(name, g.hidden);
}

Gemma4 gemma4_sizes(const Config &config)
{
    const bool experts = config.flag("enable_moe_block");
    return {config.size("hidden_size"),
            config.size("intermediate_size"),
            config.size("num_attention_heads"),
            config.amount_or("hidden_size_per_layer_input", 0),
            experts ? config.size("num_experts") : 0,
            experts ? config.size("top_k_experts") : 0,
            experts ? config.size("moe_intermediate_size") : 0,
            config.flag("attention_bias"),
            experts,
            config.flag("attention_k_eq_v"),
            config.number_or("attention_dropout", 0),
            activation_of(config, "hidden_activation")};
}

LayerSpec gemma4_layer(const Gemma4 &g, const Heads &heads, Count width)
{
    LayerSpec layer;
    layer.attention = grouped_attention(g.hidden, heads, g.bias, g.bias);
    set_q_k_norms(layer.attention, NormKind::rms_power, heads.dim);
    layer.attention_dropout = g.dropout;
    layer.mlp = gated_mlp(g.hidden, width, g.activation);
    set_two_norms(layer, NormKind::rms_power, g.hidden);
    layer.pre_mlp_norm = norm("pre_feedforward_layernorm", NormKind::rms_power, g.hidden);
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms_power, g.hidden);
    return layer;
}

std::shared_ptr<const LayerExtension> gemma4_extension(const Gemma4 &g, KvSharing sharing)
{
    GemmaSpec gemma;
    gemma.sharing = sharing;
    const auto wide = [&](const char *name) { return norm(name, NormKind::rms_power, g.hidden); };
    if (g.per_layer > 0) {
        gemma.input_gate = linear("per_layer_input_gate", g.hidden, g.per_layer);
        gemma.input_projection = linear("per_layer_projection", g.per_layer, g.hidden);
        gemma.input_norm = wide("post_per_layer_input_norm");
    }
    if (g.experts_on) {
        gemma.experts =
            expert_mlp(g.hidden, g.experts, g.top, g.expert_width, g.activation, "router.proj", RouterKind::normed_softmax, "");
        gemma.experts->moe.router.is_linear = true;
        gemma.mlp_norm = wide("post_feedforward_layernorm_1");
        gemma.experts_norm = wide("post_feedforward_layernorm_2");
        gemma.before_experts = wide("pre_feedforward_layernorm_2");
    }
    auto out = std::make_shared<LayerExtension>();
    out->gemma = std::move(gemma);
    return out;
}

void keep_gemma4(Draft &draft, DecoderSpec spec, const Gemma4 &g, Count vocab, Count window_dim)
{
    auto around = std::make_shared<DecoderExtension>();
    around->embedding_scale = EmbeddingScale::inside;
    around->window_rotary_dim = window_dim;
    around->slices_reuse = true;
    if (g.per_layer > 0)
        around->layer_inputs =
            LayerInputs{vocab, g.per_layer, norm("per_layer_projection_norm", NormKind::rms_power, g.per_layer)};
    spec.extension = std::move(around);
    keep_step(draft, std::move(spec));
}

/// The heads of every layer: what per_layer_config says of it, else full attention's own size and number.
std::vector<Heads> gemma4_heads(const Config &config, const Gemma4 &g, const std::vector<std::string> &types)
{
    const Count local = config.size("head_dim"), kv = config.size_or("num_key_value_heads", g.heads);
    const Count global = config.size_or("global_head_dim", 512);
    const Count global_kv = g.keys_are_values ? config.size_or("num_global_key_value_heads", kv) : kv;
    const bool listed = lists_layers(config);
    std::vector<Heads> out;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool full = !listed && types[i] == "full_attention";
        const auto layer = static_cast<Count>(i);
        out.push_back({g.heads, size_of_layer(config, layer, "num_key_value_heads").value_or(full ? global_kv : kv),
                       size_of_layer(config, layer, "head_dim").value_or(full ? global : local)});
    }
    return out;
}

/// The head size of the first layer of a kind, which all of its kind have.
Count head_size_of(const std::string &type, const std::vector<std::string> &types, const std::vector<Heads> &heads)
{
    const auto found = std::ranges::find(types, type);
    return found == types.end() ? 0 : heads[static_cast<std::size_t>(found - types.begin())].dim;
}

void add_type_tables(Tree &tree, const std::vector<std::string> &types, const std::vector<Heads> &heads)
{
    for (const std::string &type : distinct(types))
        for (const char *table : {"_inv_freq", "_original_inv_freq"})
            tree.buffer(type + table, {head_size_of(type, types, heads) / 2}, Dtype::fp32, "model.rotary_emb");
}

void describe_gemma4_text(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Gemma4 g = gemma4_sizes(config);
    const Count count = config.layers("num_hidden_layers"), vocab = config.size("vocab_size");
    std::vector<std::string> types = layer_types(config, count, [](Count i) { return (i + 1) % 6 != 0; });
    if (!types.empty()) types.back() = "full_attention"; // the class forces it
    const std::vector<Heads> heads = gemma4_heads(config, g, types);
    const Count first_shared = count - std::min(count, config.amount_or("num_kv_shared_layers", 0));
    const bool double_wide = config.flag("use_double_wide_mlp");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms_power, g.hidden));
    spec.positions = Positions::rotary;
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    spec.embedding_multiplier = std::sqrt(static_cast<double>(g.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    tree.embedding("model.embed_tokens", vocab, g.hidden);
    tree.buffer("embed_scale", {}, Dtype::fp32, "model.embed_tokens");
    const std::vector<KvSharing> sharing = kv_sharing_of(types, static_cast<std::size_t>(first_shared));
    std::vector<std::shared_ptr<const LayerExtension>> extensions(3); // by sharing
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool full = types[static_cast<std::size_t>(i)] == "full_attention", shared = i >= first_shared;
        tree.buffer("layer_scalar", {1});
        const Heads &own = heads[static_cast<std::size_t>(i)];
        add_gemma4_attention(tree, g, own.dim, own.key_value, !shared, !(full && g.keys_are_values));
        add_gemma4_rest(tree, g, g.width * (shared && double_wide ? 2 : 1));
        LayerSpec made = gemma4_layer(g, own, g.width * (shared && double_wide ? 2 : 1));
        if (!full) made.attention.sliding_window = config.maybe_size("sliding_window");
        if (shared) made.attention.k = made.attention.v = LinearSpec();
        if (shared) made.attention.norms.k = NormSpec();
        if (full && g.keys_are_values) made.attention.v = LinearSpec();
        const KvSharing mode = sharing[static_cast<std::size_t>(i)];
        auto &extension = extensions[static_cast<std::size_t>(mode)];
        if (!extension) extension = gemma4_extension(g, mode);
        made.extension = extension;
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", g.hidden);
    add_type_tables(tree, types, heads);
    if (g.per_layer > 0) {
        tree.embedding("model.embed_tokens_per_layer", config.size("vocab_size_per_layer_input"), count * g.per_layer);
        tree.buffer("embed_scale", {}, Dtype::fp32, "model.embed_tokens_per_layer");
        tree.linear("model.per_layer_model_projection", g.hidden, count * g.per_layer);
        tree.norm("model.per_layer_projection_norm", g.per_layer);
    }
    tree.linear("lm_head", g.hidden, vocab);
    if (config.flag("tie_word_embeddings", true)) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    const Count window_dim = head_size_of("sliding_attention", types, heads);
    if (!types.empty()) spec.rotary_dim = heads.back().dim; // full attention's
    const Count per_layer_vocab = g.per_layer > 0 ? config.size("vocab_size_per_layer_input") : 0;
    keep_gemma4(draft, std::move(spec), g, per_layer_vocab, window_dim > 0 ? window_dim : config.size("head_dim"));
}

void add_gemma4_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.vision_tower");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const Count heads = vision.size("num_attention_heads"), dim = vision.size("head_dim"),
                kv = vision.size_or("num_key_value_heads", heads);
    const bool clipped = vision.flag("use_clipped_linears");
    const auto clippable = [&](const std::string &name, Count in, Count out) {
        if (clipped)
            for (const char *bound : {"input_min", "input_max", "output_min", "output_max"})
                tree.buffer(bound, {}, Dtype::fp32, name);
        tree.linear(name + ".linear", in, out);
    };
    if (vision.flag("standardize")) {
        tree.buffer("std_bias", {hidden});
        tree.buffer("std_scale", {hidden});
    }
    tree.own("position_embedding_table", {2, vision.size("position_embedding_size"), hidden}, "patch_embedder");
    tree.linear("patch_embedder.input_proj", 3 * patch * patch, hidden);
    tree.rotary("encoder.rotary_emb", dim / 2);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("encoder.layers", i);
        clippable("self_attn.q_proj", hidden, heads * dim);
        clippable("self_attn.k_proj", hidden, kv * dim);
        clippable("self_attn.v_proj", hidden, kv * dim);
        clippable("self_attn.o_proj", heads * dim, hidden);
        tree.norm("self_attn.q_norm", dim);
        tree.norm("self_attn.k_norm", dim);
        clippable("mlp.gate_proj", hidden, width);
        clippable("mlp.up_proj", hidden, width);
        clippable("mlp.down_proj", width, hidden);
        for (const char *name :
             {"input_layernorm", "post_attention_layernorm", "pre_feedforward_layernorm", "post_feedforward_layernorm"})
            tree.norm(name, hidden);
    }
}

void describe_gemma4(const Config &config, Draft &draft)
{
    const Config text = config.sub("text_config", "gemma4_text");
    const bool sees = config.given("vision_config");
    const Config vision = config.sub("vision_config", "gemma4_vision");
    if (sees) add_gemma4_tower(draft.tree, vision);
    const TextModel inside = add_text_model(text, "gemma4_text", "model.language_model", draft);
    if (sees) draft.tree.linear("model.embed_vision.embedding_projection", vision.size("hidden_size"), inside.hidden);
    if (config.given("audio_config")) {
        const Config audio = config.sub("audio_config", "gemma4_audio");
        {
            const auto scope = draft.tree.in("model.audio_tower");
            include_model(audio, draft);
        }
        draft.tree.linear("model.embed_audio.embedding_projection", audio.size("output_proj_dims"), inside.hidden);
    }
    finish_with_text(draft, inside, config.flag("tie_word_embeddings", true));
    if (!draft.arch.decoder || !draft.arch.decoder->extension) return;
    auto around = std::make_shared<DecoderExtension>(*draft.arch.decoder->extension);
    around->merges_pictures = true;
    draft.arch.decoder->extension = std::move(around);
    if (!sees) return;
    TowerSpec tower;
    const bool looks_ahead = text.text("use_bidirectional_attention") == "vision";
    tower.of = looks_ahead ? &step::gemma4_seeing_tower : &step::gemma4_tower;
    tower.towers = {"model.vision_tower"};
    tower.projectors = {"model.embed_vision"};
    tower.blocks = "model.vision_tower.encoder.layers.";
    tower.patch = vision.size("patch_size");
    tower.merge = vision.size_or("pooling_kernel_size", 3);
    tower.gated = true;
    tower.clips = vision.flag("use_clipped_linears");
    tower.hooked = false;
    const Count heads = vision.size("num_attention_heads"), hidden = vision.size("hidden_size");
    keep_tower(draft, std::move(tower),
               tower_sizes(hidden, heads, vision.layers("num_hidden_layers"), activation_of(vision, "hidden_activation"),
                           vision.size_or("head_dim", hidden / heads)));
}

} // namespace

std::span<const Family> gemma4_families()
{
    static constexpr Family rows[] = {
        {"gemma4", "gemma4", "Gemma4ForConditionalGeneration", describe_gemma4},
        {"gemma4_text", "gemma4_text", "Gemma4ForCausalLM", describe_gemma4_text, run_as_gemma4},
        {"gemma4_unified_text", "gemma4_text", "Gemma4UnifiedForCausalLM", describe_gemma4_text, run_as_gemma4},
    };
    return rows;
}

} // namespace plimsoll
