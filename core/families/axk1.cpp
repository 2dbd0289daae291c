// SPDX-License-Identifier: GPL-3.0-or-later
// A.X K1: DeepSeek V3 with a norm behind its experts.
#include "core/families/deepseek.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_axk1(const Config &config, Draft &draft)
{
    DecoderSpec spec = latent_decoder(config, {.rotary = paired(config), .dense_first = 1, .counts_frequency = true});
    finish_with_own_tables(config, draft, std::move(spec),
                           {.router_first = false, .after_mlp = [](Tree &tree, const LayerSpec &layer) {
                                if (layer.mlp.kind == MlpKind::moe) tree.norm("mlp.post_mlp_layernorm", layer.input_norm.width);
                            }});
    if (!draft.arch.decoder) return; // its step was left out, and draft says why
    for (LayerSpec &kind : draft.arch.decoder->kinds)
        if (kind.mlp.kind == MlpKind::moe)
            kind.post_mlp_norm = norm("mlp.post_mlp_layernorm", NormKind::rms, draft.arch.decoder->hidden);
}

} // namespace

std::span<const Family> axk1_families()
{
    static constexpr Family rows[] = {
        {"axk1", "axk1", "AXK1ForCausalLM", describe_axk1},
    };
    return rows;
}

} // namespace plimsoll
