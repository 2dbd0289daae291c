// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/trained_part.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// Loops that are not transformers' Trainer: nothing is clipped, converted or collected but what the loop itself says.
[[nodiscard]] constexpr bool has_plain_loop(Stack stack)
{
    return stack == Stack::pytorch || stack == Stack::torchtune || stack == Stack::litgpt;
}

/// The way of this plan's stack.
[[nodiscard]] inline NamesMeet names_meet(Stack stack)
{
    return stack == Stack::llama_factory ? NamesMeet::anywhere : NamesMeet::whole_parts;
}

} // namespace plimsoll
