// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/key_cache.h"

#include <algorithm>

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

} // namespace plimsoll::step
