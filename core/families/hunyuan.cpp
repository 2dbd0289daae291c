// SPDX-License-Identifier: GPL-3.0-or-later
// Hunyuan, dense and Large (experts).
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

const DecoderClass hunyuan({.norms = HeadNorms::after_turn});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_hunyuan_dense(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim, "query_layernorm", "key_layernorm");
    finish_plain(config, draft, std::move(spec), layer);
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
                               "mlp.gate.wg", RouterKind::softmax_float_linear);
        layer.mlp.moe.router.in_float = true; // torch.nn.Linear(dtype=torch.float32)
        layer.mlp.moe.router.is_linear = true;
        add_shared_expert(layer.mlp, "mlp.shared_mlp", hidden, width);
        repeat(spec, layer, 1);
    }
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> hunyuan_families()
{
    static constexpr Family rows[] = {
        {"hunyuan_v1_dense", "hunyuan_dense", "HunYuanDenseV1ForCausalLM", describe_hunyuan_dense, run_as_one<step::hunyuan>},
        {"hunyuan_v1_moe", "hunyuan_moe", "HunYuanMoEV1ForCausalLM", describe_hunyuan_moe, run_as_one<step::hunyuan>},
    };
    return rows;
}

} // namespace plimsoll
