// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen 1 (code on the Hub).
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

using enum LayerPart;

void describe_qwen1(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    const bool bias = !config.flag("no_bias", true);
    const Count heads = config.size("num_attention_heads"), dim = config.size_or("kv_channels", spec.hidden / heads);
    LayerSpec layer;
    layer.attention = fused_qkv_attention(spec.hidden, {heads, heads, dim}, "attn", "c_attn", "c_proj", true, bias);
    // intermediate_size counts both halves of the gate
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size") / 2, "mlp.w2", "mlp.w1", "mlp.c_proj");
    layer.input_norm = norm("ln_1", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ln_2", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
    if (!config.given("visual")) return;
    {
        const auto scope = draft.tree.in("transformer.visual");
        include_model(config.sub("visual", "qwen_visual"), draft);
    }
    leave_step_out(draft,
                   phrase(QT_TRANSLATE_NOOP("core", "the step of models with more than a language model is not described")));
}

} // namespace

std::span<const Family> qwen1_families()
{
    static constexpr Family rows[] = {
        {"qwen", "qwen1", "QWenLMHeadModel", describe_qwen1},
    };
    return rows;
}

} // namespace plimsoll
