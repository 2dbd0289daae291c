// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

#include <algorithm>

// transformers 5.23: masking_utils.py, cache_utils.py, and build_alibi_tensor of the families that have one.

namespace plimsoll::step {

Count key_length(const ForwardInputs &in, std::optional<Count> window)
{
    const Count seen = in.past + in.length;
    if (!window) return in.static_length > 0 ? in.static_length : seen;
    if (in.static_length == 0) return in.past >= *window ? *window - 1 + in.length : seen;
    const Count kept = std::min(*window, in.static_length);
    if (in.past >= kept) return kept + in.length - 1;
    return seen > kept ? seen : kept;
}

bool windows_do_nothing(const DecoderSpec &spec, const Plan &plan)
{
    const FamilyForms forms = spec.more ? spec.more->forms : FamilyForms{};
    const bool usual = forms.attention == AttentionForm::library && !forms.mask_always && !forms.idle_window;
    if (plan.task != Task::train || !usual || spec.positions == Positions::alibi) return false;
    // build_mask: all of them or none; else from the window on
    const bool alike = is_flash(plan.attention) || plan.attention == AttentionBackend::eager || plan.padded;
    bool found = false;
    for (const LayerSpec &kind : spec.kinds) {
        if (kind.more && kind.more->gemma) return false; // it keeps keys for other layers, by their window
        if (!kind.attention.sliding_window) continue;
        found = true;
        if (!alike && plan.sequence_length >= *kind.attention.sliding_window) return false;
    }
    return found;
}

namespace {

/// StaticSlidingWindowLayer.update
void update_static_window(Machine &m, LayerCache &cache, Count kept, const ForwardInputs &inputs, Tensor &k, Tensor &v)
{
    if (inputs.past >= kept && inputs.length == 1) { // rolled by one
        const Tensor keys = m.empty(cache.key.shape(), k.dtype(), "roll");
        const Tensor values = m.empty(cache.value.shape(), v.dtype(), "roll");
    } else if (inputs.past + inputs.length > kept) {
        return; // the prompt itself is read
    }
    k = cache.key;
    v = cache.value;
}

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

} // namespace

void update_cache(Machine &m, LayerCache &cache, std::optional<Count> window, const ForwardInputs &inputs, Tensor &k, Tensor &v)
{
    const auto make = [&](Count length, const Tensor &x) {
        Shape shape = x.shape();
        shape.size[2] = length;
        return m.empty(shape, x.dtype(), "kv_cache", Component::kv_cache);
    };
    if (inputs.static_length > 0) { // made whole at the first update
        const Count kept = window ? std::min(*window, inputs.static_length) : inputs.static_length;
        if (!cache.key.defined()) {
            cache.key = make(kept, k);
            cache.value = make(kept, v);
        }
        if (window) return update_static_window(m, cache, kept, inputs, k, v);
        k = cache.key;
        v = cache.value;
        return;
    }
    if (window) { // DynamicSlidingWindowLayer: both are made before the old ones go
        const Count length = std::min(inputs.past, *window - 1) + inputs.length;
        Tensor key = make(length, k), value = make(length, v);
        k = std::move(key);
        v = std::move(value);
        cache = {k, v};
        return;
    }
    cache.key = make(inputs.past + inputs.length, k);
    cache.value = make(inputs.past + inputs.length, v);
    k = cache.key;
    v = cache.value;
}

void Decoder::build_alibi(Machine &m, Shared &shared, Dtype dtype)
{
    const ForwardInputs &in = shared.inputs;
    const AttentionSpec &a = m_spec.kinds.front().attention;
    if (m_forms.attention == AttentionForm::mpt) { // [heads, 1, max_seq_len], for every length
        shared.alibi = m.empty({a.heads, 1, std::max<Count>(m_spec.max_positions, 1)}, Dtype::fp32, "alibi");
        return;
    }
    const Count keys = in.static_length > 0 ? in.static_length : in.past + in.length;
    const Shape rows{in.batch * a.heads, 1, keys};
    const Tensor positions = m.empty({in.batch, 1, keys}, Dtype::int64, "alibi");
    shared.alibi = to(m, m.empty(rows, Dtype::fp32, "alibi"), dtype);
}

void Decoder::make_masks(Machine &m, Shared &shared, Dtype dtype) const
{
    bool full = false;
    std::optional<Count> window;
    for (const LayerSpec &layer : m_spec.kinds) {
        if (layer.attention.kind == AttentionKind::none) continue;
        if (window_of(layer.attention))
            window = window_of(layer.attention);
        else
            full = true;
    }
    if (full) shared.mask = build_mask(m, shared.inputs, std::nullopt, dtype, m_forms.mask_always);
    if (window) shared.window_mask = build_mask(m, shared.inputs, window, dtype, false);
    if (m_forms.idle_window && shared.inputs.length > 1) shared.window_mask = build_mask(m, shared.inputs, 0, dtype, false);
}

void Decoder::prepare_masks(Machine &m, Shared &shared) const
{
    if (!shared.inputs.prepared || m_forms.attention == AttentionForm::openai) return;
    if (m_forms.attention == AttentionForm::bloom) { // modeling_bloom.py, create_masks_for_generate: F.pad to the cache's length
        const ForwardInputs &in = shared.inputs;
        if (in.past + in.length < in.static_length)
            in.prepared->push_back(m.empty({in.batch, in.static_length}, Dtype::int64, "attention_mask"));
        return;
    }
    make_masks(m, shared, m_precision.weights);
    for (const AttentionMask *mask : {&shared.mask, &shared.window_mask}) shared.inputs.prepared->push_back(mask->tensor);
}

void Decoder::build_masks(Machine &m, Shared &shared, Dtype dtype, Dtype hidden)
{
    if (m_forms.attention == AttentionForm::openai) return; // each of its modules has a band of its own
    const bool alibi = m_spec.positions == Positions::alibi;
    if (alibi) build_alibi(m, shared, hidden);
    if (!shared.inputs.prepared || m_forms.attention == AttentionForm::bloom) make_masks(m, shared, dtype);
    Tensor &mask = shared.mask.tensor;
    if (!alibi || !mask.defined()) return;
    if (m_forms.attention == AttentionForm::mpt) mask = m.empty(mask.shape(), Dtype::boolean, "to");
    if (m_forms.attention != AttentionForm::falcon) return;
    // FalconModel.forward puts the bias of every head into the mask
    if (mask.dtype() == Dtype::boolean)
        mask = m.empty({shared.inputs.batch, 1, shared.inputs.length, mask.shape().last()}, dtype, "where");
    // an unpadded mask of SDPA is a view of one square for all sequences
    const ForwardInputs &in = shared.inputs;
    const Shape one{in.batch, 1, in.length, mask.shape().last()};
    const Tensor scaled = m.empty(shared.alibi.shape(), dtype, "div");
    const Tensor below = m.empty(one, Dtype::boolean, "lt");
    mask = m.empty({one.size[0], m_spec.kinds.front().attention.heads, one.size[2], one.size[3]}, dtype, "masked_fill");
}

} // namespace plimsoll::step
