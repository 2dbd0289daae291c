// SPDX-License-Identifier: GPL-3.0-or-later
// ViT.
#include "core/families/describe/class_forms.h"
#include "core/families/describe/frames/encoder_frame.h"
#include "core/families/describe/pieces.h"
#include "core/decoder/sequence.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"
#include "core/model/extension.h"

#include <string>

namespace plimsoll {

namespace step {

namespace {

// modeling_vit.py of transformers 5.23.

Tensor vit_states(SequenceModel &model, Machine &m, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const std::string table = spec.base + "embeddings.";
    Pixels pixels;
    Tensor hidden = patch_embeddings(
        model, m, spec, {table + "patch_embeddings.projection.weight", table + "cls_token", table + "position_embeddings"},
        inputs, pixels);
    const auto layer = [&model, &m, inputs](const Tensor &input, Count i) {
        const std::string p = model.spec().base + "layers." + std::to_string(i) + ".";
        return pre_normed_layer(model, m, input, {p + "attention.", "q_proj", "k_proj", "v_proj", "o_proj", false, {}},
                                p + "layernorm_before", p + "layernorm_after", p + "mlp.", inputs);
    };
    hidden = model.run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    hidden = model.normed(m, spec.base + "layernorm", std::move(hidden));
    capture(m, inputs, hidden);
    return hidden;
}

constexpr SequenceClass vit_class{.states = vit_states, .casts_weights = true};

} // namespace

} // namespace step

namespace {

void describe_vit(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    std::string &name = draft.arch.class_name;
    if (name.empty()) name = "ViTForImageClassification";
    const bool bare = name == "ViTModel";
    if (!bare && name != "ViTForImageClassification")
        config.refuse("architectures", name,
                      phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"ViTModel", "ViTForImageClassification"}));
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), side = config.size("image_size") / patch;
    const Count heads = config.size("num_attention_heads");
    const Count inner = heads * config.size_or("head_dim", hidden / heads);
    const bool bias = config.flag("qkv_bias", true);
    {
        const auto scope = tree.in(bare ? "" : "vit");
        tree.own("cls_token", {1, 1, hidden}, "embeddings");
        tree.own("position_embeddings", {1, side * side + 1, hidden}, "embeddings");
        tree.convolution("embeddings.patch_embeddings.projection", {hidden, config.size("num_channels"), patch, patch}, true);
        for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
            const auto layer = tree.in("layers", i);
            for (const char *projection : {"attention.q_proj", "attention.k_proj", "attention.v_proj"})
                tree.linear(projection, hidden, inner, bias);
            tree.linear("attention.o_proj", inner, hidden, true);
            tree.norm("layernorm_before", hidden, true);
            tree.norm("layernorm_after", hidden, true);
            tree.linear("mlp.fc1", hidden, config.size("intermediate_size"), true);
            tree.linear("mlp.fc2", config.size("intermediate_size"), hidden, true);
        }
        tree.norm("layernorm", hidden, true);
        if (bare) tree.linear("pooler.dense", hidden, config.size_or("pooler_output_size", hidden), true);
    }
    if (!bare) tree.linear("classifier", hidden, label_count(config), true);
    SequenceSpec spec = encoder_spec(config, step::vit_class, bare ? "" : "vit.");
    spec.dropout = config.number_or("hidden_dropout_prob", 0);
    spec.attention_dropout = config.number_or("attention_probs_dropout_prob", 0);
    spec.fixed_length = side * side + 1;
    spec.input_elements = product_of(config, "num_channels", {config.size("num_channels"), side * patch, side * patch});
    spec.head = bare ? SequenceHead::none : SequenceHead::sequence;
    spec.output = bare ? "" : "classifier";
    if (bare) spec.unread = "pooler.dense";
    finish_encoder(draft, std::move(spec), label_count(config));
}

} // namespace

std::span<const Family> vit_families()
{
    static constexpr Family rows[] = {
        {"vit", "vit", "", describe_vit, nullptr, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
