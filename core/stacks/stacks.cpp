// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/stacks.h"

namespace plimsoll::stacks {

namespace {

std::vector<const Runner *> &known()
{
#define PLIMSOLL_LISTED(variable, name) &stacks::variable,
    static std::vector<const Runner *> list{PLIMSOLL_STACKS(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const Runner &of(const Plan &plan) { return *known()[static_cast<std::size_t>(plan.stack)]; }

const std::vector<const Runner *> &all() { return known(); }

Stack add(const Runner &stack)
{
    known().push_back(&stack);
    return add_stack_name(stack.name);
}

} // namespace plimsoll::stacks
