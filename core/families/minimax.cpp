// SPDX-License-Identifier: GPL-3.0-or-later
// MiniMax-01: lightning attention, a linear one in blocks, takes turns with softmax attention; Mixtral's experts everywhere.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/keep_step.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"

// MiniMax-01 (transformers 5.23, models/minimax/modeling_minimax.py): what is added to attention and MLP is their normalised
// input, both times a number.

namespace plimsoll::step {

namespace {

class MiniMax final : public DecoderClass {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const auto joined = [&m](const Tensor &residual, const Tensor &part) {
            Tensor first = scale(m, residual);
            Tensor second = scale(m, part);
            return add(m, std::move(first), std::move(second));
        };
        Tensor hidden = layer.input_norm.forward(m, input);
        Tensor residual = hidden;
        hidden = layer.mixer ? mix(m, layer, hidden, pass) : pass.model.attends.attention(m, layer, hidden, pass);
        hidden = joined(residual, hidden);
        hidden = layer.post_attention_norm.forward(m, std::move(hidden));
        residual = hidden;
        hidden = mlp(m, layer, hidden, pass);
        return joined(residual, hidden);
    }
};

const MiniMax minimax;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_minimax(const Config &, DecoderSpec &spec) { run_as(spec, step::minimax); }

void add_lightning(Tree &tree, const Config &config, const Heads &heads, Count hidden)
{
    const auto scope = tree.in("self_attn");
    const Count inner = heads.query * heads.dim, block = config.size_or("block_size", 256);
    tree.buffer("slope_rate", {heads.query, 1, 1});
    tree.buffer("query_decay", {heads.query, block, 1});
    tree.buffer("key_decay", {heads.query, block, 1});
    tree.buffer("diagonal_decay", {1, heads.query, block, block});
    tree.norm("norm", inner);
    tree.linear("qkv_proj", hidden, 3 * inner);
    tree.linear("out_proj", inner, hidden);
    tree.linear("output_gate", hidden, inner);
}

} // namespace

static void describe_minimax(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                count = config.layers("num_hidden_layers");
    const Heads heads = heads_of(config);
    const auto types = given_layer_types(config, count);
    LayerSpec made = llama_layer(config, hidden, false, false, false);
    made.attention.sliding_window = config.maybe_size("sliding_window");
    const AttentionSpec attention = made.attention;
    made.mlp =
        expert_mlp(hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"), config.size("intermediate_size"),
                   activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax_of_float);
    made.mlp.moe.router.normalised = true;
    made.mlp.moe.router.input_jitter = config.number_or("router_jitter_noise", 0);
    MixerSpec sizes;
    sizes.kind = MixerKind::lightning;
    sizes.name = "self_attn";
    sizes.inner = heads.query * heads.dim;
    sizes.heads = heads.query;
    sizes.state = heads.dim;
    sizes.chunk = config.size_or("block_size", 256);
    auto softmax = std::make_shared<LayerExtension>();
    std::shared_ptr<LayerExtension> linear;
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    spec.positions = Positions::rotary;
    spec.rotary_dim = attention.rotary.dim;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (Count i = 0; i < count; ++i) {
        const auto layer = tree.in("model.layers", i);
        const bool lightning = types.empty() ? i % 2 == 1 : types[static_cast<std::size_t>(i)] == "linear_attention";
        if (lightning)
            add_lightning(tree, config, heads, hidden);
        else
            add_attention(tree, attention);
        tree.norm("input_layernorm", hidden);
        tree.norm("post_attention_layernorm", hidden);
        add_mlp(tree, made.mlp);
        if (lightning && !linear) {
            linear = std::make_shared<LayerExtension>(*mixer_extension(tree, tree.path(), sizes));
        }
        made.attention = lightning ? empty_layer().attention : attention;
        if (lightning) // made while the model's dtype is torch's default
            made.attention.buffers = {{"query_decay", {2, heads.query, sizes.chunk, 1}, Dtype::bf16, {}},
                                      {"diagonal_decay", {1, heads.query, sizes.chunk, sizes.chunk}, Dtype::bf16, {}}};
        made.extension = lightning ? linear : softmax;
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", hidden);
    tree.rotary("model.rotary_emb", attention.rotary.dim);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings")) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    keep_step(draft, std::move(spec));
}

std::span<const Family> minimax_families()
{
    static constexpr Family rows[] = {
        {"minimax", "minimax", "MiniMaxForCausalLM", describe_minimax, run_as_minimax},
    };
    return rows;
}

} // namespace plimsoll
