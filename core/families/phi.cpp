// SPDX-License-Identifier: GPL-3.0-or-later
// Phi 1 to 4, dense, and the language model of Phi-4 multimodal.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

namespace plimsoll::step {

namespace {

const DecoderClass phi({.join = RotaryJoin::held, .norms = HeadNorms::last});

const DecoderClass phi3({.join = RotaryJoin::each});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

DecoderSpec phi_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.final_norm.name = "final_layernorm";
    spec.head.bias = true;
    const Heads heads = heads_of(config);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, true, true, "dense");
    layer.attention.rotary.dim = static_cast<Count>(static_cast<double>(heads.dim) * partial_rotary_factor(config, 0.5));
    if (config.flag("qk_layernorm")) {
        const Count split = spec.hidden / heads.query; // whatever head_dim says
        layer.attention.norms.q = norm("self_attn.q_layernorm", NormKind::layer_norm, split, true);
        layer.attention.norms.k = norm("self_attn.k_layernorm", NormKind::layer_norm, split, true);
    }
    layer.mlp =
        plain_mlp("mlp.fc1", "mlp.fc2", spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), true);
    layer.input_norm = norm("input_layernorm", NormKind::layer_norm, spec.hidden, true);
    layer.parallel = true;
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

namespace {

/// What is not in the modules.
void set_phi3_habits(const Config &config, LayerSpec &layer)
{
    AttentionSpec &a = layer.attention;
    a.rotary.dim = static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config));
    a.output_first = true;
    a.sliding_window = config.maybe_size("sliding_window");
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
}

void describe_phi(const Config &config, Draft &draft) { finish_decoder(draft, phi_decoder(config), {.norm_after_rotary = true}); }

} // namespace

DecoderSpec phi3_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Heads heads = heads_of(config);
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.heads = heads.query;
    a.kv_heads = heads.key_value;
    a.head_dim = a.v_head_dim = heads.dim;
    a.fused = linear("self_attn.qkv_proj", spec.hidden, (heads.query + 2 * heads.key_value) * heads.dim);
    a.o = linear("self_attn.o_proj", heads.query * heads.dim, spec.hidden);
    const Count width = config.size("intermediate_size");
    layer.mlp.kind = MlpKind::gated_fused;
    layer.mlp.activation = activation_of(config, "hidden_act");
    layer.mlp.up = linear("mlp.gate_up_proj", spec.hidden, 2 * width);
    layer.mlp.down = linear("mlp.down_proj", width, spec.hidden);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    set_phi3_habits(config, layer);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

namespace {

void describe_phi3(const Config &config, Draft &draft) { finish_decoder(draft, phi3_decoder(config)); }

DecoderSpec phi4_multimodal_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        layer.attention = fused_attention(at, heads, "self_attn", "self_attn.qkv_proj", "self_attn.o_proj");
        layer.mlp = fused_gated_mlp(at, "mlp.gate_up_proj", "mlp.down_proj", activation_of(config, "hidden_act"));
        set_two_norms(layer, at, NormKind::rms);
        set_phi3_habits(config, layer);
        repeat(spec, layer, 1);
    }
    auto around = std::make_shared<DecoderExtension>();
    around->unreached_parts = {"embed_tokens_extend"}; // text reaches neither pictures' nor sounds' modules
    spec.inside_larger = true;
    spec.caches_in_training = config.flag("use_cache", true);
    spec.extension = std::move(around);
    return spec;
}

} // namespace

std::span<const Family> phi_families()
{
    static constexpr Family rows[] = {
        {"phi", "phi", "PhiForCausalLM", describe_phi, run_as_one<step::phi>},
        {"phi3", "phi3", "Phi3ForCausalLM", describe_phi3, run_as_one<step::phi3>},
        recipe_with_step("phi4_multimodal", phi4_multimodal_step, run_as_one<step::phi3>),
    };
    return rows;
}

} // namespace plimsoll
