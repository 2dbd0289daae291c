// SPDX-License-Identifier: GPL-3.0-or-later
// GPTBigCode: StarCoder 1, SantaCoder.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gpt_block.h"
#include "core/families/describe/frames/gpt_frame.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

namespace plimsoll::step {

namespace {

const GptBlock gpt_bigcode({.split = FusedSplit::split, .names_fused = false});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_gpt_bigcode(const Config &, DecoderSpec &spec)
{
    run_as(spec, step::gpt_bigcode);
    change_around(spec, [rows = spec.position_rows](DecoderExtension &around) {
        around.buffers = {{"bias", {rows, rows}, Dtype::boolean, {}}};
    });
}

void describe_gpt_bigcode(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    set_learned_positions(spec, config);
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    Heads heads = heads_without_groups(config);
    const bool one_key_head = config.flag("multi_query", true);
    if (one_key_head && config.flag("add_cross_attention"))
        config.refuse("add_cross_attention", "true",
                      phrase(QT_TRANSLATE_NOOP("core", "%1 with %2, as %3 has it"), {"false", "multi_query", "GPTBigCodeBlock"}));
    if (one_key_head) heads.key_value = 1;
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.attention = unrotated(heads, "attn");
    layer.attention.fused = linear("attn.c_attn", spec.hidden, spec.hidden + 2 * heads.key_value * heads.dim, true);
    layer.attention.o = linear("attn.c_proj", spec.hidden, spec.hidden, true);
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size_or("n_inner", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    draft.tree.buffer("bias", {spec.position_rows, spec.position_rows}, Dtype::boolean, "transformer");
    finish_gpt(draft, config, std::move(spec), std::move(layer), false);
}

} // namespace

std::span<const Family> gpt_bigcode_families()
{
    static constexpr Family rows[] = {
        {"gpt_bigcode", "gpt_bigcode", "GPTBigCodeForCausalLM", describe_gpt_bigcode, run_as_gpt_bigcode},
    };
    return rows;
}

} // namespace plimsoll
