// SPDX-License-Identifier: GPL-3.0-or-later
// nanochat: norms without weights.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll::step {

namespace {

const DecoderClass nanochat({.norms = HeadNorms::after_turn});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_nanochat(const Config &, DecoderSpec &spec) { run_as(spec, step::nanochat); }

DecoderSpec nanochat_step(const Config &config, const Tree &)
{
    // norms without weights: width 0; the final one runs before the layers too
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const auto bare = [](const char *name) { return norm(name, NormKind::rms_fp32_weight, 0); };
    spec.final_norm = spec.embedding_norm = bare("norm");
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention.q_norm = bare("self_attn.q_norm");
    layer.attention.k_norm = bare("self_attn.k_norm");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = plain_mlp("mlp.fc1", "mlp.fc2", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), false);
    layer.input_norm = bare("input_layernorm");
    layer.post_attention_norm = bare("post_attention_layernorm");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
