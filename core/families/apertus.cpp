// SPDX-License-Identifier: GPL-3.0-or-later
// Apertus: a plain MLP of xIELU, whose parameters the activation holds.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

class Apertus final : public DecoderClass {
public:
    explicit Apertus(bool xielu) : DecoderClass({.norms = HeadNorms::last}), m_xielu(xielu) {}
    void load_layer(Machine &m, DecoderModules &model, Layer &layer) const override
    {
        DecoderClass::load_layer(m, model, layer);
        if (!m_xielu) return;
        layer.optional_modules = std::make_unique<OptionalModules>();
        for (Leaf *leaf : {&layer.optional_modules->alpha_p, &layer.optional_modules->alpha_n})
            leaf->value = new_parameter(m, {1}, model.precision.weights, "xielu");
        for (int i = 0; i < 2; ++i) model.buffers.push_back(m.empty({1}, model.precision.weights, "buffer", Component::weights));
    }
    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        if (!m_xielu) return DecoderClass::mlp(m, layer, x, pass);
        Tensor hidden = layer.up.forward(m, x);
        hidden = xielu(m, hidden, layer.optional_modules->alpha_p, layer.optional_modules->alpha_n);
        return layer.down.forward(m, std::move(hidden));
    }

private:
    bool m_xielu; ///< an activation with parameters of its own
};

const Apertus plain(false), with_xielu(true);

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void run_as_apertus(const Config &config, DecoderSpec &spec)
{
    run_as(spec, config.text("hidden_act", "xielu") == "xielu" ? step::with_xielu : step::plain);
}

void describe_apertus(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"), Activation::silu, false);
    layer.input_norm = norm("attention_layernorm", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("feedforward_layernorm", NormKind::rms, spec.hidden);
    const bool xielu = config.text("hidden_act", "xielu") == "xielu";
    finish_plain(config, draft, std::move(spec), layer, {.after_mlp = [xielu](Tree &tree, const LayerSpec &) {
                     if (!xielu) return;
                     tree.own("alpha_p", {1}, "mlp.act_fn");
                     tree.own("alpha_n", {1}, "mlp.act_fn");
                     tree.buffer("beta", {}, Dtype::fp32, "mlp.act_fn");
                     tree.buffer("eps", {}, Dtype::fp32, "mlp.act_fn");
                 }});
}

} // namespace

std::span<const Family> apertus_families()
{
    static constexpr Family rows[] = {
        {"apertus", "apertus", "ApertusForCausalLM", describe_apertus, run_as_apertus},
    };
    return rows;
}

} // namespace plimsoll
