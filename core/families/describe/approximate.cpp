// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/approximate.h"

#include "core/families/describe/pieces.h"
#include "core/model/config/accepted.h"

namespace plimsoll {
namespace {

using Names = std::initializer_list<const char *>;

std::optional<Count> any_of(const Config &config, Names names)
{
    for (const char *name : names)
        if (config.given(name)) return config.maybe_size(name);
    return std::nullopt;
}

/// The model type, or that there is none.
std::string approximate_type_of(const Config &config)
{
    const std::string type = config.text("model_type");
    return config.has("model_type") ? type : phrase(QT_TRANSLATE_NOOP("core", "(none)"));
}

Count required(const Config &config, Names names)
{
    if (const auto found = any_of(config, names)) return *found;
    std::string accepted;
    for (const char *name : names)
        accepted = accepted.empty() ? std::string(name) : phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {accepted, name});
    throw Refusal{
        Error{config.full_key(*names.begin()), said_nothing(), accepted,
              phrase(QT_TRANSLATE_NOOP("core", "model type %1 has no description, and its size cannot be guessed without"),
                     {approximate_type_of(config)})}};
}

void assume(Draft &draft, std::string text) { draft.arch.assumptions.push_back(std::move(text)); }

void describe_flat(const Config &config, Draft &draft)
{
    DecoderSpec spec;
    spec.hidden = spec.embedding_width = required(config, {"hidden_size", "n_embd", "d_model", "n_embed", "dim"});
    spec.vocab = required(config, {"vocab_size", "padded_vocab_size"});
    const Count layers = required(config, {"num_hidden_layers", "n_layer", "num_layers", "n_layers"});
    if (layers > 2000) config.refuse("num_hidden_layers", std::to_string(layers), at_most(2000));
    Heads heads{required(config, {"num_attention_heads", "n_head", "n_heads", "num_heads"}), 0, 0};
    heads.key_value = any_of(config, {"num_key_value_heads", "n_head_kv", "num_kv_heads", "n_kv_heads"}).value_or(heads.query);
    heads.dim =
        any_of(config, {"head_dim", "kv_channels", "attention_head_dim"}).value_or(std::max<Count>(1, spec.hidden / heads.query));
    const auto width = any_of(config, {"intermediate_size", "n_inner", "ffn_dim", "d_ff", "ffn_hidden_size"});
    if (!width)
        assume(draft, phrase(QT_TRANSLATE_NOOP(
                          "core", "the MLP is four times as wide as the model, since the configuration does not say")));
    const bool bias = config.flag("attention_bias", config.flag("qkv_bias"));
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, bias, config.flag("attention_bias"));
    const Count experts = std::max(
        {config.amount_or("num_experts", 0), config.amount_or("num_local_experts", 0), config.amount_or("n_routed_experts", 0)});
    if (experts > 1) {
        const Count expert_width = any_of(config, {"moe_intermediate_size"}).value_or(width.value_or(4 * spec.hidden));
        layer.mlp = expert_mlp(spec.hidden, experts, config.amount_or("num_experts_per_tok", 2), expert_width, Activation::silu,
                               "mlp.gate", RouterKind::softmax_of_float);
        assume(draft, phrase(QT_TRANSLATE_NOOP("core", "every layer has %1 gated experts of width %2"),
                             {std::to_string(experts), std::to_string(expert_width)}));
    } else {
        layer.mlp = gated_mlp(spec.hidden, width.value_or(4 * spec.hidden), Activation::silu, config.flag("mlp_bias"));
        assume(draft, phrase(QT_TRANSLATE_NOOP("core", "a gated MLP of three matrices")));
    }
    set_two_norms(layer, NormKind::rms, spec.hidden);
    spec.final_norm = norm("norm", NormKind::rms, spec.hidden);
    spec.head = linear("lm_head", spec.hidden, spec.vocab);
    spec.tied = config.flag("tie_word_embeddings");
    if (!config.given("tie_word_embeddings"))
        assume(draft, phrase(QT_TRANSLATE_NOOP("core", "embeddings and head are two matrices")));
    assume(draft, phrase(QT_TRANSLATE_NOOP("core",
                                           "query, key, value and output projections, two RMS norms a layer, rotary positions")));
    repeat(spec, layer, layers);
    finish_decoder(draft, std::move(spec));
}

} // namespace

void describe_unknown(const Config &config, Draft &draft)
{
    draft.arch.exact = false;
    assume(draft, phrase(QT_TRANSLATE_NOOP("core", "model type %1 has no description: counted as a %2-like decoder"),
                         {approximate_type_of(config), "LLaMA"}));
    for (const char *inner : {"text_config", "llm_config", "language_config"}) {
        if (!config.given(inner)) continue;
        assume(draft,
               phrase(QT_TRANSLATE_NOOP("core", "only the language model in %1 is counted; towers and projectors are left out"),
                      {inner}));
        const std::string type = config.sub_type(inner);
        if (const Family *family = find_family(type)) {
            family->describe(config.sub(inner), draft);
            draft.arch.exact = false;
            return;
        }
        return describe_flat(config.sub(inner), draft);
    }
    describe_flat(config, draft);
}

} // namespace plimsoll
