// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of names that grow, but for adapters', which stand with the model (core/model/adapter_names.cpp).
#include "core/plan/objective_names.h"
#include "core/plan/optimizer_names.h"
#include "core/plan/runner_names.h"

namespace plimsoll {

#define PLIMSOLL_NAMED(name) #name,
#define PLIMSOLL_NAMED_OTHERWISE(variable, name) name,

template <>
GrowingNames<Stack> &growing_names<Stack>()
{
    static GrowingNames<Stack> names{PLIMSOLL_STACKS(PLIMSOLL_NAMED_OTHERWISE)};
    return names;
}

template <>
GrowingNames<Engine> &growing_names<Engine>()
{
    static GrowingNames<Engine> names{PLIMSOLL_ENGINES(PLIMSOLL_NAMED_OTHERWISE)};
    return names;
}

template <>
GrowingNames<Objective> &growing_names<Objective>()
{
    static GrowingNames<Objective> names{PLIMSOLL_OBJECTIVES(PLIMSOLL_NAMED)};
    return names;
}

template <>
GrowingNames<OptimizerName> &growing_names<OptimizerName>()
{
    static GrowingNames<OptimizerName> names{PLIMSOLL_OPTIMIZERS(PLIMSOLL_NAMED)};
    return names;
}

#undef PLIMSOLL_NAMED
#undef PLIMSOLL_NAMED_OTHERWISE

} // namespace plimsoll
