// SPDX-License-Identifier: GPL-3.0-or-later
// Granite 4: Mamba 2 or attention, a shared MLP and experts.
#include "core/families/describe/bamba_mixer.h"
#include "core/families/describe/decoder_classes.h"
#include "core/families/granite.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

void describe_granitemoehybrid(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                count = config.layers("num_hidden_layers");
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    AttentionSpec attention = grouped_attention(hidden, heads, bias, bias);
    const Count experts = config.amount_or("num_local_experts", 0), shared = config.size("shared_intermediate_size");
    const BambaMixer mixer = bamba_mixer_of(config, mamba_expanded(config, hidden), true);
    const std::vector<std::string> types = given_layer_types(config, count);
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    attention.rotary.dim = 0;
    if (config.text("position_embedding_type") == "rope") set_rotary(spec, attention, heads.dim);
    spec.embedding_multiplier = config.maybe_number("embedding_multiplier");
    spec.logits_multiplier = config.maybe_number("logits_scaling");
    LayerSpec made = two_norms(hidden, "input_layernorm", "post_attention_layernorm");
    made.residual_multiplier = config.maybe_number("residual_multiplier");
    made.mlp.kind = MlpKind::gated_fused;
    made.mlp.name = "shared_mlp";
    made.mlp.up = linear("shared_mlp.input_linear", hidden, 2 * shared);
    made.mlp.down = linear("shared_mlp.output_linear", shared, hidden);
    if (experts > 0) {
        made.mlp =
            expert_mlp(hidden, experts, config.size("num_experts_per_tok"), config.size("intermediate_size"), Activation::silu,
                       "block_sparse_moe.router", RouterKind::best_of_float_then_softmax, "block_sparse_moe");
        made.mlp.moe.shared.order = SharedOrder::last;
        add_granite_shared(made.mlp, hidden, shared);
    }
    std::shared_ptr<const LayerExtension> extension;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool attends = !types.empty() && (types[static_cast<std::size_t>(i)] == "attention" ||
                                                types[static_cast<std::size_t>(i)] == "full_attention");
        if (attends) add_attention(tree, attention);
        tree.norm("input_layernorm", hidden);
        tree.norm("post_attention_layernorm", hidden);
        add_mlp(tree, made.mlp);
        if (!attends) add_bamba_mixer(tree, mixer, hidden);
        if (!attends && !extension) extension = mixer_extension(tree, tree.path(), sizes_of(config, mixer));
        made.attention = attends ? attention : empty_layer().attention;
        made.extension = attends ? nullptr : extension;
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", hidden);
    if (config.text("position_embedding_type") == "rope") tree.rotary("model.rotary_emb", heads.dim);
    add_lm_head(draft, config, hidden, vocab, "model.embed_tokens", false, std::move(spec));
}

} // namespace

std::span<const Family> granitemoehybrid_families()
{
    static constexpr Family rows[] = {
        {"granitemoehybrid", "granitemoehybrid", "GraniteMoeHybridForCausalLM", describe_granitemoehybrid,
         refuse_tiled_router_loss},
    };
    return rows;
}

} // namespace plimsoll
