// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX, Pythia and the reward models made of them.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/model/config/accepted.h"

namespace plimsoll::step {

namespace {

const DecoderClass gpt_neox({.split = FusedSplit::split, .join = RotaryJoin::after});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

DecoderSpec gpt_neox_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "gpt_neox";
    spec.embedding_name = "embed_in";
    spec.final_norm.name = "final_layer_norm";
    const double rotary = config.number_or("rotary_pct", partial_rotary_factor(config, 0.25));
    if (!(rotary >= 0 && rotary <= 1)) config.refuse("rotary_pct", std::to_string(rotary), from_to("0", "1"));
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.name = "attention";
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.head_dim = a.v_head_dim = spec.hidden / a.heads;
    a.rotary.dim = static_cast<Count>(static_cast<double>(a.head_dim) * rotary);
    const bool bias = config.flag("attention_bias", true);
    a.fused = linear("attention.query_key_value", spec.hidden, 3 * spec.hidden, bias);
    a.o = linear("attention.dense", spec.hidden, spec.hidden, bias);
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), true);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.parallel = config.flag("use_parallel_residual", true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    spec.embedding_dropout = layer.dropout;
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

const TreeOrder &gpt_neox_order()
{
    using enum LayerPart;
    static const TreeOrder order{.layer = {input_norm, post_attention_norm, attention, mlp}};
    return order;
}

static void describe_gpt_neox(const Config &config, Draft &draft)
{
    finish_decoder(draft, gpt_neox_decoder(config), gpt_neox_order());
}

/// OpenAssistant's reward model: the base model and one output, no language-modelling head.
static void describe_gpt_neox_reward(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_neox_decoder(config);
    add_decoder(draft.tree, spec, gpt_neox_order());
    draft.tree.linear("out_proj", spec.hidden, 1, true);
    spec.head = linear("out_proj", spec.hidden, 1, true);
    keep_reward(draft, std::move(spec));
}

std::span<const Family> gpt_neox_families()
{
    static constexpr Family rows[] = {
        {"gpt_neox", "gpt_neox", "GPTNeoXForCausalLM", describe_gpt_neox, run_as_one<step::gpt_neox>},
        {"gpt_neox_reward_model", "gpt_neox_reward", "", describe_gpt_neox_reward},
    };
    return rows;
}

} // namespace plimsoll
