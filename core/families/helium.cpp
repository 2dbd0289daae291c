// SPDX-License-Identifier: GPL-3.0-or-later
// Helium.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass helium({.turn = TurnForm::interleaved});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_helium(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), false, config.flag("mlp_bias"),
                                  NormKind::rms_fp32_weight);
    layer.attention.o = linear("self_attn.o_proj", spec.hidden, spec.hidden);
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> helium_families()
{
    static constexpr Family rows[] = {
        {"helium", "helium", "HeliumForCausalLM", describe_helium, run_as_one<step::helium>},
    };
    return rows;
}

} // namespace plimsoll
