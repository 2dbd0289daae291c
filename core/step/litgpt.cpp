// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/litgpt.h"
#include "core/model/extension.h"
#include "core/step/ops.h"

#include <memory>

namespace plimsoll::step {

namespace {

void multiply_in_float32(NormSpec &norm)
{
    if (norm.kind == NormKind::rms) norm.kind = NormKind::rms_fp32_weight;
}

} // namespace

Architecture litgpt_model(const Architecture &architecture, bool quantised)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    spec.tied = false;
    for (LayerSpec &layer : spec.kinds)
        for (NormSpec *norm : {&layer.input_norm, &layer.post_attention_norm, &layer.pre_mlp_norm, &layer.post_mlp_norm,
                               &layer.attention.q_norm, &layer.attention.k_norm})
            multiply_in_float32(*norm);
    multiply_in_float32(spec.final_norm);
    if (quantised) spec.embedding_norm = {"wte.norm", NormKind::layer_norm, spec.hidden, true};
    auto around = spec.more ? std::make_shared<DecoderExtension>(*spec.more) : std::make_shared<DecoderExtension>();
    around->forms.joins_projections = true;
    around->forms.repeats_heads = true;
    around->forms.quantised_head = quantised;
    spec.more = std::move(around);
    return out;
}

void join_projections(Machine &m, Tensor &q, Tensor &k, Tensor &v)
{
    const std::vector<Shape> shapes{q.shape(), k.shape(), v.shape()};
    Tensor all = m.empty({q.elements() + k.elements() + v.elements()}, q.dtype(), "qkv");
    if (any_requires_grad(m, {&q, &k, &v})) {
        attach(all, make_node(m, {&q, &k, &v}, [shapes](Machine &, Node &self, Gradients &in, Gradients &g) {
                   for (std::size_t i = 0; i < shapes.size(); ++i)
                       if (self.needs(static_cast<int>(i))) g[i] = in[0].view(shapes[i]);
               }));
    }
    q.reset();
    k.reset();
    v.reset();
    const std::vector<Tensor> parts = split(m, std::move(all), shapes);
    q = parts[0];
    k = parts[1];
    v = parts[2];
}

} // namespace plimsoll::step
