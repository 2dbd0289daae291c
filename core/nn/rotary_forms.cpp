// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"

// apply_rotary_pos_emb as the families of transformers 5.23 write it.

namespace plimsoll::step {

namespace {

bool interleaves(TurnForm form) { return form == TurnForm::interleaved || form == TurnForm::interleaved_each; }

/// x * cos + rotate_half(x) * sin
Tensor turned(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin, TurnForm form)
{
    const bool each = form == TurnForm::interleaved_each;
    Tensor straight = mul(m, each ? to(m, x, Dtype::fp32) : x, cos);
    Tensor half = rotate_half(m, x);
    if (each) half = to(m, std::move(half), Dtype::fp32);
    half = mul(m, std::move(half), sin);
    return add(m, std::move(straight), std::move(half));
}

/// GPT-J: sin and cos repeated for each of queries and keys, pairs stacked.
Tensor turned_pairs(Machine &m, const Tensor &x, const Tensor &table)
{
    const Shape whole = table.shape().with_last(x.shape().last());
    const Tensor sin = m.empty(whole, table.dtype(), "repeat_interleave");
    const Tensor cos = m.empty(whole, table.dtype(), "repeat_interleave");
    return turned(m, x, cos, sin, TurnForm::gathered);
}

} // namespace

Tensor apply_rotary_codegen(Machine &m, const Tensor &x, const Tensor &table) { return turned_pairs(m, x, table); }

namespace {

void turn_pairs(Machine &m, Tensor &q, Tensor &k, const Tensor &table, Count rotary_dim, std::vector<Tensor> &held)
{
    const Shape q_whole = q.shape(), k_whole = k.shape();
    const Shape q_part = q_whole.with_last(rotary_dim), k_part = k_whole.with_last(rotary_dim);
    const Dtype dtype = k.dtype();
    // the table is gathered by position, then takes the key's dtype
    const Count rows = table.shape().size[0], length = table.shape().size[2];
    Tensor positions = m.empty({rows, length, rotary_dim}, Dtype::int64, "repeat");
    Tensor gathered = m.empty({rows, 1, length, rotary_dim}, Dtype::fp32, "gather");
    gathered = to(m, std::move(gathered), dtype);
    Tensor k_rest = narrow(m, k, k_whole.with_last(k_whole.last() - rotary_dim));
    Tensor k_turned = narrow(m, k, k_part);
    Tensor q_turned = narrow(m, q, q_part);
    Tensor q_rest = narrow(m, q, q_whole.with_last(q_whole.last() - rotary_dim));
    k_turned = turned_pairs(m, k_turned, gathered);
    q_turned = turned_pairs(m, q_turned, gathered);
    k = concatenate(m, k_turned, k_rest, k_whole);
    q = concatenate(m, q_turned, q_rest, q_whole);
    held = {table, positions, gathered, k_turned, q_turned, k_rest, q_rest};
}

} // namespace

Tensor apply_rotary_to_one(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin)
{
    return turned(m, x, cos, sin, TurnForm::halves);
}

void apply_rotary(Machine &m, Tensor &q, Tensor &k, const Tensor &cos_table, const Tensor &sin_table, TurnForm form,
                  RotaryJoin join, Count dim, std::vector<Tensor> &held)
{
    const Shape q_whole = q.shape(), k_whole = k.shape();
    const Dtype dtype = q.dtype();
    if (form == TurnForm::gathered) return turn_pairs(m, q, k, cos_table, dim, held);
    Tensor cos = cos_table, sin = sin_table;
    if (interleaves(form)) {
        cos = m.empty(cos_table.shape(), cos_table.dtype(), "repeat_interleave");
        sin = m.empty(sin_table.shape(), sin_table.dtype(), "repeat_interleave");
    }
    const bool joins = join != RotaryJoin::none || dim < q_whole.last();
    Tensor q_part = q, k_part = k, q_rest, k_rest;
    if (joins) {
        // python_variable_indexing.h, applySlice: all of a dimension is no slice, and x[...] of it is at::alias
        const bool all = dim == q_whole.last();
        q_part = all ? alias(m, q) : narrow(m, q, q_whole.with_last(dim));
        q_rest = narrow(m, q, q_whole.with_last(q_whole.last() - dim));
        k_part = all ? alias(m, k) : narrow(m, k, k_whole.with_last(dim));
        k_rest = narrow(m, k, k_whole.with_last(k_whole.last() - dim));
    }
    if (form == TurnForm::interleaved_fp32) {
        q_part = to(m, std::move(q_part), Dtype::fp32);
        k_part = to(m, std::move(k_part), Dtype::fp32);
    }
    Tensor new_q = turned(m, q_part, cos, sin, form);
    if (join == RotaryJoin::each) new_q = concatenate(m, std::move(new_q), q_rest, q_whole);
    Tensor new_k = turned(m, k_part, cos, sin, form);
    if (join == RotaryJoin::each) new_k = concatenate(m, std::move(new_k), k_rest, k_whole);
    if (joins && join != RotaryJoin::each) {
        if (join == RotaryJoin::held) held = {new_q, new_k, q_rest, k_rest};
        const Tensor named = join == RotaryJoin::last ? new_q : Tensor{};
        new_q = concatenate(m, new_q, q_rest, q_whole);
        new_k = concatenate(m, new_k, k_rest, k_whole);
    }
    const bool casts = form == TurnForm::halves_fp32 || form == TurnForm::interleaved_fp32 || form == TurnForm::interleaved_each;
    if (form != TurnForm::interleaved_fp32) { // Cohere's q = q.float() is a name until the function returns
        q_part.reset();
        k_part.reset();
    }
    Tensor q_cast = casts ? to(m, new_q, dtype) : new_q;
    Tensor k_cast = casts ? to(m, new_k, dtype) : new_k;
    new_q.reset();
    new_k.reset();
    q = std::move(q_cast); // `query_states, key_states = …` lets go of the old ones in this order
    k = std::move(k_cast);
}

} // namespace plimsoll::step
