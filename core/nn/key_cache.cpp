// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/key_cache.h"

#include "core/nn/packed_keys.h"

#include <algorithm>
#include <utility>

// transformers 5.23, cache_utils.py.

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

/// Tokens that a layer keeps from one forward to the next.
Count held_tokens(std::optional<Count> window, Count tokens) { return window ? std::min(tokens, *window - 1) : tokens; }

/// Cache.prefetch: keys and values of a layer that has seen so many tokens come back to the card.
void prefetch(Machine &m, LayerCache &cache, Count tokens)
{
    if (!cache.on_host || cache.key.defined()) return;
    const auto fetch = [&](Shape shape) {
        shape.size[2] = held_tokens(cache.window, tokens);
        return m.empty(shape, cache.host_dtype, "prefetch", Component::kv_cache);
    };
    cache.key = fetch(cache.host_key);
    cache.value = fetch(cache.host_value);
}

/// The layer that is fetched while this one runs: the next that attends, behind the last one the first.
void prefetch_next(Machine &m, std::vector<LayerCache> &all, const LayerCache &running, const ForwardInputs &in)
{
    const auto waits = [](const LayerCache &c) { return c.on_host; };
    const auto behind = all.begin() + (&running - all.data()) + 1;
    if (const auto next = std::find_if(behind, all.end(), waits); next != all.end()) return prefetch(m, *next, in.past);
    if (in.past == 0 && behind != all.end()) return; // those behind it have nothing yet
    if (const auto first = std::find_if(all.begin(), behind - 1, waits); first != behind - 1)
        prefetch(m, *first, in.past + in.length);
}

/// Cache.update with offloading: this layer's keys and values go to the host as soon as they are put together; what attention
/// reads of them stays as long as it has a name for it.
void update_offloaded(Machine &m, LayerCache &cache, std::optional<Count> window, const ForwardInputs &in, Tensor &k, Tensor &v)
{
    prefetch_next(m, *in.cache, cache, in);
    cache.host_key = k.shape();
    cache.host_value = v.shape();
    cache.host_dtype = k.dtype();
    cache.window = window;
    cache.on_host = true;
    const auto join = [&](Tensor &own, const Tensor &x) { // torch.cat
        Shape shape = x.shape();
        shape.size[2] = held_tokens(window, in.past) + in.length;
        return std::exchange(own = m.empty(shape, x.dtype(), "kv_cache", Component::kv_cache), {});
    };
    Tensor key = join(cache.key, k), value = join(cache.value, v);
    k = std::move(key);
    v = std::move(value);
}

} // namespace

void update_cache(Machine &m, LayerCache &cache, std::optional<Count> window, const ForwardInputs &inputs, Tensor &k, Tensor &v)
{
    if (inputs.cache_form == CacheForm::offloaded) return update_offloaded(m, cache, window, inputs, k, v);
    if (inputs.cache_form != CacheForm::plain) return update_packed(m, cache, inputs, k, v);
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

} // namespace plimsoll::step
