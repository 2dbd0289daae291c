// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 and what was built on its code: GPTBigCode (StarCoder 1, SantaCoder), GPT-Neo, GPT-J.
#include "core/families/families.h"

#include "core/families/pieces.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

using enum LayerPart;

/// Sizes, names and norms that the four share: transformer.h, wte, ln_1, ln_2, ln_f.
DecoderSpec gpt_base(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    return spec;
}

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

const TreeOrder order{.layer = {input_norm, attention, post_attention_norm, mlp}};

/// Decoders of an encoder-decoder pair attend to the encoder besides (GPT2Block, GPTBigCodeBlock).
void finish_gpt(Draft &draft, const Config &config, DecoderSpec spec, LayerSpec layer, bool conv1d)
{
    const bool crossed = config.flag("add_cross_attention");
    TreeOrder with = order;
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

} // namespace

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

void describe_gpt_neo(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    set_learned_positions(spec, config);
    spec.embedding_dropout = config.number_or("embed_dropout", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.dropout = config.number_or("resid_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.attention = grouped_attention(spec.hidden, heads_without_groups(config), false, true, "out_proj", "attn.attention");
    layer.attention.rotary_dim = 0;
    layer.attention.keys_first = true;
    layer.attention.buffers = {{"bias", {1, 1, spec.position_rows, spec.position_rows}, Dtype::boolean, {}}};
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size_or("intermediate_size", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    // attention_types: [[["global", "local"], 12]] repeats the kinds; the default of the class is the same for every size
    const nlohmann::json &types = config.raw("attention_types");
    std::vector<std::string> kinds;
    if (types.is_array() && !types.empty() && types.front().is_array() && types.front().size() == 2 &&
        types.front()[0].is_array())
        for (const auto &kind : types.front()[0]) kinds.push_back(kind.is_string() ? kind.get<std::string>() : "global");
    if (kinds.empty()) kinds = {"global", "local"};
    for (Count i = 0; i < config.layers("num_layers"); ++i) {
        const bool local = kinds[static_cast<std::size_t>(i) % kinds.size()] == "local";
        layer.attention.sliding_window = local ? config.maybe_size("window_size") : std::nullopt;
        repeat(spec, layer, 1);
    }
    finish_decoder(draft, std::move(spec), {.layer = order.layer});
}

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

} // namespace plimsoll
