// SPDX-License-Identifier: GPL-3.0-or-later
// Hybrids: Bamba, Falcon-H1, Granite 4, LFM2, RecurrentGemma; and DBRX and Hunyuan-Large.
#include "core/families/hybrids.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace plimsoll {
namespace {

/// Mamba 2 under the keys that these models share (mamba_n_heads, mamba_d_state, …).
struct Mixer {
    Count inner, heads, conv;
    Count kernel;
    bool bias, conv_bias, out_bias, normed;
};

Mixer mixer_of(const Config &config, Count hidden, Count inner, bool normed)
{
    const bool bias = config.flag("mamba_proj_bias");
    const Count state = config.size("mamba_n_groups") * config.size("mamba_d_state");
    (void)hidden;
    return {inner,
            config.size("mamba_n_heads"),
            inner + 2 * state,
            config.size("mamba_d_conv"),
            bias,
            config.flag("mamba_conv_bias", true),
            bias,
            normed};
}

void add_mixer(Tree &tree, const Mixer &m, Count hidden)
{
    const auto scope = tree.in("mamba");
    tree.own("dt_bias", {m.heads});
    tree.own("A_log", {m.heads});
    tree.own("D", {m.heads});
    tree.convolution("conv1d", {m.conv, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", hidden, m.inner + m.conv + m.heads, m.bias);
    if (m.normed) tree.norm("norm", m.inner);
    tree.linear("out_proj", m.inner, hidden, m.out_bias);
}

Count expanded(const Config &config, Count hidden)
{
    return scaled_size(config, "mamba_expand", config.number_or("mamba_expand", 2), hidden);
}

MixerSpec sizes_of(const Config &config, const Mixer &m)
{
    MixerSpec out;
    out.kind = MixerKind::mamba2;
    out.name = "mamba";
    out.inner = m.inner;
    out.heads = m.heads;
    out.groups = config.size("mamba_n_groups");
    out.state = config.size("mamba_d_state");
    out.kernel = m.kernel;
    out.chunk = config.size_or("mamba_chunk_size", 256);
    out.gated_norm = m.normed;
    out.behind_mlp = true;
    return out;
}

/// Attention whose heads are rotated, `dim` numbers of each, by one table for the model.
void set_rotary(DecoderSpec &spec, AttentionSpec &attention, Count dim)
{
    attention.rotary_dim = dim;
    spec.positions = Positions::rotary;
    spec.rotary_dim = dim;
}

LayerSpec two_norms(Count hidden, const char *first, const char *second)
{
    LayerSpec layer = empty_layer();
    layer.input_norm = norm(first, NormKind::rms, hidden);
    layer.post_attention_norm = norm(second, NormKind::rms, hidden);
    return layer;
}

void add_lm_head(Draft &draft, const Config &config, Count hidden, Count vocab, const std::string &embedding,
                 bool tied_by_default, std::optional<DecoderSpec> spec = std::nullopt)
{
    draft.tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings", tied_by_default)) draft.tree.tie("lm_head.weight", embedding + ".weight");
    draft.arch.output_embedding = "lm_head";
    if (spec) keep_step(draft, *std::move(spec));
}

bool contains(const std::vector<Count> &list, Count value) { return std::ranges::find(list, value) != list.end(); }

} // namespace

void describe_bamba(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const MlpSpec mlp =
        gated_mlp(hidden, config.size("intermediate_size"), Activation::silu, config.flag("mlp_bias"), "feed_forward");
    const Mixer mixer = mixer_of(config, hidden, expanded(config, hidden), true);
    const std::vector<Count> attends = config.wholes("attn_layer_indices");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::rms, hidden));
    set_rotary(spec, attention, heads.dim / 2);
    LayerSpec made = two_norms(hidden, "input_layernorm", "pre_ff_layernorm");
    made.mlp = mlp;
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        add_mlp(tree, mlp);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
        if (contains(attends, i)) {
            add_attention(tree, attention);
        } else {
            add_mixer(tree, mixer, hidden);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        }
        made.attention = contains(attends, i) ? attention : empty_layer().attention;
        made.more = contains(attends, i) ? nullptr : extension;
        repeat(spec, made, 1);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.rotary("model.rotary_emb", heads.dim / 2); // half of the head is rotated
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

void describe_falcon_h1(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const MlpSpec mlp =
        gated_mlp(hidden, config.size("intermediate_size"), Activation::silu, config.flag("mlp_bias"), "feed_forward");
    Mixer mixer =
        mixer_of(config, hidden, config.size_or("mamba_d_ssm", expanded(config, hidden)), config.flag("mamba_rms_norm"));
    mixer.out_bias = config.flag("projectors_bias");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::rms, hidden));
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1.0);
    spec.logits_multiplier = config.number_or("lm_head_multiplier", 1.0);
    set_rotary(spec, attention, heads.dim);
    LayerSpec made = two_norms(hidden, "input_layernorm", "pre_ff_layernorm");
    made.attention = attention;
    made.mlp = mlp;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        add_mlp(tree, mlp);
        tree.buffer("mup_vector", {1, 1, mixer.inner + mixer.conv + mixer.heads}, Dtype::fp32, "mamba");
        add_mixer(tree, mixer, hidden);
        if (!made.more) made.more = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        repeat(spec, made, 1);
        add_attention(tree, attention);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.rotary("model.rotary_emb", heads.dim);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

void describe_granitemoehybrid(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                count = config.layers("num_hidden_layers");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const Count experts = config.amount_or("num_local_experts", 0), shared = config.size("shared_intermediate_size");
    const Mixer mixer = mixer_of(config, hidden, expanded(config, hidden), true);
    const std::vector<std::string> types = given_layer_types(config, count);
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    attention.rotary_dim = 0;
    if (config.text("position_embedding_type") == "rope") set_rotary(spec, attention, heads.dim);
    spec.embedding_multiplier = config.maybe_number("embedding_multiplier");
    spec.logits_multiplier = config.maybe_number("logits_scaling");
    LayerSpec made = two_norms(hidden, "input_layernorm", "post_attention_layernorm");
    made.residual_multiplier = config.maybe_number("residual_multiplier");
    made.mlp.kind = MlpKind::gated_fused;
    made.mlp.name = "shared_mlp";
    made.mlp.up = linear("shared_mlp.input_linear", hidden, 2 * shared);
    made.mlp.down = linear("shared_mlp.output_linear", shared, hidden);
    if (experts > 0) {
        made.mlp = expert_mlp(hidden, experts, config.size("num_experts_per_tok"), config.size("intermediate_size"),
                              Activation::silu, "block_sparse_moe.router", "granitemoe", "block_sparse_moe");
        add_granite_shared(made.mlp, hidden, shared);
    }
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool attends = !types.empty() && (types[static_cast<std::size_t>(i)] == "attention" ||
                                                types[static_cast<std::size_t>(i)] == "full_attention");
        if (attends) add_attention(tree, attention);
        tree.norm("input_layernorm", hidden);
        tree.norm("post_attention_layernorm", hidden);
        add_mlp(tree, made.mlp);
        if (!attends) add_mixer(tree, mixer, hidden);
        if (!attends && !extension) extension = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        made.attention = attends ? attention : empty_layer().attention;
        made.more = attends ? nullptr : extension;
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", hidden);
    if (config.text("position_embedding_type") == "rope") tree.rotary("model.rotary_emb", heads.dim);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

void describe_lfm2(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                count = config.layers("num_hidden_layers");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, false, false, "out_proj");
    set_q_k_norms(attention, NormKind::rms, heads.dim, "q_layernorm", "k_layernorm");
    Count width = config.size("intermediate_size");
    if (config.flag("block_auto_adjust_ff_dim", true)) {
        width = 2 * width / 3;
        width = scaled_size(config, "block_ffn_dim_multiplier", config.number_or("block_ffn_dim_multiplier", 1), width);
        const Count multiple = config.size_or("block_multiple_of", 256);
        width = (width + multiple - 1) / multiple * multiple;
    }
    const bool conv_bias = config.flag("conv_bias");
    const std::vector<std::string> types = given_layer_types(config, count);
    const std::vector<Count> attends = config.wholes("full_attn_idxs");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("embedding_norm", NormKind::rms, hidden));
    set_rotary(spec, attention, heads.dim);
    LayerSpec made = two_norms(hidden, "operator_norm", "ffn_norm");
    made.mlp = named_gated_mlp(hidden, width, "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
    const MixerSpec sizes = short_convolution(config);
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool full = !types.empty() ? types[static_cast<std::size_t>(i)] == "full_attention"
                                         : !config.has("full_attn_idxs") || contains(attends, i);
        if (full) {
            add_attention(tree, attention);
        } else {
            tree.convolution("conv.conv", {hidden, 1, config.size("conv_L_cache")}, conv_bias);
            tree.linear("conv.in_proj", hidden, 3 * hidden, conv_bias);
            tree.linear("conv.out_proj", hidden, hidden, conv_bias);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
        }
        made.attention = full ? attention : empty_layer().attention;
        made.more = full ? nullptr : extension;
        repeat(spec, made, 1);
        tree.linear("feed_forward.w1", hidden, width);
        tree.linear("feed_forward.w3", hidden, width);
        tree.linear("feed_forward.w2", width, hidden);
        tree.norm("operator_norm", hidden);
        tree.norm("ffn_norm", hidden);
    }
    tree.rotary("model.rotary_emb", heads.dim);
    tree.norm("model.embedding_norm", hidden);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", true, std::move(spec));
}

namespace {

void add_recurrent_block(Tree &tree, Count hidden, Count width, Count heads, Count kernel)
{
    const auto scope = tree.in("temporal_block");
    const Count block = width / heads;
    tree.linear("linear_y", hidden, width, true);
    tree.linear("linear_x", hidden, width, true);
    tree.linear("linear_out", width, hidden, true);
    tree.convolution("conv_1d", {width, 1, kernel}, true);
    tree.own("recurrent_param", {width}, "rg_lru");
    for (const std::string gate : {"input_gate", "recurrent_gate"}) {
        tree.own(gate + "_weight", {heads, block, block}, "rg_lru");
        tree.own(gate + "_bias", {heads, block}, "rg_lru");
    }
}

} // namespace

void describe_recurrent_gemma(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), lru = config.size_or("lru_width", hidden);
    const Count width = config.size("intermediate_size") / 2; // both halves of the gate are given
    Heads heads{config.size("num_attention_heads"), 0, 0};
    heads.key_value = config.size_or("num_key_value_heads", heads.query);
    heads.dim = config.size_or("head_dim", hidden / heads.query);
    AttentionSpec attention = grouped_attention(hidden, heads, config.flag("attention_bias"), true, "o_proj", "temporal_block");
    std::vector<std::string> types = config.texts("block_types");
    if (types.empty()) types = {"recurrent", "recurrent", "attention"};
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_norm", NormKind::rms_offset, hidden));
    spec.embedding_multiplier = std::sqrt(static_cast<double>(hidden));
    spec.final_softcap = config.maybe_number("logits_soft_cap");
    set_rotary(spec, attention, heads.dim / 2);
    LayerSpec made = two_norms(hidden, "temporal_pre_norm", "channel_pre_norm");
    made.input_norm.kind = made.post_attention_norm.kind = NormKind::rms_offset;
    made.mlp = gated_mlp(hidden, width, Activation::gelu_tanh, true, "mlp_block");
    MixerSpec sizes;
    sizes.kind = MixerKind::recurrent;
    sizes.name = "temporal_block";
    sizes.inner = lru;
    sizes.heads = heads.query;
    sizes.kernel = config.size("conv1d_width");
    std::shared_ptr<const LayerExtension> extension;
    tree.buffer("normalizer", {}, Dtype::bf16, "model");
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        tree.norm("temporal_pre_norm", hidden);
        const bool recurrent = types[static_cast<std::size_t>(i) % types.size()] == "recurrent";
        if (recurrent) {
            add_recurrent_block(tree, hidden, lru, heads.query, config.size("conv1d_width"));
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
        } else {
            add_attention(tree, attention);
            tree.rotary("temporal_block.rotary_emb", heads.dim / 2);
        }
        made.attention = recurrent ? empty_layer().attention : attention;
        made.more = recurrent ? extension : nullptr;
        repeat(spec, made, 1);
        tree.norm("channel_pre_norm", hidden);
        add_mlp(tree, made.mlp);
    }
    tree.norm("model.final_norm", hidden);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", true, std::move(spec));
}

void describe_dbrx(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Config attention = config.sub("attn_config"), ffn = config.sub("ffn_config");
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                heads = config.size("num_attention_heads");
    const Count dim = hidden / heads, kv = attention.size("kv_n_heads"), experts = ffn.size("moe_num_experts"),
                width = ffn.size("ffn_hidden_size");
    const Count rows = experts * width, inner = ffn.given("hidden_size") ? ffn.size("hidden_size") : hidden;
    DecoderSpec spec = bare_decoder(config, "transformer", "wte", norm("norm_f", NormKind::layer_norm, hidden));
    spec.layers_name = "blocks";
    LayerSpec made = empty_layer();
    made.attention = grouped_attention(hidden, {heads, kv, dim});
    made.attention.name = "norm_attn_norm.attn";
    made.attention.q = made.attention.k = made.attention.v = {};
    made.attention.fused = linear("norm_attn_norm.attn.Wqkv", hidden, hidden + 2 * kv * dim);
    made.attention.o = linear("norm_attn_norm.attn.out_proj", hidden, hidden);
    made.attention.clip_qkv = true; // clamp(min=None, max=None) is no operation, but no published model has it
    made.attention_dropout = attention.number_or("attn_pdrop", 0.0);
    made.dropout = config.number_or("resid_pdrop", 0.0);
    made.input_norm = norm("norm_attn_norm.norm_1", NormKind::layer_norm, hidden);
    made.post_attention_norm = norm("norm_attn_norm.norm_2", NormKind::layer_norm, hidden);
    made.mlp = expert_mlp(inner, experts, ffn.size("moe_top_k"), width, Activation::silu, "ffn.router.layer", "dbrx", "ffn");
    made.mlp.moe.router_linear = made.mlp.moe.normalised = true;
    set_rotary(spec, made.attention, dim);
    tree.embedding("transformer.wte", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        repeat(spec, made, 1);
        const auto layer = tree.in("transformer.blocks", i);
        tree.norm("norm_attn_norm.norm_1", hidden);
        tree.linear("norm_attn_norm.attn.Wqkv", hidden, hidden + 2 * kv * dim);
        tree.linear("norm_attn_norm.attn.out_proj", hidden, hidden);
        tree.norm("norm_attn_norm.norm_2", hidden);
        tree.linear("ffn.router.layer", inner, experts);
        for (const char *matrix : {"w1", "v1", "w2"}) tree.own(matrix, {rows, inner}, "ffn.experts.mlp", ModuleKind::experts);
        tree.add_idle(3 * inner * width * (experts - std::min(experts, ffn.size("moe_top_k"))));
    }
    tree.norm("transformer.norm_f", hidden);
    auto around = std::make_shared<DecoderExtension>();
    around->approximations = {
        phrase(QT_TRANSLATE_NOOP("core", "experts run one after another; every one is planned with as many tokens"))};
    spec.more = std::move(around);
    add_lm_head(draft, config, hidden, vocab, "transformer.wte", false, std::move(spec));
}

void describe_hunyuan_moe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim, "query_layernorm", "key_layernorm");
    const Count width = config.size("intermediate_size"), hidden = spec.hidden, experts = config.size("num_experts");
    // one for all layers, or one for each (Hunyuan-A13B)
    const bool listed = config.raw("moe_topk").is_array();
    const std::vector<Count> tops = listed ? config.wholes("moe_topk") : std::vector<Count>{};
    const Count count = config.layers("num_hidden_layers");
    if (listed && std::cmp_less(tops.size(), count))
        config.refuse("moe_topk", phrase(QT_TRANSLATE_NOOP("core", "%1 numbers"), {std::to_string(tops.size())}),
                      phrase(QT_TRANSLATE_NOOP("core", "one for each of %1 layers"), {std::to_string(count)}));
    for (Count i = 0; i < count; ++i) {
        const Count top = listed ? tops[static_cast<std::size_t>(i)] : config.size_or("moe_topk", 1);
        layer.mlp = expert_mlp(hidden, experts, std::clamp<Count>(top, 1, experts), width, activation_of(config, "hidden_act"),
                               "mlp.gate.wg", "hunyuan_v1_moe");
        layer.mlp.moe.router_linear = true;
        add_shared_expert(layer.mlp, "mlp.shared_mlp", hidden, width);
        repeat(spec, layer, 1);
    }
    finish_decoder(draft, std::move(spec));
}

} // namespace plimsoll
