// SPDX-License-Identifier: GPL-3.0-or-later
// MiniMax-M2.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass minimax_m2({.join = RotaryJoin::after, .views_last = true});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_minimax_m2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    AttentionSpec &a = layer.attention;
    a.norms.q = norm("self_attn.q_norm", NormKind::rms, a.heads * a.head_dim);
    a.norms.k = norm("self_attn.k_norm", NormKind::rms, a.kv_heads * a.head_dim);
    a.norms.per_head = false;
    a.rotary.dim =
        config.size_or("rotary_dim", static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config)));
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate",
                           RouterKind::corrected_sigmoid);
    layer.mlp.moe.router.corrected = true;
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.correction_on_block = true});
}

} // namespace

std::span<const Family> minimax_m2_families()
{
    static constexpr Family rows[] = {
        {"minimax_m2", "minimax_m2", "MiniMaxM2ForCausalLM", describe_minimax_m2, run_as_one<step::minimax_m2>},
    };
    return rows;
}

} // namespace plimsoll
