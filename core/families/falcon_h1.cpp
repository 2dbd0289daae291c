// SPDX-License-Identifier: GPL-3.0-or-later
// Falcon-H1: Mamba 2 and attention side by side in every layer.
#include "core/families/describe/bamba_mixer.h"
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"

// Falcon-H1 (transformers 5.23, models/falcon_h1/modeling_falcon_h1.py): a recurrence beside the attention, everything times a
// number.

namespace plimsoll::step {

namespace {

/// FalconH1MLP
Tensor multiplied_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    const Tensor up = layer.up.forward(m, x);
    Tensor gate = scale(m, layer.gate.forward(m, x));
    gate = activate(m, std::move(gate), layer.spec->mlp.activation);
    const Tensor product = mul(m, up, std::move(gate));
    return scale(m, layer.down.forward(m, product));
}

class FalconH1 final : public DecoderClass {
public:
    Tensor projected(Machine &m, ProjectedPart part, Tensor x) const override
    {
        return part == ProjectedPart::key ? scale(m, std::move(x)) : x;
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        // FalconH1DecoderLayer: what the mixer and the attention make have names of their own until the forward returns
        Tensor hidden = layer.input_norm.forward(m, input);
        Tensor mixed = mix(m, layer, hidden, pass);
        mixed = scale(m, std::move(mixed));
        Tensor attended = pass.model.attends.attention(m, layer, scale(m, hidden), pass);
        attended = scale(m, std::move(attended));
        hidden = add(m, mixed, attended);
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        hidden = multiplied_mlp(m, layer, hidden);
        return add(m, residual, std::move(hidden));
    }
};

const FalconH1 falcon_h1;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_falcon_h1(const Config &, DecoderSpec &spec) { run_as(spec, step::falcon_h1); }

void describe_falcon_h1(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const MlpSpec mlp =
        gated_mlp(hidden, config.size("intermediate_size"), Activation::silu, config.flag("mlp_bias"), "feed_forward");
    BambaMixer mixer =
        bamba_mixer_of(config, config.size_or("mamba_d_ssm", mamba_expanded(config, hidden)), config.flag("mamba_rms_norm"));
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
        add_bamba_mixer(tree, mixer, hidden);
        if (!made.extension) made.extension = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        repeat(spec, made, 1);
        add_attention(tree, attention);
        tree.norm("input_layernorm", hidden);
        tree.norm("pre_ff_layernorm", hidden);
    }
    tree.norm("model.final_layernorm", hidden);
    tree.rotary("model.rotary_emb", heads.dim);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

} // namespace

std::span<const Family> falcon_h1_families()
{
    static constexpr Family rows[] = {
        {"falcon_h1", "falcon_h1", "FalconH1ForCausalLM", describe_falcon_h1, run_as_falcon_h1},
    };
    return rows;
}

} // namespace plimsoll
