// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2.
#include "core/families/gpt_frame.h"
#include "core/families/pieces.h"

namespace plimsoll {

namespace {

void describe_gpt2(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    set_learned_positions(spec, config);
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.attention = unrotated(heads_without_groups(config), "attn");
    layer.attention.fused = {"attn.c_attn", spec.hidden, 3 * spec.hidden, true, true};
    layer.attention.o = {"attn.c_proj", spec.hidden, spec.hidden, true, true};
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size_or("n_inner", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    layer.mlp.up.conv1d = layer.mlp.down.conv1d = true;
    finish_gpt(draft, config, std::move(spec), std::move(layer), true);
}

} // namespace

std::span<const Family> gpt2_families()
{
    static constexpr Family rows[] = {
        {"gpt-sw3", "gpt2", "GPT2LMHeadModel", describe_gpt2},
        {"gpt2", "gpt2", "GPT2LMHeadModel", describe_gpt2, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
