// SPDX-License-Identifier: GPL-3.0-or-later
// MiMo-V2-Flash.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

// transformers 5.23, models/mimo_v2_flash/modeling_mimo_v2_flash.py

namespace plimsoll::step {

namespace {

/// gpt-oss's lines, in layers without sinks too; values are multiplied with a number.
class MiMoV2Flash final : public DecoderClass {
public:
    MiMoV2Flash() : DecoderClass({.join = RotaryJoin::after}) {}
    bool attends_by_library() const override { return false; }
    Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        Projected out = DecoderClass::project(m, layer, x, pass);
        out.v = scale(m, std::move(out.v));
        return out;
    }
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        AttentionNames n;
        ready_heads(m, layer, x, pass, n);
        const AttentionCall call = call_of(a, pass, n.keys, pass.attention_dropout_of(layer));
        Leaf *sinks = a.sinks ? &layer.optional_modules->sinks : nullptr;
        return layer.o.forward(m, sink_attention(m, n.p.q, n.p.k, n.p.v, sinks, pass.mask_of(a), call));
    }
};

const MiMoV2Flash mimo_v2_flash;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_mimo_v2_flash(const Config &, DecoderSpec &spec) { run_as(spec, step::mimo_v2_flash); }

void describe_mimo_v2_flash(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count count = config.layers("num_hidden_layers"), v_dim = config.size("v_head_dim");
    const bool bias = config.flag("attention_bias");
    const Activation activation = activation_of(config, "hidden_act");
    const auto types = layer_types(config, count, [](Count i) { return i != 0 && (i + 1) % 6 != 0; });
    const std::vector<std::string> mlps = config.texts("mlp_layer_types");
    const MlpSpec dense = gated_mlp(spec.hidden, config.size("intermediate_size"), activation);
    MlpSpec sparse = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"),
                                config.size("moe_intermediate_size"), activation, "mlp.gate", RouterKind::grouped_sigmoid);
    sparse.moe.shared.order = SharedOrder::last;
    sparse.moe.router.corrected = true;
    sparse.moe.router.normalised = config.flag("norm_topk_prob", true);
    for (Count i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool sliding = types[at] == "sliding_attention";
        Heads heads = heads_of(config);
        if (sliding) heads.key_value *= 2; // windowed layers have twice the keys, and sinks
        LayerSpec layer;
        layer.attention = grouped_attention(spec.hidden, heads, bias, false);
        layer.attention.v_head_dim = v_dim;
        layer.attention.v.out = heads.key_value * v_dim;
        layer.attention.o.in = heads.query * v_dim;
        layer.attention.sinks = sliding;
        layer.attention.sliding_window = sliding ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = static_cast<Count>(static_cast<double>(heads.dim) * partial_rotary_factor(config, 0.334));
        layer.mlp = (mlps.empty() ? i > 0 : at < mlps.size() && mlps[at] == "sparse") ? sparse : dense;
        set_two_norms(layer, NormKind::rms, spec.hidden);
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    finish_decoder(draft, std::move(spec), {.router_first = false, .rotary_types = distinct(types)});
}

} // namespace

std::span<const Family> mimo_v2_flash_families()
{
    static constexpr Family rows[] = {
        {"mimo_v2_flash",
         "mimo_v2_flash",
         "MiMoV2FlashForCausalLM",
         describe_mimo_v2_flash,
         run_as_mimo_v2_flash,
         {.sdpa = false, .other_flash = true}},
    };
    return rows;
}

} // namespace plimsoll
