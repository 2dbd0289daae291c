// SPDX-License-Identifier: GPL-3.0-or-later
// More with their own code on the Hub: Phi-2's first releases, Phi-3 small and vision, Nemotron NAS, InternVL 1.5 and 2;
// and Ministral 3, whose name stands for the text model and for the one with a tower.
#include "core/families/families.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/remote.h"
#include "core/families/text_model_within.h"
#include "core/families/towers.h"
#include "core/model/config/accepted.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plimsoll {

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
    layer.attention.rotary_dim = std::min(dim, config.size_or("rotary_dim", 32));
    layer.attention.fused = linear("mixer.Wqkv", hidden, (heads + 2 * kv) * dim, true);
    layer.attention.o = linear("mixer.out_proj", hidden, hidden, true);
    layer.mlp = plain_mlp("mlp.fc1", "mlp.fc2", hidden, width, Activation::gelu_new, true);
    repeat(spec, layer, config.layers("n_layer"));
    approximate(spec, phrase(QT_TRANSLATE_NOOP(
                                 "core", "%1's first code is taken as what %2 runs for model type %3, which is the same model"),
                             {"Phi", "transformers", "phi"}));
    keep_step(draft, std::move(spec));
}

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
    layer.attention.head_dim = layer.attention.v_head_dim = layer.attention.rotary_dim = heads.dim;
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

void describe_phi3_v(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    static const nlohmann::json tower = nlohmann::json::parse(
        R"({"hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "num_attention_heads": 16, "patch_size": 14, "image_size": 336})");
    if (config.sub("img_processor").text("model_name", "openai/clip-vit-large-patch14-336") !=
        "openai/clip-vit-large-patch14-336")
        config.refuse("img_processor.model_name", config.sub("img_processor").text("model_name"),
                      "openai/clip-vit-large-patch14-336");
    const Count hidden = config.size("hidden_size"), merged = 4 * config.sub("img_processor").size_or("image_dim_out", 1024);
    {
        const auto scope = tree.in("model.vision_embed_tokens");
        tree.own("glb_GN", {1, 1, merged});
        tree.own("sub_GN", {1, 1, 1, merged});
        {
            const auto inner = tree.in("img_processor.vision_model");
            add_clip_vision(tree, Config(tower, "clip_vision_model"));
        }
        tree.linear("img_projection.0", merged, hidden, true);
        tree.linear("img_projection.2", hidden, hidden, true);
    }
    const TextModel text = graft_text_model(config, "phi3", "model", draft);
    finish_with_text(draft, text, config.flag("tie_word_embeddings"));
}

namespace {

/// 2/3 of ffn_mult times the width, rounded up to 256 (NVIDIA's DeciLM).
Count nas_width(const Config &mlp, Count hidden)
{
    const double wanted = 2.0 * mlp.number_or("ffn_mult", 0) * static_cast<double>(hidden) / 3.0;
    const Count width = scaled_size(mlp, "ffn_mult", wanted, 1);
    return (width + 255) / 256 * 256;
}

struct NasBlock {
    Count heads_per_group = 0; ///< 0: no attention
    Count width = 0;           ///< 0: no MLP
    bool linear_attention = false, linear_mlp = false;
};

NasBlock nas_block(const Config &config, const nlohmann::json &json, std::size_t index, Count hidden)
{
    if (!json.is_object())
        config.refuse("block_configs", said_type(json.type_name()), phrase(QT_TRANSLATE_NOOP("core", "a list of objects")));
    const Config block(json, "", "block_configs[" + std::to_string(index) + "].");
    const Config attention = block.sub("attention"), mlp = block.sub("ffn");
    NasBlock out;
    out.linear_attention = attention.flag("replace_with_linear");
    out.linear_mlp = mlp.flag("replace_with_linear");
    if (!attention.flag("no_op") && !out.linear_attention) out.heads_per_group = attention.size("n_heads_in_group");
    if (!mlp.flag("no_op") && !out.linear_mlp) out.width = nas_width(mlp, hidden);
    return out;
}

} // namespace

void describe_nemotron_nas(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size"),
                heads = config.size("num_attention_heads");
    const nlohmann::json &blocks = config.raw("block_configs");
    if (!blocks.is_array() || blocks.size() > 2000)
        config.refuse("block_configs", said_type(blocks.type_name()),
                      phrase(QT_TRANSLATE_NOOP("core", "a list of at most %1 blocks"), {"2000"}));
    const bool bias = config.flag("attention_bias");
    bool linear_blocks = false;
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    spec.positions = Positions::rotary;
    spec.rotary_dim = hidden / heads;
    tree.embedding("model.embed_tokens", vocab, hidden);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto layer = tree.in("model.layers", static_cast<Count>(i));
        const NasBlock block = nas_block(config, blocks[i], i, hidden);
        if (block.heads_per_group > heads)
            config.refuse("block_configs",
                          phrase(QT_TRANSLATE_NOOP("core", "%1 heads in a group"), {std::to_string(block.heads_per_group)}),
                          at_most("num_attention_heads"));
        const bool attends = block.heads_per_group > 0, has_mlp = block.width > 0;
        LayerSpec made = empty_layer();
        if (attends || block.linear_attention) tree.norm("input_layernorm", hidden);
        if (attends) {
            made.input_norm = norm("input_layernorm", NormKind::rms, hidden);
            made.attention = grouped_attention(hidden, {heads, heads / block.heads_per_group, hidden / heads}, bias, bias);
            add_attention(tree, made.attention);
        }
        linear_blocks = linear_blocks || block.linear_attention || block.linear_mlp;
        if (block.linear_attention) tree.linear("self_attn.linear_attn", hidden, hidden);
        if (has_mlp || block.linear_mlp) tree.norm("post_attention_layernorm", hidden);
        if (has_mlp) {
            made.post_attention_norm = norm("post_attention_layernorm", NormKind::rms, hidden);
            made.mlp = gated_mlp(hidden, block.width, Activation::silu, config.flag("mlp_bias"));
            add_mlp(tree, made.mlp);
        }
        if (block.linear_mlp) tree.linear("mlp.linear_mlp", hidden, hidden);
        repeat(spec, made, 1);
    }
    tree.norm("model.norm", hidden);
    tree.rotary("model.rotary_emb", hidden / heads);
    tree.linear("lm_head", hidden, vocab);
    if (config.flag("tie_word_embeddings")) tree.tie("lm_head.weight", "model.embed_tokens.weight");
    draft.arch.output_embedding = "lm_head";
    if (linear_blocks)
        return leave_step_out(draft,
                              phrase(QT_TRANSLATE_NOOP("core", "the step of blocks replaced with one matrix is not described")));
    keep_step(draft, std::move(spec));
}

namespace {

void add_intern_vit(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("vision_model");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const Count side = vision.size("image_size") / patch;
    const bool rms = vision.text("norm_type", "rms_norm") == "rms_norm", normed = vision.flag("qk_normalization");
    tree.own("class_embedding", {1, 1, hidden}, "embeddings");
    tree.own("position_embedding", {1, side * side + 1, hidden}, "embeddings");
    tree.convolution("embeddings.patch_embedding", {hidden, vision.size_or("num_channels", 3), patch, patch}, true);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("encoder.layers", i);
        tree.own("ls1", {hidden});
        tree.own("ls2", {hidden});
        tree.linear("attn.qkv", hidden, 3 * hidden, vision.flag("qkv_bias"));
        if (normed) {
            tree.norm("attn.q_norm", hidden);
            tree.norm("attn.k_norm", hidden);
        }
        tree.linear("attn.proj", hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        tree.norm("norm1", hidden, !rms);
        tree.norm("norm2", hidden, !rms);
    }
}

} // namespace

void describe_internvl_chat(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "intern_vit_6b"), text = config.sub("llm_config", "internlm2");
    add_intern_vit(draft.tree, vision);
    const Count merged = vision.size("hidden_size") * merged_patches(config);
    const TextModel inside = graft_text_model(text, config.sub_type("llm_config", "internlm2"), "language_model.model", draft);
    // Mono-InternVL has the same types inside, with experts for vision
    const std::vector<std::string> named = text.texts("architectures");
    if (!named.empty() && named.front().ends_with("VEForCausalLM"))
        text.refuse("architectures", named.front(),
                    phrase(QT_TRANSLATE_NOOP("core", "a language model without experts for vision")));
    finish_with_text(draft, inside, text.flag("tie_word_embeddings"), "language_model.output");
    draft.tree.norm("mlp1.0", merged, true);
    draft.tree.linear("mlp1.1", merged, inside.hidden, true);
    draft.tree.linear("mlp1.3", inside.hidden, inside.hidden, true);
}

void describe_ministral3(const Config &config, Draft &draft)
{
    if (!config.given("text_config")) return describe_mistral(config, draft);
    draft.arch.class_name = "Mistral3ForConditionalGeneration";
    describe_mistral3(config.read_as("mistral3"), draft);
}

} // namespace plimsoll
