// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/usual_slack.h"
#include "core/estimate/estimate.h"
#include "core/ground/bytes.h"
#include "core/plan/plan.h"
#include "core/resolve/resolve.h"
#include "core/runner/spreads.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What a PyTorch process holds on the card outside the allocator: CUDA context and the libraries' kernels.
struct ContextBytes {
    Bytes bytes = 0;
    Interval interval;   ///< 90 %
    std::string formula; ///< in the field's names
    std::string numbers; ///< the same with this card's numbers put in, and the result
    std::string source;
    std::vector<std::string> assumptions; ///< where a figure of the card was not known
    bool operator==(const ContextBytes &) const = default;
};

/// Context of one process (CUDA ≥ 11.7, lazy module loading). `compiled`: torch.compile adds its kernels' modules.
[[nodiscard]] ContextBytes context_bytes(const CardFacts &device, bool compiled = false);

/// The same for one process of a plan: NCCL's buffers stand beside the context where the plan has several ranks.
[[nodiscard]] ContextBytes context_of(const Plan &plan, const CardFacts &device);

/// What decides how far a measured peak may lie from the estimated one.
struct SpreadFacts {
    const Spreads *measured = &spread_of_trainers; ///< of who carries the plan out
    bool quantized = false;                        ///< weights in 8 bits or fewer
    bool padded = false;
    bool unchecked = false; ///< an optimizer or an objective whose mechanism was not checked against a run
    bool compiled = false;
    bool exact = true; ///< Architecture::exact
    bool operator==(const SpreadFacts &) const = default;
};
[[nodiscard]] SpreadFacts spread_facts(const Plan &resolved, const Architecture &architecture);

/// Spread of torch.cuda.max_memory_allocated().
[[nodiscard]] Spread allocated_spread(const SpreadFacts &facts);
/// Spread of torch.cuda.max_memory_reserved(); never narrower than that of what is allocated.
[[nodiscard]] Spread reserved_spread(const SpreadFacts &facts);

[[nodiscard]] Interval allocated_interval(Bytes allocated, const SpreadFacts &facts);
/// Of device bytes: what is reserved, and the context with its own spread; where that is the usual slack's middle, with its ends. Both ends are taken together, which is wider
/// than independent errors would be. Never below what is allocated at least.
[[nodiscard]] Interval device_interval(Bytes allocated, Bytes reserved, const ContextBytes &context, const SpreadFacts &facts,
                                       const UsualSlack &slack = {});

} // namespace plimsoll
