// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/decoder/decoder_pieces.h"

// transformers 5.23: masking_utils.py, cache_utils.py, and build_alibi_tensor of the families that have one.

namespace plimsoll::step {

bool windows_do_nothing(const DecoderSpec &spec, const Plan &plan)
{
    const bool usual = !spec.extension || !spec.extension->runs || spec.extension->runs->attends_by_library();
    if (plan.task != Task::train || !usual || spec.positions == Positions::alibi) return false;
    // build_mask: all of them or none; else from the window on
    const bool alike = is_flash(plan.attention) || plan.attention == AttentionBackend::eager || plan.padded;
    bool found = false;
    for (const LayerSpec &kind : spec.kinds) {
        if (kind.extension && kind.extension->gemma) return false; // it keeps keys for other layers, by their window
        if (!kind.attention.sliding_window) continue;
        found = true;
        if (!alike && plan.sequence_length >= *kind.attention.sliding_window) return false;
    }
    return found;
}

namespace {

/// causal_mask_function or sliding_window_causal_mask_function, joined with the padding mask when there is one; booleans.
Tensor allowed_keys(Machine &m, const ForwardInputs &in, bool local, Count keys)
{
    const Shape square{in.length, keys};
    const bool padding = in.padded || in.mask_given;
    const auto piece = [&] { return m.empty(square, Dtype::boolean, "causal_mask"); };
    Tensor joined;
    if (local) { // and_masks(sliding, causal)
        Tensor window = piece();
        joined = piece();
        window.reset();
        const Tensor causal = piece();
        joined = piece();
    } else {
        joined = piece();
    }
    if (!padding) return joined;
    Tensor both = piece(); // and_masks starts from ones()
    joined.reset();
    return m.empty({in.batch, 1, in.length, keys}, Dtype::boolean, "causal_mask");
}

} // namespace

AttentionMask build_mask(Machine &m, const ForwardInputs &in, std::optional<Count> window, Dtype dtype, bool always)
{
    if (is_flash(in.backend)) return {};
    const Count keys = key_length(in, window == 0 ? std::nullopt : window);
    const bool static_step = in.static_length > 0 && in.length == 1;
    const bool eager = in.backend == AttentionBackend::eager;
    const bool local = window && keys >= *window;
    const bool later = in.past > 0 && in.length > 1; // _ignore_causal_mask_sdpa: as many keys as queries, or one query
    if (!eager && !in.padded && !static_step && !local && !always && !later) return {};
    Tensor allowed = allowed_keys(m, in, window.has_value(), keys);
    if (!eager) return {allowed};
    return {m.empty({in.batch, 1, in.length, keys}, dtype, "causal_mask")};
}

void build_alibi(Machine &m, Pass &pass, Dtype dtype)
{
    const ForwardInputs &in = pass.inputs;
    const Count keys = in.static_length > 0 ? in.static_length : in.past + in.length;
    const Shape rows{in.batch * pass.model.spec.kinds.front().attention.heads, 1, keys};
    const Tensor positions = m.empty({in.batch, 1, keys}, Dtype::int64, "alibi");
    pass.alibi = to(m, m.empty(rows, Dtype::fp32, "alibi"), dtype);
}

void make_library_masks(Machine &m, Pass &pass, Dtype dtype, bool always)
{
    bool full = false;
    std::optional<Count> window;
    for (const LayerSpec &layer : pass.model.spec.kinds) {
        if (layer.attention.kind == AttentionKind::none) continue;
        if (layer.attention.sliding_window)
            window = layer.attention.sliding_window;
        else
            full = true;
    }
    if (full) pass.mask = build_mask(m, pass.inputs, std::nullopt, dtype, always || pass.looks_ahead);
    if (window) pass.window_mask = build_mask(m, pass.inputs, window, dtype, pass.looks_ahead);
}

void DecoderClass::make_masks(Machine &m, Pass &pass, Dtype dtype) const { make_library_masks(m, pass, dtype); }

void DecoderClass::prepare_masks(Machine &m, Pass &pass) const
{
    make_masks(m, pass, pass.model.precision.weights);
    for (const AttentionMask *mask : {&pass.mask, &pass.window_mask}) pass.inputs.prepared->push_back(mask->tensor);
}

void make_alibi_and_masks(Machine &m, Pass &pass, Dtype dtype, Dtype hidden)
{
    if (pass.model.spec.positions == Positions::alibi) build_alibi(m, pass, hidden);
    if (!pass.inputs.prepared) pass.model.runs.make_masks(m, pass, dtype);
}

} // namespace plimsoll::step
