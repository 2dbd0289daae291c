// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-3 small (code on the Hub).
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

void describe_phi3small(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                width = config.size("ff_intermediate_size");
    const Heads heads = heads_of(config);
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("model.layers", i);
        tree.linear("self_attn.query_key_value", hidden, (heads.query + 2 * heads.key_value) * heads.dim, true);
        tree.linear("self_attn.dense", hidden, hidden, true);
        tree.linear("mlp.up_proj", hidden, 2 * width, true);
        tree.linear("mlp.down_proj", width, hidden, true);
        tree.norm("input_layernorm", hidden, true);
        tree.norm("post_attention_layernorm", hidden, true);
    }
    tree.norm("model.final_layernorm", hidden, true);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings", true)) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("final_layernorm", NormKind::layer_norm, hidden, true));
    spec.positions = Positions::rotary;
    LayerSpec layer;
    set_two_norms(layer, NormKind::layer_norm, hidden, true);
    layer.attention.heads = heads.query;
    layer.attention.kv_heads = heads.key_value;
    layer.attention.head_dim = layer.attention.v_head_dim = layer.attention.rotary.dim = heads.dim;
    layer.attention.fused = linear("self_attn.query_key_value", hidden, (heads.query + 2 * heads.key_value) * heads.dim, true);
    layer.attention.o = linear("self_attn.dense", hidden, hidden, true);
    layer.mlp.kind = MlpKind::gated_fused;
    layer.mlp.activation = Activation::gelu;
    layer.mlp.up = linear("mlp.up_proj", hidden, 2 * width, true);
    layer.mlp.down = linear("mlp.down_proj", width, hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    approximate(spec, phrase(QT_TRANSLATE_NOOP("core", "block-sparse attention is taken as dense causal attention")));
    keep_step(draft, std::move(spec));
}

} // namespace

std::span<const Family> phi3small_families()
{
    static constexpr Family rows[] = {
        {"phi3small", "phi3small", "Phi3SmallForCausalLM", describe_phi3small},
    };
    return rows;
}

} // namespace plimsoll
