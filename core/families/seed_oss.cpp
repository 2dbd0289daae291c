// SPDX-License-Identifier: GPL-3.0-or-later
// Seed-OSS.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_seed_oss(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_out_bias"),
                                  config.flag("mlp_bias"));
    layer.dropout = config.number_or("residual_dropout", 0);
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> seed_oss_families()
{
    static constexpr Family rows[] = {
        {"seed_oss", "seed_oss", "SeedOssForCausalLM", describe_seed_oss},
    };
    return rows;
}

} // namespace plimsoll
