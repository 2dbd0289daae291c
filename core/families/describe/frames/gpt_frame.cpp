// SPDX-License-Identifier: GPL-3.0-or-later
// What GPT-2, GPTBigCode, GPT-Neo and GPT-J share.
#include "core/families/describe/frames/gpt_frame.h"

#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

#include <utility>

namespace plimsoll {

using enum LayerPart;

DecoderSpec gpt_base(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    return spec;
}

TreeOrder gpt_order() { return {.layer = {input_norm, attention, post_attention_norm, mlp}}; }

void set_learned_positions(DecoderSpec &spec, const Config &config)
{
    spec.positions = Positions::learned;
    spec.positions_name = "wpe";
    spec.position_rows = config.size("max_position_embeddings");
}

Heads heads_without_groups(const Config &config)
{
    const Count heads = config.size("num_attention_heads");
    return {heads, heads, config.size("hidden_size") / heads};
}

LayerSpec gpt_layer(const Config &config, Count hidden)
{
    LayerSpec layer;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    layer.post_attention_norm = norm("ln_2", NormKind::layer_norm, hidden, true);
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attn_pdrop", 0);
    return layer;
}

AttentionSpec unrotated(const Heads &heads, std::string name)
{
    AttentionSpec out;
    out.name = std::move(name);
    out.heads = heads.query;
    out.kv_heads = heads.key_value;
    out.head_dim = out.v_head_dim = heads.dim;
    return out;
}

void finish_gpt(Draft &draft, const Config &config, DecoderSpec spec, LayerSpec layer, bool conv1d)
{
    const bool crossed = config.flag("add_cross_attention");
    TreeOrder with = gpt_order();
    if (crossed) {
        layer.pre_mlp_norm = norm("ln_cross_attn", NormKind::layer_norm, spec.hidden, true);
        with.layer = {input_norm, attention, post_attention_norm, pre_mlp_norm, mlp};
        with.after_attention = [hidden = spec.hidden, conv1d](Tree &tree, const LayerSpec &) {
            const auto scope = tree.in("crossattention");
            for (const auto &[name, width] : {std::pair{"c_attn", 2 * hidden}, {"q_attn", hidden}, {"c_proj", hidden}})
                tree.add({name, hidden, width, true, conv1d});
        };
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), with);
    if (crossed) leave_step_out(draft, phrase(QT_TRANSLATE_NOOP("core", "attention to an encoder's states is not described")));
}

} // namespace plimsoll
