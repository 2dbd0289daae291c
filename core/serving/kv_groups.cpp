// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/kv_groups.h"

#include <algorithm>
#include <array>

namespace plimsoll {

std::string_view name_of(KvKind kind)
{
    constexpr std::array<std::string_view, 5> names{"full", "latent", "sliding", "chunked", "state"};
    return names[static_cast<std::size_t>(kind)];
}

namespace {

constexpr Count divided_up(Count a, Count b) { return (a + b - 1) / b; }

bool is_full(KvKind kind) { return kind == KvKind::full || kind == KvKind::latent; }

/// Whether every layer needs the same blocks of a request: UniformTypeKVCacheSpecs.from_specs.
bool need_the_same(const std::vector<KvLayer> &layers)
{
    const KvLayer &first = layers.front();
    return std::ranges::all_of(layers, [&first](const KvLayer &layer) {
        if (layer.block_tokens != first.block_tokens) return false;
        if (is_full(first.kind)) return layer.kind == first.kind;
        return layer.kind == first.kind && layer.window == first.window &&
               (layer.kind != KvKind::state || layer.page == first.page);
    });
}

/// unify_kv_cache_spec_page_size
void make_pages_equal(std::vector<KvLayer> &layers)
{
    const Bytes page = std::ranges::max(layers, {}, &KvLayer::page).page;
    for (KvLayer &layer : layers) {
        if (layer.kind != KvKind::state && page % layer.page == 0) layer.block_tokens *= page / layer.page;
        layer.page = page;
    }
}

} // namespace

Count KvGroup::blocks_of(const KvLoad &load) const
{
    const auto of_tokens = [this](Count tokens) { return divided_up(tokens, layer.block_tokens); };
    switch (layer.kind) {
    case KvKind::sliding: return of_tokens(std::min(layer.window - 1 + load.in_flight, load.tokens)) + 1;
    case KvKind::chunked: return of_tokens(std::min(layer.window + load.in_flight, load.tokens));
    case KvKind::state: return load.states_align ? layer.states : 1;
    default: return of_tokens(load.tokens);
    }
}

Count KvPool::blocks_of(const KvLoad &load) const
{
    Count out = 0;
    for (const KvGroup &group : groups) out += group.blocks_of(load);
    return out;
}

KvPool kv_pool(std::vector<KvLayer> layers)
{
    KvPool out;
    if (layers.empty()) return out;
    if (need_the_same(layers)) {
        for (const KvLayer &layer : layers) out.block_bytes += layer.page;
        out.groups.push_back({layers.front(), static_cast<Count>(layers.size())});
        return out;
    }
    out.alike = false;
    make_pages_equal(layers);
    std::vector<KvGroup> kinds; // in the order in which they first appear
    for (const KvLayer &layer : layers) {
        const auto found = std::ranges::find(kinds, layer, &KvGroup::layer);
        if (found == kinds.end())
            kinds.push_back({layer, 1});
        else
            ++found->layers;
    }
    const auto [least, most] = std::ranges::minmax(kinds, {}, &KvGroup::layers);
    const Count size = 2 * most.layers < 3 * least.layers ? most.layers : least.layers;
    for (const KvGroup &kind : kinds) {
        const Count groups = divided_up(kind.layers, size);
        for (Count i = 0; i < groups; ++i) // layers[i::groups]
            out.groups.push_back({kind.layer, (kind.layers - i + groups - 1) / groups});
    }
    out.block_bytes = layers.front().page * size;
    return out;
}

} // namespace plimsoll
