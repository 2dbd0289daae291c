// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-J.
#include "core/families/gpt_frame.h"
#include "core/families/pieces.h"

namespace plimsoll {

namespace {

using enum LayerPart;

void describe_gptj(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    spec.head.bias = true;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.post_attention_norm = {};
    layer.parallel = true;
    layer.attention = grouped_attention(spec.hidden, heads_without_groups(config), false, false, "out_proj", "attn");
    layer.attention.rotary_dim = config.size_or("rotary_dim", spec.hidden);
    layer.attention.keys_first = true;
    layer.attention.buffers = {
        {"embed_positions", {config.size("max_position_embeddings"), layer.attention.rotary_dim}, Dtype::fp32, {}}};
    layer.mlp = plain_mlp("mlp.fc_in", "mlp.fc_out", spec.hidden, config.size_or("n_inner", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, mlp}, .rotary_dim = 0});
}

} // namespace

std::span<const Family> gptj_families()
{
    static constexpr Family rows[] = {
        {"gptj", "gptj", "GPTJForCausalLM", describe_gptj, {.sdpa = false, .float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
