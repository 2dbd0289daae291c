// SPDX-License-Identifier: GPL-3.0-or-later
// ERNIE 4.5, dense and with experts.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass ernie4_5({.turn = TurnForm::interleaved_each});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_ernie4_5(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("use_bias");
    spec.head.bias = false;
    finish_plain(config, draft, std::move(spec), llama_layer(config, config.size("hidden_size"), bias, bias, bias));
}

void describe_ernie4_5_moe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("use_bias");
    spec.head.bias = bias;
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, bias), sparse = dense;
    const Count experts = config.size("moe_num_experts"), width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("moe_k"), width, activation_of(config, "hidden_act"), "mlp.gate",
                            RouterKind::corrected_softmax);
    sparse.mlp.moe.router.in_float = true; // _keep_in_fp32_modules_strict
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("moe_num_shared_experts", 0), bias);
    const Count count = config.layers("num_hidden_layers"), interval = config.size_or("moe_layer_interval", 1);
    const Count first = config.amount_or("moe_layer_start_index", 1);
    const Count given_last = config.maybe_whole("moe_layer_end_index").value_or(-1),
                last = given_last == -1 ? count - 1 : given_last;
    for (Count i = 0; i < count; ++i) repeat(spec, (i + 1) % interval == 0 && i >= first && i <= last ? sparse : dense, 1);
    finish_decoder(draft, std::move(spec), {.after_router = [](Tree &tree, const MlpSpec &mlp) {
                       tree.own("e_score_correction_bias", {1, mlp.moe.experts}, "mlp.gate.moe_statics");
                   }});
}

} // namespace

std::span<const Family> ernie4_5_families()
{
    static constexpr Family rows[] = {
        {"ernie4_5", "ernie4_5", "Ernie4_5ForCausalLM", describe_ernie4_5, run_as_one<step::ernie4_5>},
        {"ernie4_5_moe", "ernie4_5_moe", "Ernie4_5_MoeForCausalLM", describe_ernie4_5_moe, run_as_one<step::ernie4_5>},
    };
    return rows;
}

} // namespace plimsoll
