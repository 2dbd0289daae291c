// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/communication.h"

#include <string>
#include <utility>

namespace plimsoll {

/// Lines of what is sent, added up with care for 64 bits.
class SentLines {
public:
    /// `times` · `bytes` for one purpose; nothing is added for 0. `beside`: SentBytes::beside.
    void add(RankGroup group, Bytes bytes, Count times, std::string formula, std::string_view source, double beside = 0);
    [[nodiscard]] std::optional<Communication> take() &&;

private:
    Communication m_out;
    bool m_fits = true;
};

/// What each of n ranks sends to gather or to reduce and scatter `bytes` that are cut among them: n − 1 parts.
[[nodiscard]] constexpr Bytes ring(Bytes bytes, Count n) { return n <= 1 ? 0 : (n - 1) * ((bytes + n - 1) / n); }

/// Micro-batches of an optimizer step.
[[nodiscard]] Count micro_batches(const Plan &plan);
/// Of them those whose gradients go over the wire.
[[nodiscard]] Count synchronised(const SpreadRun &run);

/// Whole copies and shards of them over data-parallel ranks.
void add_copies(SentLines &out, const SpreadRun &run);
void add_fsdp(SentLines &out, const SpreadRun &run);
void add_zero(SentLines &out, const SpreadRun &run);
// Ranks that share one copy.
void add_tensor(SentLines &out, const SpreadRun &run);
void add_experts(SentLines &out, const SpreadRun &run);
void add_context(SentLines &out, const SpreadRun &run);
/// Ulysses: queries, keys and values for parts of the heads, and what attention made of them back.
void add_heads(SentLines &out, const SpreadRun &run);
void add_pipeline(SentLines &out, const SpreadRun &run);
void add_megatron(SentLines &out, const SpreadRun &run);

} // namespace plimsoll
