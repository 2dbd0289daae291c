// SPDX-License-Identifier: GPL-3.0-or-later
// State-space models and hybrids: Mamba 1 and 2, Falcon-Mamba, Jamba, Nemotron-H.
#include "core/families/families.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

Count expanded(const Config &config, Count hidden, std::string_view key)
{
    return scaled_size(config, key, config.number_or(key, 2), hidden);
}

/// "auto" or absent: hidden / 16, rounded up.
Count time_step_rank(const Config &config, std::string_view key, Count hidden)
{
    const nlohmann::json &given = config.raw(key);
    return given.is_string() || given.is_null() ? (hidden + 15) / 16 : config.size(key);
}

struct Mamba1 {
    Count hidden, inner, state, kernel, rank;
    bool bias, conv_bias;
};

void add_mamba1(Tree &tree, const char *name, const Mamba1 &m)
{
    const auto scope = tree.in(name);
    tree.own("A_log", {m.inner, m.state});
    tree.own("D", {m.inner});
    tree.convolution("conv1d", {m.inner, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", m.hidden, 2 * m.inner, m.bias);
    tree.linear("x_proj", m.inner, m.rank + 2 * m.state);
    tree.linear("dt_proj", m.rank, m.inner, true);
    tree.linear("out_proj", m.inner, m.hidden, m.bias);
}

struct Mamba2 {
    Count hidden, heads, head_dim, groups, state, kernel;
    bool bias, conv_bias, out_bias;
};

void add_mamba2(Tree &tree, const char *name, const Mamba2 &m)
{
    const Count inner = m.heads * m.head_dim, conv = inner + 2 * m.groups * m.state;
    const auto scope = tree.in(name);
    tree.own("dt_bias", {m.heads});
    tree.own("A_log", {m.heads});
    tree.own("D", {m.heads});
    tree.convolution("conv1d", {conv, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", m.hidden, inner + conv + m.heads, m.bias);
    tree.norm("norm", inner);
    tree.linear("out_proj", inner, m.hidden, m.out_bias);
}

MixerSpec mixer1(const Mamba1 &m, std::string name)
{
    MixerSpec out;
    out.kind = MixerKind::mamba;
    out.name = std::move(name);
    out.inner = m.inner;
    out.state = m.state;
    out.kernel = m.kernel;
    out.rank = m.rank;
    return out;
}

MixerSpec mixer2(const Mamba2 &m, std::string name, Count chunk)
{
    MixerSpec out;
    out.kind = MixerKind::mamba2;
    out.name = std::move(name);
    out.inner = m.heads * m.head_dim;
    out.heads = m.heads;
    out.groups = m.groups;
    out.state = m.state;
    out.kernel = m.kernel;
    out.chunk = chunk;
    return out;
}

/// backbone.embeddings, layers of norm and mixer, norm_f, lm_head. `float_logits`: the class returns them so (Mamba 1 and 2).
template <class AddMixer>
void add_backbone(Draft &draft, const Config &config, MixerSpec sizes, AddMixer add_mixer)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    tree.embedding("backbone.embeddings", vocab, hidden);
    DecoderSpec spec = bare_decoder(config, "backbone", "embeddings", norm("norm_f", NormKind::rms, hidden));
    LayerSpec made = empty_layer();
    made.input_norm = norm("norm", NormKind::rms, hidden);
    sizes.masks_always = true;
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("backbone.layers", i);
        tree.norm("norm", hidden);
        add_mixer();
        if (!made.more) made.more = mixer_extension(tree, tree.path(), sizes, config.flag("residual_in_fp32", true));
        repeat(spec, made, 1);
    }
    tree.norm("backbone.norm_f", hidden);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings", true)) tree.tie("lm_head.weight", "backbone.embeddings.weight");
    draft.arch.output_embedding = "lm_head";
    auto around = std::make_shared<DecoderExtension>();
    around->float_logits = around->casts_to_head = true;
    spec.more = std::move(around);
    keep_step(draft, std::move(spec));
}

Mamba1 mamba1_of(const Config &config)
{
    const Count hidden = config.size("hidden_size");
    return {hidden,
            config.given("intermediate_size") ? config.size("intermediate_size") : expanded(config, hidden, "expand"),
            config.size("state_size"),
            config.size("conv_kernel"),
            time_step_rank(config, "time_step_rank", hidden),
            config.flag("use_bias"),
            config.flag("use_conv_bias", true)};
}

} // namespace

void describe_mamba(const Config &config, Draft &draft)
{
    const Mamba1 sizes = mamba1_of(config);
    add_backbone(draft, config, mixer1(sizes, "mixer"), [&] { add_mamba1(draft.tree, "mixer", sizes); });
}

void describe_falcon_mamba(const Config &config, Draft &draft)
{
    const Mamba1 sizes = mamba1_of(config);
    MixerSpec mixer = mixer1(sizes, "mixer");
    mixer.inner_norms = true;
    add_backbone(draft, config, std::move(mixer), [&] {
        add_mamba1(draft.tree, "mixer", sizes);
        draft.tree.buffer("weight", {sizes.inner}, Dtype::fp32, "mixer.dt_layernorm");
        draft.tree.buffer("weight", {sizes.state}, Dtype::fp32, "mixer.b_layernorm");
        draft.tree.buffer("weight", {sizes.state}, Dtype::fp32, "mixer.c_layernorm");
    });
}

void describe_mamba2(const Config &config, Draft &draft)
{
    const bool bias = config.flag("use_bias");
    const Mamba2 sizes{config.size("hidden_size"),
                       config.size("num_heads"),
                       config.size("head_dim"),
                       config.size("n_groups"),
                       config.size("state_size"),
                       config.size("conv_kernel"),
                       bias,
                       config.flag("use_conv_bias", true),
                       bias};
    add_backbone(draft, config, mixer2(sizes, "mixer", config.size_or("chunk_size", 256)),
                 [&] { add_mamba2(draft.tree, "mixer", sizes); });
}

void describe_jamba(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), width = config.size("intermediate_size");
    const Mamba1 mamba{hidden,
                       expanded(config, hidden, "mamba_expand"),
                       config.size("mamba_d_state"),
                       config.size("mamba_d_conv"),
                       time_step_rank(config, "mamba_dt_rank", hidden),
                       config.flag("mamba_proj_bias"),
                       config.flag("mamba_conv_bias", true)};
    const AttentionSpec attention = grouped_attention(hidden, heads_of(config));
    const Count experts = config.size("num_experts"), top = config.size("num_experts_per_tok");
    MlpSpec sparse = expert_mlp(hidden, experts, top, width, Activation::silu, "feed_forward.router", "jamba", "feed_forward");
    const MlpSpec dense = gated_mlp(hidden, width, Activation::silu, false, "feed_forward");
    MixerSpec sizes = mixer1(mamba, "mamba");
    sizes.inner_norms = true;
    std::shared_ptr<const LayerExtension> extension;
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::rms, hidden));
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        LayerSpec made = empty_layer();
        if (i % config.size("attn_layer_period") == config.amount_or("attn_layer_offset", 0)) {
            add_attention(tree, attention);
            made.attention = attention;
            made.attention.rotary_dim = 0;
        } else {
            add_mamba1(tree, "mamba", mamba);
            tree.norm("mamba.dt_layernorm", mamba.rank);
            tree.norm("mamba.b_layernorm", mamba.state);
            tree.norm("mamba.c_layernorm", mamba.state);
            if (!extension) extension = mixer_extension(tree, tree.path(), sizes);
            made.more = extension;
        }
        const bool is_sparse =
            experts > 1 && i % config.size("expert_layer_period") == config.amount_or("expert_layer_offset", 0);
        made.mlp = is_sparse ? sparse : dense;
        add_mlp(tree, made.mlp);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
        made.input_norm = norm("input_layernorm", NormKind::rms, hidden);
        made.post_attention_norm = norm("pre_ff_layernorm", NormKind::rms, hidden);
        repeat(spec, made, 1);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings")) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    keep_step(draft, std::move(spec));
}

namespace {

/// hybrid_override_pattern "M*-E", else layers_block_type in its old and new words.
std::string nemotron_pattern(const Config &config)
{
    const std::vector<std::string> types = config.texts("layers_block_type");
    if (types.empty()) return config.text("hybrid_override_pattern", "ME*-");
    std::string pattern;
    for (const std::string &type : types) {
        if (type == "mamba" || type == "linear_attention")
            pattern += 'M';
        else if (type == "attention" || type == "full_attention")
            pattern += '*';
        else if (type == "mlp")
            pattern += '-';
        else if (type == "moe")
            pattern += 'E';
        else
            config.refuse("layers_block_type", type,
                          phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"mamba, attention, mlp", "moe"}));
    }
    return pattern;
}

/// Adds the modules and gives their description.
MlpSpec add_nemotron_experts(Tree &tree, const Config &config, Count hidden)
{
    const Count experts = config.size("n_routed_experts"), width = config.size("moe_intermediate_size");
    const Count latent = config.size_or("moe_latent_size", hidden), top = config.size("num_experts_per_tok");
    tree.experts("mixer.experts", experts, std::min(top, experts),
                 {{"up_proj", {experts, width, latent}}, {"down_proj", {experts, latent, width}}});
    tree.own("weight", {experts, hidden}, "mixer.gate");
    tree.buffer("e_score_correction_bias", {experts}, Dtype::fp32, "mixer.gate");
    const Count shared = config.size("moe_shared_expert_intermediate_size");
    const bool bias = config.flag("mlp_bias");
    tree.linear("mixer.shared_experts.up_proj", hidden, shared, bias);
    tree.linear("mixer.shared_experts.down_proj", shared, hidden, bias);
    MlpSpec out = expert_mlp(hidden, experts, top, width, Activation::relu2, "mixer.gate", "nemotron_h", "mixer");
    out.moe.gated = false;
    out.moe.router_correction_bias = true;
    out.moe.normalised = config.flag("norm_topk_prob", true);
    out.moe.router_groups = std::max<Count>(1, config.amount_or("n_group", 1));
    out.moe.router_top_groups = std::max<Count>(1, config.amount_or("topk_group", 1));
    out.moe.shared_width = shared;
    out.moe.shared_up_proj = linear("mixer.shared_experts.up_proj", hidden, shared, bias);
    out.moe.shared_down_proj = linear("mixer.shared_experts.down_proj", shared, hidden, bias);
    if (!config.has("moe_latent_size")) return out;
    tree.linear("mixer.fc1_latent_proj", hidden, latent, bias);
    tree.linear("mixer.fc2_latent_proj", latent, hidden, bias);
    out.moe.latent_in = linear("mixer.fc1_latent_proj", hidden, latent, bias);
    out.moe.latent_out = linear("mixer.fc2_latent_proj", latent, hidden, bias);
    return out;
}

} // namespace

void describe_nemotron_h(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"), width = config.size("intermediate_size");
    const bool bias = config.flag("use_bias");
    const auto either = [&config](const char *key, const char *old) {
        return config.mentioned(old) ? config.size(old) : config.size(key);
    };
    const Mamba2 mamba{hidden,
                       config.size("mamba_num_heads"),
                       config.size("mamba_head_dim"),
                       either("n_groups", "mamba_n_groups"),
                       config.size("ssm_state_size"),
                       either("conv_kernel", "mamba_d_conv"),
                       bias,
                       config.flag("use_conv_bias", true),
                       bias};
    const AttentionSpec attention = grouped_attention(hidden, heads_of(config), false, false, "o_proj", "mixer");
    const std::string pattern = nemotron_pattern(config);
    if (pattern.size() > 2000)
        config.refuse("hybrid_override_pattern", phrase(QT_TRANSLATE_NOOP("core", "%1 layers"), {std::to_string(pattern.size())}),
                      at_most(2000));
    const MlpSpec plain =
        plain_mlp("mixer.up_proj", "mixer.down_proj", hidden, width, Activation::relu2, config.flag("mlp_bias"));
    std::shared_ptr<const LayerExtension> extension;
    DecoderSpec spec = bare_decoder(config, "model", "embeddings", norm("norm_f", NormKind::rms_fp32_weight, hidden));
    tree.embedding("model.embeddings", vocab, hidden);
    Count index = 0;
    for (const char kind : pattern) {
        const auto layer = tree.in("model.layers", index++);
        tree.norm("norm", hidden);
        LayerSpec made = empty_layer();
        (kind == '-' || kind == 'E' ? made.post_attention_norm : made.input_norm) =
            norm("norm", NormKind::rms_fp32_weight, hidden);
        if (kind == 'M') {
            add_mamba2(tree, "mixer", mamba);
            if (!extension)
                extension = mixer_extension(tree, tree.path(), mixer2(mamba, "mixer", config.size_or("chunk_size", 128)));
            made.more = extension;
        } else if (kind == '*') {
            add_attention(tree, attention);
            made.attention = attention;
            made.attention.rotary_dim = 0;
        } else if (kind == '-') {
            add_mlp(tree, plain);
            made.mlp = plain;
        } else if (kind == 'E') {
            made.mlp = add_nemotron_experts(tree, config, hidden);
        } else
            config.refuse("hybrid_override_pattern", pattern.substr(0, 60),
                          phrase(QT_TRANSLATE_NOOP("core", "%1 and %2"), {"M, *, -", "E"}));
        repeat(spec, made, 1);
    }
    tree.norm("model.norm_f", hidden);
    tree.linear("lm_head", hidden, vocab);
    draft.arch.output_embedding = "lm_head"; // never tied: the class has no tied keys
    auto around = std::make_shared<DecoderExtension>();
    around->float_logits = true;
    spec.more = std::move(around);
    keep_step(draft, std::move(spec));
}

} // namespace plimsoll
