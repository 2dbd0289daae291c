// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/stacks.h"

namespace plimsoll::stacks {

namespace {

using Stacks = Registry<Runner, Stack>;

Stacks &known()
{
#define PLIMSOLL_LISTED(variable, name) &stacks::variable,
    static Stacks list{PLIMSOLL_STACKS(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const Runner &of(const Plan &plan) { return known().of(plan.stack); }

const std::vector<const Runner *> &all() { return known().all(); }

Stack add(const Runner &stack) { return known().add(stack); }

} // namespace plimsoll::stacks
