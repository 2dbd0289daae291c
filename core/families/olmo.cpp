// SPDX-License-Identifier: GPL-3.0-or-later
// OLMo 1 to 3, OLMoE and FlexOlmo.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass olmo2_class({.turn = TurnForm::halves_fp32, .views_last = true});

/// OLMo 1 clamps its projections in place.
class Olmo final : public DecoderClass {
public:
    Olmo() : DecoderClass({.turn = TurnForm::halves_fp32, .views_last = true}) {}
    Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        if (!a.clip_qkv) return DecoderClass::project(m, layer, x, pass);
        const HeadOrder ordered = head_order(m, a, pass);
        const Count b = pass.inputs.batch, s = pass.inputs.length;
        Projected out;
        out.q = layer.q.forward(m, x).view({b, a.heads, s, a.head_dim});
        out.k = layer.k.forward(m, x, ordered.k_by_tokens).view({b, a.kv_heads, s, a.head_dim});
        out.v = layer.v.forward(m, x);
        for (Tensor *part : {&out.q, &out.k, &out.v}) *part = clamp(m, std::move(*part), true);
        out.v = out.v.view({b, a.kv_heads, s, a.v_head_dim});
        if (ordered.q) out.q = turned_heads(m, std::move(out.q));
        if (ordered.k) out.k = turned_heads(m, std::move(out.k));
        if (ordered.v) out.v = turned_heads(m, std::move(out.v));
        return out;
    }
};

const Olmo olmo;

const DecoderClass olmoe({.views_last = true});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_olmo(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::olmo);
    change_around(spec, [](DecoderExtension &around) { around.norms_cast = true; });
}

using enum LayerPart;

/// q and k normed over the whole projection, norms on the outputs of attention and MLP.
LayerSpec olmo2_layer(const Config &config, Count hidden)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, hidden, bias, bias, false);
    AttentionSpec &a = layer.attention;
    a.norms.q = norm("self_attn.q_norm", NormKind::rms_fp32_weight, a.heads * a.head_dim);
    a.norms.k = norm("self_attn.k_norm", NormKind::rms_fp32_weight, a.kv_heads * a.head_dim);
    a.norms.per_head = false;
    layer.input_norm = {};
    layer.post_attention_norm = norm("post_attention_layernorm", NormKind::rms_fp32_weight, hidden);
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms_fp32_weight, hidden);
    layer.norm_after = true;
    return layer;
}

MlpSpec olmo_experts(const Config &config, Count hidden)
{
    MlpSpec out =
        expert_mlp(hidden, config.size("num_experts"), config.size("num_experts_per_tok"), config.size("intermediate_size"),
                   activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax);
    out.moe.router.normalised = config.flag("norm_topk_prob");
    return out;
}

} // namespace

static void describe_olmo(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_bare);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::layer_norm_bare);
    layer.attention.clip_qkv = config.has("clip_qkv");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_olmo2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    repeat(spec, olmo2_layer(config, spec.hidden), config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_olmo3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 4 != 0; });
    add_windowed_layers(spec, olmo2_layer(config, spec.hidden), types, config.maybe_size("sliding_window"));
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    finish_decoder(draft, std::move(spec), {.rotary_types = distinct(types)});
}

static void describe_olmoe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    AttentionSpec &a = layer.attention;
    a.norms.q = norm("self_attn.q_norm", NormKind::rms, spec.hidden);
    a.norms.k = norm("self_attn.k_norm", NormKind::rms, spec.hidden / a.heads * a.kv_heads);
    a.norms.per_head = false;
    a.clip_qkv = config.has("clip_qkv");
    layer.mlp = olmo_experts(config, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_flex_olmo(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    LayerSpec layer = olmo2_layer(config, spec.hidden);
    layer.mlp = olmo_experts(config, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

std::span<const Family> olmo_families()
{
    static constexpr Family rows[] = {
        {"flex_olmo", "flex_olmo", "FlexOlmoForCausalLM", describe_flex_olmo, run_as_one<step::olmo2_class>},
        {"olmo", "olmo", "OlmoForCausalLM", describe_olmo, run_as_olmo},
        {"olmo2", "olmo2", "Olmo2ForCausalLM", describe_olmo2, run_as_one<step::olmo2_class>},
        {"olmo3", "olmo3", "Olmo3ForCausalLM", describe_olmo3, run_as_one<step::olmo2_class>},
        {"olmoe", "olmoe", "OlmoeForCausalLM", describe_olmoe, run_as_one<step::olmoe>},
    };
    return rows;
}

} // namespace plimsoll
