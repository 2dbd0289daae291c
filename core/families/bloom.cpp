// SPDX-License-Identifier: GPL-3.0-or-later
// BLOOM and MPT.
#include "core/families/pieces.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum LayerPart;

void describe_bloom(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "word_embeddings";
    spec.embedding_norm = norm("word_embeddings_layernorm", NormKind::layer_norm, spec.hidden, true);
    spec.final_norm.name = "ln_f";
    spec.positions = Positions::alibi;
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention = fused_attention("self_attention", "query_key_value", "dense", spec.hidden,
                                      {heads, heads, spec.hidden / heads}, 3 * spec.hidden, true);
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, 4 * spec.hidden, Activation::gelu_tanh, true);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

void describe_mpt(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm);
    spec.prefix = "transformer";
    spec.layers_name = "blocks";
    spec.embedding_name = "wte";
    spec.final_norm.name = "norm_f";
    spec.positions = Positions::alibi;
    spec.max_positions = std::max<Count>(0, config.maybe_whole("max_seq_len").value_or(0)); // its ALiBi has so many columns
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention =
        fused_attention("attn", "Wqkv", "out_proj", spec.hidden, {heads, heads, spec.hidden / heads}, 3 * spec.hidden, false);
    layer.attention.clip_qkv = config.sub("attn_config").has("clip_qkv");
    layer.mlp = plain_mlp("ffn.up_proj", "ffn.down_proj", spec.hidden, 4 * spec.hidden, Activation::gelu, false);
    layer.input_norm = norm("norm_1", NormKind::layer_norm, spec.hidden);
    layer.post_attention_norm = norm("norm_2", NormKind::layer_norm, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

/// MptModel makes its ALiBi for max_seq_len keys, whatever comes; the last token that is generated is not read.
std::optional<Error> refused_mpt(const Plan &plan, const Architecture &architecture)
{
    const Count most = architecture.decoder->max_positions;
    if (most == 0) return std::nullopt;
    const bool infers = plan.task == Task::infer;
    const Count asked = infers ? plan.inference.context : plan.sequence_length, read = infers ? asked - 1 : asked;
    if (read <= most) return std::nullopt;
    return Error{infers ? "inference.context" : "sequence_length", std::to_string(asked),
                 phrase(QT_TRANSLATE_NOOP("core", "at most %1"), {std::to_string(infers ? most + 1 : most)}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1's ALiBi has %2 columns (%3), and adding it to more scores raises (%4)"),
                        {"MPT", std::to_string(most), "max_seq_len", "transformers 5.23, modeling_mpt.py"})};
}

} // namespace

std::span<const Family> bloom_families()
{
    static constexpr Family rows[] = {
        {"bloom", "bloom", "BloomForCausalLM", describe_bloom, {.sdpa = false, .flash2 = false}},
        {"mpt", "mpt", "MptForCausalLM", describe_mpt, {.sdpa = false, .flash2 = false}, refused_mpt},
    };
    return rows;
}

} // namespace plimsoll
