// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"

#include "core/model/extension.h"

#include <utility>

// Rotary embeddings that differ from LLaMA's (transformers 5.23).

namespace plimsoll::step {

namespace {

/// cat([a * cos - b * sin, b * cos + a * sin], dim=-1); the tables may be wider, of which half is read.
Tensor turn_parts(Machine &m, const Tensor &a, const Tensor &b, const Tensor &cos, const Tensor &sin, Shape whole)
{
    Tensor left = mul(m, a, cos);
    Tensor right = mul(m, b, sin);
    Tensor first = subtract(m, std::move(left), std::move(right));
    left = mul(m, b, cos);
    right = mul(m, a, sin);
    Tensor second = add(m, std::move(left), std::move(right));
    return concatenate(m, std::move(first), std::move(second), whole);
}

/// torch.view_as_complex(x.float().reshape(..., -1, 2)) * table
Tensor as_complex(Machine &m, Tensor x) { return to(m, std::move(x), Dtype::fp32); }

/// torch.view_as_real(x * table): backward makes the gradient contiguous, conjugates the table and multiplies.
Tensor times_complex(Machine &m, const Tensor &x, const Tensor &table, bool copies)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [copies](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            if (copies) in[0] = mm.empty(in[0].shape(), Dtype::fp32, "contiguous");
            const Tensor conjugate = mm.empty(kept.shape(), Dtype::fp32, "conj");
            g[0] = mm.empty(in[0].shape(), Dtype::fp32, "mul_backward");
        });
        node->saved[0].keep(m, table);
    }
    Tensor out = m.empty(x.shape(), Dtype::fp32, "mul");
    if (node) attach(out, node);
    return out;
}

} // namespace

Tensor apply_rotary_pairs(Machine &m, Tensor x, const Tensor &cos, const Tensor &sin)
{
    const Shape whole = x.shape(), half = whole.with_last(whole.last() / 2);
    const Tensor even = narrow(m, x, half);
    const Tensor odd = narrow(m, std::move(x), half);
    const Tensor half_cos = cos.view(cos.shape().with_last(half.last())), half_sin = sin.view(half_cos.shape());
    return turn_parts(m, even, odd, half_cos, half_sin, whole);
}

Tensor apply_rotary_split(Machine &m, Tensor x, const Tensor &cos, const Tensor &sin)
{
    const Shape whole = x.shape();
    const auto [first, second] = chunk_in_two(m, std::move(x));
    return turn_parts(m, first, second, cos, sin, whole);
}

void apply_rotary_complex(Machine &m, Tensor &q, Tensor &k, const Tensor &table, ComplexTurn form)
{
    const Dtype query_dtype = q.dtype(), key_dtype = k.dtype();
    const Tensor query = as_complex(m, q);
    const Tensor key = as_complex(m, k);
    // a slice in float32 already is no block of its own
    Tensor turned = times_complex(m, query, table, form.strided || query_dtype == Dtype::fp32);
    if (form.cast_last) {
        const Tensor turned_key = times_complex(m, key, table, false);
        const Tensor out = to(m, turned, query_dtype);
        k = to(m, turned_key, key_dtype);
        q = out;
        return;
    }
    q = to(m, std::move(turned), query_dtype);
    turned = times_complex(m, key, table, false);
    k = to(m, std::move(turned), key_dtype);
}

namespace {

/// DeepSeek V2's: one complex table in float32, pairs of numbers.
Positional complex_rotary(Machine &m, const ForwardInputs &inputs, Count dim)
{
    // DeepseekV2RotaryEmbedding.forward: torch.polar(ones_like(freqs), freqs) * attention_scaling
    const Shape half{inputs.position_rows, 1, inputs.length, dim / 2};
    const Shape table = half.with_last(dim);
    Tensor positions = m.empty({inputs.position_rows, inputs.length}, Dtype::fp32, "rotary");
    const Tensor angles = m.empty(half, Dtype::fp32, "rotary");
    positions.reset();
    Tensor ones = m.empty(half, Dtype::fp32, "rotary");
    Tensor turned = m.empty(table, Dtype::fp32, "rotary");
    ones.reset();
    turned = m.empty(table, Dtype::fp32, "rotary");
    return {turned, {}};
}

/// Qwen3.5's: angles of several axes for each sequence, of which one table of cosines and one of sines is put together.
Positional axes_rotary(Machine &m, const ForwardInputs &inputs, Count axes, Count dim, Dtype dtype)
{
    // Qwen3_5TextRotaryEmbedding.forward; Qwen3_5TextModel.forward expands position_ids to every sequence
    const bool grad = std::exchange(m.grad_enabled, false);
    const Shape all{axes * inputs.batch, 1, inputs.length, dim / 2}, table{inputs.batch, 1, inputs.length, dim};
    const auto wave = [&] {
        const Tensor values = m.empty(all, Dtype::fp32, "rotary");
        return scale(m, values);
    };
    Tensor positions = m.empty(all.with_last(1), Dtype::fp32, "rotary");
    Tensor angles = m.empty(all, Dtype::fp32, "rotary");
    positions.reset();
    Tensor cos = wave(), sin = wave();
    for (Tensor *each : {&sin, &cos}) *each = m.empty(table, Dtype::fp32, "cat");
    Positional out;
    out.cos = to(m, cos, dtype);
    out.sin = to(m, sin, dtype);
    for (Tensor *name : {&angles, &cos, &sin}) name->reset(); // a frame lets go of its names in their order
    m.grad_enabled = grad;
    return out;
}

Positional rotary(Machine &m, const DecoderModules &model, const ForwardInputs &inputs, TurnForm turn, Dtype dtype)
{
    const DecoderSpec &spec = model.spec;
    // LlamaRotaryEmbedding.forward under no_grad: angles, cos and sin in float32, then the model's dtype
    if (spec.positions != Positions::rotary) return {};
    const RotaryForm form = spec.kinds.front().attention.rotary.form;
    if (form == RotaryForm::complex) return complex_rotary(m, inputs, spec.rotary_dim);
    if (model.around().position_axes > 1) return axes_rotary(m, inputs, model.around().position_axes, spec.rotary_dim, dtype);
    if (turn == TurnForm::gathered) return {};
    if (turn == TurnForm::halves_fp32 || turn == TurnForm::interleaved_each) dtype = Dtype::fp32;
    const bool grad = std::exchange(m.grad_enabled, false);
    const Count other = model.around().window_rotary_dim;
    Positional out;
    for (int i = 0; i < spec.rotary_tables; ++i) {
        const Count dim = i > 0 && other > 0 ? other : spec.rotary_dim;
        const Count width = form == RotaryForm::split_halves ? dim / 2 : dim;
        const Shape table{inputs.position_rows, 1, inputs.length, width};
        Tensor positions = m.empty({1, inputs.length}, Dtype::fp32, "rotary");
        Tensor angles = m.empty(table.with_last(dim / 2), Dtype::fp32, "rotary");
        positions.reset();
        Tensor both;
        if (form != RotaryForm::split_halves) both = m.empty(table, Dtype::fp32, "rotary");
        Tensor cos = m.empty(table, Dtype::fp32, "rotary");
        cos = scale(m, std::move(cos));
        Tensor sin = m.empty(table, Dtype::fp32, "rotary");
        sin = scale(m, std::move(sin));
        if (out.cos.defined()) out.others.insert(out.others.end(), {out.cos, out.sin});
        out.cos = to(m, cos, dtype);
        out.sin = to(m, sin, dtype);
        for (Tensor *name : {&angles, &both, &cos, &sin}) name->reset(); // a frame lets go of its names in their order
    }
    m.grad_enabled = grad;
    return out;
}

} // namespace

void make_rotary_tables(Machine &m, Pass &pass, Dtype dtype)
{
    pass.positional = rotary(m, pass.model, pass.inputs, pass.lines().turn, dtype);
    if (pass.model.around().window_rotary_dim == 0) return;
    const std::vector<Tensor> full = std::exchange(pass.positional.others, {});
    pass.window_positional = {pass.positional.cos, pass.positional.sin, {}};
    if (full.size() == 2) pass.positional = {full[0], full[1], {}};
}

} // namespace plimsoll::step
