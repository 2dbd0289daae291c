// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace plimsoll::sglang {

/// How a release finds the share of free memory that weights and caches may take.
enum class ShareRule : std::uint8_t {
    by_ranks, ///< 0.88 of one rank to 0.79 of sixteen
    by_card,  ///< the card less a size of its class and a part of it for each rank
    by_parts, ///< the card less what activations, graphs and ranks are taken to need
};

/// What releases of SGLang do otherwise (core/libraries/sglang.cpp); as it stands, the known one.
struct Release {
    ShareRule share = ShareRule::by_parts;
    bool small_cards_of_old = false; ///< cards of 20 to 35 GiB: chunks of 2048 and fewer graphs
    bool prefill_graphs = true;      ///< graphs of prefills are captured by default
    bool windows_of_gpt_oss = true;  ///< gpt-oss has a pool for its windows
    bool window_pools = true;
    bool padding_states = true;    ///< the slot of padded batches is taken off the budget
    bool extra_states = true;      ///< two more states a request, for overlapped schedules and caching
    bool reserves_pictures = true; ///< 100 MiB for embeddings of pictures
    bool refuses_early = true;     ///< says the least share when weights leave nothing
    bool names_dtype = true;       ///< of the cache, in its log
    bool refuses_long = true;      ///< a stated length beyond the model's own; else it warns

    bool operator==(const Release &) const = default;
};

} // namespace plimsoll::sglang
