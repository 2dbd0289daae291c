// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2-MoE and Qwen3-MoE.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

/// Qwen2-MoE makes a mask of a window of no tokens for layers that it does not have.
class Qwen2Moe final : public DecoderClass {
public:
    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override
    {
        DecoderClass::make_masks(m, pass, dtype);
        if (pass.inputs.length > 1) pass.window_mask = build_mask(m, pass.inputs, 0, dtype, false);
    }
    Tensor end(Machine &m, Pass &pass, ModelNames &names, Tensor hidden) const override
    {
        hidden = DecoderClass::end(m, pass, names, std::move(hidden));
        pass.window_mask.tensor.reset(); // a name of this forward only
        return hidden;
    }
};

const Qwen2Moe qwen2_moe;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_qwen2_moe(const Config &config, DecoderSpec &spec)
{
    if (!config.flag("use_sliding_window")) run_as(spec, step::qwen2_moe);
}

} // namespace

DecoderSpec qwen2_moe_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("qkv_bias", true), false, false), sparse = dense;
    const Count experts = config.amount_or("num_experts", 0);
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax);
    add_shared_expert(sparse.mlp, "mlp.shared_expert", spec.hidden, config.size("shared_expert_intermediate_size"));
    sparse.mlp.moe.shared.gated = true;
    sparse.mlp.gate = linear("mlp.shared_expert_gate", spec.hidden, 1);
    sparse.mlp.moe.router.normalised = config.flag("norm_topk_prob");
    const std::vector<Count> dense_layers = config.wholes("mlp_only_layers");
    const Count step = config.size_or("decoder_sparse_step", 1), count = config.layers("num_hidden_layers");
    const bool windows = config.flag("use_sliding_window");
    const Count first_full = config.amount_or("max_window_layers", 0);
    const auto types = layer_types(config, count, [&](Count i) { return windows && (i + 1) % 2 != 0 && i < first_full; });
    for (Count i = 0; i < count; ++i) {
        LayerSpec layer = !contains(dense_layers, i) && experts > 0 && (i + 1) % step == 0 ? sparse : dense;
        if (windows && types[static_cast<std::size_t>(i)] == "sliding_attention")
            layer.attention.sliding_window = config.maybe_size("sliding_window");
        repeat(spec, layer, 1);
    }
    return spec;
}

namespace {

void describe_qwen2_moe(const Config &config, Draft &draft) { finish_decoder(draft, qwen2_moe_decoder(config)); }

} // namespace

DecoderSpec qwen3_moe_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    if (config.flag("use_sliding_window")) dense.attention.sliding_window = config.maybe_size("sliding_window");
    LayerSpec sparse = dense;
    const Count experts = config.amount_or("num_experts", 0);
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax);
    sparse.mlp.moe.router.normalised = config.flag("norm_topk_prob");
    const std::vector<Count> dense_layers = config.wholes("mlp_only_layers");
    const Count step = config.size_or("decoder_sparse_step", 1), count = config.layers("num_hidden_layers");
    for (Count i = 0; i < count; ++i)
        repeat(spec, !contains(dense_layers, i) && experts > 0 && (i + 1) % step == 0 ? sparse : dense, 1);
    return spec;
}

namespace {

void describe_qwen3_moe(const Config &config, Draft &draft)
{
    finish_decoder(draft, qwen3_moe_decoder(config), {.router_first = false});
}

} // namespace

std::span<const Family> qwen_moe_families()
{
    static constexpr Family rows[] = {
        {"qwen2_moe", "qwen2_moe", "Qwen2MoeForCausalLM", describe_qwen2_moe, run_as_qwen2_moe},
        {"qwen3_moe", "qwen3_moe", "Qwen3MoeForCausalLM", describe_qwen3_moe},
        {"qwen3_omni_moe_text", "qwen3_omni_moe_text", "Qwen3MoeForCausalLM", describe_qwen3_moe},
        {"qwen3_vl_moe_text", "qwen3_vl_moe_text", "Qwen3MoeForCausalLM", describe_qwen3_moe},
    };
    return rows;
}

} // namespace plimsoll
