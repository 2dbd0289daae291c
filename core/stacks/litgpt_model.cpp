// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/decoder/decoder_pieces.h"
#include "core/model/extension.h"
#include "core/stacks/litgpt_model.h"

#include <memory>

namespace plimsoll::step {

namespace {

void multiply_in_float32(NormSpec &norm)
{
    if (norm.kind == NormKind::rms) norm.kind = NormKind::rms_fp32_weight;
}

/// litgpt/model.py CausalSelfAttention with apply_rope, as all of its LLaMA-like models have it.
bool is_turned_by_halves(const DecoderSpec &spec)
{
    if (spec.positions != Positions::rotary || spec.rotary_tables != 1) return false;
    const DecoderClass *own = spec.extension ? spec.extension->runs : nullptr;
    if (own && (!own->attends_by_library() || own->lines().turn != TurnForm::halves)) return false;
    for (const LayerSpec &layer : spec.kinds) {
        const AttentionSpec &a = layer.attention;
        if (a.kind != AttentionKind::grouped || a.fused.out > 0 || a.sinks || a.rotary.form != RotaryForm::halves ||
            a.rotary.dim <= 0 || a.head_dim != a.v_head_dim || layer.extension)
            return false;
    }
    return true;
}

/// One gradient for each of the parts that train, in the place of one for all of them.
void part_gradients(Machine &m, Node &self, Gradients &g, const std::vector<Shape> &shapes, Dtype dtype)
{
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (self.needs(static_cast<int>(i) + 1)) g[i + 1] = m.empty(shapes[i], dtype, "lora_backward");
}

/// F.linear(dropped, lora_A): one product for all parts.
Tensor into_low_rank(Machine &m, const Tensor &dropped, const std::vector<Leaf *> &a)
{
    const Shape whole = dropped.shape();
    std::vector<Shape> shapes;
    Count rank = 0;
    for (const Leaf *leaf : a) {
        shapes.push_back(leaf->value.shape());
        rank += leaf->value.shape().size[0];
    }
    const auto value = [&](std::size_t i) { return i < a.size() ? a[i]->value : Tensor{}; };
    const Tensor first = value(0), second = value(1), third = value(2);
    Ref<Node> node;
    if (any_requires_grad(m, {&dropped, &first, &second, &third})) {
        node = make_node(m, {&dropped, &first, &second, &third}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor rows = mm.empty(in[0].shape(), in[0].dtype(), "contiguous");
            part_gradients(mm, self, g, shapes, in[0].dtype());
            mm.multiplies(rank, whole.last(), whole.rows(), in[0].dtype());
            cublas_workspace(mm);
            if (!self.needs(0)) return;
            mm.multiplies(whole.rows(), whole.last(), rank, in[0].dtype());
            g[0] = mm.empty(whole, in[0].dtype(), "mm_backward");
            cublas_workspace(mm);
        });
        node->saved[0].keep(m, dropped);
    }
    m.multiplies(whole.rows(), rank, whole.last(), dropped.dtype());
    Tensor low = m.empty(whole.with_last(rank), dropped.dtype(), "mm");
    cublas_workspace(m);
    if (node) attach(low, node);
    return low;
}

/// conv1d over the groups (litgpt/lora.py LoRAQKVLinear.conv1d): each part's rows, then all of them in one.
Tensor out_of_low_rank(Machine &m, const Tensor &low, const std::vector<Leaf *> &b)
{
    const Shape whole = low.shape();
    std::vector<Shape> shapes;
    Count out = 0;
    for (const Leaf *leaf : b) {
        shapes.push_back(leaf->value.shape());
        out += leaf->value.shape().size[0];
    }
    const Count rank = shapes.front().size[1];
    const auto value = [&](std::size_t i) { return i < b.size() ? b[i]->value : Tensor{}; };
    const Tensor first = value(0), second = value(1), third = value(2);
    Ref<Node> node;
    if (any_requires_grad(m, {&low, &first, &second, &third})) {
        node = make_node(m, {&low, &first, &second, &third}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            for (std::size_t i = shapes.size(); i-- > 0;) {
                const Tensor input = mm.empty(whole.with_last(rank), in[0].dtype(), "contiguous");
                const Tensor part = mm.empty(whole.with_last(shapes[i].size[0]), in[0].dtype(), "contiguous");
                mm.multiplies(whole.rows(), rank, shapes[i].size[0], in[0].dtype());
                mm.multiplies(shapes[i].size[0], rank, whole.rows(), in[0].dtype());
                cublas_workspace(mm);
            }
            part_gradients(mm, self, g, shapes, in[0].dtype());
            g[0] = mm.empty(whole, in[0].dtype(), "conv_backward");
        });
        node->saved[0].keep(m, low);
    }
    std::vector<Tensor> parts;
    for (const Shape &shape : shapes) {
        const Tensor input = m.empty(whole.with_last(rank), low.dtype(), "contiguous");
        parts.push_back(m.empty(whole.with_last(shape.size[0]), low.dtype(), "conv1d"));
        m.multiplies(whole.rows(), shape.size[0], rank, low.dtype());
        cublas_workspace(m);
    }
    Tensor result = parts.size() == 1 ? std::move(parts.front()) : m.empty(whole.with_last(out), low.dtype(), "cat");
    if (node) attach(result, node);
    return result;
}

/// LoRAQKVLinear.zero_pad: index_copy_ into zeros, which keeps its source.
Tensor zero_pad(Machine &m, const Tensor &update, Count out)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&update})) {
        const Shape part = update.shape();
        node = make_node(m, {&update}, [part](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(part, in[0].dtype(), "index_select");
        });
        node->saved[0].keep(m, update);
    }
    Tensor padded = m.empty(update.shape().with_last(out), update.dtype(), "new_zeros");
    if (node) attach(padded, node);
    return padded;
}

/// apply_rope: tables and products in float32.
Tensor turned_by_halves(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin)
{
    const Tensor rotated = rotate_half(m, x);
    Tensor left = mul(m, x, cos);
    Tensor right = mul(m, rotated, sin);
    const Tensor roped = add(m, std::move(left), std::move(right));
    return to(m, roped, x.dtype());
}

} // namespace

namespace {

/// LitGPT's attn.qkv (litgpt/lora.py LoRAQKVLinear): three projections as one product, one dropout for their adapters.
Tensor joined(Machine &m, const std::array<LinearModule *, 3> &parts, const Tensor &x);

/// litgpt/model.py CausalSelfAttention: one projection for queries, keys and values, and apply_rope.
class LitGptAttention final : public DecoderClass {
public:
    LitGptAttention() : DecoderClass({.turn = TurnForm::halves_fp32, .join = RotaryJoin::each}) {}
    void adapted(LinearModule &module) const override { module.adapt_without_copy(); }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        const ForwardInputs &inputs = pass.inputs;
        const Count b = inputs.batch, s = inputs.length;
        const Shape queries{b, a.heads, s, a.head_dim}, keys{b, a.kv_heads, s, a.head_dim};
        const Tensor qkv = joined(m, {&layer.q, &layer.k, &layer.v}, x); // a name of forward, like those below
        std::vector<Tensor> parts = split(m, qkv, {queries, keys, keys});
        Tensor q = std::move(parts[0]), k = std::move(parts[1]), v = std::move(parts[2]);
        parts.clear();
        if (layer.q_norm.present()) {
            q = layer.q_norm.forward(m, std::move(q));
            k = layer.k_norm.forward(m, std::move(k));
        }
        const Tensor &cos = pass.positional.cos, &sin = pass.positional.sin;
        const Shape turned_q = queries.with_last(a.rotary.dim), turned_k = keys.with_last(a.rotary.dim);
        const bool whole = a.rotary.dim == a.head_dim;
        const Tensor q_roped = turned_by_halves(m, whole ? q : narrow(m, q, turned_q), cos, sin);
        const Tensor k_roped = turned_by_halves(m, whole ? k : narrow(m, k, turned_k), cos, sin);
        q = concatenate(m, q_roped, narrow(m, q, queries.with_last(a.head_dim - a.rotary.dim)), queries);
        k = concatenate(m, k_roped, narrow(m, k, keys.with_last(a.head_dim - a.rotary.dim)), keys);
        Tensor out = attend(m, a, std::move(q), std::move(k), std::move(v), pass, s, 0.0);
        return layer.o.forward(m, out);
    }
};

const LitGptAttention litgpt_attention;

} // namespace

Architecture litgpt_model(const Architecture &architecture, bool quantised, bool stable)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    spec.tied = false;
    for (LayerSpec &layer : spec.kinds)
        for (NormSpec *norm : {&layer.input_norm, &layer.post_attention_norm, &layer.pre_mlp_norm, &layer.post_mlp_norm,
                               &layer.attention.norms.q, &layer.attention.norms.k})
            multiply_in_float32(*norm);
    multiply_in_float32(spec.final_norm);
    if (stable) spec.embedding_norm = {"wte.norm", NormKind::layer_norm, spec.hidden, true};
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    if (is_turned_by_halves(spec)) {
        around->attends = &litgpt_attention;
        if (around->runs) around->runs = &around->runs->rebuilt();
    }
    around->repeats_heads = true;
    around->quantised_head = quantised;
    spec.extension = std::move(around);
    return out;
}

Architecture with_litgpt_head(const Architecture &architecture)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    spec.tied = false;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->quantised_head = true;
    if (around->own_linears) around->runs = &around->runs->rebuilt();
    around->own_linears = false;
    spec.extension = std::move(around);
    return out;
}

namespace {

/// What several projections put side by side.
Tensor side_by_side(Machine &m, const std::array<Tensor, 3> &parts, Shape whole)
{
    Tensor all = m.empty(whole, parts[0].dtype(), "qkv");
    if (any_requires_grad(m, {&parts[0], &parts[1], &parts[2]})) {
        const std::array<Shape, 3> shapes{parts[0].shape(), parts[1].shape(), parts[2].shape()};
        attach(all, make_node(m, {&parts[0], &parts[1], &parts[2]}, [shapes](Machine &, Node &self, Gradients &in, Gradients &g) {
                   for (std::size_t i = 0; i < shapes.size(); ++i)
                       if (self.needs(static_cast<int>(i))) g[i] = in[0].view(shapes[i]);
               }));
    }
    return all;
}

/// F.dequantize_4bit(B, quant_state).to(A.dtype)
Tensor dequantised_rows(Machine &m, Dtype from, Shape shape, Dtype dtype)
{
    Tensor dense = m.empty(shape, from, "dequantize_4bit", Component::weight_casts);
    return from == dtype ? dense : m.empty(shape, dtype, "to", Component::weight_casts);
}

Tensor joined_base(Machine &m, const std::array<LinearModule *, 3> &parts, const Tensor &x)
{
    const HeldMatrix &first = parts[0]->held();
    Count out = 0;
    bool alike = true;
    for (const LinearModule *part : parts) {
        out += part->held().out;
        alike = alike && part->held().base == first.base && !part->held().weight.trains;
    }
    const bool four = first.base == LinearBase::four_bit && x.dtype() == first.compute;
    if (!alike || (first.base != LinearBase::dense && !four)) {
        std::array<Tensor, 3> results;
        for (std::size_t i = 0; i < parts.size(); ++i) results[i] = parts[i]->product(m, x);
        return side_by_side(m, results, x.shape().with_last(out));
    }
    const Shape in = x.shape();
    const Count width = first.in;
    const Dtype from = first.quantised_from;
    const bool older = m.older.unpacks_4bit && in.rows() > 1;
    const bool unpacks = four && (older || !m.ask(gemm_4bit_is_fused, x.dtype(), in.rows(), out, width));
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        Saved kept = four && m.older.keeps_4bit_inputs ? kept_on_context(m, x) : Saved();
        node = make_node(m, {&x}, [=, kept = std::move(kept)](Machine &mm, Node &, Gradients &gradients, Gradients &g) {
            const Dtype dtype = gradients[0].dtype();
            const Tensor dense = four ? dequantised_rows(mm, from, {out, width}, dtype) : Tensor();
            g[0] = mm.empty(in, dtype, "mm_backward");
            mm.multiplies(in.rows(), width, out, dtype);
            cublas_workspace(mm);
        });
    }
    const Tensor dense = unpacks ? dequantised_rows(m, older ? from : x.dtype(), {out, width}, x.dtype()) : Tensor();
    m.multiplies(in.rows(), out, width, x.dtype());
    Tensor result = m.empty(in.with_last(out), x.dtype(), "mm");
    if (!four || unpacks) cublas_workspace(m);
    if (node) attach(result, node);
    return result;
}

Tensor joined(Machine &m, const std::array<LinearModule *, 3> &parts, const Tensor &x)
{
    const WithScope inside(m, parts[0]->name());
    Tensor pretrained = joined_base(m, parts, x);
    std::vector<Leaf *> a, b;
    double rate = 0.0;
    for (const LinearModule *part : parts)
        if (const auto halves = part->adapter() ? part->adapter()->halves() : std::nullopt) {
            a.push_back(halves->a);
            b.push_back(halves->b);
            rate = halves->dropout;
        }
    if (a.empty()) return pretrained;
    const Count out = pretrained.shape().last();
    const Tensor low = into_low_rank(m, dropout(m, x, rate), a);
    const Tensor update = out_of_low_rank(m, low, b);
    Tensor lora = scale(m, a.size() < parts.size() ? zero_pad(m, update, out) : update);
    return add(m, pretrained, lora);
}

} // namespace

} // namespace plimsoll::step
