// SPDX-License-Identifier: GPL-3.0-or-later
// What encoders name alike, and what ends their description.
#include "core/families/describe/frames/encoder_frame.h"

#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr const char *bare_text = QT_TRANSLATE_NOOP(
    "core", "the class is bare, so it has no loss: the gradient of its last hidden states starts the backward, and "
            "what is made of them (pooling, a contrast) is left out");

} // namespace

SequenceSpec encoder_spec(const Config &config, const step::SequenceClass &of, std::string base)
{
    SequenceSpec out;
    out.of = &of;
    out.base = std::move(base);
    out.hidden = config.size("hidden_size");
    out.heads = config.size("num_attention_heads");
    out.head_dim = out.hidden / out.heads;
    out.layers = config.layers("num_hidden_layers");
    out.activation = activation_of(config, config.has("activation") ? "activation" : "hidden_act");
    if (!config.has("activation") && !config.has("hidden_act")) out.activation = Activation::gelu;
    return out;
}

void finish_encoder(Draft &draft, SequenceSpec spec, Count scores)
{
    draft.arch.generates = draft.arch.class_name.ends_with("ForCausalLM") || draft.arch.class_name.ends_with("LMHeadModel");
    std::vector<std::string> notes;
    if (spec.head == SequenceHead::none) notes.push_back(phrase(bare_text));
    keep_sequence(draft, std::move(spec), scores, std::move(notes));
}

namespace step {

Tensor pre_normed_layer(SequenceModel &model, Machine &m, const Tensor &input, const SequenceModel::Reading &own,
                        const std::string &before, const std::string &after, const std::string &mlp, const ForwardInputs &inputs)
{
    const double dropped = rate(model.spec().dropout, inputs);
    Tensor x = model.normed(m, before, input);
    x = model.attend(m, own, x, x, inputs);
    x = dropout(m, std::move(x), dropped);
    const Tensor residual = add(m, std::move(x), input);
    Tensor y = model.normed(m, after, residual);
    y = model.up_and_down(m, mlp + "fc1", mlp + "fc2", y, inputs);
    y = dropout(m, std::move(y), dropped);
    return add(m, std::move(y), residual);
}

Tensor patch_embeddings(SequenceModel &model, Machine &m, const SequenceSpec &spec, const PatchTables &tables,
                        const ForwardInputs &inputs, Pixels &pixels)
{
    const Shape patches{inputs.batch, spec.fixed_length - 1, spec.hidden}, all{inputs.batch, spec.fixed_length, spec.hidden};
    pixels.values = m.empty({inputs.batch, spec.input_elements}, Dtype::fp32, "pixel_values");
    Leaf &kernel = model.leaf(tables.kernel);
    pixels.cast = to(m, pixels.values, m.autocast ? *m.autocast : kernel.value.dtype());
    const Shape rows{inputs.batch * patches.size[1], spec.input_elements / std::max<Count>(1, patches.size[1])};
    Tensor hidden = matmul_weight(m, pixels.cast.view(rows), kernel.value, spec.hidden);
    hidden = concatenate(m, model.leaf(tables.token).value, hidden.view(patches), all);
    hidden = add(m, std::move(hidden), model.leaf(tables.positions).value);
    return dropout(m, std::move(hidden), rate(spec.dropout, inputs));
}

} // namespace step

} // namespace plimsoll
