// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts/experts_fused.h"
#include "core/torch/units.h"

namespace plimsoll::step {

/// The grouped experts' forward of `experts` that stand here, on rows that others chose.
struct GroupedCall {
    Count top_k = 1;
    Count experts = 0;
    bool masked = false; ///< rows of experts elsewhere are zeroed before and behind the products
};
/// grouped_mm_experts_forward: [tokens, hidden].
[[nodiscard]] Tensor grouped_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing,
                                     const GroupedCall &call);

/// AllToAllEP of transformers 5.23 (distributed/expert_parallel.py): each pair of token and expert goes to the rank that holds the
/// expert and its result comes back. `exchange` says how many rows come to this one.
[[nodiscard]] Tensor exchanged_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing,
                                       const ExpertExchange &exchange);

} // namespace plimsoll::step
