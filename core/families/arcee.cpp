// SPDX-License-Identifier: GPL-3.0-or-later
// Arcee: Llama with a plain MLP of relu².
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_arcee(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> arcee_families()
{
    static constexpr Family rows[] = {
        {"arcee", "arcee", "ArceeForCausalLM", describe_arcee, nullptr, {.divides_heads = true}},
    };
    return rows;
}

} // namespace plimsoll
