// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a layer keeps of a request while an engine serves it.
enum class KvKind : std::uint8_t {
    full,    ///< keys and values of every token
    latent,  ///< a latent vector of every token (multi-head latent attention)
    sliding, ///< of the tokens that a window reaches, and of those in flight
    chunked, ///< of the chunk that the present tokens stand in
    state,   ///< one state, however long the request is (Mamba, delta nets)
};

[[nodiscard]] std::string_view name_of(KvKind kind); ///< "full"

/// One layer's cache, in blocks of tokens: a page is what a block of it takes.
struct KvLayer {
    KvKind kind = KvKind::full;
    Count block_tokens = 16;
    Bytes page = 0;        ///< of one card, what it is padded to included
    Bytes token_bytes = 0; ///< of one token, or of the state
    Count window = 0;      ///< tokens, of sliding and chunked
    Count states = 2;      ///< of a request where they are kept at block borders: a third for a checkpoint inside a prefill

    bool operator==(const KvLayer &) const = default;
};

/// What the scheduler may have in hand, on which a request's blocks depend.
struct KvLoad {
    Count tokens = 0;          ///< of one request
    Count in_flight = 0;       ///< scheduled and not yet settled, of all requests
    bool states_align = false; ///< states are kept at block borders for prefix caching
};

/// Layers whose blocks are taken together: a block of the pool is a page of each of them.
struct KvGroup {
    KvLayer layer;
    Count layers = 0; ///< that hold something; the pool has room for as many as the largest group

    bool operator==(const KvGroup &) const = default;
    /// Of one request.
    [[nodiscard]] Count blocks_of(const KvLoad &load) const;
};

/// A pool of blocks that all groups share.
struct KvPool {
    std::vector<KvGroup> groups;
    Bytes block_bytes = 0; ///< of one block; 0: nothing is cached
    bool alike = true;     ///< all layers are one group

    bool operator==(const KvPool &) const = default;
    [[nodiscard]] Count blocks_of(const KvLoad &load) const; ///< of one request, over all groups
};

/// How vLLM shares a pool among layers (0.33 v1/core/kv_cache_planning.py, get_kv_cache_groups): layers alike, or of one kind, are
/// one group; else pages are made equal (smaller ones by more tokens a block, others by padding) and layers of a kind are split
/// into groups of as many as the rarest kind has, or as the commonest where that is less than one and a half times as many.
/// `layers` in the model's order.
[[nodiscard]] KvPool kv_pool(std::vector<KvLayer> layers);

} // namespace plimsoll
