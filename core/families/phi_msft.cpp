// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-1.5 and Phi-2 as first published (code on the Hub).
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Phi-2 as first published: the same weights under GPT-2's names.
void describe_phi_msft(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("n_embd"), vocab = config.size("vocab_size"), heads = config.size("n_head");
    const Count dim = hidden / heads, kv = config.size_or("n_head_kv", heads), width = config.size_or("n_inner", 4 * hidden);
    if (config.amount_or("num_local_experts", 0) > 1) // Phixtral's code goes by this name
        config.refuse("num_local_experts", std::to_string(config.amount_or("num_local_experts", 0)),
                      phrase(QT_TRANSLATE_NOOP("core", "none: the model is dense")));
    tree.embedding("transformer.embd.wte", vocab, hidden);
    for (Count i = 0; i < config.layers("n_layer"); ++i) {
        const auto layer = tree.in("transformer.h", i);
        tree.norm("ln", hidden, true);
        tree.linear("mixer.Wqkv", hidden, (heads + 2 * kv) * dim, true);
        tree.linear("mixer.out_proj", hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
    }
    tree.norm("lm_head.ln", hidden, true);
    tree.linear("lm_head.linear", hidden, vocab, true);
    draft.arch.output_embedding = "lm_head.linear";
    DecoderSpec spec;
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "embd.wte";
    spec.vocab = vocab;
    spec.hidden = spec.embedding_width = hidden;
    spec.final_norm = norm("lm_head.ln", NormKind::layer_norm, hidden, true);
    spec.head = linear("lm_head.linear", hidden, vocab, true);
    LayerSpec layer;
    layer.parallel = true;
    layer.input_norm = norm("ln", NormKind::layer_norm, hidden, true);
    layer.attention.name = "mixer";
    layer.attention.heads = heads;
    layer.attention.kv_heads = kv;
    layer.attention.head_dim = layer.attention.v_head_dim = dim;
    layer.attention.rotary.dim = std::min(dim, config.size_or("rotary_dim", 32));
    layer.attention.fused = linear("mixer.Wqkv", hidden, (heads + 2 * kv) * dim, true);
    layer.attention.o = linear("mixer.out_proj", hidden, hidden, true);
    layer.mlp = plain_mlp("mlp.fc1", "mlp.fc2", hidden, width, Activation::gelu_new, true);
    repeat(spec, layer, config.layers("n_layer"));
    approximate(spec, phrase(QT_TRANSLATE_NOOP(
                                 "core", "%1's first code is taken as what %2 runs for model type %3, which is the same model"),
                             {"Phi", "transformers", "phi"}));
    keep_step(draft, std::move(spec));
}

} // namespace

std::span<const Family> phi_msft_families()
{
    static constexpr Family rows[] = {
        {"mixformer-sequential", "phi_msft", "MixFormerSequentialForCausalLM", describe_phi_msft},
        {"phi-msft", "phi_msft", "PhiForCausalLM", describe_phi_msft},
    };
    return rows;
}

} // namespace plimsoll
