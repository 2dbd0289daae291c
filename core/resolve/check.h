// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/resolve/resolve.h"

#include <optional>

namespace plimsoll {

/// What cannot be planned together: a method without its quantisation, products that leave 64 bits, layers that the model
/// does not have. Takes a plan whose fields are all filled in. Nothing when it stands.
[[nodiscard]] std::optional<Error> check_plan(const Plan &plan, const Architecture &architecture);

/// What does not run on the card that was named; nothing where none was.
[[nodiscard]] std::optional<Error> check_card(const Plan &plan, const CardFacts &device);

/// Attention kernels that the stack's class of this model accepts: "eager | sdpa | flash2 | flash3" or fewer.
struct AcceptedAttention {
    bool sdpa = true, flash2 = true, flash3 = true;
    std::string reason; ///< why the plan's own is missing; empty where it is not
    [[nodiscard]] bool takes(AttentionBackend backend) const
    {
        switch (backend) {
        case AttentionBackend::sdpa: return sdpa;
        case AttentionBackend::flash2: return flash2;
        case AttentionBackend::flash3: return flash3;
        default: return true;
        }
    }
    [[nodiscard]] std::string list() const
    {
        return std::string("eager") + (sdpa ? " | sdpa" : "") + (flash2 ? " | flash2" : "") + (flash3 ? " | flash3" : "");
    }
};
[[nodiscard]] AcceptedAttention accepted_attention(const Plan &plan, const Architecture &architecture);

/// What can be planned but should be said: BF16 on a card without it, …
[[nodiscard]] std::vector<Warning> plan_warnings(const Plan &plan, const Architecture &architecture, const CardFacts &device);

} // namespace plimsoll
