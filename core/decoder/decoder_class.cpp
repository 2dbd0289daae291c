// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"

#include "core/model/extension.h"

// What LLaMA's model does before and behind its layers (transformers 5.23, models/llama/modeling_llama.py).

namespace plimsoll::step {

namespace {

/// peft 0.21 lora/layer.py, Embedding.forward
Tensor embed_with_lora(Machine &m, const Pass &pass)
{
    DecoderModules &model = pass.model;
    const Shape tokens{pass.inputs.batch, pass.inputs.length};
    Tensor result = embedding(m, tokens, model.running_embedding());
    const Tensor after = embedding(m, tokens, model.embedding_a);
    Tensor output = linear(m, after, model.embedding_b, nullptr);
    output = scale(m, std::move(output));
    return add(m, result, std::move(output));
}

} // namespace

Tensor DecoderClass::embed(Machine &m, const Pass &pass) const
{
    DecoderModules &model = pass.model;
    const Shape tokens{pass.inputs.batch, pass.inputs.length};
    std::optional<Tensor> own = model.adapters ? model.adapters->embedded(m, model.running_embedding(), tokens) : std::nullopt;
    Tensor hidden = own                                 ? *std::move(own)
                    : model.embedding_a.value.defined() ? embed_with_lora(m, pass)
                                                        : embedding(m, tokens, model.running_embedding());
    if (model.around().embedding_scale == EmbeddingScale::inside) hidden = scale(m, std::move(hidden));
    return hidden;
}

Tensor DecoderClass::enter(Machine &m, const Pass &pass, ModelNames &names) const
{
    DecoderModules &model = pass.model;
    const WithScope inside(m, model.spec.embedding_name.c_str());
    // what stays named in the model's forward stays alive to its end: inputs_embeds, position_embeds
    if (model.positions.value.defined())
        names.position_embeds = embedding(m, {pass.inputs.position_rows, pass.inputs.length}, model.positions);
    if (model.project_in.loaded()) names.embedded = model.project_in.forward(m, names.embedded);
    Tensor hidden = names.embedded;
    if (names.position_embeds.defined()) hidden = add(m, names.embedded, names.position_embeds);
    if (model.spec.embedding_multiplier && model.around().embedding_scale != EmbeddingScale::inside) {
        hidden = scale(m, std::move(hidden));
        names.embedded = hidden;
    }
    return normed_by(m, model.embedding_norm, std::move(hidden));
}

Tensor DecoderClass::begin(Machine &m, Pass &pass, ModelNames &names) const
{
    const DecoderModules &model = pass.model;
    const bool normed = model.embedding_norm.present();
    const bool scaled = model.spec.embedding_multiplier && model.around().embedding_scale == EmbeddingScale::before_masks;
    Tensor hidden;
    if (normed || scaled) hidden = enter(m, pass, names);
    const Dtype dtype = names.embedded.dtype();
    make_alibi_and_masks(m, pass, dtype, normed ? hidden.dtype() : dtype);
    make_rotary_tables(m, pass, dtype);
    return normed || scaled ? hidden : enter(m, pass, names);
}

Tensor DecoderClass::end(Machine &m, Pass &pass, ModelNames &, Tensor hidden) const
{
    DecoderModules &model = pass.model;
    hidden = model.final_norm.forward(m, hidden);
    if (model.project_out.loaded()) hidden = model.project_out.forward(m, hidden);
    return hidden;
}

Tensor DecoderClass::logits(Machine &m, DecoderModules &model, Tensor hidden) const
{
    // Mamba's norm leaves float32: self.lm_head(hidden_states.to(self.lm_head.weight.dtype)).float()
    if (model.around().casts_to_head) hidden = to(m, std::move(hidden), model.running_head().weight().value.dtype());
    Tensor out = model.running_head().forward(m, std::move(hidden));
    if (model.spec.logits_multiplier) out = scale(m, std::move(out));
    if (model.spec.final_softcap) {
        out = scale(m, std::move(out));
        out = pointwise(m, std::move(out), "tanh", true);
        out = scale(m, std::move(out));
    }
    return out;
}

void DecoderClass::load_positions(Machine &m, DecoderModules &model) const
{
    if (model.spec.position_rows > 0)
        model.positions.value =
            new_parameter(m, {model.spec.position_rows, model.spec.hidden}, model.precision.weights, "positions");
}

} // namespace plimsoll::step
